import type { OfficeActionType } from "@fieldfare/contract/office";
import { isUnanswered, removalRejectionReason } from "@fieldfare/domain";
import type { FieldJob } from "./queries.ts";
import { strings } from "./strings.ts";
import { formatMoment } from "../../ui/dates.ts";

/** What a cancelled job can end with. The specification has them as outcomes of a visit that is given up. */
export const cancelOutcomes = [
  { outcomeId: 6, name: "Duplicate" },
  { outcomeId: 7, name: "Property contact" },
  { outcomeId: 8, name: "Not required" },
] as const;

export interface Request {
  /** What the pill says; null: there is none to show. */
  readonly pill: string | null;
  readonly text: string;
}

/**
 * Says that a job was cancelled, or that the office has asked a phone to remove it, also to cancel the job, and how that stands.
 * Null: neither.
 */
export function describeRequest(
  field: FieldJob,
  engineerName: (fieldOperativeId: string | null) => string,
): Request | null {
  const { cancellation, removalRequest, job, fieldOperativeId } = field;
  const name = engineerName(fieldOperativeId);
  const isClosed = job.status === "Closed";
  const declined = removalRequest?.declined
    ? describeDeclined(removalRequest.declined, name)
    : null;
  const notFound = removalRequest?.notFoundOn
    ? strings.removal.notFoundOn(name, formatMoment(removalRequest.notFoundOn))
    : null;
  if (cancellation) {
    const cancelled = describeCancelled(field);
    if (cancelled !== null) return { pill: null, text: cancelled };
    const { requestedOn } = cancellation;
    const why = describeReason(cancellation);
    const by = findRequester(field, "job-cancellation-requested");
    const asked = strings.cancel.requestedOn(by, formatMoment(requestedOn), why);
    if (declined !== null)
      return {
        pill: strings.cancel.declined,
        text: join(asked, declined, strings.cancel.notCancelled),
      };
    if (notFound !== null && !isClosed)
      return {
        pill: strings.cancel.notFound,
        text: join(asked, notFound, strings.cancel.assign),
      };
    return isClosed
      ? { pill: null, text: join(asked, strings.cancel.closedInstead) }
      : { pill: strings.cancel.pending, text: join(asked, strings.cancel.waits) };
  }
  if (!removalRequest || isClosed) return null;
  const by = findRequester(field, "job-removal-requested");
  const asked = strings.removal.requestedOn(by, formatMoment(removalRequest.requestedOn), name);
  if (declined !== null)
    return {
      pill: strings.removal.declined,
      text: join(asked, declined, strings.removal.stays(name)),
    };
  if (notFound !== null)
    return {
      pill: strings.removal.notFound,
      text: join(asked, notFound, strings.removal.assign(name)),
    };
  const waits = removalRequest.isForced ? strings.removal.forced : strings.removal.waits;
  return { pill: strings.removal.pending, text: join(asked, waits(name)) };
}

/** Whether the office has asked a phone to remove a job, also to cancel it, and the phone has not answered. */
export function hasOpenRequest({ cancellation, removalRequest, job }: FieldJob): boolean {
  if (job.status === "Closed") return false;
  return removalRequest ? isUnanswered(removalRequest) : cancellation !== null;
}

/** Says when and why a job was cancelled; null: it is not. */
export function describeCancelled({ cancellation }: FieldJob): string | null {
  if (!cancellation || cancellation.cancelledOn === null) return null;
  return strings.cancel.cancelledOn(
    formatMoment(cancellation.cancelledOn),
    describeReason(cancellation),
  );
}

function describeReason({ outcomeId, reason }: NonNullable<FieldJob["cancellation"]>): string {
  const outcome = cancelOutcomes.find((each) => each.outcomeId === outcomeId)?.name;
  return [outcome, reason].filter(Boolean).join(": ");
}

/** Who asked last; the audit may no longer have it. */
function findRequester({ officeActions }: FieldJob, action: OfficeActionType): string {
  return officeActions.findLast((each) => each.action === action)?.by ?? strings.removal.office;
}

type Declined = NonNullable<NonNullable<FieldJob["removalRequest"]>["declined"]>;

function describeDeclined({ declinedOn, reason, comment }: Declined, name: string): string {
  const [moment, words] = [formatMoment(declinedOn), strings.timeline.declineReasons[reason] ?? ""];
  return isDeclinedByPhone(reason)
    ? strings.removal.declinedByPhone(name, moment, words)
    : strings.removal.declinedBy(name, moment, words, comment);
}

/** The phone itself declines for the reasons 3 and 4, with a comment that says no more. */
export function isDeclinedByPhone(reason: number | undefined): boolean {
  return reason === removalRejectionReason.accessGained || reason === removalRejectionReason.closed;
}

function join(...sentences: readonly string[]): string {
  return sentences.join(" ");
}
