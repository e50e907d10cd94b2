import { randomUUIDv7 } from "node:crypto";
import type { AbsenceDecision, AccountNotice, CallAnswer, getCommands } from "@fieldfare/contract";
import type { AbsenceType, DayRange, EngineerRight } from "@fieldfare/domain";
import { sql } from "drizzle-orm";
import type { Database, Orm } from "../../database/database.ts";
import { command } from "../../database/schema.ts";
import { schedulePush } from "../../push/schedule-push.ts";

/** The fields of a command besides its id and type. */
export interface CommandBody {
  readonly jobId?: string | undefined;
  readonly fieldOperativeAppointmentId?: string | undefined;
  readonly details?: string | undefined;
  readonly force?: boolean | undefined;
  readonly isMoved?: boolean | undefined;
  readonly isGivenBack?: boolean | undefined;
  /** Of a `JobUpdate`: it is a comment. */
  readonly isComment?: boolean | undefined;
  /** A device of the engineer that does not get the command. */
  readonly exceptDeviceId?: string | undefined;
  /** Of an `AccountNotice`: what happened, and when. */
  readonly notice?: AccountNotice | undefined;
  readonly happenedOn?: string | undefined;
  readonly deviceName?: string | undefined;
  /** Of the notice `permissions-changed`. */
  readonly granted?: readonly EngineerRight[] | undefined;
  readonly withdrawn?: readonly EngineerRight[] | undefined;
  /** Of an `AbsenceDecision`. */
  readonly absenceRequestId?: string | undefined;
  readonly decision?: AbsenceDecision | undefined;
  readonly absenceType?: AbsenceType | undefined;
  readonly days?: readonly DayRange[] | undefined;
  readonly reason?: string | null | undefined;
  /** Of `ContactsRemoved`. */
  readonly propertyTenantIds?: readonly string[] | undefined;
}

/**
 * Stores a command until the engineer's devices fetch it; each of them acknowledges it for itself. A second command with
 * the same id changes nothing.
 */
export async function storeCommand(
  orm: Orm,
  fieldOperativeId: string,
  type: string,
  body: CommandBody,
  commandId: string = randomUUIDv7(),
): Promise<string> {
  await orm
    .insert(command)
    .values({ commandId, fieldOperativeId, type, jobId: body.jobId ?? null, body })
    .onConflictDoNothing();
  await schedulePush(orm, fieldOperativeId);
  return commandId;
}

/**
 * Takes back the requests to remove the job of an appointment: a phone that has not received them does not get them any more,
 * even if another phone of the engineer has answered. Their rows stay, so that the answer of a phone that has one is taken.
 */
export async function withdrawRemoval(orm: Orm, fieldOperativeAppointmentId: string) {
  await orm.execute(sql`
    update command set body = body || jsonb_build_object('withdrawnOn', now())
     where type = 'CancelJob' and body ->> 'fieldOperativeAppointmentId' = ${fieldOperativeAppointmentId}
       and job_id = (select job_id from appointment where field_operative_appointment_id = ${fieldOperativeAppointmentId})
       and not body ? 'withdrawnOn'`);
}

type Commands = CallAnswer<typeof getCommands>["commands"];

interface CommandRow {
  readonly command_id: string;
  readonly type: string;
  readonly body: object;
  /** Of a request to remove a job: its appointment is the job's current one. Null: it is another command. */
  readonly is_current: boolean | null;
}

/**
 * The commands that the device has not acknowledged, oldest first. A device that was registered after a command was
 * created does not get it once another of the engineer's devices has acknowledged it. It gets the comments on the engineer's
 * open jobs all the same: nothing else of a job has them.
 *
 * Commands stay, so a device remembers until when all of them are done with, and the next poll reads those from then on.
 * The ten minutes are for a command whose transaction began earlier than one that a poll has already read.
 */
export async function openCommands(
  { pool }: Database,
  fieldOperativeId: string,
  deviceId: string,
): Promise<Commands> {
  const { rows } = await pool.query<CommandRow>({
    name: "open-commands",
    text: `
      with open_commands as materialized (
        select c.command_id, c.type, c.job_id, c.body, c.created_on
          from command c join device d on d.device_id = $2
         where c.field_operative_id = $1
           and c.created_on >= coalesce(d.commands_done_until, '-infinity')
           and c.body ->> 'exceptDeviceId' is distinct from d.device_id::text
           and not c.body ? 'withdrawnOn'
           and not exists (
             select 1 from command_acknowledgement k
              where k.command_id = c.command_id
                and (k.device_id = $2
                     or (c.created_on < d.registered_on
                         and not (c.type = 'JobUpdate' and c.body @> '{"isComment": true}' and exists (
                           select from job j where j.job_id = c.job_id and j.status <> 'Closed'
                              and j.field_operative_appointment_id::text = c.body ->> 'fieldOperativeAppointmentId'))))
              -- Looked up for each command: a join would read every acknowledgement that there ever was.
              offset 0)),
      done as (
        select least(min(created_on), now() - interval '10 minutes') as until from open_commands),
      remembered as (
        update device set commands_done_until = done.until from done
         where device_id = $2
           and coalesce(commands_done_until, '-infinity') < done.until - interval '1 hour')
      select command_id, type, body,
             case when type = 'CancelJob' then exists (
               select from job j where j.job_id = c.job_id
                  and j.field_operative_appointment_id::text = c.body ->> 'fieldOperativeAppointmentId') end as is_current
        from open_commands c order by created_on, command_id`,
    values: [fieldOperativeId, deviceId],
  });
  return rows.map((row) => ({
    ...row.body,
    ...(row.is_current !== null && { visitCounts: row.is_current }),
    messageId: row.command_id,
    type: row.type,
  }));
}

/** What waits on a device, and for how long the oldest message has waited. */
interface Unsent {
  readonly messages: number;
  readonly seconds: number;
  readonly blockedKeys: number;
}

/** Stores how much waits on a device, for the office and the metrics; the same numbers at most once a minute. */
export async function storeUnsent(
  { pool }: Database,
  deviceId: string,
  { messages, seconds, blockedKeys }: Unsent,
  at: Date,
): Promise<void> {
  await pool.query({
    name: "store-unsent",
    text: `update device set unsent_messages = $2, unsent_reported_on = $3::timestamptz, blocked_keys = $4, unsent_since = $5
            where device_id = $1
              and (unsent_messages is distinct from $2 or blocked_keys is distinct from $4
                   or unsent_reported_on < $3::timestamptz - interval '50 seconds')`,
    values: [
      deviceId,
      messages,
      at,
      blockedKeys,
      messages === 0 ? null : new Date(at.getTime() - seconds * 1000),
    ],
  });
}
