import type { Result } from "@fieldfare/domain";
import { toastRefusal } from "../../../phone/refusals.ts";
import { strings } from "../strings.ts";

export type Refusals = Readonly<Partial<Record<string, string>>>;

/** Shows a toast when the action was refused: in the record's own text if it has one, else in the job's. */
export function toastOutcome(outcome: Result<unknown, string>, refusals: Refusals): boolean {
  if (!outcome.ok) toastRefusal(outcome.refusal, { ...strings().refusals, ...refusals });
  return outcome.ok;
}
