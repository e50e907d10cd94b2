import type { ServerJob } from "@fieldfare/contract";
import { compareAppliances, compareContacts } from "@fieldfare/domain";
import type { Database } from "../../database/database.ts";
import { selectHistory, readHistory } from "./property-history.ts";
import { readPastVisits, selectWarnings } from "./visit-warnings.ts";

/** Reads jobs in the shape of the contract; `fieldOperativeAppointmentId` is that of the current appointment. */
export async function readServerJobs(
  database: Database,
  jobIds: readonly string[],
): Promise<ServerJob[]> {
  if (jobIds.length === 0) return [];
  const { rows } = await database.pool.query<{ job: ServerJob }>(serverJobsQuery, [jobIds]);
  const propertyIds = rows.map(({ job }) => job.property.propertyId);
  const [history, visits] = await Promise.all([
    readHistory(database, propertyIds),
    readPastVisits(database, propertyIds),
  ]);
  return rows.map(({ job }) => ({
    ...toWire(job),
    history: selectHistory(history.get(job.property.propertyId), job.jobId),
    visitWarnings: selectWarnings(visits.get(job.property.propertyId), job.jobId),
  }));
}

/** A job that nobody has has no appointment: its own id is sent in that field, which no appointment ever has. */
const serverJobsQuery = `
  select jsonb_build_object(
    'jobId', j.job_id,
    'formattedJobId', j.formatted_job_id,
    'fieldOperativeAppointmentId', coalesce(j.field_operative_appointment_id, j.job_id),
    'status', j.status,
    'statusTimestamps', j.status_timestamps,
    'hold', j.hold,
    'outcomeId', j.outcome_id,
    'partRequiredConfirmed', j.part_required_confirmed,
    'appointmentDateTime', j.appointment_date_time,
    'clientPreferredTimeName', j.client_preferred_time_name,
    'taskDetails', j.task_details,
    'jobCategoryId', j.job_category_id,
    'jobDetailTypeId', j.job_detail_type_id,
    'jobStageId', j.job_stage_id,
    'description', jsonb_build_object(
      'categoryName', j.category_name,
      'detailTypeName', j.detail_type_name,
      'accessNotes', j.access_notes,
      'jobPriority', j.job_priority),
    'property', jsonb_build_object(
      'propertyId', p.property_id,
      'addressLine1', p.address_line_1,
      'addressLine2', p.address_line_2,
      'addressLine3', p.address_line_3,
      'addressLine4', p.address_line_4,
      'postcode', p.postcode,
      'coordinatesLatitude', p.coordinates_latitude,
      'coordinatesLongitude', p.coordinates_longitude,
      'uprn', p.uprn,
      'landlord', p.landlord,
      'notifications', (
        select coalesce(jsonb_agg(jsonb_build_object(
          'propertyNotificationId', n.property_notification_id,
          'code', n.code,
          'description', n.description,
          'severity', n.severity,
          'alertEngineer', n.alert_engineer,
          'confirmedRead', c.confirmed_on is not null,
          'confirmedReadTimestamp', c.confirmed_on
        ) order by n.severity desc, n.code), '[]')
        from property_notification n
        left join lateral (
          select max(confirmed_on) as confirmed_on from notice_confirmation c
          where c.job_id = j.job_id
            and c.field_operative_appointment_id = j.field_operative_appointment_id
            and c.property_notification_id = n.property_notification_id) c on true
        where n.property_id = p.property_id and (n.job_id is null or n.job_id = j.job_id)),
      'assets', (
        select coalesce(jsonb_agg(row order by property_asset_id), '[]') from property_asset a
        where a.property_id = p.property_id and not coalesce((row ->> 'scrapped')::boolean, false)),
      'tenants', (
        select coalesce(jsonb_agg(row order by property_tenant_id), '[]') from property_tenant t
        where t.property_id = p.property_id and not coalesce((row ->> 'flagDeleted')::boolean, false))),
    'keySafe', j.key_safe,
    'visitContacts', j.visit_contacts,
    'attachments', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'attachmentId', t.attachment_id,
        'name', t.name,
        'contentType', t.content_type,
        'bytes', t.bytes,
        'sha256', t.sha256
      ) order by x.position), '[]')
      from job_attachment x join attachment t using (attachment_id)
      where x.job_id = j.job_id),
    'contactId', (
      select row ->> 'propertyContactId' from quick_job q where q.job_id = j.job_id),
    'issuer', (
      select jsonb_build_object(
        'business', (select value from setting where key = 'business'),
        'engineerName', k.name,
        'gasSafeIdCard', o.gas_safe_id_card)
      from appointment a
      join field_operative o using (field_operative_id)
      join account k using (field_operative_id)
      where a.field_operative_appointment_id = j.field_operative_appointment_id),
    'parts', (
      select coalesce(jsonb_agg(row order by row ->> 'partAddedDateTime'), '[]')
      from job_part x where x.job_id = j.job_id),
    'customForms', (
      select coalesce(jsonb_agg(row order by row ->> 'addedOnDateTime', custom_form_id), '[]')
      from job_form x where x.job_id = j.job_id),
    'plannedSors', (
      select coalesce(jsonb_agg(row order by sor_code_id), '[]')
      from job_sor x where x.job_id = j.job_id),
    'ordersVersion', j.orders_version,
    'notes', (
      select coalesce(jsonb_agg(row order by row ->> 'createdOn'), '[]')
      from engineering_note x where x.job_id = j.job_id)
  ) as job
  from job j join property p on p.property_id = j.property_id
  where j.job_id = any($1::uuid[])
  order by j.appointment_date_time, j.formatted_job_id`;

/** PostgreSQL writes "+00:00" and drops zeros; the wire has one format for times. Appliances and contacts have their order. */
function toWire(job: ServerJob): ServerJob {
  const { issuer, ...rest } = job;
  return {
    ...rest,
    ...(issuer && { issuer }),
    appointmentDateTime: toPlainDate(job.appointmentDateTime),
    property: {
      ...job.property,
      assets: job.property.assets.toSorted(compareAppliances),
      tenants: job.property.tenants.toSorted(compareContacts),
      notifications: job.property.notifications.map((notification) => ({
        ...notification,
        confirmedReadTimestamp:
          notification.confirmedReadTimestamp && toPlainDate(notification.confirmedReadTimestamp),
      })),
    },
  };
}

function toPlainDate(moment: string): string {
  return new Date(moment).toISOString();
}
