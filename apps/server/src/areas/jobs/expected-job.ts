import type { ExpectedJob } from "@fieldfare/contract/office";
import { eq } from "drizzle-orm";
import type { Orm } from "../../database/database.ts";
import { account, type job } from "../../database/schema.ts";
import { formatOfficeTime } from "../../http/office-time.ts";
import { type Refusal, refuse } from "../../http/problem.ts";
import { isSameMoment } from "../../http/same-moment.ts";
import type { CurrentAppointment } from "./appointments.ts";
import { readWaitingRemoval } from "./removal-requests.ts";

/** Says what of a job is no longer as the caller saw it; null: nothing. */
export async function describeDifference(
  orm: Orm,
  row: typeof job.$inferSelect,
  expected: ExpectedJob,
): Promise<string | null> {
  const { formattedJobId, fieldOperativeId, appointmentDateTime, status, cancelledOn } = row;
  if (cancelledOn !== null) return `Meanwhile job ${formattedJobId} is cancelled.`;
  if (fieldOperativeId !== expected.fieldOperativeId)
    return fieldOperativeId === null
      ? `Meanwhile nobody has job ${formattedJobId}.`
      : `Meanwhile ${await readName(orm, fieldOperativeId)} has job ${formattedJobId}.`;
  if (appointmentDateTime.getTime() !== Date.parse(expected.appointmentDateTime))
    return `Meanwhile job ${formattedJobId} is planned for ${formatOfficeTime(appointmentDateTime)}.`;
  if (status !== expected.status)
    return `Meanwhile the engineer has gone on with job ${formattedJobId}: its state is now ${status}.`;
  return describeNewRequest(row, expected);
}

/** Says that somebody has asked to cancel a job since the caller read it; null: nobody has, or the caller does not say. */
export function describeNewRequest(
  {
    formattedJobId,
    cancellation,
  }: Pick<typeof job.$inferSelect, "formattedJobId" | "cancellation">,
  { cancellationRequestedOn: seen }: Pick<ExpectedJob, "cancellationRequestedOn">,
): string | null {
  const requestedOn = cancellation?.requestedOn ?? null;
  if (requestedOn === null || seen === undefined || isSameMoment(seen, requestedOn)) return null;
  return `Meanwhile somebody has asked to cancel job ${formattedJobId}, on ${formatOfficeTime(new Date(requestedOn))}.`;
}

/**
 * Says that somebody has asked the phone of the engineer who has the job to remove it, and that the caller has not read of it;
 * null: nobody has, or the request to cancel the job counts, which is compared itself.
 */
export async function describeUnreadRemoval(
  orm: Orm,
  { formattedJobId, cancellation }: typeof job.$inferSelect,
  current: CurrentAppointment,
  { removalRequestedOn: seen }: Pick<ExpectedJob, "removalRequestedOn">,
): Promise<string | null> {
  if (seen === undefined || cancellation !== null) return null;
  const requestedOn = await readWaitingRemoval(orm, current);
  if (requestedOn === null) return null;
  if (seen !== null && Date.parse(requestedOn) <= Date.parse(seen)) return null;
  const name = await readName(orm, current.fieldOperativeId);
  return `Meanwhile somebody has asked the phone of ${name} to remove job ${formattedJobId}, on ${formatOfficeTime(new Date(requestedOn))}.`;
}

/** Refuses to change a job that has ended, and says how. */
export function refuseEnded({
  cancelledOn,
}: Pick<typeof job.$inferSelect, "cancelledOn">): Refusal {
  return refuse("conflict", {
    detail: cancelledOn === null ? "The job is closed" : "The job is cancelled",
  });
}

async function readName(orm: Orm, fieldOperativeId: string): Promise<string> {
  const [found] = await orm
    .select({ name: account.name })
    .from(account)
    .where(eq(account.fieldOperativeId, fieldOperativeId));
  return found?.name ?? "somebody else";
}
