import { randomUUIDv7 } from "node:crypto";
import { and, eq, exists, isNotNull, isNull, notExists, sql } from "drizzle-orm";
import type { Orm } from "../../database/database.ts";
import { schedulePush } from "../../push/schedule-push.ts";
import { storeCommand } from "../commands/store.ts";
import {
  account,
  appointment,
  type EndedState,
  fieldOperative,
  job,
  jobAcknowledgement,
} from "../../database/schema.ts";

/** Whether there is an engineer with this id. */
export async function isOperative(orm: Orm, fieldOperativeId: string): Promise<boolean> {
  const found = await orm
    .select({ id: fieldOperative.fieldOperativeId })
    .from(fieldOperative)
    .where(eq(fieldOperative.fieldOperativeId, fieldOperativeId));
  return found.length > 0;
}

/** Says that the account of an engineer is disabled; null: it is not. */
export async function describeDisabled(orm: Orm, fieldOperativeId: string): Promise<string | null> {
  const [found] = await orm
    .select({ name: account.name })
    .from(account)
    .where(and(eq(account.fieldOperativeId, fieldOperativeId), isNotNull(account.disabledOn)));
  return found ? `The account of ${found.name} is disabled.` : null;
}

/** A job as it is stored. */
type JobRow = typeof job.$inferSelect;

/** Locks the job's row until the transaction ends, and returns it; null when there is no such job. */
export async function lockJob(orm: Orm, jobId: string): Promise<JobRow | null> {
  const [row] = await orm.select().from(job).where(eq(job.jobId, jobId)).for("update");
  return row ?? null;
}

/** The job's current appointment; null when nobody has the job. */
export async function currentAppointment(
  orm: Orm,
  jobId: string,
): Promise<CurrentAppointment | null> {
  const [row] = await orm
    .select({
      fieldOperativeAppointmentId: appointment.fieldOperativeAppointmentId,
      fieldOperativeId: appointment.fieldOperativeId,
    })
    .from(job)
    .innerJoin(
      appointment,
      eq(appointment.fieldOperativeAppointmentId, job.fieldOperativeAppointmentId),
    )
    .where(and(eq(job.jobId, jobId), isNull(appointment.endedOn)));
  return row ?? null;
}

/** Assigns a job that nobody has to an engineer, at the time of the job, in the state New. Returns the id of the appointment. */
export async function appoint(orm: Orm, jobId: string, fieldOperativeId: string): Promise<string> {
  const fieldOperativeAppointmentId = randomUUIDv7();
  await orm.insert(appointment).values({
    fieldOperativeAppointmentId,
    jobId,
    fieldOperativeId,
    appointmentDateTime: sql`(select ${job.appointmentDateTime} from ${job} where ${job.jobId} = ${jobId})`,
  });
  await orm
    .update(job)
    .set({ fieldOperativeAppointmentId, ...untouched })
    .where(eq(job.jobId, jobId));
  await schedulePush(orm, fieldOperativeId);
  return fieldOperativeAppointmentId;
}

/** The current appointment of a job. */
export interface CurrentAppointment {
  readonly fieldOperativeId: string;
  readonly fieldOperativeAppointmentId: string;
}

/** Gives the current appointment the new time of its job. One that has ended keeps the time that it had. */
export async function setAppointmentTime(
  orm: Orm,
  { fieldOperativeAppointmentId }: CurrentAppointment,
  appointmentDateTime: Date,
) {
  await orm
    .update(appointment)
    .set({ appointmentDateTime })
    .where(eq(appointment.fieldOperativeAppointmentId, fieldOperativeAppointmentId));
}

/** Ends an appointment now, because the job was moved or removed. `endedState` is how far the job was, and what it said. */
async function endAppointment(
  orm: Orm,
  fieldOperativeAppointmentId: string,
  endedReason: "moved" | "removed",
  endedState: EndedState,
) {
  await orm
    .update(appointment)
    .set({ endedOn: sql`now()`, endedReason, endedState })
    .where(eq(appointment.fieldOperativeAppointmentId, fieldOperativeAppointmentId));
}

/**
 * Ends the current appointment of a job that another engineer gets, and requests its removal from the phones. The request is
 * needed also when no device has acknowledged the job: one may have it and be offline.
 */
export async function endByMove(
  orm: Orm,
  row: JobRow,
  { fieldOperativeId, fieldOperativeAppointmentId }: CurrentAppointment,
  force: boolean,
) {
  await endAppointment(orm, fieldOperativeAppointmentId, "moved", readEndedState(row));
  await storeCommand(orm, fieldOperativeId, "CancelJob", {
    jobId: row.jobId,
    fieldOperativeAppointmentId,
    force,
    isMoved: true,
  });
}

/**
 * Takes a job off its engineer if no device has acknowledged it and nobody has begun it: the device that gets the
 * removal request may never have had the job, or may go on with it later. The caller must have locked the job's row, which is
 * `row`. Returns whether it did.
 */
export async function freeUnacknowledged(
  orm: Orm,
  row: JobRow,
  { fieldOperativeAppointmentId }: CurrentAppointment,
): Promise<boolean> {
  const acknowledged = orm
    .select({ one: sql`1` })
    .from(jobAcknowledgement)
    .where(eq(jobAcknowledgement.fieldOperativeAppointmentId, fieldOperativeAppointmentId));
  const freed = await orm
    .update(job)
    .set({ fieldOperativeAppointmentId: null, ...untouched })
    .where(and(eq(job.jobId, row.jobId), eq(job.status, "New"), notExists(acknowledged)))
    .returning({ jobId: job.jobId });
  if (freed.length > 0)
    await endAppointment(orm, fieldOperativeAppointmentId, "removed", readEndedState(row));
  return freed.length > 0;
}

/** The state of a job, as its appointment keeps it when it ends. */
function readEndedState(row: JobRow): EndedState {
  const { status, statusTimestamps, hold, outcomeId, partRequiredConfirmed, stateChangedOn } = row;
  return {
    status,
    statusTimestamps,
    hold,
    outcomeId,
    partRequiredConfirmed,
    stateChangedOn: stateChangedOn?.toISOString() ?? null,
    asked: { taskDetails: row.taskDetails, jobPriority: row.jobPriority },
  };
}

/** Makes an appointment that has ended the current one again, with its time, and the job as far as it was. */
export async function resumeAppointment(
  orm: Orm,
  { fieldOperativeAppointmentId, jobId, appointmentDateTime, endedState }: AppointmentRow,
) {
  await orm
    .update(appointment)
    .set({ endedOn: null, endedReason: null, endedState: null })
    .where(eq(appointment.fieldOperativeAppointmentId, fieldOperativeAppointmentId));
  // What the office asks now stays.
  const { asked: _asked, ...ended } = endedState ?? {};
  const state = endedState && {
    ...ended,
    stateChangedOn: endedState.stateChangedOn === null ? null : new Date(endedState.stateChangedOn),
  };
  await orm
    .update(job)
    .set({
      fieldOperativeAppointmentId,
      appointmentDateTime,
      cancellation: null,
      ...(state ?? untouched),
    })
    .where(eq(job.jobId, jobId));
}

/** Keeps what the engineer of a resumed appointment was asked, if the visit is over: its job sheet says that. */
export async function keepAsked(
  orm: Orm,
  { fieldOperativeAppointmentId, jobId, endedState }: AppointmentRow,
) {
  const closed = orm
    .select({ jobId: job.jobId })
    .from(job)
    .where(and(eq(job.jobId, jobId), eq(job.status, "Closed")));
  await orm
    .update(appointment)
    .set({ endedState })
    .where(
      and(eq(appointment.fieldOperativeAppointmentId, fieldOperativeAppointmentId), exists(closed)),
    );
}

type AppointmentRow = typeof appointment.$inferSelect;

/** The state of a job that nobody has begun. */
const untouched = {
  status: "New",
  statusTimestamps: {},
  hold: null,
  outcomeId: null,
  partRequiredConfirmed: false,
  stateChangedOn: null,
} as const;
