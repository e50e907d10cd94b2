import type { CallAnswer, CallBody } from "@fieldfare/contract";
import type { commentJob as call } from "@fieldfare/contract/office";
import type { Change } from "../../database/audit.ts";
import { type Refusal, refuse } from "../../http/problem.ts";
import { queueCommand } from "../commands/office.ts";
import { currentAppointment, lockJob } from "./appointments.ts";
import { refuseEnded } from "./expected-job.ts";

/** Sends a comment to the phones of the engineer who has the job. */
export async function commentJob(
  change: Change,
  jobId: string,
  { comment, fieldOperativeId: expected }: CallBody<typeof call>,
): Promise<CallAnswer<typeof call> | Refusal> {
  const { orm } = change;
  const row = await lockJob(orm, jobId);
  if (!row) return refuse("not-found");
  if (row.status === "Closed") return refuseEnded(row);
  const current = await currentAppointment(orm, jobId);
  if (!current) return refuse("conflict", { detail: "Nobody has this job" });
  const { fieldOperativeId, fieldOperativeAppointmentId } = current;
  if (expected !== undefined && expected !== fieldOperativeId)
    return refuse("conflict", { detail: "Meanwhile another engineer has this job" });
  return queueCommand(change, {
    fieldOperativeId,
    type: "JobUpdate",
    jobId,
    fieldOperativeAppointmentId,
    details: comment,
    isComment: true,
  });
}
