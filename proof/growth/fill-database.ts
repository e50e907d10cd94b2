import { join } from "node:path";
import { listKeys } from "@fieldfare/domain";
import { mobileVersion } from "@fieldfare/contract";
import { putRows } from "../../apps/server/src/database/data-sets.ts";
import type { Database } from "../../apps/server/src/database/database.ts";
import { companyContacts } from "../../apps/server/src/demo/people.ts";
import { referenceData } from "../../apps/server/src/demo/reference-data.ts";
import { inwardLetters, places } from "../../apps/server/src/demo/seed-data/places.ts";
import { loadForms } from "../../apps/server/src/forms/load.ts";
import { addPartitionsSince } from "../../apps/server/src/testing/partitions.ts";
import { buildAppliances, buildVisitTemplates, maxTemplateIds } from "./visit-templates.ts";

/** How much work a filled database has. The same numbers always give the same ids. */
export interface FillSizes {
  readonly jobs: number;
  /** The engineers stay the same however many jobs there are, as in a company that gets older. */
  readonly engineers: number;
  readonly properties: number;
}

/** The jobs that are not closed. Each engineer has some of them. */
const openJobsEach = 6;
const jobsAtOnce = 20_000;
const days = 5 * 365;
/** Ten a year for each of 40 engineers. With less work there are those of the last years only. */
const maxAbsences = 2_000;

/** Returns the sizes for a number of jobs: always 40 engineers, and a property for every ten jobs but at least 50. */
export function fillSizes(jobs: number): FillSizes {
  return { jobs, engineers: 40, properties: Math.max(50, Math.ceil(jobs / 10)) };
}

const formsFolder = join(import.meta.dirname, "../../apps/server/forms");

/** The database has work in it that somebody may need. */
export class NotEmpty extends Error {
  override readonly name = "NotEmpty";
}

/**
 * Fills a migrated database with the work of five years that ends at `until`: closed jobs with everything that belongs to
 * them, in the shapes of the demo's visits. Nobody can sign in with the accounts that it makes. Throws `NotEmpty` when
 * there are jobs, properties or messages.
 */
export async function fillDatabase(
  database: Database,
  sizes: FillSizes,
  { until, onProgress }: { readonly until: Date; readonly onProgress?: (jobs: number) => void },
): Promise<void> {
  const { pool } = database;
  const { rows } = await pool.query<{ used: boolean }>(
    `select exists (select from job) or exists (select from property) or exists (select from message)
       or exists (select from field_operative) as used`,
  );
  if (rows[0]?.used) throw new NotEmpty("The database has jobs, properties or engineers in it");
  const data = referenceData();
  for (const type of listKeys(data)) {
    const put = await putRows(database, type, data[type]);
    if (!put.ok) throw new Error(`The demo's ${type} is not valid: ${put.issues[0]?.message}`);
  }
  await loadForms(database, formsFolder, until);
  await addPartitionsSince(pool, new Date(until.getTime() - (days + 1) * 86_400_000));
  const client = await pool.connect();
  try {
    await client.query("set statement_timeout = 0");
    // What was years ago is no news in the feed.
    await client.query("set fieldfare.events = 'off'");
    await client.query(prepareSql);
    await client.query(templatesSql, [JSON.stringify(buildVisitTemplates())]);
    for (const statement of peopleSql) await client.query(statement, [sizes.engineers]);
    await client.query(clientsSql);
    const lists = buildNames();
    await client.query(propertiesSql, [
      sizes.properties,
      lists.streets,
      lists.outwards,
      lists.districts,
      inwardLetters.split(""),
      lists.firstNames,
      lists.lastNames,
    ]);
    await client.query(propertyRecordsSql, [JSON.stringify(buildAppliances())]);
    const open = Math.min(Math.ceil(sizes.jobs / 10), sizes.engineers * openJobsEach);
    for (let first = 1; first <= sizes.jobs; first += jobsAtOnce) {
      const last = Math.min(sizes.jobs, first + jobsAtOnce - 1);
      await client.query("begin");
      await client.query(workSql, [
        first,
        last,
        sizes.jobs,
        sizes.properties,
        sizes.engineers,
        sizes.jobs - open,
        until,
        days,
      ]);
      for (const statement of workStatements) await client.query(statement);
      await client.query("commit");
      onProgress?.(last);
    }
    await client.query(absencesSql, [
      Math.min(maxAbsences, Math.ceil(sizes.jobs / 100)),
      sizes.engineers,
      until,
      days / maxAbsences,
    ]);
    for (const statement of officeSql) await client.query(statement, [until]);
    await client.query("vacuum (analyze)");
  } catch (error) {
    await client.query("rollback").catch(() => undefined);
    throw error;
  } finally {
    // The connection has temporary tables.
    client.release(true);
  }
}

/** The id of the numbered thing of a kind, as PostgreSQL computes it in the statements below. */
const idSql = (kind: string, number: string) => `md5('${kind}/' || (${number}))::uuid`;

const streetEndings = ["Street", "Road", "Close", "Grove", "Terrace"];

function buildNames() {
  const people = companyContacts(400);
  const lastNames = people.map(({ lastName }) => lastName);
  return {
    streets: streetEndings.flatMap((ending) => lastNames.map((name) => `${name} ${ending}`)),
    firstNames: people.map(({ firstName }) => firstName),
    lastNames,
    outwards: places.map(({ outward }) => outward),
    districts: places.map(({ district }) => district),
  };
}

const prepareSql = `
  create temporary table template (
    template integer primary key, kind text, payload text, "taskDetails" text, "jobCategoryId" integer,
    "jobDetailTypeId" integer, "categoryName" text, "detailTypeName" text, "hasRecord" boolean);
  create temporary table work (
    n integer primary key, job_id uuid, appointment_id uuid, closing_id uuid, property_id uuid, operative_id uuid,
    device_id uuid, at timestamptz, is_open boolean, template integer, payload jsonb);
  alter table work alter payload set storage external`;

const templatesSql = `
  insert into template
  select n - 1, t.kind, t.payload, t."taskDetails", t."jobCategoryId", t."jobDetailTypeId", t."categoryName",
    t."detailTypeName", t."hasRecord"
  from rows from (jsonb_to_recordset($1::jsonb) as (
    kind text, payload text, "taskDetails" text, "jobCategoryId" integer, "jobDetailTypeId" integer,
    "categoryName" text, "detailTypeName" text, "hasRecord" boolean)) with ordinality as t(
    kind, payload, "taskDetails", "jobCategoryId", "jobDetailTypeId", "categoryName", "detailTypeName", "hasRecord", n)`;

const clientsSql = `
  insert into client (client_id, name, contracts, priorities)
  select n, 'Client ' || n, '[]', '[]' from generate_series(1, 3) n on conflict do nothing`;

/** `$1` is the number of engineers. */
const peopleSql: readonly string[] = [
  `insert into field_operative (field_operative_id, mobile_number, gas_safe_id_card)
      select ${idSql("operative", "n")}, '07700900' || lpad((n % 1000)::text, 3, '0'), lpad(n::text, 7, '0')
        from generate_series(1, $1::integer) n`,
  `insert into account (account_id, name, email, password_hash, user_type, field_operative_id)
      select ${idSql("account", "n")}, 'Engineer ' || n, 'engineer.' || n || '@fieldfare.example', '', 1, ${idSql("operative", "n")}
        from generate_series(1, $1::integer) n`,
  `insert into device (device_id, field_operative_id, pin_hash, installation, installed_on, registered_on)
      select ${idSql("device", "n")}, ${idSql("operative", "n")}, '', '{}', now(), now() - interval '5 years'
        from generate_series(1, $1::integer) n`,
  `insert into device_export (batch_id, field_operative_id, device_id, started_on, completed_on)
      select ${idSql("export", "n || '/' || k")}, ${idSql("operative", "n")}, ${idSql("device", "n")}, now(), now()
        from generate_series(1, $1::integer) n, generate_series(1, 2) k`,
];

/** A street has 60 homes and a postcode of its own; two thirds of the homes belong to one client. */
const propertiesSql = `
  with home as (
    select n, (n - 1) / 60 as street, 1 + (n - 1) % 60 as number from generate_series(1, $1::integer) n),
  added as (
    insert into property (property_id, address_line_1, address_line_2, address_line_3, address_line_4, postcode,
      client_id, coordinates_latitude, coordinates_longitude, uprn, created_on)
    select ${idSql("property", "n")},
      number || ' ' || ($2::text[])[1 + (street * 7) % cardinality($2::text[])]
        || case when street >= cardinality($2::text[]) then ' ' || street / cardinality($2::text[]) else '' end,
      ($4::text[])[1 + street % cardinality($4::text[])], 'Leeds', 'West Yorkshire',
      ($3::text[])[1 + street % cardinality($3::text[])] || ' ' || (street / 13) % 10
        || ($5::text[])[1 + (street / 130) % cardinality($5::text[])]
        || ($5::text[])[1 + (street / 130 / cardinality($5::text[])) % cardinality($5::text[])],
      case when n % 3 = 0 then 2 + n % 2 else 1 end, 53.8, -1.5, (100000000000 + n)::text, now() - interval '5 years'
    from home)
  insert into property_tenant (property_tenant_id, property_id, row)
  select id, property_id, jsonb_build_object(
    'propertyTenantId', id, 'propertyId', property_id, 'fullName', name, 'isPrimaryTenant', k = 0, 'contactType', 1 + k,
    'emailAddress', null, 'contactMethodType', 2, 'phones', jsonb_build_array(jsonb_build_object(
      'phoneType', 'Mobile', 'number', '07700900' || lpad((n % 1000)::text, 3, '0'))),
    'addedByEngineer', false, 'flagDeleted', false,
    'createdOn', '2026-01-05T09:00:00.000Z', 'modifiedOn', '2026-01-05T09:00:00.000Z')
  from (select n, k, ${idSql("tenant", "n || '/' || k")} as id, ${idSql("property", "n")} as property_id,
      ($6::text[])[1 + (n * 13 + k * 5) % cardinality($6::text[])] || ' '
        || ($7::text[])[1 + (n / cardinality($6::text[]) + n * 7 + k) % cardinality($7::text[])] as name
    from home, generate_series(0, case when n % 3 = 0 then 1 else 0 end) k) t`;

/** `$1` has appliances of the demo: each home gets one or two of them. */
const propertyRecordsSql = `
  with assets as (
    insert into property_asset (property_asset_id, property_id, row)
    select id, property_id, appliance || jsonb_build_object('propertyAssetId', id, 'propertyId', property_id)
    from (select md5('asset/' || property_id || k)::uuid as id, property_id,
        $1::jsonb -> ((abs(hashtext(property_id::text) % 1000) + k) % jsonb_array_length($1::jsonb)) as appliance
      from property, generate_series(0, 1) k
      where k = 0 or hashtext(property_id::text) % 2 = 0) a)
  insert into property_notification (property_notification_id, property_id, code, description, severity, alert_engineer)
  select md5('notification/' || property_id)::uuid, property_id, 'DOG', 'Dog', 1, true
    from property where hashtext(property_id::text) % 5 = 0`;

const ownIdsSql = Array.from(
  { length: maxTemplateIds },
  (_, index) => `md5('own/' || n || '/${index}')::uuid`,
);
const payloadSql = `format(t.payload, job_id, appointment_id, property_id, to_char(at, 'YYYY-MM-DD'), ${ownIdsSql.join(", ")})`;

/** Some homes are visited ten times as often as others, as blocks of flats with one boiler room are. */
const workSql = `
  with cleared as (delete from work where n < $1::integer),
  visit as (
    select n, ${idSql("job", "n")} as job_id, ${idSql("appointment", "n")} as appointment_id,
      ${idSql("closing", "n")} as closing_id,
      ${idSql("property", "case when n % 20 = 0 then 1 + (n / 20) % greatest(1, $4::integer / 100) else 1 + n % $4::integer end")} as property_id,
      ${idSql("operative", "1 + (n / 7 + n) % $5::integer")} as operative_id,
      ${idSql("device", "1 + (n / 7 + n) % $5::integer")} as device_id,
      date_trunc('day', $7::timestamptz - (($3::integer - n)::float8 * $8::integer / $3::integer) * interval '1 day')
        + (8 + n % 9) * interval '1 hour' + (n % 4) * interval '15 minutes' as at,
      n > $6::integer as is_open, (n % (select count(*) from template))::integer as template
    from generate_series($1::integer, $2::integer) n)
  insert into work
  select n, job_id, appointment_id, closing_id, property_id, operative_id, device_id, at, is_open, template,
    (${payloadSql})::jsonb
  from visit join template t using (template)`;

/** `$1` is the number of absences, `$2` of engineers, `$4` how many days are between two. The newest two wait. */
const absencesSql = `
  insert into absence (absence_id, field_operative_id, type, days, status, requested_on, received_on, decided_on)
  select ${idSql("absence", "n")}, ${idSql("operative", "1 + n % $2::integer")},
    case when n % 3 = 0 then 'sickness' else 'holiday' end,
    jsonb_build_array(jsonb_build_object('dateFrom', to_char(at + interval '20 days', 'YYYY-MM-DD'),
      'dateTo', to_char(at + interval '22 days', 'YYYY-MM-DD'))),
    case when n <= 2 then 1 else 2 end, at, at, case when n > 2 then at + interval '1 day' end
  from (select n, $3::timestamptz - n * $4::float8 * interval '1 day' as at
    from generate_series(1, $1::integer) n) requested`;

/** How many events the feed has at the most: those of the last months. */
const maxEvents = 100_000;

/** What other systems read and the office imports. */
const officeSql: readonly string[] = [
  // A server may run on the database, and give what is filled in before this its numbers.
  `with position as (select last_sequence from event_position for update),
   last as (
     select message_id, job_id, arrival, received_on from message
      where received_on <= $1::timestamptz order by arrival desc limit ${maxEvents}),
   added as (
     insert into event (sequence, event_id, type, occurred_on, data)
     select position.last_sequence + row_number() over (order by arrival), message_id, 'job.status-changed', received_on,
       jsonb_build_object('jobId', job_id) from last, position returning sequence)
   update event_position set last_sequence = greatest(last_sequence, (select max(sequence) from added))`,
  `insert into reference_import (import_id, table_name, file_name, status, lines, counts, uploaded_by, uploaded_on)
   select ${idSql("import", "n")}, 'parts', 'parts.csv', 'checked', 100,
     '{"new":0,"changed":0,"unchanged":0,"bad":100,"skipped":0}', 'Office', $1::timestamptz - n * interval '9 days'
     from generate_series(1, 200) n`,
  `insert into reference_import_line (import_id, line, outcome, issues, cells)
   select import_id, line, 'bad', '[{"column":"partCode","cause":"missing","reason":"Part code is empty.","cell":""}]', '[""]'
     from reference_import, generate_series(2, 101) line where uploaded_on <= $1::timestamptz`,
  `insert into property_import (import_id, file_name, format, encoding, sha256, status, lines, pieces, pieces_done, counts,
     unknown_columns, uploaded_by, uploaded_on)
   select ${idSql("homes", "n")}, 'homes.csv', 'csv', 'utf-8', '', 'applied', 20000, 20, 20,
     '{"read":20000,"added":0,"changed":0,"unchanged":19980,"refused":20,"tenantsAdded":0,"tenantsChanged":0,"tenantsErased":0}', '[]', 'Office',
     $1::timestamptz - n * interval '1 day'
     from generate_series(1, 1000) n`,
  `insert into property_import_line (import_id, line, issues)
   select import_id, line, '[{"field":"uprn","message":"The UPRN is missing."}]'
     from property_import, generate_series(2, 21) line where uploaded_on <= $1::timestamptz`,
  `insert into job_view (view_id, owner_id, owner_name, name, search, is_shared, created_on)
   select ${idSql("view", "n")}, ${idSql("owner", "n % 50")}, 'Office', 'View ' || n, 'status=New', n % 100 = 0, $1::timestamptz
     from generate_series(1, 500) n`,
];

const mobileVersionSql = `'${mobileVersion}'`;

const workStatements: readonly string[] = [
  `insert into job (job_id, formatted_job_id, property_id, field_operative_appointment_id, field_operative_id,
     appointment_date_time, task_details, job_category_id, job_detail_type_id, category_name, detail_type_name, job_priority, status,
     status_timestamps, outcome_id, state_changed_on, created_on)
   select job_id, 'FF' || 100000 + n, property_id, appointment_id, operative_id, at, t."taskDetails", t."jobCategoryId",
     t."jobDetailTypeId", t."categoryName", t."detailTypeName", 'Normal',
     case when not is_open then 'Closed' when n % 6 = 0 then 'OnSite' else 'New' end,
     case when is_open then '{}' else coalesce(w.payload #> '{job,statusTimestamps}', w.payload -> 'statusTimestamps') end,
     case when not is_open then (w.payload #>> '{outcome,outcomeId}')::integer end,
     case when not is_open then at end, at - interval '3 days'
   from work w join template t using (template) order by n`,
  `insert into appointment (field_operative_appointment_id, job_id, field_operative_id, appointment_date_time, assigned_on,
     ended_on, ended_reason)
   select appointment_id, job_id, operative_id, at, at - interval '3 days', null, null from work
   union all
   select ${idSql("moved", "n")}, job_id, operative_id, at, at - interval '4 days', at - interval '3 days', 'moved'
     from work where n % 25 = 0`,
  `insert into job_acknowledgement (device_id, field_operative_appointment_id, acknowledged_on)
   select device_id, appointment_id, at - interval '1 day' from work where not is_open or n % 2 = 0`,
  `insert into message (message_id, type, content_hash, payload, job_id, field_operative_appointment_id,
     field_operative_id, device_id, message_created_on, mobile_version, message_version, received_on)
   select message_id, type, sha256(convert_to(message_id::text, 'UTF8')), payload, job_id, appointment_id, operative_id,
     device_id, sent, ${mobileVersionSql}, 1, sent
   from (
     select ${idSql("status", "n || '/' || k")} as message_id, 'JobStatusChange' as type, jsonb_build_object(
       'jobId', job_id, 'fieldOperativeAppointmentId', appointment_id, 'changeTimestamp', at,
       'currentStatus', (array['Reset', 'Travelling', 'OnSite', 'AccessGained'])[k]) as payload,
       job_id, appointment_id, operative_id, device_id, at + k * interval '1 minute' as sent, n, k
     from work, generate_series(1, 4) k where not is_open
     union all
     select ${idSql("picture", "n || '/' || k")}, 'JobImage', jsonb_build_object(
       'jobId', job_id, 'fieldOperativeAppointmentId', appointment_id, 'imageId', image ->> 'imageId',
       'entityId', job_id, 'associateToJob', true, 'timestamp', at),
       job_id, appointment_id, operative_id, device_id, at + interval '20 minutes', n, 4 + k
     from work, jsonb_array_elements(payload -> 'manifest') with ordinality as m(image, k) where not is_open
     union all
     select closing_id, kind, w.payload, job_id, appointment_id, operative_id, device_id, at + interval '75 minutes', n, 100
     from work w join template using (template) where not is_open) sent_messages
   order by n, k`,
  `insert into job_closing (message_id, job_id, field_operative_appointment_id, kind, number_of_messages, manifest, outcome,
     closed_on, received_on, delivered_on)
   select closing_id, job_id, appointment_id, kind, 1 + jsonb_array_length(w.payload -> 'manifest'), w.payload -> 'manifest',
     coalesce(w.payload -> 'outcome', jsonb_build_object('noAccessReasonId', w.payload -> 'noAccessReasonId',
       'notes', w.payload -> 'notes', 'imageIds', w.payload -> 'imageIds')),
     at + interval '75 minutes', at + interval '75 minutes', at + interval '75 minutes'
   from work w join template using (template) where not is_open`,
  `insert into job_image (image_id, entity_id, job_id, field_operative_appointment_id, message_id, associate_to_job, sha256,
     bytes, content_type, width, height, taken_on, received_on)
   select (image ->> 'imageId')::uuid, job_id, job_id, appointment_id, ${idSql("picture", "n || '/' || k")}, true,
     image ->> 'sha256', 100000, 'image/png', 1200, 900, at, at
   from work, jsonb_array_elements(payload -> 'manifest') with ordinality as m(image, k) where not is_open`,
  `insert into document (document_id, message_id, job_id, kind, name, sha256, bytes, created_on)
   select ${idSql("document", "n || kind")}, closing_id, job_id, kind, name || ' FF' || 100000 + n,
     md5(n::text) || md5(kind), 40000, at + interval '80 minutes'
   from (select n, closing_id, job_id, at, 'job-sheet' as kind, 'Job sheet' as name from work where not is_open
     union all
     select n, closing_id, job_id, at, 'gas-safety-record', 'Gas safety record' from work join template using (template)
      where not is_open and "hasRecord") d`,
  `insert into document_signature (number, name, sha256, document_id, completed_on, signature)
   select 'FF' || 100000 + n, 'Gas safety record', md5(n::text) || md5('gas-safety-record'),
     ${idSql("document", "n || 'gas-safety-record'")}, at, 'none'
   from work join template using (template) where not is_open and "hasRecord"`,
  `insert into engineering_note (engineering_note_id, job_id, row)
   select (row ->> 'engineeringNoteId')::uuid, job_id, row
   from work, jsonb_array_elements(payload #> '{job,notes}') row where not is_open`,
  `insert into job_part (job_part_id, job_id, row)
   select (row ->> 'jobPartId')::uuid, job_id, row
   from work, jsonb_array_elements(payload #> '{job,parts}') row where not is_open`,
  `insert into job_sor (job_id, sor_code_id, row)
   select job_id, (row ->> 'sorCodeId')::integer, row
   from work, jsonb_array_elements(payload #> '{job,plannedSors}') row where not is_open on conflict do nothing`,
  `insert into job_form (job_id, custom_form_id, row)
   select job_id, (row ->> 'customFormId')::uuid, row
   from work, jsonb_array_elements(payload #> '{job,customForms}') row where not is_open on conflict do nothing`,
  `insert into form_check (job_id, custom_form_id, message_id, version, status, findings, checked_on)
   select job_id, (row ->> 'customFormId')::uuid, closing_id, 1, 'checked', '[]', at
   from work, jsonb_array_elements(payload #> '{job,customForms}') row where not is_open on conflict do nothing`,
  `insert into damp_case (case_id, property_id, opened_on, closed_on, closed_reason)
   select ${idSql("damp", "n")}, property_id, at, case when n % 300 <> 100 then at + interval '20 days' end,
     case when n % 300 <> 100 then 'done' end
   from work where not is_open and n % 100 = 0 on conflict do nothing`,
  `insert into damp_case_event (case_id, kind, happened_on, job_id, hazard)
   select case_id, kind, at + days * interval '1 day', job_id, hazard
   from work join damp_case on case_id = ${idSql("damp", "n")},
     (values ('reported', 0, null), ('inspected', 4, 'significant')) told (kind, days, hazard)`,
  `insert into notice_confirmation (message_id, job_id, field_operative_appointment_id, notice, property_notification_id,
     confirmed_on)
   select ${idSql("notice", "n")}, job_id, appointment_id, 'PropertyNotification', md5('notification/' || property_id)::uuid, at
   from work where not is_open and n % 5 = 0`,
  `insert into lane (device_id, incarnation, lane, last_number)
   select device_id, device_id, job_id, 6 from work where not is_open`,
  `insert into command (command_id, field_operative_id, type, job_id, body, created_on)
   select ${idSql("command", "n")}, operative_id, 'JobUpdate', job_id, jsonb_build_object('jobId', job_id,
     'fieldOperativeAppointmentId', appointment_id, 'details', 'The appointment has moved.'), at - interval '1 day'
   from work where n % 11 = 0`,
  `insert into command_acknowledgement (command_id, device_id, outcome, acknowledged_on)
   select ${idSql("command", "n")}, device_id, 'applied', at from work where n % 11 = 0 and not is_open`,
  `insert into refused_message (field_operative_id, device_id, message_id, type, job_id, code, reason, received_on)
   select operative_id, device_id, ${idSql("refused", "n")}, 'JobStatusChange', job_id, 'invalid', 'A wrong status', at
   from work where n % 200 = 0`,
  `insert into mileage (field_operative_id, client_field_operative_mileage_id, vehicle, current_mileage, date_recorded,
     created_on, modified_on)
   select operative_id, ${idSql("mileage", "n")}, '{"vehicleId": 1, "registration": "YK21 FLD"}', n / 40 * 50, at, at, at
   from work where n % 8 = 0`,
  `insert into audit_entry (occurred_on, action, actor_id, actor_name, object_type, object_id, field_operative_id, address)
   select at, 'job-assigned', ${idSql("account", "1")}, 'Office', 'job', job_id::text, operative_id, '10.0.0.1'
   from work where n % 2 = 0 order by n`,
  `insert into device_log (log_id, field_operative_id, device_id, level, message, logged_on, received_on)
   select ${idSql("log", "n || '/' || k")}, operative_id, device_id, 'info', 'The list of jobs was opened', at, at
   from work, generate_series(1, 2) k`,
  `insert into alarm (kind, details, raised_on)
   select 'message-changed', jsonb_build_object('jobId', job_id), at from work where n % 500 = 0`,
];
