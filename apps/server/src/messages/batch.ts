/** Rows that a group of messages writes, by table. One statement writes each list. */
export interface Batch {
  readonly acknowledgements: Map<string, object>;
  readonly images: Map<string, object>;
  readonly closings: Map<string, object>;
  readonly notes: Map<string, object>;
  readonly parts: Map<string, object>;
  /** Runs before `sors`: planned codes that the engineer removed from the job. */
  readonly sorRemovals: Map<string, object>;
  readonly sors: Map<string, object>;
  readonly forms: Map<string, object>;
  /** Closings with forms: their answers are checked after the commit. */
  readonly formChecks: Map<string, object>;
  readonly assets: Map<string, object>;
  readonly tenants: Map<string, object>;
  /** Runs after the additions of the same messages. Only records that an engineer had added can be removed. */
  readonly partRemovals: Map<string, object>;
  readonly assetRemovals: Map<string, object>;
  readonly tenantRemovals: Map<string, object>;
  readonly notices: Map<string, object>;
  readonly rejections: Map<string, object>;
  readonly endings: Map<string, object>;
  readonly commandOutcomes: Map<string, object>;
  readonly favourites: Map<string, object>;
  readonly collections: Map<string, object>;
  readonly mileages: Map<string, object>;
  readonly mileageRemovals: Map<string, object>;
  readonly absences: Map<string, object>;
  /** Runs after `absences`. */
  readonly absenceCancels: Map<string, object>;
  readonly signatures: Map<string, object>;
  readonly reports: Map<string, object>;
  /** Jobs whose delivery may now be complete. */
  readonly deliveries: Map<string, object>;
  readonly alarms: Map<string, object>;
}

export type BatchTable = keyof Batch;

export function emptyBatch(): Batch {
  const tables = Object.keys(statements) as BatchTable[];
  return Object.fromEntries(tables.map((table) => [table, new Map()])) as unknown as Batch;
}

/** A removed record does not come back with the list of a phone that does not know of the removal. */
const isNotRemoved = `not exists (select 1 from removed_record x where x.record_id = r."id")`;

/**
 * Reads when the phone changed a row. Null for a time that PostgreSQL cannot read: it takes only offsets below 16
 * hours, and an error here would fail the message for ever.
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

/**
 * The statements in the order in which they run; `$1` is the list of rows. A row of another job or property keeps
 * its owner: an id that belongs to another one changes nothing. For images that would be a loss: the group is tried
 * again, and the image is refused.
 */
export const statements: Readonly<Record<BatchTable, string>> = {
  acknowledgements: `
    insert into job_acknowledgement (device_id, field_operative_appointment_id)
    select "deviceId", "appointmentId"
      from jsonb_to_recordset($1) as r("deviceId" uuid, "appointmentId" uuid)
    on conflict do nothing`,
  images: `
    with stored as (
    insert into job_image (image_id, entity_id, job_id, field_operative_appointment_id, message_id,
      associate_to_job, sha256, bytes, content_type, width, height, taken_on, latitude, longitude, received_on)
    select "imageId", "entityId", "jobId", "fieldOperativeAppointmentId", "messageId",
      "associateToJob", sha256, bytes, "contentType", width, height, timestamp, latitude, longitude, "receivedOn"
      from jsonb_to_recordset($1) as r("imageId" uuid, "entityId" uuid, "jobId" uuid,
        "fieldOperativeAppointmentId" uuid, "messageId" uuid, "associateToJob" boolean, sha256 text,
        bytes integer, "contentType" text, width integer, height integer, timestamp timestamptz,
        latitude float8, longitude float8, "receivedOn" timestamptz)
    on conflict (image_id) do update set image_id = excluded.image_id
    returning image_id, job_id, sha256)
    select overtaken() from stored s
      join jsonb_to_recordset($1) as r("imageId" uuid, "jobId" uuid, sha256 text) on r."imageId" = s.image_id
     where s.job_id <> r."jobId" or s.sha256 <> r.sha256`,
  closings: `
    insert into job_closing (message_id, job_id, field_operative_appointment_id, kind, number_of_messages,
      manifest, outcome, form_photo_image_ids, closed_on, received_on)
    select "messageId", "jobId", "fieldOperativeAppointmentId", kind, "numberOfMessages",
      manifest, outcome, "formPhotoImageIds", "closedOn", "receivedOn"
      from jsonb_to_recordset($1) as r("messageId" uuid, "jobId" uuid, "fieldOperativeAppointmentId" uuid,
        kind text, "numberOfMessages" integer, manifest jsonb, outcome jsonb, "formPhotoImageIds" uuid[],
        "closedOn" timestamptz, "receivedOn" timestamptz)`,
  notes: `
    insert into engineering_note (engineering_note_id, job_id, row)
    select "id", "jobId", row from jsonb_to_recordset($1) as r("id" uuid, "jobId" uuid, row jsonb)
    on conflict (engineering_note_id) do update set row = excluded.row
      where engineering_note.job_id = excluded.job_id`,
  parts: `
    insert into job_part (job_part_id, job_id, row)
    select "id", "jobId", row from jsonb_to_recordset($1) as r("id" uuid, "jobId" uuid, row jsonb)
     where ${isNotRemoved}
    on conflict (job_part_id) do update set row = excluded.row where job_part.job_id = excluded.job_id`,
  sorRemovals: `
    delete from job_sor s
     using jsonb_to_recordset($1) as r("jobId" uuid, kept jsonb)
     where s.job_id = r."jobId" and not r.kept @> to_jsonb(s.sor_code_id)`,
  sors: `
    insert into job_sor (job_id, sor_code_id, row)
    select "jobId", "id", row from jsonb_to_recordset($1) as r("id" integer, "jobId" uuid, row jsonb)
    on conflict (job_id, sor_code_id) do update set row = excluded.row`,
  forms: `
    insert into job_form (job_id, custom_form_id, row)
    select "jobId", "id", row from jsonb_to_recordset($1) as r("id" uuid, "jobId" uuid, row jsonb)
    on conflict (job_id, custom_form_id) do update set row = excluded.row`,
  formChecks: `
    select add_task('form-checks', r) from jsonb_array_elements($1) r`,
  assets: `
    insert into property_asset (property_asset_id, property_id, row)
    select "id", "propertyId", row from jsonb_to_recordset($1) as r("id" uuid, "propertyId" uuid, row jsonb)
     where ${isNotRemoved}
    on conflict (property_asset_id) do update set row = excluded.row
      where property_asset.property_id = excluded.property_id and ${isNotOlder("property_asset")}`,
  tenants: `
    insert into property_tenant (property_tenant_id, property_id, row)
    select "id", "propertyId", row from jsonb_to_recordset($1) as r("id" uuid, "propertyId" uuid, row jsonb)
     where ${isNotRemoved}
    on conflict (property_tenant_id) do update set row = excluded.row
      where property_tenant.property_id = excluded.property_id and ${isNotOlder("property_tenant")}`,
  partRemovals: `
    with gone as (
      delete from job_part p using jsonb_to_recordset($1) as r("id" uuid, "jobId" uuid, "messageId" uuid)
       where p.job_part_id = r."id" and p.job_id = r."jobId" and (p.row ->> 'addedByFieldOp')::boolean
      returning p.job_part_id as id, 'part', r."messageId", p.row)
    ${removeRecords}`,
  assetRemovals: `
    with gone as (
      delete from property_asset a using jsonb_to_recordset($1) as r("id" uuid, "propertyId" uuid, "messageId" uuid)
       where a.property_asset_id = r."id" and a.property_id = r."propertyId" and (a.row ->> 'addedByEngineer')::boolean
      returning a.property_asset_id as id, 'appliance', r."messageId", a.row)
    ${removeRecords}`,
  tenantRemovals: `
    with gone as (
      delete from property_tenant t using jsonb_to_recordset($1) as r("id" uuid, "propertyId" uuid, "messageId" uuid)
       where t.property_tenant_id = r."id" and t.property_id = r."propertyId" and (t.row ->> 'addedByEngineer')::boolean
      returning t.property_tenant_id as id, 'contact', r."messageId", t.row)
    ${removeRecords}`,
  notices: `
    insert into notice_confirmation (message_id, job_id, field_operative_appointment_id, notice,
      property_notification_id, confirmed_on)
    select "messageId", "jobId", "fieldOperativeAppointmentId", notice, "propertyNotificationId", "confirmedOn"
      from jsonb_to_recordset($1) as r("messageId" uuid, "jobId" uuid, "fieldOperativeAppointmentId" uuid,
        notice text, "propertyNotificationId" uuid, "confirmedOn" timestamptz)`,
  rejections: `
    insert into removal_rejection (message_id, job_id, field_operative_appointment_id, reason, comment, rejected_on)
    select "messageId", "jobId", "fieldOperativeAppointmentId", reason, comment, "changeTimestamp"
      from jsonb_to_recordset($1) as r("messageId" uuid, "jobId" uuid, "fieldOperativeAppointmentId" uuid,
        reason smallint, comment text, "changeTimestamp" timestamptz)`,
  endings: `
    update appointment a set ended_on = now(), ended_reason = 'removed'
      from jsonb_to_recordset($1) as r("appointmentId" uuid)
     where a.field_operative_appointment_id = r."appointmentId" and a.ended_on is null`,
  commandOutcomes: `
    insert into command_acknowledgement (command_id, device_id, outcome, details, acknowledged_on)
    select "commandId", "deviceId", outcome, details, "acknowledgedOn"
      from jsonb_to_recordset($1) as r("commandId" uuid, "deviceId" uuid, outcome text, details text,
        "acknowledgedOn" timestamptz)
    on conflict (command_id, device_id) do update
      set outcome = excluded.outcome, details = excluded.details, acknowledged_on = excluded.acknowledged_on`,
  favourites: `
    with changes as (
      select * from jsonb_to_recordset($1) as r("fieldOperativeId" uuid, "contactId" uuid,
        "isFavourite" boolean, "changeTimestamp" timestamptz)),
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
    update job_part p set row = p.row || r.changes
      from jsonb_to_recordset($1) as r("id" uuid, "jobId" uuid, changes jsonb)
     where p.job_part_id = r."id" and p.job_id = r."jobId"`,
  mileages: `
    insert into mileage (field_operative_id, client_field_operative_mileage_id, vehicle, current_mileage,
      previous_vehicle, previous_vehicle_mileage, date_recorded, created_on, modified_on, corrections)
    select "fieldOperativeId", "id", vehicle, "currentMileage", "previousVehicle", "previousVehicleMileage",
      "dateRecorded", "createdOn", timestamp, corrections
      from jsonb_to_recordset($1) as r("fieldOperativeId" uuid, "id" uuid, vehicle jsonb,
        "currentMileage" integer, "previousVehicle" jsonb, "previousVehicleMileage" integer,
        "dateRecorded" timestamptz, "createdOn" timestamptz, timestamp timestamptz, corrections jsonb)
    on conflict (field_operative_id, client_field_operative_mileage_id) do update
      set vehicle = excluded.vehicle, current_mileage = excluded.current_mileage,
          previous_vehicle = coalesce(excluded.previous_vehicle, mileage.previous_vehicle),
          previous_vehicle_mileage =
            coalesce(excluded.previous_vehicle_mileage, mileage.previous_vehicle_mileage),
          date_recorded = excluded.date_recorded, modified_on = excluded.modified_on,
          corrections = mileage.corrections || ${correctionsOfStoredEntry}
      where excluded.modified_on >= mileage.modified_on`,
  mileageRemovals: `
    update mileage m set removed_on = r.timestamp
      from jsonb_to_recordset($1) as r("fieldOperativeId" uuid, "id" uuid, timestamp timestamptz)
     where m.field_operative_id = r."fieldOperativeId" and m.client_field_operative_mileage_id = r."id"
       and m.removed_on is null`,
  absences: `
    insert into absence (absence_id, field_operative_id, type, days, comment, requested_on)
    select "id", "fieldOperativeId", type, days, comment, "changeTimestamp"
      from jsonb_to_recordset($1) as r("id" uuid, "fieldOperativeId" uuid, type text, days jsonb, comment text,
        "changeTimestamp" timestamptz)
    on conflict (absence_id) do nothing`,
  absenceCancels: `
    update absence a
       set cancel_status = case when a.status = 2 then 1 else a.cancel_status end,
           cancel_comment = r.comment,
           removed_on = case when a.status = 2 then a.removed_on else coalesce(a.removed_on, r."changeTimestamp") end
      from jsonb_to_recordset($1) as r("absenceRequestId" uuid, "fieldOperativeId" uuid, comment text,
        "changeTimestamp" timestamptz)
     where a.absence_id = r."absenceRequestId" and a.field_operative_id = r."fieldOperativeId"
       and a.cancel_status is null`,
  signatures: `
    update field_operative f
       set signature = r.signature, signature_updated_on = now(), request_signature = false
      from jsonb_to_recordset($1) as r("fieldOperativeId" uuid, signature text)
     where f.field_operative_id = r."fieldOperativeId"`,
  reports: `
    insert into device_report (field_operative_id, device_id, kind, body)
    select "fieldOperativeId", "deviceId", 'memory', body
      from jsonb_to_recordset($1) as r("fieldOperativeId" uuid, "deviceId" uuid, body jsonb)`,
  deliveries: `
    with delivered as (
      update job_closing c set delivered_on = now()
        from jsonb_to_recordset($1) as r("jobId" uuid)
       where c.job_id = r."jobId" and c.delivered_on is null
         and not exists (
           select 1 from jsonb_to_recordset(c.manifest) as m("imageId" uuid, sha256 text)
            where not exists (
              select 1 from job_image i
               where i.image_id = m."imageId" and i.job_id = c.job_id
                 and (m.sha256 is null or i.sha256 = m.sha256)))
      returning c.message_id, c.job_id)
    select add_task('documents', jsonb_build_object('messageId', message_id, 'jobId', job_id)) from delivered`,
  alarms: `
    insert into alarm (kind, details)
    select kind, details from jsonb_to_recordset($1) as r(kind text, details jsonb)`,
};
