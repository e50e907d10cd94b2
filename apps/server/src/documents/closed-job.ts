import type { AccessOrHold, ClosedImage, ClosedJob, Closing, Lists } from "@fieldfare/documents";
import type { Database } from "../database/database.ts";
import { isEndedElsewhere, outdatedOrdersFlag } from "../database/evidence.ts";
import { readRemovedRecords } from "../database/removed-records.ts";

export interface StoredImage extends ClosedImage {
  readonly bytes: number;
  readonly contentType: string;
  readonly pixels: number;
}

export interface StoredJob extends ClosedJob {
  readonly images: readonly StoredImage[];
}

interface JobRow {
  readonly job_id: string;
  readonly formatted_job_id: string;
  readonly category_name: string;
  readonly detail_type_name: string;
  readonly task_details: string | null;
  readonly job_priority: string | null;
  readonly appointment_date_time: Date;
  readonly address: readonly (string | null)[];
  readonly engineer_name: string | null;
  readonly mobile_number: string | null;
  readonly kind: Closing["kind"];
  readonly payload: Closing["payload"];
  readonly closed_on: Date;
  readonly field_operative_appointment_id: string;
  readonly device_id: string;
  readonly has_outdated_orders: boolean;
  /** Another device of the engineer had ended the visit: the closing shows what its own device recorded. */
  readonly is_evidence: boolean;
}

/** Returns null when there is no such closing. */
export async function readClosedJob(
  database: Database,
  messageId: string,
  publicUrl: string | null,
): Promise<StoredJob | null> {
  const { rows } = await database.pool.query<JobRow>(closedJobQuery, [messageId]);
  const [row] = rows;
  if (!row) return null;
  return {
    visit: {
      formattedJobId: row.formatted_job_id,
      fieldOperativeAppointmentId: row.field_operative_appointment_id,
      publicUrl,
    },
    categoryName: row.category_name,
    detailTypeName: row.detail_type_name,
    taskDetails: row.task_details,
    jobPriority: row.job_priority,
    appointmentDateTime: row.appointment_date_time,
    address: row.address.flatMap((entry) => entry || []),
    engineerName: row.engineer_name ?? "",
    mobileNumber: row.mobile_number,
    // The kind and the payload are of the same message.
    // oxlint-disable-next-line typescript/consistent-type-assertions
    closing: { kind: row.kind, payload: row.payload } as Closing,
    closedOn: row.closed_on,
    hasOutdatedOrders: row.has_outdated_orders,
    removed: await readRemovedRecords(database, messageId),
    accessAndHolds: await readAccessAndHolds(database, row),
    images: await readImages(database, row),
    lists: await readLists(database, listFormIds(row)),
  };
}

function listFormIds({ payload }: JobRow): string[] {
  return (payload.job?.customForms ?? []).map(({ customFormId }) => customFormId);
}

/** A visit that was moved says what its engineer was asked, and not what the office has changed for the next one. */
const readAsked = (name: string, now: string) =>
  `case when a.ended_state ? 'asked' then a.ended_state #>> '{asked,${name}}' else ${now} end`;

const closedJobQuery = `
  select j.job_id, j.formatted_job_id, j.category_name, j.detail_type_name,
    ${readAsked("taskDetails", "j.task_details")} as task_details, ${readAsked("jobPriority", "j.job_priority")} as job_priority,
    a.appointment_date_time, c.kind, c.closed_on, c.field_operative_appointment_id, m.payload,
    m.device_id, '${outdatedOrdersFlag}' = any(m.flags) as has_outdated_orders,
    ${isEndedElsewhere("c.message_id")} as is_evidence,
    array[p.address_line_1, p.address_line_2, p.address_line_3, p.address_line_4, p.postcode] as address,
    k.name as engineer_name, o.mobile_number
  from job_closing c
  join message m on m.message_id = c.message_id
  join job j on j.job_id = c.job_id
  join property p on p.property_id = j.property_id
  join appointment a on a.field_operative_appointment_id = c.field_operative_appointment_id
  join field_operative o on o.field_operative_id = a.field_operative_id
  left join account k on k.field_operative_id = a.field_operative_id
  where c.message_id = $1 and j.reduced_on is null`;

async function readAccessAndHolds({ pool }: Database, row: JobRow): Promise<AccessOrHold[]> {
  const { rows } = await pool.query<AccessOrHold>(
    `select case type when 'JobHoldChange' then 'hold' else 'access' end as kind,
       (payload ->> 'changeTimestamp')::timestamptz as at,
       (payload ->> 'holdReasonId')::int as "holdReasonId", payload ->> 'holdDescription' as "holdDescription"
     from message
     where job_id = $1 and field_operative_appointment_id = $2 and ${isOfClosing("message.message_id")}
       and (type = 'JobStatusChange' and payload ->> 'currentStatus' = 'AccessGained' and payload -> 'job' is null
         or type = 'JobHoldChange' and (payload ->> 'isOnHold')::boolean)
     order by arrival`,
    [row.job_id, row.field_operative_appointment_id, row.is_evidence, row.device_id],
  );
  return rows;
}

/** SQL condition: the closing shows the message with this id. */
const isOfClosing = (messageId: string) => `
  case when $3::boolean
    then exists (select from message own where own.message_id = ${messageId} and own.device_id = $4)
    else not ${isEndedElsewhere(messageId)} end`;

async function readImages({ pool }: Database, row: JobRow): Promise<StoredImage[]> {
  const { rows } = await pool.query<StoredImage>(
    `select image_id as "imageId", entity_id as "entityId", sha256, bytes, content_type as "contentType",
       width * height as pixels, taken_on as "takenOn"
     from job_image where job_id = $1 and field_operative_appointment_id = $2 and removed_on is null
       and ${isOfClosing("job_image.message_id")}
     order by taken_on, image_id`,
    [row.job_id, row.field_operative_appointment_id, row.is_evidence, row.device_id],
  );
  return rows;
}

async function readLists({ pool }: Database, formIds: readonly string[]): Promise<Lists> {
  const { rows } = await pool.query<{ type: string; row: never }>(
    `select type, row from data_row
      where type in ('DomainData', 'RootCauses', 'PartUnitType') and not deleted`,
  );
  const forms = await pool.query<{ id: string; name: string }>(
    `select row_id as id, row -> 'definition' ->> 'name' as name from data_row
      where type = 'CustomForm' and row_id = any($1::text[])`,
    [formIds],
  );
  const rowsOfType = (type: string) =>
    rows.filter((row) => row.type === type).map(({ row }) => row);
  return {
    domainData: rowsOfType("DomainData"),
    rootCauses: rowsOfType("RootCauses"),
    unitTypes: rowsOfType("PartUnitType"),
    formNames: new Map(forms.rows.map(({ id, name }) => [id, name])),
  };
}
