import type { CallAnswer, getCommands } from "@fieldfare/contract";
import type { Database } from "../../database/database.ts";

/** Jobs whose current appointment is this engineer's; without `recovery` those that the device has not acknowledged. */
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
        from appointment a
        join job j on j.field_operative_appointment_id = a.field_operative_appointment_id
       where a.field_operative_id = $1 and a.ended_on is null and j.status <> 'Closed'
         and ($3 or not exists (
           select 1 from job_acknowledgement k
            where k.device_id = $2
              and k.field_operative_appointment_id = a.field_operative_appointment_id))`,
    values: [fieldOperativeId, deviceId, recovery],
  });
  return rows.map((row) => row.job_id);
}

type Commands = CallAnswer<typeof getCommands>["commands"];

/** A device that was registered later is spared what another of the engineer's devices has already done. */
export async function openCommands(
  { pool }: Database,
  fieldOperativeId: string,
  deviceId: string,
): Promise<Commands> {
  const { rows } = await pool.query<{ command_id: string; type: string; body: object }>({
    name: "open-commands",
    text: `
      select c.command_id, c.type, c.body
        from command c join device d on d.device_id = $2
       where c.field_operative_id = $1
         and not exists (
           select 1 from command_acknowledgement k
            where k.command_id = c.command_id and (k.device_id = $2 or c.created_on < d.registered_on))
       order by c.created_on, c.command_id`,
    values: [fieldOperativeId, deviceId],
  });
  return rows.map((row) => ({ ...row.body, messageId: row.command_id, type: row.type }));
}
