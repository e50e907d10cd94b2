import { sql } from "drizzle-orm";
import type { Orm } from "../../database/database.ts";
import { isoSql } from "../../database/iso-sql.ts";
import type { CurrentAppointment } from "./appointments.ts";

/** The office's request that a phone removes a job. Moments are ISO 8601. */
export interface RemovalRequest {
  readonly commandId: string;
  readonly requestedOn: string;
  readonly isForced: boolean;
  /** Null: nobody has declined it. */
  readonly declined: {
    readonly declinedOn: string;
    readonly reason: 1 | 2 | 3 | 4;
    readonly comment: string;
  } | null;
  /** When the phone answered that it does not have the job; null: no phone has, or another one has answered otherwise. */
  readonly notFoundOn: string | null;
}

/** When the last request was made to remove a job from its engineer that no phone has answered, ISO 8601; null: there is none. */
export async function readWaitingRemoval(
  orm: Orm,
  { fieldOperativeAppointmentId }: Pick<CurrentAppointment, "fieldOperativeAppointmentId">,
): Promise<string | null> {
  const { rows } = await orm.execute<{ requested_on: string }>(sql`
    select ${sql.raw(isoSql("c.created_on"))} as requested_on
      from command c
      join appointment a on a.job_id = c.job_id and a.field_operative_appointment_id = ${fieldOperativeAppointmentId}
     where c.type = 'CancelJob' and not c.body ? 'withdrawnOn'
       and c.body ->> 'fieldOperativeAppointmentId' = a.field_operative_appointment_id::text
       and not exists (select from command_acknowledgement k where k.command_id = c.command_id)
     order by c.created_on desc limit 1`);
  return rows[0]?.requested_on ?? null;
}

/**
 * Reads the last request to remove a job from the engineer who has it, and how it was answered; null: there is none. A phone
 * declines without naming the request: it is one that the phone had received by then, by its own clock, which may be wrong. Until
 * the phone's answer to the request itself has arrived, the clock of the server decides; the minute is for the phone's clock.
 */
export async function readRemovalRequest(orm: Orm, jobId: string): Promise<RemovalRequest | null> {
  const { rows } = await orm.execute<{
    command_id: string;
    requested_on: string;
    is_forced: boolean;
    declined_on: string | null;
    reason: 1 | 2 | 3 | 4;
    comment: string;
    not_found_on: string | null;
  }>(sql`
    select c.command_id, ${sql.raw(isoSql("c.created_on"))} as requested_on, coalesce((c.body ->> 'force')::boolean, false) as is_forced,
        ${sql.raw(isoSql("r.rejected_on"))} as declined_on, r.reason, r.comment,
        ${sql.raw(isoSql("k.not_found_on"))} as not_found_on
      from job j
      join appointment a on a.field_operative_appointment_id = j.field_operative_appointment_id and a.ended_on is null
      join command c on c.job_id = j.job_id and c.type = 'CancelJob' and c.body ->> 'reason' is null and not c.body ? 'withdrawnOn'
        and c.body ->> 'fieldOperativeAppointmentId' = a.field_operative_appointment_id::text
      left join lateral (
        select x.* from removal_rejection x join message m on m.message_id = x.message_id
         where x.job_id = j.job_id and x.field_operative_appointment_id = a.field_operative_appointment_id
           and m.received_on >= c.created_on
           and coalesce(
             (select had.acknowledged_on <= x.rejected_on from command_acknowledgement had
               where had.command_id = c.command_id and had.device_id = m.device_id),
             x.rejected_on >= c.created_on - interval '1 minute')
         order by m.arrival limit 1) r on true
      left join lateral (
        select max(x.acknowledged_on) as not_found_on from command_acknowledgement x
         where x.command_id = c.command_id
        having bool_and(x.outcome = 'not-found')) k on true
     where j.job_id = ${jobId}
     order by c.created_on desc, c.command_id desc limit 1`);
  const [row] = rows;
  if (!row) return null;
  const { declined_on: declinedOn, reason, comment } = row;
  return {
    commandId: row.command_id,
    requestedOn: row.requested_on,
    isForced: row.is_forced,
    declined: declinedOn === null ? null : { declinedOn, reason, comment },
    notFoundOn: row.not_found_on,
  };
}
