import type { FieldJob } from "./queries.ts";
import { strings } from "./strings.ts";
import { formatMoment } from "../../ui/dates.ts";

/** What a cancelled job can end with. The specification has them as outcomes of a visit that is given up. */
export const cancelOutcomes = [
  { outcomeId: 6, name: "Duplicate" },
  { outcomeId: 7, name: "Property contact" },
  { outcomeId: 8, name: "Not required" },
] as const;

/** Says when and why a job was cancelled, or that a phone has to remove it first. Null: neither. */
export function describeCancellation({ cancellation, job }: FieldJob): string | null {
  if (!cancellation) return null;
  const { outcomeId, reason, requestedOn, cancelledOn } = cancellation;
  const outcome = cancelOutcomes.find((each) => each.outcomeId === outcomeId)?.name;
  const why = [outcome, reason].filter(Boolean).join(": ");
  if (cancelledOn !== null) return strings.cancel.cancelledOn(formatMoment(cancelledOn), why);
  // The engineer has closed the job instead.
  if (job.status === "Closed") return null;
  return strings.cancel.requestedOn(formatMoment(requestedOn), why);
}
