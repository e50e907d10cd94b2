import type { Job } from "./job.ts";

export interface RemovalRequest {
  readonly jobId: string;
  readonly fieldOperativeAppointmentId: string;
  readonly force: boolean;
}

/** 1 and 2 are chosen by the engineer, 3 and 4 are sent automatically. */
export const removalRejectionReason = {
  alreadyOnSite: 1,
  inTransit: 2,
  accessGained: 3,
  closed: 4,
} as const;

export type RemovalRejectionReason =
  (typeof removalRejectionReason)[keyof typeof removalRejectionReason];

export const autoRejectComment = "Request auto rejected due to status of job on device";

/** What the device does with a removal request. */
export type RemovalDecision =
  | { readonly outcome: "not-found" }
  | { readonly outcome: "ignored" }
  | { readonly outcome: "deleted" }
  | {
      readonly outcome: "rejected";
      readonly reason: 3 | 4;
      readonly comment: typeof autoRejectComment;
    }
  | { readonly outcome: "alert" };

/** What the device reports to the server: an automatic rejection counts as ignored. */
export type RemovalOutcome = "not-found" | "ignored" | "deleted" | "alert";

/** Decides about the office's request to remove a job. `job` is undefined if the phone does not have it. */
export function decideRemoval(job: Job | undefined, request: RemovalRequest): RemovalDecision {
  if (!job) return { outcome: "not-found" };
  if (job.fieldOperativeAppointmentId !== request.fieldOperativeAppointmentId)
    return { outcome: "ignored" };
  if (request.force || job.status === "New") return { outcome: "deleted" };
  if (job.status === "AccessGained")
    return {
      outcome: "rejected",
      reason: removalRejectionReason.accessGained,
      comment: autoRejectComment,
    };
  if (job.status === "Closed")
    return {
      outcome: "rejected",
      reason: removalRejectionReason.closed,
      comment: autoRejectComment,
    };
  return { outcome: "alert" };
}

/** Whether the office's request that a phone removes a job still waits for the phone's answer. */
export function isUnanswered({ declined, notFoundOn }: AnsweredRequest): boolean {
  return declined === null && notFoundOn === null;
}

/** What is known of the answers to a request. Null: there is none of the kind. */
interface AnsweredRequest {
  readonly declined: object | null;
  readonly notFoundOn: string | null;
}

/** Returns what the device reports about the decision. */
export function removalOutcome(decision: RemovalDecision): RemovalOutcome {
  return decision.outcome === "rejected" ? "ignored" : decision.outcome;
}
