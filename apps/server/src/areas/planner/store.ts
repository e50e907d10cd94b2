import type { CallAnswer, getPlannerAppointments } from "@fieldfare/contract";
import { defaultPlannerWeeks } from "@fieldfare/domain";
import type { Change } from "../../database/audit.ts";
import type { Database } from "../../database/database.ts";
import { readSetting, writeSetting } from "../../database/settings.ts";
import { fullAddress } from "../quick-jobs/properties.ts";

const key = "plannerWeeks";

/** How many weeks the planner shows. */
export async function readPlannerWeeks(database: Pick<Database, "orm">): Promise<number> {
  return (await readSetting(database, key)) ?? defaultPlannerWeeks;
}

/** Changes how many weeks the planner shows, with an audit entry. */
export async function putPlannerWeeks({ orm, record }: Change, weeks: number): Promise<void> {
  const before = await readPlannerWeeks({ orm });
  await writeSetting({ orm }, key, weeks);
  record({
    action: "planner-weeks-changed",
    objectType: "setting",
    objectId: key,
    before: { weeks: before },
    after: { weeks },
  });
}

/** Days of the United Kingdom's calendar, both included; at most 1,000 appointments. */
export async function readAppointments(
  { pool }: Database,
  fieldOperativeId: string,
  from: string,
  to: string,
): Promise<CallAnswer<typeof getPlannerAppointments>> {
  const { rows } = await pool.query<AppointmentRow>(
    `select j.job_id as "JobId",
        ${fullAddress} as "Address",
        j.category_name || ': ' || j.detail_type_name as "JobDetail",
        j.client_preferred_time_name as "AppointmentSlot",
        t.row ->> 'fullName' as "ContactName",
        t.row -> 'phones' -> 0 ->> 'number' as "ContactNumber",
        j.task_details as "JobDescription",
        j.appointment_date_time as "AppointmentDate"
       from job j
       join appointment a on a.field_operative_appointment_id = j.field_operative_appointment_id
       join property p on p.property_id = j.property_id
       -- The engineer who raised the job has chosen whom to call.
       left join lateral (
         select q.row ->> 'propertyContactId' as contact_id from quick_job q where q.job_id = j.job_id) chosen on true
       left join lateral (
         select row from property_tenant t
          where t.property_id = p.property_id and (t.row ->> 'flagDeleted')::boolean is not true
          order by t.property_tenant_id::text = chosen.contact_id desc nulls last, (t.row ->> 'isPrimaryTenant')::boolean desc nulls last,
            t.row ->> 'createdOn', t.row ->> 'fullName'
          limit 1) t on true
      where j.field_operative_id = $1 and a.ended_on is null
        and j.appointment_date_time >= $2::date::timestamp at time zone 'Europe/London'
        and j.appointment_date_time < ($3::date + 1)::timestamp at time zone 'Europe/London'
      order by j.appointment_date_time, j.job_id
      limit 1000`,
    [fieldOperativeId, from, to],
  );
  return rows.map((row) => ({ ...row, AppointmentDate: row.AppointmentDate.toISOString() }));
}

type AppointmentRow = Omit<CallAnswer<typeof getPlannerAppointments>[number], "AppointmentDate"> & {
  readonly AppointmentDate: Date;
};
