import type pg from "pg";
import type { MessageType } from "@fieldfare/contract";
import type { Hold, JobStatus, StatusTimestamps } from "@fieldfare/domain";
import { storableJson } from "../database/storable.ts";
import { trainingSchema } from "../database/training.ts";
import type { InboundMessage } from "./inbound-message.ts";
import type { JobState } from "./state.ts";

/** What the database already contains about one message. */
export interface ExistingRows {
  readonly known_hash: string | null;
  readonly known_operative: string | null;
  readonly known_on: string | null;
  readonly device_operative: string | null;
  readonly device_locked: boolean | null;
  readonly last_number: number | null;
  /** The job of the named appointment. */
  readonly job_id: string | null;
  readonly appointment_operative: string | null;
  readonly ended_reason: string | null;
  readonly is_own_command: boolean;
  readonly records_mileage: boolean | null;
  /** For a JobImage: the job of the stored image with the same id, and that image's hash. */
  readonly image_job: string | null;
  readonly image_hash: string | null;
  /** The causes or reasons that the message chose from. */
  readonly list: readonly unknown[];
  /** For a PartCollected: the ordered quantity of the part. */
  readonly ordered_qty: number | null;
  /** When the group is received, ISO 8601. */
  readonly now: string;
}

/** Returns one row for each message, in the same order. */
export async function findExisting(
  client: pg.PoolClient,
  messages: readonly InboundMessage[],
): Promise<ExistingRows[]> {
  const sent = messages.map((message) => ({
    messageId: message.messageId,
    deviceId: message.deviceId,
    operativeId: message.fieldOperativeId,
    appointmentId: message.fieldOperativeAppointmentId,
    commandId: message.type === "CommandAcknowledgement" ? message.payload.commandId : null,
    imageId: message.type === "JobImage" ? message.payload.imageId : null,
    jobPartId: message.type === "PartCollected" ? message.payload.jobPartId : null,
    listType: listTypes[message.type],
    incarnation: message.order?.incarnation,
    lane: message.order?.lane,
  }));
  const { rows } = await client.query<ExistingRows>({
    name: "intake-find",
    text: findExistingSql,
    values: [storableJson(sent)],
  });
  return rows;
}

const isoSql = (column: string) =>
  `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

/** The live tables do not know a device of a training build, and the training tables know no other device. */
const findExistingSql = `
  select encode(m.content_hash, 'hex') as known_hash, m.field_operative_id as known_operative,
    ${isoSql("m.received_on")} as known_on,
    d.field_operative_id as device_operative, d.locked as device_locked, l.last_number,
    a.job_id, a.field_operative_id as appointment_operative, a.ended_reason,
    c.command_id is not null as is_own_command, o.records_mileage,
    coalesce(x.list, '[]') as list, i.job_id as image_job, i.sha256 as image_hash,
    case when jsonb_typeof(p.row -> 'qty') = 'number' then (p.row ->> 'qty')::float8 end as ordered_qty, ${isoSql("now()")} as now
  from rows from (jsonb_to_recordset($1) as (
    "messageId" uuid, "deviceId" uuid, "operativeId" uuid, "appointmentId" uuid, "commandId" uuid,
    "imageId" uuid, "jobPartId" uuid, "listType" text, incarnation uuid, lane text)) with ordinality
    as s("messageId", "deviceId", "operativeId", "appointmentId", "commandId", "imageId", "jobPartId",
      "listType", incarnation, lane, n)
  left join message m on m.message_id = s."messageId"
  left join job_image i on i.image_id = s."imageId"
  left join device d on d.device_id = s."deviceId"
    and (d.installation ->> 'isTraining' is not distinct from 'true') = (current_schema() = '${trainingSchema}')
  left join field_operative o on o.field_operative_id = s."operativeId"
  left join lane l on l.device_id = s."deviceId" and l.incarnation = s.incarnation and l.lane = s.lane
  left join appointment a on a.field_operative_appointment_id = s."appointmentId"
  left join command c on c.command_id = s."commandId" and c.field_operative_id = s."operativeId"
  left join job_part p on p.job_part_id = s."jobPartId" and p.job_id = a.job_id
  left join lateral (
    select jsonb_agg(r.row) as list from data_row r
     where r.type = s."listType" and not r.deleted
       and (r.type <> 'DomainData' or r.row ->> 'fieldName' = 'HoldReason')) x on true
  order by s.n`;

/** The lists that the rules of a message need. */
const listTypes: Partial<Record<MessageType, string>> = {
  JobHoldChange: "DomainData",
  JobClose: "RootCauses",
};

interface JobRow {
  readonly job_id: string;
  readonly property_id: string;
  readonly field_operative_appointment_id: string | null;
  readonly status: JobStatus;
  readonly status_timestamps: StatusTimestamps;
  readonly hold: Hold | null;
  readonly outcome_id: number | null;
  readonly part_required_confirmed: boolean;
  readonly state_changed_on: Date | null;
}

/**
 * Reads the state of the jobs that the senders name and have or had. The rows stay locked until the transaction
 * ends.
 */
export async function lockJobs(
  client: pg.PoolClient,
  messages: readonly InboundMessage[],
): Promise<Map<string, JobState>> {
  const appointments = messages.map((message) => message.fieldOperativeAppointmentId);
  const senders = messages.map((message) => message.fieldOperativeId);
  const { rows } = await client.query<JobRow>({
    name: "intake-lock",
    text: `
      select j.job_id, j.property_id, j.field_operative_appointment_id, j.status, j.status_timestamps, j.hold,
        j.outcome_id, j.part_required_confirmed, j.state_changed_on
      from appointment a join job j on j.job_id = a.job_id
      where a.field_operative_appointment_id = any($1::uuid[]) and a.field_operative_id = any($2::uuid[])
      order by j.job_id
      for no key update of j`,
    values: [appointments, senders],
  });
  return new Map(
    rows.map((row) => [
      row.job_id,
      {
        jobId: row.job_id,
        propertyId: row.property_id,
        fieldOperativeAppointmentId: row.field_operative_appointment_id,
        status: row.status,
        statusTimestamps: row.status_timestamps,
        hold: row.hold,
        outcomeId: row.outcome_id,
        partRequiredConfirmed: row.part_required_confirmed,
        stateChangedOn: row.state_changed_on?.toISOString() ?? null,
        isChanged: false,
      },
    ]),
  );
}

interface GroupRows {
  readonly rows: readonly object[];
  readonly orderingKeys: readonly object[];
  readonly jobs: readonly JobState[];
}

/**
 * Fails with 40001, like a serialisation failure, when another server wrote one of the messages or ordering keys
 * first.
 */
export function write(client: pg.PoolClient, { rows, orderingKeys, jobs }: GroupRows) {
  return client.query({
    name: "intake-write",
    text: writeSql,
    values: [
      storableJson(rows),
      storableJson(orderingKeys),
      storableJson(jobs),
      rows.length,
      orderingKeys.length,
    ],
  });
}

const writeSql = `
  with messages as (
    insert into message (message_id, type, content_hash, payload, job_id, field_operative_appointment_id,
      field_operative_id, device_id, correlation_id, message_created_on, mobile_version, message_version,
      "order", received_on, clock_offset_ms, flags)
    select "messageId", type, decode("contentHash", 'hex'), payload, "jobId", "fieldOperativeAppointmentId",
      "fieldOperativeId", "deviceId", "correlationId", "messageCreatedOn", "mobileVersion", "messageVersion",
      "order", "receivedOn", "clockOffsetMs", flags
    from jsonb_to_recordset($1) as r("messageId" uuid, type text, "contentHash" text, payload jsonb,
      "jobId" uuid, "fieldOperativeAppointmentId" uuid, "fieldOperativeId" uuid, "deviceId" uuid,
      "correlationId" uuid, "messageCreatedOn" timestamptz, "mobileVersion" text, "messageVersion" integer,
      "order" jsonb, "receivedOn" timestamptz, "clockOffsetMs" float8, flags text[])
    on conflict (message_id) do nothing
    returning 1),
  moved as (
    update lane l set last_number = r.last
      from jsonb_to_recordset($2) as r("deviceId" uuid, incarnation uuid, lane text, before integer, last integer)
     where r.before > 0 and l.device_id = r."deviceId" and l.incarnation = r.incarnation and l.lane = r.lane
       and l.last_number = r.before
    returning 1),
  opened as (
    insert into lane (device_id, incarnation, lane, last_number)
    select "deviceId", incarnation, lane, last
      from jsonb_to_recordset($2) as r("deviceId" uuid, incarnation uuid, lane text, before integer, last integer)
     where r.before = 0
    on conflict do nothing
    returning 1),
  jobs as (
    update job j
       set field_operative_appointment_id = r."fieldOperativeAppointmentId", status = r.status,
           status_timestamps = r."statusTimestamps", hold = r.hold, outcome_id = r."outcomeId",
           part_required_confirmed = r."partRequiredConfirmed", state_changed_on = r."stateChangedOn"
      from jsonb_to_recordset($3) as r("jobId" uuid, "fieldOperativeAppointmentId" uuid, status text,
        "statusTimestamps" jsonb, hold jsonb, "outcomeId" integer, "partRequiredConfirmed" boolean,
        "stateChangedOn" timestamptz)
     where j.job_id = r."jobId")
  select case when (select count(*) from messages) = $4::integer
    and (select count(*) from moved) + (select count(*) from opened) = $5::integer
    then 0 else overtaken() end`;
