import { isUnanswered } from "@fieldfare/domain";
import { eq } from "drizzle-orm";
import type { CallAnswer, CallBody } from "@fieldfare/contract";
import type { cancelJob as call } from "@fieldfare/contract/office";
import type { Change } from "../../database/audit.ts";
import { job } from "../../database/schema.ts";
import { formatOfficeTime } from "../../http/office-time.ts";
import { type Refusal, refuse } from "../../http/problem.ts";
import { storeCommand } from "../commands/store.ts";
import { currentAppointment, freeUnacknowledged, lockJob } from "./appointments.ts";
import { describeDifference, refuseEnded } from "./expected-job.ts";
import { readRemovalRequest } from "./removal-requests.ts";

/**
 * Cancels a job at once if no phone has acknowledged it. Otherwise the phone is asked to remove it, and the job is cancelled when
 * it is removed. A repeat of the same request changes nothing, and another one that waits for a phone is replaced only if the
 * caller names it (`replaces`). A job that is no longer as the caller saw it (`expected`) is not
 * cancelled.
 */
export async function cancelJob(
  { orm, record }: Change,
  jobId: string,
  { outcomeId, reason, force, expected, replaces }: CallBody<typeof call>,
): Promise<CallAnswer<typeof call> | Refusal> {
  const row = await lockJob(orm, jobId);
  if (!row) return refuse("not-found");
  const before = row.cancellation;
  const current = await currentAppointment(orm, jobId);
  // Of a request that a phone has answered, or that was made before the job was moved or given back, another one is made.
  const request = await readRemovalRequest(orm, jobId);
  const isAnswered = request !== null && !isUnanswered(request);
  const isOpen = row.cancelledOn !== null || (!isAnswered && (before?.commandId ?? null) !== null);
  if (before && isOpen && isSame(before, { outcomeId, reason, force }))
    return { cancelledOn: row.cancelledOn?.toISOString() ?? null, commandId: before.commandId };
  if (row.status === "Closed") return refuseEnded(row);
  const stale = expected ? await describeDifference(orm, row, expected) : null;
  if (stale !== null) return refuse("conflict", { detail: stale });
  // The reason of a colleague is not replaced by somebody who has not read it.
  if (before && isOpen && replaces !== before.requestedOn)
    return refuse("conflict", {
      detail: `Somebody has asked to cancel this job already, on ${formatOfficeTime(new Date(before.requestedOn))}.`,
    });
  const isFreed = !current || (await freeUnacknowledged(orm, row, current));
  // A device that is fetching the job in this moment has to remove it as well.
  const commandId = current
    ? await storeCommand(orm, current.fieldOperativeId, "CancelJob", {
        jobId,
        fieldOperativeAppointmentId: current.fieldOperativeAppointmentId,
        force,
      })
    : null;
  const now = new Date();
  const cancelledOn = isFreed ? now : null;
  await orm
    .update(job)
    .set({
      cancellation: { requestedOn: now.toISOString(), outcomeId, reason, force, commandId },
      ...(isFreed && { status: "Closed", outcomeId, cancelledOn, hold: null }),
    })
    .where(eq(job.jobId, jobId));
  record({
    action: isFreed ? "job-cancelled" : "job-cancellation-requested",
    objectType: "job",
    objectId: jobId,
    fieldOperativeId: current?.fieldOperativeId ?? null,
    before: {
      status: row.status,
      fieldOperativeId: current?.fieldOperativeId ?? null,
      cancelReason: before?.reason ?? null,
    },
    after: {
      status: isFreed ? "Closed" : row.status,
      fieldOperativeId: isFreed ? null : current?.fieldOperativeId,
      cancelReason: reason,
      outcomeId,
      force,
    },
  });
  return { cancelledOn: cancelledOn?.toISOString() ?? null, commandId };
}

type Request = CallBody<typeof call>;

function isSame(
  before: { readonly outcomeId: number; readonly reason: string | null; readonly force: boolean },
  { outcomeId, reason, force }: Request,
): boolean {
  return before.outcomeId === outcomeId && before.reason === reason && before.force === force;
}
