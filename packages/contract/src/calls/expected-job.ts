import { jobStatus } from "../entities/job.ts";
import { id, isoDateTime, z } from "../schema.ts";

/** What a caller who assigns, moves, cancels or takes away a job has seen of it. */
export const expectedJob = z.object({
  fieldOperativeId: z.nullable(id),
  appointmentDateTime: isoDateTime,
  status: jobStatus,
  /**
   * When the request to cancel the job was made that the caller has read; null: there was none. If somebody has made another one
   * since, it is not taken back without a word. Absent: that is not checked.
   */
  cancellationRequestedOn: z.optional(z.nullable(isoDateTime)),
  /**
   * When the request to remove the job from the engineer's phone was made that the caller has read; null: there was none. If
   * somebody has made another one since, the engineer who has the job gets no new time. Absent: that is not checked.
   */
  removalRequestedOn: z.optional(z.nullable(isoDateTime)),
});
export type ExpectedJob = z.output<typeof expectedJob>;
