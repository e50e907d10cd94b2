import { eq } from "drizzle-orm";
import type { CallAnswer, CallBody } from "@fieldfare/contract";
import type { assignJob as call } from "@fieldfare/contract/office";
import { isKeptFromAnother, londonTime } from "@fieldfare/domain";
import type { Change } from "../../database/audit.ts";
import type { Orm } from "../../database/database.ts";
import { job } from "../../database/schema.ts";
import { type Refusal, refuse } from "../../http/problem.ts";
import {
  appoint,
  currentAppointment,
  describeDisabled,
  type CurrentAppointment,
  endByMove,
  isOperative,
  lockJob,
  setAppointmentTime,
} from "./appointments.ts";
import { describeDifference, describeUnreadRemoval, refuseEnded } from "./expected-job.ts";
import { storeCommand, withdrawRemoval } from "../commands/store.ts";

/**
 * Assigns a job to an engineer. The engineer who had it before gets a removal request: one who is on the way or at the door
 * decides, and what they still record is stored as evidence. One who has gained access keeps the job, unless the request is
 * forced: then the phone removes it and sends what was recorded. Assigning the job to the same engineer again keeps the
 * appointment; a new time is sent as a job update. A job that is no longer as the caller saw it (`expected`) is not assigned, and
 * the answer says what it is now; nor does such a caller assign it to an engineer whose account is disabled, or give it a new time
 * over a request to remove it that the caller has not read.
 */
export async function assignJob(
  { orm, record }: Change,
  jobId: string,
  { fieldOperativeId, appointmentDateTime, force = false, expected }: CallBody<typeof call>,
): Promise<CallAnswer<typeof call> | Refusal> {
  const row = await lockJob(orm, jobId);
  if (!row) return refuse("not-found");
  const stale = expected ? await describeDifference(orm, row, expected) : null;
  if (stale !== null) return refuse("conflict", { detail: stale });
  if (row.status === "Closed") return refuseEnded(row);
  if (!(await isOperative(orm, fieldOperativeId))) {
    return refuse("invalid", {
      issues: [{ path: "fieldOperativeId", message: "No field engineer has this id" }],
    });
  }
  // Who has looked at the engineers chose one who could work. Other callers may plan for an account that is enabled later.
  if (expected && fieldOperativeId !== row.fieldOperativeId) {
    const disabled = await describeDisabled(orm, fieldOperativeId);
    if (disabled !== null) return refuse("conflict", { detail: disabled });
  }
  const current = await currentAppointment(orm, row.jobId);
  const { status } = row;
  const visit = { status, fieldOperativeId: current?.fieldOperativeId ?? null };
  if (isKeptFromAnother(visit, fieldOperativeId) && !force)
    return refuse("conflict", { detail: isKept });
  const at = appointmentDateTime === undefined ? null : new Date(appointmentDateTime);
  const isNewTime = at !== null && at.getTime() !== row.appointmentDateTime.getTime();
  if (expected && isNewTime && current?.fieldOperativeId === fieldOperativeId) {
    const unread = await describeUnreadRemoval(orm, row, current, expected);
    if (unread !== null) return refuse("conflict", { detail: unread });
  }
  if (isNewTime) {
    await orm.update(job).set({ appointmentDateTime: at }).where(eq(job.jobId, row.jobId));
  }
  // A job that is planned again is wanted: an earlier request to cancel it no longer counts.
  if (row.cancellation)
    await orm.update(job).set({ cancellation: null }).where(eq(job.jobId, row.jobId));
  record({
    action: "job-assigned",
    objectType: "job",
    objectId: row.jobId,
    fieldOperativeId,
    before: {
      fieldOperativeId: current?.fieldOperativeId ?? null,
      appointmentDateTime: row.appointmentDateTime,
    },
    after: { fieldOperativeId, appointmentDateTime: at ?? row.appointmentDateTime, force },
  });
  if (current?.fieldOperativeId === fieldOperativeId) {
    if (row.cancellation) await withdrawRemoval(orm, current.fieldOperativeAppointmentId);
    if (isNewTime) {
      await setAppointmentTime(orm, current, at);
      await notifyNewTime(orm, row.jobId, current, at);
    }
    return { fieldOperativeAppointmentId: current.fieldOperativeAppointmentId };
  }
  if (current) await endByMove(orm, row, current, force);
  return { fieldOperativeAppointmentId: await appoint(orm, row.jobId, fieldOperativeId) };
}

const isKept =
  "The engineer has gained access, so the job stays there until the visit ends. To take it away all the same, for example because the phone is lost, move it with force";

async function notifyNewTime(orm: Orm, jobId: string, current: CurrentAppointment, at: Date) {
  const { fieldOperativeId, fieldOperativeAppointmentId } = current;
  await storeCommand(orm, fieldOperativeId, "JobUpdate", {
    jobId,
    fieldOperativeAppointmentId,
    details: `The appointment is now at ${londonTime(at)}.`,
  });
}
