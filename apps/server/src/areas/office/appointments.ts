import { randomUUIDv7 } from "node:crypto";
import { and, eq, isNull, sql } from "drizzle-orm";
import type { Orm } from "../../database/database.ts";
import { appointment, fieldOperative, job } from "../../database/schema.ts";

export async function isOperative(orm: Orm, fieldOperativeId: string): Promise<boolean> {
  const found = await orm
    .select({ id: fieldOperative.fieldOperativeId })
    .from(fieldOperative)
    .where(eq(fieldOperative.fieldOperativeId, fieldOperativeId));
  return found.length > 0;
}

/** The appointment that counts for a job, if somebody has it. */
export async function currentAppointment(orm: Orm, jobId: string) {
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

/** Gives a job that nobody has to an engineer, in the state New. */
export async function appoint(orm: Orm, jobId: string, fieldOperativeId: string): Promise<string> {
  const fieldOperativeAppointmentId = randomUUIDv7();
  await orm.insert(appointment).values({ fieldOperativeAppointmentId, jobId, fieldOperativeId });
  await orm
    .update(job)
    .set({
      fieldOperativeAppointmentId,
      status: "New",
      statusTimestamps: {},
      hold: null,
      outcomeId: null,
      partRequiredConfirmed: false,
      stateChangedOn: null,
    })
    .where(eq(job.jobId, jobId));
  return fieldOperativeAppointmentId;
}

export async function endAppointment(orm: Orm, fieldOperativeAppointmentId: string) {
  await orm
    .update(appointment)
    .set({ endedOn: sql`now()`, endedReason: "moved" })
    .where(eq(appointment.fieldOperativeAppointmentId, fieldOperativeAppointmentId));
}
