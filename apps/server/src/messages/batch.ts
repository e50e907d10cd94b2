import type { JobPart } from "@fieldfare/contract";
import { addedSorUsage } from "@fieldfare/domain";
import {
  columnsWithout,
  insertSql,
  listSql,
  type RowColumns,
  type SentRow,
} from "../database/row-list.ts";
import {
  absence,
  alarm,
  appointment,
  command,
  commandAcknowledgement,
  contactFavourite,
  deviceReport,
  engineeringNote,
  fieldOperative,
  job,
  jobAcknowledgement,
  jobClosing,
  jobForm,
  jobImage,
  jobPart,
  jobSor,
  mileage,
  noticeConfirmation,
  propertyAsset,
  propertyTenant,
  removalRejection,
  removedRecord,
} from "../database/schema.ts";
import { isWipedSql } from "../database/wiped-device.ts";

/** The columns of the rows that a group of messages writes, in the order in which their statements run. */
const lists = {
  acknowledgements: columnsWithout(jobAcknowledgement, "acknowledgedOn"),
  images: columnsWithout(jobImage, "removedOn"),
  closings: columnsWithout(jobClosing, "deliveredOn"),
  notes: columnsWithout(engineeringNote),
  parts: columnsWithout(jobPart),
  /** From a phone that does not know what the office has ordered since. */
  outdatedParts: columnsWithout(jobPart),
  /** Runs before `sors`: codes that the engineer removed or no longer uses. An outdated phone may not know what is planned. */
  sorRemovals: {
    jobId: jobSor.jobId,
    retained: jobSor.row,
    /** Only the column's type is used: boolean. */
    isOutdated: job.partRequiredConfirmed,
  },
  sors: columnsWithout(jobSor),
  /** From a phone that does not know what the office has planned since. */
  outdatedSors: columnsWithout(jobSor),
  forms: columnsWithout(jobForm),
  /** Messages with forms: their answers are checked after the commit. */
  formChecks: { messageId: jobClosing.messageId, jobId: jobClosing.jobId },
  assets: columnsWithout(propertyAsset),
  tenants: columnsWithout(propertyTenant, "reference"),
  /** Runs after the additions of the same messages. Only records that an engineer had added can be removed. */
  partRemovals: {
    jobPartId: jobPart.jobPartId,
    jobId: jobPart.jobId,
    messageId: removedRecord.messageId,
  },
  assetRemovals: {
    propertyAssetId: propertyAsset.propertyAssetId,
    propertyId: propertyAsset.propertyId,
    messageId: removedRecord.messageId,
  },
  tenantRemovals: {
    propertyTenantId: propertyTenant.propertyTenantId,
    propertyId: propertyTenant.propertyId,
    messageId: removedRecord.messageId,
  },
  notices: columnsWithout(noticeConfirmation),
  rejections: columnsWithout(removalRejection),
  endings: { fieldOperativeAppointmentId: appointment.fieldOperativeAppointmentId },
  commandOutcomes: columnsWithout(commandAcknowledgement),
  favourites: columnsWithout(contactFavourite, "version"),
  collections: { jobPartId: jobPart.jobPartId, jobId: jobPart.jobId, changes: jobPart.row },
  mileages: columnsWithout(mileage, "fieldOperativeMileageId", "removedOn"),
  mileageRemovals: {
    fieldOperativeId: mileage.fieldOperativeId,
    clientFieldOperativeMileageId: mileage.clientFieldOperativeMileageId,
    removedOn: mileage.modifiedOn,
  },
  absences: {
    absenceId: absence.absenceId,
    fieldOperativeId: absence.fieldOperativeId,
    type: absence.type,
    days: absence.days,
    comment: absence.comment,
    requestedOn: absence.requestedOn,
  },
  /** Runs after `absences`. */
  absenceCancels: {
    absenceId: absence.absenceId,
    fieldOperativeId: absence.fieldOperativeId,
    comment: absence.cancelComment,
    cancelledOn: absence.requestedOn,
  },
  signatures: {
    fieldOperativeId: fieldOperative.fieldOperativeId,
    signature: fieldOperative.signature,
  },
  reports: {
    fieldOperativeId: deviceReport.fieldOperativeId,
    deviceId: deviceReport.deviceId,
    kind: deviceReport.kind,
    body: deviceReport.body,
  },
  /**
   * Visits that ended: other devices of the engineer that have the job give it up. A device that is wiped has it no more, and one
   * that has still to receive a forced removal gives it up then.
   */
  visitEnds: {
    jobId: jobClosing.jobId,
    fieldOperativeAppointmentId: jobClosing.fieldOperativeAppointmentId,
    fieldOperativeId: command.fieldOperativeId,
    deviceId: jobAcknowledgement.deviceId,
    commandId: command.commandId,
  },
  /** Visits of appointments that have ended, set back to New: the phones are asked again to remove the job. */
  removalRequests: {
    jobId: job.jobId,
    fieldOperativeAppointmentId: appointment.fieldOperativeAppointmentId,
    fieldOperativeId: command.fieldOperativeId,
    commandId: command.commandId,
  },
  /** Visits that ended: colleagues with a job at the property may need other warnings. */
  visitUpdates: { messageId: jobClosing.messageId, jobId: jobClosing.jobId },
  /** Jobs whose delivery may now be complete. */
  deliveries: { jobId: jobClosing.jobId },
  alarms: { kind: alarm.kind, details: alarm.details },
} as const satisfies Record<string, RowColumns>;

export type BatchTable = keyof typeof lists;

type SentRows = { readonly [Table in BatchTable]: SentRow<(typeof lists)[Table]> };

/** The rows of the lists whose values differ from their columns. */
interface OtherRows {
  readonly sorRemovals: {
    readonly jobId: string;
    readonly retained: readonly number[];
    readonly isOutdated: boolean;
  };
  readonly collections: {
    readonly jobPartId: string;
    readonly jobId: string;
    readonly changes: Partial<JobPart>;
  };
}

export type BatchRow<Table extends BatchTable> = BatchRows[Table];

type BatchRows = Omit<SentRows, keyof OtherRows> & OtherRows;

/** The rows that a group of messages writes, each under its key. One statement writes each list. */
export type Batch = { readonly [Table in BatchTable]: Map<string, BatchRows[Table]> };

/** Makes a batch without rows. */
export function emptyBatch(): Batch {
  return {
    acknowledgements: new Map(),
    images: new Map(),
    closings: new Map(),
    notes: new Map(),
    parts: new Map(),
    outdatedParts: new Map(),
    sorRemovals: new Map(),
    sors: new Map(),
    outdatedSors: new Map(),
    forms: new Map(),
    formChecks: new Map(),
    assets: new Map(),
    tenants: new Map(),
    partRemovals: new Map(),
    assetRemovals: new Map(),
    tenantRemovals: new Map(),
    notices: new Map(),
    rejections: new Map(),
    endings: new Map(),
    commandOutcomes: new Map(),
    favourites: new Map(),
    collections: new Map(),
    mileages: new Map(),
    mileageRemovals: new Map(),
    absences: new Map(),
    absenceCancels: new Map(),
    signatures: new Map(),
    reports: new Map(),
    visitEnds: new Map(),
    removalRequests: new Map(),
    visitUpdates: new Map(),
    deliveries: new Map(),
    alarms: new Map(),
  };
}

/** A removed record does not come back with the list of a phone that does not know of the removal. */
const isNotRemoved = (key: string) =>
  `not exists (select 1 from removed_record x where x.record_id = r."${key}")`;

/**
 * Reads when the phone changed a row. Null for a time with an offset of 15 hours or more: PostgreSQL refuses those from
 * 16 hours on, and an error here would fail the message for ever.
 */
const readModifiedOn = (row: string) => `
    case when ${row} ->> 'modifiedOn' ~ '(Z|[+-](0[0-9]|1[0-4]):[0-5][0-9])$'
         then (${row} ->> 'modifiedOn')::timestamptz end`;

/** The newer change wins, in whichever order the messages arrive. */
const isNotOlder = (table: string) =>
  `coalesce(${readModifiedOn("excluded.row")} >= ${readModifiedOn(`${table}.row`)}, true)`;

/** A correction that does not know the entry before it corrects the stored one. */
const correctionsOfStoredEntry = `(
            select coalesce(jsonb_agg(
                case when c -> 'previousMileage' = 'null'
                     then c || jsonb_build_object('previousMileage', mileage.current_mileage,
                       'previousRegistration', mileage.vehicle ->> 'registration')
                     else c end order by position), '[]')
              from jsonb_array_elements(excluded.corrections) with ordinality as e(c, position))`;

const removeRecords = `
    insert into removed_record (record_id, kind, message_id, row) select * from gone on conflict do nothing`;

/** Updates a row of the same job or property only: an id that belongs to another one changes nothing. */
const updateOwnRow = (table: string, key: string, owner: string, row = "excluded.row") => `
    on conflict (${key}) do update set row = ${row} where ${table}.${owner} = excluded.${owner}`;

const readNumber = (row: string, name: string) => `(${row} ->> '${name}')::numeric`;

/**
 * What is known to be collected of a part, where the sender knows of less: another engineer, who had the job meanwhile, or another
 * phone has collected it. A receipt that was sent cannot be taken back.
 */
function moreCollected(known: string, sent: string) {
  return `case when ${readNumber(known, "qtyCollected")} > ${readNumber(sent, "qtyCollected")}
        then jsonb_build_object('qtyCollected', ${known} -> 'qtyCollected', 'status', ${known} -> 'status',
          'collectedDateTime', ${known} -> 'collectedDateTime')
        else '{}' end`;
}

/**
 * A part as the phone has it. If the office has said where it waits, place and order stay the office's: the phone may have
 * been without a network since then. What was collected and used is the engineer's.
 */
const partWithOrder = `
      excluded.row || case
        when excluded.row ->> 'usageType' = '1' and exists (
          select from part_order o
           where o.location is not null and (o.supplied_part_id = excluded.job_part_id
             or (o.job_part_id = excluded.job_part_id and not o.is_request)))
        then jsonb_build_object('location', job_part.row -> 'location',
            'purchaseOrderId', job_part.row -> 'purchaseOrderId',
            'supplierTicketNumber', job_part.row -> 'supplierTicketNumber')
          || case when excluded.row ->> 'status' = 'NotApplicable'
               then jsonb_build_object('status', job_part.row -> 'status') else '{}' end
        else '{}' end || ${moreCollected("job_part.row", "excluded.row")}`;

const isUseStated = (row: string) =>
  `coalesce(${row} ->> 'usageStatus', 'Requested') <> 'Requested'`;

/**
 * What the engineer recorded of an ordered part, in the row that the office has changed since. It compares the quantities as
 * `takeOverOrder` of the domain does on a phone.
 */
const partWithNewerOrder = `
      case when job_part.row ->> 'usageType' = '1' then job_part.row || jsonb_build_object(
        'qtyCollected', excluded.row -> 'qtyCollected', 'qtyUsed', excluded.row -> 'qtyUsed',
        'isVanStock', excluded.row -> 'isVanStock', 'collectedDateTime', excluded.row -> 'collectedDateTime',
        'usageStatus', case when ${isUseStated("excluded.row")} then to_jsonb(case
            when ${readNumber("excluded.row", "qtyUsed")} = 0 then 'Unused'
            when ${readNumber("excluded.row", "qtyUsed")} < ${readNumber("job_part.row", "qty")} then 'Partial'
            when ${readNumber("excluded.row", "qtyUsed")} > ${readNumber("job_part.row", "qty")} then 'Additional'
            else 'Exact' end) else excluded.row -> 'usageStatus' end,
        'status', case when ${readNumber("excluded.row", "qtyCollected")} > 0 then to_jsonb(case
            when ${readNumber("excluded.row", "qtyCollected")} = ${readNumber("job_part.row", "qty")} then 'Collected'
            when ${readNumber("excluded.row", "qtyCollected")} < ${readNumber("job_part.row", "qty")} then 'Partial'
            else 'Excess' end) else job_part.row -> 'status' end)
      else excluded.row end || ${moreCollected("job_part.row", "excluded.row")}`;

/** The phone computed the status from the order that it knew. Compares with the current order. */
const collectedOfNewerOrder = `
      case when exists (select from job j where j.job_id = p.job_id and j.orders_version > 0)
        then jsonb_build_object('supplierTicketNumber', p.row -> 'supplierTicketNumber', 'status', case
            when ${readNumber(`r."changes"`, "qtyCollected")} = ${readNumber("p.row", "qty")} then 'Collected'
            when ${readNumber(`r."changes"`, "qtyCollected")} < ${readNumber("p.row", "qty")} then 'Partial'
            else 'Excess' end)
        else '{}' end`;

/** A part that the office has taken out of the job comes back only with what was recorded of it. */
const isPartStillKnown = `(
       r."row" ->> 'usageType' <> '1' or ${isUseStated(`r."row"`)} or ${readNumber(`r."row"`, "qtyCollected")} > 0
       or ${readNumber(`r."row"`, "qtyUsed")} > 0 or (r."row" ->> 'isVanStock')::boolean
       or exists (select from job_part p where p.job_part_id = r."jobPartId"))`;

/** The same for a code of the schedule of rates. */
const isSorStillKnown = `(
       r."row" ->> 'usageType' <> '1' or ${readNumber(`r."row"`, "qtyUsed")} > 0
       or exists (select from job_sor s where s.job_id = r."jobId" and s.sor_code_id = r."sorCodeId"))`;

/** A planned SOR of an outdated phone, where the office no longer plans it: what was used of it counts as added. */
const sorWithoutPlan = `
      case when r."row" ->> 'usageType' = '${addedSorUsage}' then r."row"
      else r."row" || jsonb_build_object('qty', r."row" -> 'qtyUsed', 'usageType', ${addedSorUsage}) end`;

/**
 * The state of an appointment whose phone has removed the job (`EndedState`): nobody has begun it then, and it keeps what its engineer
 * was asked. A closed job stays as it is.
 */
const removedState = `
      case when j.status <> 'Closed' then jsonb_build_object('status', 'New', 'statusTimestamps', jsonb_build_object(),
        'hold', null, 'outcomeId', null, 'partRequiredConfirmed', false, 'stateChangedOn', null,
        'asked', jsonb_build_object('taskDetails', j.task_details, 'jobPriority', j.job_priority))
      else a.ended_state end`;

/** Adds the task to push what a statement has put into `commands`. */
const pushCommands = `
    select add_task('push', jsonb_build_object('fieldOperativeId', c.field_operative_id)) from commands c
     where exists (select from push_subscription p where p.field_operative_id = c.field_operative_id)`;

/**
 * The statements in the order in which they run; `$1` is the list of rows. A message that takes effect once more, because its
 * job was given back, finds its closing, notice or rejection there. For images an id that belongs to another
 * job would be a loss: the group is tried again, and the image is refused.
 */
export const statements: Readonly<Record<BatchTable, string>> = {
  acknowledgements: `${insertSql(lists.acknowledgements)} on conflict do nothing`,
  images: `
    with stored as (
      ${insertSql(lists.images)}
      on conflict (image_id) do update set image_id = excluded.image_id
      returning image_id, job_id, sha256)
    select overtaken() from stored s join ${listSql(lists.images)} on r."imageId" = s.image_id
     where s.job_id <> r."jobId" or s.sha256 <> r."sha256"`,
  closings: `${insertSql(lists.closings)} on conflict do nothing`,
  notes: `${insertSql(lists.notes)} ${updateOwnRow("engineering_note", "engineering_note_id", "job_id")}`,
  parts: `${insertSql(lists.parts)}
     where ${isNotRemoved("jobPartId")} ${updateOwnRow("job_part", "job_part_id", "job_id", partWithOrder)}`,
  outdatedParts: `${insertSql(lists.outdatedParts)}
     where ${isNotRemoved("jobPartId")} and ${isPartStillKnown}
    ${updateOwnRow("job_part", "job_part_id", "job_id", partWithNewerOrder)}`,
  sorRemovals: `
    delete from job_sor s using ${listSql(lists.sorRemovals)}
     where s.job_id = r."jobId" and not r."retained" @> to_jsonb(s.sor_code_id)
       and (not r."isOutdated" or s.row ->> 'usageType' = '${addedSorUsage}')`,
  sors: `${insertSql(lists.sors)} on conflict (job_id, sor_code_id) do update set row = excluded.row`,
  outdatedSors: `
    insert into job_sor (job_id, sor_code_id, row)
    select r."jobId", r."sorCodeId", ${sorWithoutPlan} from ${listSql(lists.outdatedSors)} where ${isSorStillKnown}
    on conflict (job_id, sor_code_id) do update
      set row = case when job_sor.row ->> 'usageType' = '${addedSorUsage}' then excluded.row else job_sor.row
        || jsonb_build_object('qtyUsed', excluded.row -> 'qtyUsed', 'updatedOnDateTime', excluded.row -> 'updatedOnDateTime') end`,
  forms: `${insertSql(lists.forms)} on conflict (job_id, custom_form_id) do update set row = excluded.row`,
  formChecks: `
    select add_task('form-checks', r) from jsonb_array_elements($1) r`,
  assets: `${insertSql(lists.assets)}
     where ${isNotRemoved("propertyAssetId")}
    ${updateOwnRow("property_asset", "property_asset_id", "property_id")} and ${isNotOlder("property_asset")}`,
  tenants: `${insertSql(lists.tenants)}
     where ${isNotRemoved("propertyTenantId")}
    ${updateOwnRow("property_tenant", "property_tenant_id", "property_id")} and ${isNotOlder("property_tenant")}`,
  partRemovals: `
    with gone as (
      delete from job_part p using ${listSql(lists.partRemovals)}
       where p.job_part_id = r."jobPartId" and p.job_id = r."jobId" and (p.row ->> 'addedByFieldOp')::boolean
      returning p.job_part_id as id, 'part', r."messageId", p.row)
    ${removeRecords}`,
  assetRemovals: `
    with gone as (
      delete from property_asset a using ${listSql(lists.assetRemovals)}
       where a.property_asset_id = r."propertyAssetId" and a.property_id = r."propertyId"
         and (a.row ->> 'addedByEngineer')::boolean
      returning a.property_asset_id as id, 'appliance', r."messageId", a.row)
    ${removeRecords}`,
  tenantRemovals: `
    with gone as (
      delete from property_tenant t using ${listSql(lists.tenantRemovals)}
       where t.property_tenant_id = r."propertyTenantId" and t.property_id = r."propertyId"
         and (t.row ->> 'addedByEngineer')::boolean
      returning t.property_tenant_id as id, 'contact', r."messageId", t.row)
    ${removeRecords}`,
  notices: `${insertSql(lists.notices)} on conflict do nothing`,
  rejections: `${insertSql(lists.rejections)} on conflict do nothing`,
  endings: `
    update appointment a set ended_on = now(), ended_reason = 'removed', ended_state = ${removedState}
      from ${listSql(lists.endings)}, job j
     where a.field_operative_appointment_id = r."fieldOperativeAppointmentId" and a.ended_on is null and j.job_id = a.job_id`,
  commandOutcomes: `${insertSql(lists.commandOutcomes)}
    on conflict (command_id, device_id) do update
      set outcome = excluded.outcome, details = excluded.details, acknowledged_on = excluded.acknowledged_on,
          read_on = coalesce(command_acknowledgement.read_on, excluded.read_on)`,
  favourites: `
    with changes as (select * from ${listSql(lists.favourites)}),
    grown as (
      update field_operative f set favourites_version = favourites_version + 1
        from (select distinct "fieldOperativeId" from changes) c
       where f.field_operative_id = c."fieldOperativeId"
      returning f.field_operative_id, f.favourites_version)
    insert into contact_favourite (field_operative_id, contact_id, is_favourite, change_timestamp, version)
    select c."fieldOperativeId", c."contactId", c."isFavourite", c."changeTimestamp", g.favourites_version
      from changes c join grown g on g.field_operative_id = c."fieldOperativeId"
    on conflict (field_operative_id, contact_id) do update
      set is_favourite = excluded.is_favourite, change_timestamp = excluded.change_timestamp,
          version = excluded.version`,
  collections: `
    update job_part p
       set row = p.row || r."changes" || ${collectedOfNewerOrder} || ${moreCollected("p.row", `r."changes"`)}
      from ${listSql(lists.collections)}
     where p.job_part_id = r."jobPartId" and p.job_id = r."jobId"`,
  mileages: `${insertSql(lists.mileages)}
    on conflict (field_operative_id, client_field_operative_mileage_id) do update
      set vehicle = excluded.vehicle, current_mileage = excluded.current_mileage,
          previous_vehicle = coalesce(excluded.previous_vehicle, mileage.previous_vehicle),
          previous_vehicle_mileage =
            coalesce(excluded.previous_vehicle_mileage, mileage.previous_vehicle_mileage),
          date_recorded = excluded.date_recorded, modified_on = excluded.modified_on,
          corrections = mileage.corrections || ${correctionsOfStoredEntry}
      where excluded.modified_on >= mileage.modified_on`,
  mileageRemovals: `
    update mileage m set removed_on = r."removedOn" from ${listSql(lists.mileageRemovals)}
     where m.field_operative_id = r."fieldOperativeId"
       and m.client_field_operative_mileage_id = r."clientFieldOperativeMileageId" and m.removed_on is null`,
  absences: `${insertSql(lists.absences)} on conflict (absence_id) do nothing`,
  absenceCancels: `
    update absence a
       set cancel_status = case when a.status = 2 then 1 else a.cancel_status end,
           cancel_comment = r."comment",
           removed_on = case when a.status = 2 then a.removed_on else coalesce(a.removed_on, r."cancelledOn") end
      from ${listSql(lists.absenceCancels)}
     where a.absence_id = r."absenceId" and a.field_operative_id = r."fieldOperativeId"
       and a.cancel_status is null`,
  signatures: `
    update field_operative f
       set signature = r."signature", signature_updated_on = now(), request_signature = false
      from ${listSql(lists.signatures)}
     where f.field_operative_id = r."fieldOperativeId"`,
  reports: insertSql(lists.reports),
  visitEnds: `
    with commands as (
      insert into command (command_id, field_operative_id, type, job_id, body)
      select r."commandId", r."fieldOperativeId", 'CancelJob', r."jobId", jsonb_build_object(
          'jobId', r."jobId", 'fieldOperativeAppointmentId', r."fieldOperativeAppointmentId", 'force', true,
          'reason', 'ended-elsewhere', 'exceptDeviceId', r."deviceId")
        from ${listSql(lists.visitEnds)}
       where exists (
         select from job_acknowledgement k
           join device d on d.device_id = k.device_id and d.field_operative_id = r."fieldOperativeId"
          where k.field_operative_appointment_id = r."fieldOperativeAppointmentId" and k.device_id <> r."deviceId"
            and not ${isWipedSql("d")}
            and not exists (
              select from command c
               where c.job_id = r."jobId" and c.type = 'CancelJob' and c.created_on >= d.registered_on
                 and c.body @> jsonb_build_object(
                   'fieldOperativeAppointmentId', r."fieldOperativeAppointmentId", 'force', true)
                 and c.body ->> 'exceptDeviceId' is distinct from d.device_id::text and not c.body ? 'withdrawnOn'
                 and not exists (
                   select from command_acknowledgement x
                    where x.command_id = c.command_id and x.device_id = d.device_id)))
      returning field_operative_id)
    ${pushCommands}`,
  removalRequests: `
    with commands as (
      insert into command (command_id, field_operative_id, type, job_id, body)
      select r."commandId", r."fieldOperativeId", 'CancelJob', r."jobId", jsonb_build_object(
          'jobId', r."jobId", 'fieldOperativeAppointmentId', r."fieldOperativeAppointmentId", 'force', false)
          || case when a.ended_reason = 'moved' then jsonb_build_object('isMoved', true) else '{}' end
        from ${listSql(lists.removalRequests)}
        join appointment a on a.field_operative_appointment_id = r."fieldOperativeAppointmentId"
       where a.ended_on is not null
      returning field_operative_id)
    ${pushCommands}`,
  visitUpdates: `
    select add_task('visit-updates', r) from jsonb_array_elements($1) r
     where exists (
       select from job visited join job open on open.property_id = visited.property_id
        where visited.job_id = (r ->> 'jobId')::uuid
          and open.status <> 'Closed' and open.field_operative_appointment_id is not null)`,
  deliveries: `
    with delivered as (
      update job_closing c set delivered_on = now() from ${listSql(lists.deliveries)}
       where c.job_id = r."jobId" and c.delivered_on is null
         and not exists (
           select 1 from jsonb_to_recordset(c.manifest) as m("imageId" uuid, sha256 text)
            where not exists (
              select 1 from job_image i
               where i.image_id = m."imageId" and i.job_id = c.job_id
                 and (m.sha256 is null or i.sha256 = m.sha256)))
      returning c.message_id, c.job_id)
    select add_task('documents', jsonb_build_object('messageId', message_id, 'jobId', job_id)) from delivered`,
  alarms: insertSql(lists.alarms),
};
