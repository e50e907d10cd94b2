import type pg from "pg";
import type { MessageType } from "@fieldfare/contract";
import type { HoldReason, RootCause } from "@fieldfare/domain";
import {
  columnsWithout,
  fieldsSql,
  insertSql,
  listSql,
  type Row,
  selectSql,
  type SentRow,
  setSql,
} from "../database/row-list.ts";
import {
  appointment,
  command,
  dataRow,
  device,
  fieldOperative,
  job,
  jobImage,
  jobPart,
  lane,
  message,
  tokenFamily,
} from "../database/schema.ts";
import { endedElsewhereFlag, isVisitStep } from "../database/evidence.ts";
import { isoSql } from "../database/iso-sql.ts";
import { storableJson } from "../database/storable.ts";
import { hasEndedSql } from "../database/ended-sign-ins.ts";
import { trainingSchema } from "../database/training.ts";
import type { InboundMessage } from "./inbound-message.ts";
import { afterDisablingFlag } from "./flags.ts";
import type { JobState, VisitEnd } from "./state.ts";

/** What the database already contains about one message. */
export interface ExistingRows {
  readonly known_hash: string | null;
  readonly known_operative: string | null;
  readonly known_on: string | null;
  readonly device_operative: string | null;
  readonly device_locked: boolean | null;
  readonly device_unapproved: boolean | null;
  /** Since when the sender's account is disabled, ISO 8601. */
  readonly disabled_on: string | null;
  /** Whether the office, a changed password or a stolen token has ended the sign-in that the message was sent with. */
  readonly is_sign_in_ended: boolean;
  readonly last_number: number | null;
  /** The job of the named appointment. */
  readonly job_id: string | null;
  readonly appointment_operative: string | null;
  readonly ended_reason: string | null;
  /** What ended the visit of the named appointment, if the job is closed and still has that appointment. */
  readonly visit_end: VisitEnd | null;
  /** For a JobRemove and the start of travel: the device that made the last step of the visit. */
  readonly last_step_device_id: string | null;
  /**
   * For a JobRemove: whether another device of the engineer made the last step of the visit, and the office has not removed the
   * job without asking.
   */
  readonly is_begun_elsewhere: boolean;
  /** Whether the device has acknowledged that it has the job. */
  readonly has_acknowledged: boolean;
  readonly is_own_command: boolean;
  readonly records_mileage: boolean | null;
  /** For a JobImage: the job of the stored image with the same id, and that image's hash. */
  readonly image_job: string | null;
  readonly image_hash: string | null;
  /** The lists that the message chose from. Null: it chose from another one, or from none. */
  readonly hold_reasons: readonly HoldReason[] | null;
  readonly root_causes: readonly RootCause[] | null;
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
  const sent = messages.map(({ type, payload, order, ...inbound }) => ({
    messageId: inbound.messageId,
    deviceId: inbound.deviceId,
    familyId: inbound.familyId,
    operativeId: inbound.fieldOperativeId,
    appointmentId: inbound.fieldOperativeAppointmentId,
    commandId: type === "CommandAcknowledgement" ? payload.commandId : null,
    imageId: type === "JobImage" ? payload.imageId : null,
    jobPartId: type === "PartCollected" ? payload.jobPartId : null,
    visitedId: dependsOnLastStep(type, payload) ? inbound.fieldOperativeAppointmentId : null,
    removedId: type === "JobRemove" ? inbound.fieldOperativeAppointmentId : null,
    listType: listTypes[type],
    incarnation: order?.incarnation,
    lane: order?.lane,
  }));
  const { rows } = await client.query<ExistingRows>({
    name: "intake-find",
    text: findExistingSql,
    values: [storableJson(sent)],
  });
  return rows;
}

const searchColumns = {
  messageId: message.messageId,
  deviceId: device.deviceId,
  familyId: tokenFamily.familyId,
  operativeId: fieldOperative.fieldOperativeId,
  appointmentId: appointment.fieldOperativeAppointmentId,
  commandId: command.commandId,
  imageId: jobImage.imageId,
  jobPartId: jobPart.jobPartId,
  visitedId: appointment.fieldOperativeAppointmentId,
  removedId: appointment.fieldOperativeAppointmentId,
  listType: dataRow.type,
  incarnation: lane.incarnation,
  lane: lane.lane,
};

/** The live tables do not know a device of a training build, and the training tables know no other device. */
const findExistingSql = `
  select encode(m.content_hash, 'hex') as known_hash, m.field_operative_id as known_operative,
    ${isoSql("m.received_on")} as known_on,
    d.field_operative_id as device_operative, d.locked as device_locked,
    d.awaits_approval as device_unapproved, ${isoSql("u.disabled_on")} as disabled_on,
    ${hasEndedSql("t")} as is_sign_in_ended, l.last_number,
    a.job_id, a.field_operative_id as appointment_operative, a.ended_reason, e.visit_end,
    v.device_id as last_step_device_id,
    (s."removedId" is not null and v.device_id <> s."deviceId"
      and not exists (
        select from command f
         where f.job_id = a.job_id and f.type = 'CancelJob' and f.body ->> 'force' = 'true'
           and f.body ->> 'fieldOperativeAppointmentId' = s."removedId"::text)) is true as is_begun_elsewhere,
    exists (select from job_acknowledgement k
      where k.device_id = s."deviceId" and k.field_operative_appointment_id = s."appointmentId") as has_acknowledged,
    c.command_id is not null as is_own_command, o.records_mileage,
    case s."listType" when 'DomainData' then x.list end as hold_reasons,
    case s."listType" when 'RootCauses' then x.list end as root_causes, i.job_id as image_job, i.sha256 as image_hash,
    case when jsonb_typeof(p.row -> 'qty') = 'number' then (p.row ->> 'qty')::float8 end as ordered_qty, ${isoSql("now()")} as now
  from rows from (jsonb_to_recordset($1) as (${fieldsSql(searchColumns)})) with ordinality
    as s(${[...Object.keys(searchColumns), "n"].map((name) => `"${name}"`).join(", ")})
  left join message m on m.message_id = s."messageId"
  left join job_image i on i.image_id = s."imageId"
  left join device d on d.device_id = s."deviceId"
    and (d.installation ->> 'isTraining' is not distinct from 'true') = (current_schema() = '${trainingSchema}')
  left join field_operative o on o.field_operative_id = s."operativeId"
  left join account u on u.field_operative_id = s."operativeId"
  left join token_family t on t.family_id = s."familyId"
  left join lane l on l.device_id = s."deviceId" and l.incarnation = s."incarnation" and l.lane = s."lane"
  left join appointment a on a.field_operative_appointment_id = s."appointmentId"
  left join command c on c.command_id = s."commandId" and c.field_operative_id = s."operativeId"
  left join job_part p on p.job_part_id = s."jobPartId" and p.job_id = a.job_id
  left join lateral (
    select jsonb_build_object('deviceId', w.device_id, 'imageIds', (
        select jsonb_path_query_array(z.manifest, '$[*].imageId') from job_closing z where z.message_id = w.message_id))
        as visit_end
      from job j
      join message w on w.job_id = j.job_id and w.field_operative_appointment_id = a.field_operative_appointment_id
     where j.job_id = a.job_id and j.status = 'Closed'
       and j.field_operative_appointment_id = a.field_operative_appointment_id
       and (w.type in ('JobClose', 'JobNoAccess')
         or w.type = 'JobStatusChange' and w.payload ->> 'currentStatus' = 'Closed')
       and not w.flags && array['${endedElsewhereFlag}', '${afterDisablingFlag}']
     order by w.arrival desc limit 1) e on true
  left join lateral (
    select w.device_id from message w
     where s."visitedId" is not null and w.job_id = a.job_id
       and w.field_operative_appointment_id = s."visitedId" and ${isVisitStep("w")}
     order by w.arrival desc limit 1) v on true
  left join lateral (
    select jsonb_agg(r.row) as list from data_row r
     where r.type = s."listType" and not r.deleted
       and (r.type <> 'DomainData' or r.row ->> 'fieldName' = 'HoldReason')) x on true
  order by s."n"`;

/** Whether the effect of a message depends on the device that made the last step of its visit. */
function dependsOnLastStep(type: MessageType, payload: InboundMessage["payload"]): boolean {
  const begins = type === "JobStatusChange" && payload.currentStatus === "Travelling";
  return begins || type === "JobRemove";
}

/** The lists that the rules of a message need. */
const listTypes: Partial<Record<MessageType, string>> = {
  JobHoldChange: "DomainData",
  JobClose: "RootCauses",
};

const jobColumns = {
  jobId: job.jobId,
  fieldOperativeAppointmentId: job.fieldOperativeAppointmentId,
  status: job.status,
  statusTimestamps: job.statusTimestamps,
  hold: job.hold,
  outcomeId: job.outcomeId,
  cancellation: job.cancellation,
  cancelledOn: job.cancelledOn,
  partRequiredConfirmed: job.partRequiredConfirmed,
  stateChangedOn: job.stateChangedOn,
};

const lockedJobColumns = {
  ...jobColumns,
  propertyId: job.propertyId,
  ordersVersion: job.ordersVersion,
};

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
  const { rows } = await client.query<Row<typeof lockedJobColumns>>({
    name: "intake-lock",
    text: `
      select ${selectSql(lockedJobColumns, "j")}
      from appointment a join job j on j.job_id = a.job_id
      where a.field_operative_appointment_id = any($1::uuid[]) and a.field_operative_id = any($2::uuid[])
      order by j.job_id
      for no key update of j`,
    values: [appointments, senders],
  });
  return new Map(
    rows.map((row) => [
      row.jobId,
      {
        ...row,
        stateChangedOn: row.stateChangedOn?.toISOString() ?? null,
        cancelledOn: row.cancelledOn?.toISOString() ?? null,
        isChanged: false,
      },
    ]),
  );
}

const messageColumns = columnsWithout(message, "arrival", "reducedOn");
export type MessageRow = SentRow<typeof messageColumns>;

/** `before` and `last` are numbers of the ordering key. */
const orderingKeyColumns = {
  deviceId: lane.deviceId,
  incarnation: lane.incarnation,
  lane: lane.lane,
  before: lane.lastNumber,
  last: lane.lastNumber,
};

interface GroupRows {
  readonly rows: readonly MessageRow[];
  readonly orderingKeys: readonly SentRow<typeof orderingKeyColumns>[];
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

const { jobId: _jobId, ...jobStateColumns } = jobColumns;

const writeSql = `
  with messages as (
    ${insertSql(messageColumns, "$1")}
    on conflict (message_id) do nothing
    returning 1),
  moved as (
    update lane l set last_number = r."last" from ${listSql(orderingKeyColumns, "$2")}
     where r."before" > 0 and l.device_id = r."deviceId" and l.incarnation = r."incarnation" and l.lane = r."lane"
       and l.last_number = r."before"
    returning 1),
  opened as (
    insert into lane (device_id, incarnation, lane, last_number)
    select "deviceId", "incarnation", "lane", "last" from ${listSql(orderingKeyColumns, "$2")}
     where r."before" = 0
    on conflict do nothing
    returning 1),
  jobs as (
    update job j set ${setSql(jobStateColumns)} from ${listSql(jobColumns, "$3")}
     where j.job_id = r."jobId")
  select case when (select count(*) from messages) = $4::integer
    and (select count(*) from moved) + (select count(*) from opened) = $5::integer
    then 0 else overtaken() end`;
