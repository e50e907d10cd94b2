import { and, eq } from "drizzle-orm";
import type { PoolClient } from "pg";
import type { CallAnswer, CallBody } from "@fieldfare/contract";
import type { giveBackJob as call } from "@fieldfare/contract/office";
import { mayGiveBack } from "@fieldfare/domain";
import type { Change } from "../../database/audit.ts";
import { appointment } from "../../database/schema.ts";
import { drawOutdatedSheetsAgain } from "../../documents/documents.ts";
import { type Refusal, refuse } from "../../http/problem.ts";
import { acceptEvidence } from "../../messages/accept-recorded.ts";
import { addHousingAssignment } from "../../messages/housing-steps.ts";
import { storeCommand, withdrawRemoval } from "../commands/store.ts";
import {
  currentAppointment,
  endByMove,
  keepAsked,
  lockJob,
  resumeAppointment,
} from "./appointments.ts";
import { isRemovedFromPhone } from "./earlier-visit.ts";
import { describeDifference } from "./expected-job.ts";

/**
 * Gives a job back to the engineer from whom it was moved, under the same appointment: the visit that this engineer has gone
 * on with counts. What has arrived of it as evidence takes effect in the order in which it came. Only a job that the present
 * engineer has not begun can be given back. `client` is the connection of the change.
 */
export async function giveBackJob(
  { orm, record }: Change,
  client: PoolClient,
  jobId: string,
  { fieldOperativeAppointmentId, expected }: CallBody<typeof call>,
): Promise<CallAnswer<typeof call> | Refusal> {
  const row = await lockJob(orm, jobId);
  if (!row) return refuse("not-found");
  const stale = expected ? await describeDifference(orm, row, expected) : null;
  if (stale !== null) return refuse("conflict", { detail: stale });
  const [earlier] = await orm
    .select()
    .from(appointment)
    .where(
      and(
        eq(appointment.jobId, jobId),
        eq(appointment.fieldOperativeAppointmentId, fieldOperativeAppointmentId),
      ),
    );
  if (!earlier) return refuse("not-found");
  if (!mayGiveBack(row))
    return refuse("conflict", { detail: "The job is closed, or its engineer has begun it" });
  const isGone = await isRemovedFromPhone(orm, fieldOperativeAppointmentId);
  if (earlier.endedOn === null || isGone)
    return refuse("conflict", {
      detail: isGone
        ? "The phone of this engineer has removed the job. Assign it again"
        : "This engineer has the job",
    });
  const current = await currentAppointment(orm, jobId);
  if (current) await endByMove(orm, row, current, false);
  const { fieldOperativeId, appointmentDateTime } = earlier;
  await resumeAppointment(orm, earlier);
  await withdrawRemoval(orm, fieldOperativeAppointmentId);
  const commandId = await storeCommand(orm, fieldOperativeId, "JobUpdate", {
    jobId,
    fieldOperativeAppointmentId,
    isGivenBack: true,
    details: "The office has given this job back to you: your visit counts.",
  });
  record({
    action: "job-assigned",
    objectType: "job",
    objectId: jobId,
    fieldOperativeId,
    before: {
      fieldOperativeId: current?.fieldOperativeId ?? null,
      appointmentDateTime: row.appointmentDateTime,
    },
    after: { fieldOperativeId, appointmentDateTime, isGivenBack: true },
  });
  await addHousingAssignment(client, jobId, commandId);
  const messages = await acceptEvidence(client, jobId, fieldOperativeAppointmentId);
  await keepAsked(orm, earlier);
  await drawOutdatedSheetsAgain(orm, fieldOperativeAppointmentId);
  return { messages };
}
