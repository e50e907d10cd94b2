import type { Database } from "../../database/database.ts";

/**
 * Open jobs whose current appointment is this engineer's; without `recovery` only those that the device has not
 * acknowledged.
 */
export async function openJobIds(
  { pool }: Database,
  fieldOperativeId: string,
  deviceId: string,
  recovery: boolean,
): Promise<string[]> {
  const { rows } = await pool.query<{ job_id: string }>({
    name: "open-jobs",
    text: `
      select j.job_id
        from job j
        join appointment a on a.field_operative_appointment_id = j.field_operative_appointment_id
       where j.field_operative_id = $1 and a.ended_on is null and j.status <> 'Closed'
         and ($3 or not exists (
           select 1 from job_acknowledgement k
            where k.device_id = $2
              and k.field_operative_appointment_id = a.field_operative_appointment_id))`,
    values: [fieldOperativeId, deviceId, recovery],
  });
  return rows.map((row) => row.job_id);
}
