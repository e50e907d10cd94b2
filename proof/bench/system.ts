import { spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { join } from "node:path";
import { type Database, openDatabase } from "../../apps/server/src/database/database.ts";
import { testTokenKeys } from "../../apps/server/src/testing/keys.ts";
import { createTokens, type Identity } from "../../apps/server/src/http/tokens.ts";
import type { TokenClaims } from "@fieldfare/contract";
import type { BenchResources } from "./resources.ts";

export interface BenchSystem {
  readonly url: string;
  /** The id of the server's process; its database has other processes. */
  readonly pid: number;
  readonly connectionString: string;
  readonly database: Database;
}

/** Opens the real server with an empty database on the embedded PostgreSQL; it serves the bench's pages. */
export function openSystem(resources: BenchResources): Promise<BenchSystem> {
  return resources.once("system", async () =>
    startSystem(resources, { pages: await resources.pages() }),
  );
}

/** The folders of what a server serves besides the API. */
interface ServedFolders {
  readonly pages?: string;
  readonly officeApp?: string;
}

/** Starts another server with an empty database. */
export async function startSystem(
  resources: BenchResources,
  { pages, officeApp }: ServedFolders = {},
): Promise<BenchSystem> {
  const folder = await resources.folder();
  const child = spawn(process.execPath, [join(import.meta.dirname, "serve.ts")], {
    env: {
      ...process.env,
      BENCH_FOLDER: folder,
      ...(pages !== undefined && { BENCH_PAGES: pages }),
      ...(officeApp !== undefined && { BENCH_OFFICE: officeApp }),
    },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let errorOutput = "";
  child.stderr.on("data", (text: Buffer) => (errorOutput += text.toString()));
  resources.atEnd(async () => {
    if (child.exitCode !== null) return;
    const exited = once(child, "exit");
    child.kill("SIGTERM");
    await exited;
  });
  const outputLines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const first = await outputLines.next();
  if (first.done) throw new Error(`The server did not start: ${errorOutput}`);
  const { url, connectionString } = JSON.parse(first.value) as Record<
    "url" | "connectionString",
    string
  >;
  const database = openDatabase(connectionString, { connections: 4 });
  resources.atEnd(() => database.close());
  return { url, pid: child.pid ?? 0, connectionString, database };
}

export interface BenchDevice {
  readonly deviceId: string;
  readonly fieldOperativeId: string;
  readonly token: string;
  readonly claims: TokenClaims & Identity;
  readonly jobs: readonly {
    readonly jobId: string;
    readonly fieldOperativeAppointmentId: string;
  }[];
}

/** Inserts engineers with a registered device, a token for the day and jobs directly into the database. */
export async function registerDevices(
  { database }: Pick<BenchSystem, "database">,
  devices: number,
  jobsEach: number,
): Promise<readonly BenchDevice[]> {
  const tokens = createTokens(testTokenKeys, () => new Date());
  const expiresOn = new Date(Date.now() + 86_400_000);
  const devicesWithJobs: BenchDevice[] = [];
  for (let index = 0; index < devices; index++) {
    const [accountId, fieldOperativeId, deviceId] = [randomUUID(), randomUUID(), randomUUID()];
    const who = {
      id: accountId,
      name: `Engineer ${index}`,
      email: `${accountId}@fieldfare.example`,
      userType: 1 as const,
      perms: [],
      fieldOperativeId,
      requestSignature: false,
      recordsMileage: false,
      familyId: randomUUID(),
      deviceId,
    };
    const token = await tokens.issue(who, expiresOn);
    const jobs = Array.from({ length: jobsEach }, () => ({
      jobId: randomUUID(),
      fieldOperativeAppointmentId: randomUUID(),
    }));
    devicesWithJobs.push({
      deviceId,
      fieldOperativeId,
      token,
      claims: { ...who, exp: Math.floor(expiresOn.getTime() / 1_000) },
      jobs,
    });
  }
  await database.pool.query(insertPeople, [
    JSON.stringify(devicesWithJobs.map(({ claims, deviceId }) => ({ ...claims, deviceId }))),
  ]);
  await database.pool.query(insertJobs, [
    JSON.stringify(
      devicesWithJobs.flatMap(({ fieldOperativeId, jobs }) =>
        jobs.map((job) => ({ ...job, fieldOperativeId, propertyId: randomUUID() })),
      ),
    ),
  ]);
  return devicesWithJobs;
}

const insertPeople = `
  with people as (
    select * from jsonb_to_recordset($1) as r(id uuid, name text, email text, "fieldOperativeId" uuid, "deviceId" uuid)),
  operatives as (
    insert into field_operative (field_operative_id) select "fieldOperativeId" from people),
  accounts as (
    insert into account (account_id, name, email, password_hash, user_type, field_operative_id)
    select id, name, email, '', 1, "fieldOperativeId" from people)
  insert into device (device_id, field_operative_id, pin_hash, installation, installed_on)
  select "deviceId", "fieldOperativeId", '', '{}', now() from people`;

const insertJobs = `
  with jobs as (
    select * from jsonb_to_recordset($1) as r("jobId" uuid, "fieldOperativeAppointmentId" uuid,
      "fieldOperativeId" uuid, "propertyId" uuid)),
  properties as (
    insert into property (property_id, address_line_1, postcode)
    select "propertyId", '1 Example Street', 'LS1 1AA' from jobs),
  work as (
    insert into job (job_id, formatted_job_id, property_id, field_operative_appointment_id, appointment_date_time,
      job_category_id, job_detail_type_id, category_name, detail_type_name)
    select "jobId", left("jobId"::text, 8), "propertyId", "fieldOperativeAppointmentId", now(), 1, 1, 'Gas repair', 'No heating'
      from jobs)
  insert into appointment (field_operative_appointment_id, job_id, field_operative_id, appointment_date_time)
  select "fieldOperativeAppointmentId", "jobId", "fieldOperativeId", now() from jobs`;
