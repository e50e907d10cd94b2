import { eq } from "drizzle-orm";
import type { CallAnswer, CallBody } from "@fieldfare/contract";
import type * as office from "@fieldfare/contract/office";
import type { Change } from "../../database/audit.ts";
import { job } from "../../database/schema.ts";
import { type Refusal, refuse } from "../../http/problem.ts";
import { storeCommand } from "../commands/store.ts";
import { currentAppointment, freeUnacknowledged, lockJob } from "./appointments.ts";
import { describeDifference } from "./expected-job.ts";

/**
 * Queues a command for the engineer who has the job. The device decides by the state that it knows; a job that no
 * device has acknowledged is also taken off the engineer here. A job that is no longer as the caller saw it (`expected`) stays as it is.
 */
export async function requestRemoval(
  { orm, record }: Change,
  jobId: string,
  { force, expected }: CallBody<typeof office.requestRemoval>,
): Promise<CallAnswer<typeof office.requestRemoval> | Refusal> {
  const row = await lockJob(orm, jobId);
  if (!row) return refuse("not-found");
  const stale = expected ? await describeDifference(orm, row, expected) : null;
  if (stale !== null) return refuse("conflict", { detail: stale });
  const current = await currentAppointment(orm, jobId);
  if (!current) return refuse("conflict", { detail: "Nobody has this job" });
  const { fieldOperativeId, fieldOperativeAppointmentId } = current;
  // A job that is only taken off its engineer is wanted: an earlier cancellation no longer counts.
  await orm.update(job).set({ cancellation: null }).where(eq(job.jobId, jobId));
  const isFreed = await freeUnacknowledged(orm, row, current);
  const commandId = await storeCommand(orm, fieldOperativeId, "CancelJob", {
    jobId,
    fieldOperativeAppointmentId,
    force,
  });
  record({
    action: "job-removal-requested",
    objectType: "job",
    objectId: jobId,
    fieldOperativeId,
    before: { fieldOperativeId },
    after: { fieldOperativeId: isFreed ? null : fieldOperativeId, force, commandId },
  });
  return { commandId };
}
