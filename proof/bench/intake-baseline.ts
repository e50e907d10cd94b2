import { spawn } from "node:child_process";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import pg from "pg";
import { findProgram } from "./programs.ts";
import type { BenchResources } from "./resources.ts";
import type { BenchSystem } from "./system.ts";

export interface IntakeBaseline {
  readonly name: string;
  /** Measures the transactions per second. */
  rate(): Promise<number>;
}

const clients = 16;
const seconds = 4;

/**
 * Runs the statements that recording a status message needs, one transaction each: look for the receipt and the ordering
 * key, lock the job, insert the receipt, update ordering key and job. Uses pgbench, or a loop over node-pg without it.
 */
export async function openIntakeBaseline(
  resources: BenchResources,
  system: BenchSystem,
): Promise<IntakeBaseline> {
  await system.database.pool.query(insertClients, [clients]);
  const program = findProgram("pgbench");
  if (!program)
    return { name: "a loop over node-pg (pgbench is not installed)", rate: () => runLoop(system) };
  const script = join(await resources.folder(), "message.sql");
  const lines = [
    "\\set id random(1, 281474976710655)",
    "begin;",
    ...statements.map((text) => `${oneLine(text)};`),
    "commit;",
  ];
  await writeFile(script, `${lines.join("\n")}\n`);
  return { name: "pgbench", rate: () => runPgbench(program, script, system.connectionString) };
}

async function runPgbench(
  program: string,
  script: string,
  connectionString: string,
): Promise<number> {
  const args = [
    "-n",
    "-M",
    "prepared",
    "-c",
    String(clients),
    "-j",
    "1",
    "-T",
    String(seconds),
    "-f",
    script,
  ];
  const child = spawn(program, [...args, connectionString], { stdio: ["ignore", "pipe", "pipe"] });
  let output = "";
  for (const stream of [child.stdout, child.stderr])
    stream.on("data", (text: Buffer) => (output += text.toString()));
  const code = await new Promise((resolve) => child.once("close", resolve));
  const rate = /tps = ([\d.]+)/.exec(output)?.[1];
  if (code !== 0 || rate === undefined || /aborted|ERROR/.test(output))
    throw new Error(`pgbench failed: ${output}`);
  return Number(rate);
}

async function runLoop({ connectionString }: BenchSystem): Promise<number> {
  const pool = new pg.Pool({ connectionString, max: clients });
  const until = performance.now() + seconds * 1_000;
  let count = 0;
  const work = async (client: number) => {
    const connection = await pool.connect();
    while (performance.now() < until) {
      const id = Math.floor(Math.random() * 2 ** 48);
      await connection.query("begin");
      for (const [index, text] of statements.entries()) {
        const values = text.includes(":id") ? [client, id] : [client];
        const numberedSqlId = text.replaceAll(":client_id", "$1").replaceAll(":id", "$2");
        await connection.query({ name: `baseline-${index}`, text: numberedSqlId, values });
      }
      await connection.query("commit");
      count += 1;
    }
    connection.release();
  };
  await Promise.all(Array.from({ length: clients }, (_, client) => work(client)));
  await pool.end();
  return count / seconds;
}

const sqlId = (what: string) => `md5('${what} ' || :client_id::integer)::uuid`;
const messageId = "lpad(to_hex(:id::bigint), 32, '0')::uuid";

const statements = [
  `select m.content_hash, d.field_operative_id, d.locked, l.last_number, a.job_id, a.ended_reason
     from device d
     left join message m on m.message_id = ${messageId}
     left join lane l on l.device_id = d.device_id and l.incarnation = ${sqlId("incarnation")} and l.lane = 'bench'
     left join appointment a on a.field_operative_appointment_id = ${sqlId("appointment")}
    where d.device_id = ${sqlId("device")}`,
  `select status, status_timestamps, hold, state_changed_on from job where job_id = ${sqlId("job")} for no key update`,
  `insert into message (message_id, type, content_hash, payload, job_id, field_operative_appointment_id,
     field_operative_id, device_id, message_created_on, mobile_version, message_version, "order", clock_offset_ms)
   values (${messageId}, 'JobStatusChange', decode(md5('a') || md5('b'), 'hex'),
     '{"jobId":"00000000-0000-0000-0000-000000000000","fieldOperativeAppointmentId":"00000000-0000-0000-0000-000000000000","currentStatus":"Travelling","changeTimestamp":"2026-01-01T00:00:00.000Z"}',
     ${sqlId("job")}, ${sqlId("appointment")}, ${sqlId("operative")}, ${sqlId("device")}, now(), '1.0', 1,
     '{"incarnation":"00000000-0000-0000-0000-000000000000","lane":"bench","laneNumber":1,"deviceSequence":1,"payloadHash":"0000000000000000000000000000000000000000000000000000000000000000"}', 1.5)
   on conflict (message_id) do nothing`,
  `update lane set last_number = last_number + 1
    where device_id = ${sqlId("device")} and incarnation = ${sqlId("incarnation")} and lane = 'bench'`,
  `update job set status = 'Travelling', status_timestamps = '{"Travelling":"2026-01-01T00:00:00.000Z"}', state_changed_on = now()
    where job_id = ${sqlId("job")}`,
] as const;

const numberedSqlId = (what: string) => `md5('${what} ' || n)::uuid`;

const insertClients = `
  with clients as (select n from generate_series(0, $1::integer - 1) as n),
  operatives as (
    insert into field_operative (field_operative_id) select ${numberedSqlId("operative")} from clients),
  devices as (
    insert into device (device_id, field_operative_id, pin_hash, installation, installed_on)
    select ${numberedSqlId("device")}, ${numberedSqlId("operative")}, '', '{}', now() from clients),
  properties as (
    insert into property (property_id, address_line_1, postcode)
    select ${numberedSqlId("property")}, '1 Example Street', 'LS1 1AA' from clients),
  jobs as (
    insert into job (job_id, formatted_job_id, property_id, field_operative_appointment_id, appointment_date_time,
      job_category_id, job_detail_type_id, category_name, detail_type_name)
    select ${numberedSqlId("job")}, n::text, ${numberedSqlId("property")}, ${numberedSqlId("appointment")}, now(), 1, 1, 'a', 'b' from clients),
  appointments as (
    insert into appointment (field_operative_appointment_id, job_id, field_operative_id, appointment_date_time)
    select ${numberedSqlId("appointment")}, ${numberedSqlId("job")}, ${numberedSqlId("operative")}, now() from clients)
  insert into lane (device_id, incarnation, lane, last_number)
  select ${numberedSqlId("device")}, ${numberedSqlId("incarnation")}, 'bench', 0 from clients`;

function oneLine(text: string): string {
  return text.replace(/\s+/g, " ").trim();
}
