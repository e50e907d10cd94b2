import type { EarlierVisit } from "@fieldfare/contract/office";
import { sql } from "drizzle-orm";
import type { Database, Orm } from "../../database/database.ts";
import { appointmentEndedFlag, isStepBack, isVisitStep } from "../../database/evidence.ts";

/** What an engineer sends who goes on with a visit, or keeps the job. */
const isGoingOn = `(
  m.type in ('JobNoAccess', 'JobClose', 'RejectRemoveRequest') or ${isVisitStep("m")})`;

/**
 * SQL condition: a phone that still has the job has gone on with the appointment `e` after its end, or has ended the visit before
 * it removed the job. One that has set the job back to New since no longer goes on. Another phone of the engineer may have removed
 * it.
 */
const isContinued = `exists (
  select from message m
   where m.job_id = e.job_id and m.field_operative_appointment_id = e.field_operative_appointment_id
     and exists (select from unnest(m.flags) flag where starts_with(flag, '${appointmentEndedFlag}'))
     and ${isGoingOn}
     and (m.type in ('JobNoAccess', 'JobClose') or not exists (
       select from message r
        where r.job_id = e.job_id and r.field_operative_appointment_id = e.field_operative_appointment_id
          and r.device_id = m.device_id
          and (r.type = 'JobRemove' or r.arrival > m.arrival and ${isStepBack("r")}))))`;

/** SQL condition: a phone has ended the visit of the appointment `e`, or has removed its job. */
const isVisitEnded = `exists (
  select from message m
   where m.job_id = e.job_id and m.field_operative_appointment_id = e.field_operative_appointment_id
     and m.type in ('JobNoAccess', 'JobClose', 'JobRemove'))`;

/**
 * SQL: joins a job `j` with the latest appointment that has ended and that its engineer has gone on with since, as `earlier`. A
 * closed job is joined while that visit goes on.
 */
export const joinEarlierVisit = `
  left join lateral (
    select e.field_operative_appointment_id, e.field_operative_id, e.ended_on
      from appointment e
     where e.job_id = j.job_id and e.ended_on is not null and (j.status <> 'Closed' or not ${isVisitEnded})
       and e.field_operative_appointment_id is distinct from j.field_operative_appointment_id
       and ${isContinued}
     order by e.ended_on desc limit 1) earlier on true`;

export const earlierVisitColumns = `
  earlier.field_operative_appointment_id as earlier_appointment, earlier.field_operative_id as earlier_engineer,
  earlier.ended_on as earlier_ended_on`;

export interface EarlierVisitRow {
  readonly earlier_appointment: string | null;
  readonly earlier_engineer: string | null;
  readonly earlier_ended_on: Date | null;
}

/** Reads what `joinEarlierVisit` has joined. Null: no earlier engineer has gone on with the job. */
export function toEarlierVisit(row: EarlierVisitRow): EarlierVisit | null {
  const { earlier_appointment, earlier_engineer, earlier_ended_on } = row;
  if (earlier_appointment === null || earlier_engineer === null || earlier_ended_on === null)
    return null;
  return {
    fieldOperativeAppointmentId: earlier_appointment,
    fieldOperativeId: earlier_engineer,
    endedOn: earlier_ended_on.toISOString(),
  };
}

/** The visit of an engineer who no longer has the job, and has gone on with it. Null: there is none. */
export async function readEarlierVisit(
  { pool }: Pick<Database, "pool">,
  jobId: string,
): Promise<EarlierVisit | null> {
  const { rows } = await pool.query<EarlierVisitRow>(
    `select ${earlierVisitColumns} from job j ${joinEarlierVisit} where j.job_id = $1`,
    [jobId],
  );
  return rows[0] ? toEarlierVisit(rows[0]) : null;
}

/** Whether a phone has removed the job of an appointment that has ended, and no other phone of the engineer has gone on with it. */
export async function isRemovedFromPhone(
  orm: Orm,
  fieldOperativeAppointmentId: string,
): Promise<boolean> {
  const { rows } = await orm.execute(sql`
    select from appointment e
     where e.field_operative_appointment_id = ${fieldOperativeAppointmentId} and not ${sql.raw(isContinued)}
       and exists (
         select from message r
          where r.job_id = e.job_id and r.field_operative_appointment_id = e.field_operative_appointment_id
            and r.type = 'JobRemove')`);
  return rows.length > 0;
}
