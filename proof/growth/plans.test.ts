import { randomUUID } from "node:crypto";
import type { QueryConfig } from "pg";
import { afterAll, beforeAll, expect, it } from "vitest";
import {
  openDatabase,
  type Database,
  withClient,
} from "../../apps/server/src/database/database.ts";
import { openCommands } from "../../apps/server/src/areas/commands/store.ts";
import { claimDeliveries } from "../../apps/server/src/areas/webhooks/attempt.ts";
import { acceptRecorded } from "../../apps/server/src/messages/accept-recorded.ts";
import { startTestServer, type TestServer } from "../../apps/server/src/testing/server.ts";
import { createTestDatabase, type TestDatabase } from "../../apps/server/src/database/testing.ts";
import { fillDatabase, fillSizes, NotEmpty } from "./fill-database.ts";
import { openReadPaths } from "./read-paths.ts";

/** The tables that grow with the work. The others are lists of the office, or as small as the number of people. */
const growingTables = [
  "absence",
  "appointment",
  "audit_entry",
  "command",
  "command_acknowledgement",
  "damp_case",
  "damp_case_event",
  "device_export",
  "device_export_piece",
  "device_log",
  "document",
  "document_signature",
  "engineering_note",
  "event",
  "event_inbox",
  "form_check",
  "home_gas",
  "job",
  "job_acknowledgement",
  "job_closing",
  "job_form",
  "job_image",
  "job_part",
  "job_sor",
  "job_view",
  "lane",
  "message",
  "mileage",
  "notice_confirmation",
  "property",
  "property_asset",
  "property_import",
  "property_import_line",
  "property_notification",
  "property_tenant",
  "recorded_answer",
  "reference_import",
  "reference_import_line",
  "refused_message",
  "removed_record",
  "safety_form",
  "webhook_delivery",
];

let testDatabase: TestDatabase;
let server: TestServer;
let database: Database;

beforeAll(async () => {
  testDatabase = await createTestDatabase();
  server = await startTestServer({ connectionString: testDatabase.connectionString });
  database = openDatabase(testDatabase.connectionString, { connections: 2 });
  await fillDatabase(database, fillSizes(600), { until: new Date("2026-01-05T00:00:00Z") });
});
afterAll(async () => {
  await server.stop();
  await database.close();
  await testDatabase.drop();
});

it("no read path scans a table that grows", async () => {
  const statements = await recordStatements(async () => {
    const paths = await openReadPaths({ url: server.origin, database }, 4);
    for (const { read } of paths) for (let sample = 0; sample < 4; sample++) await read(sample);
  });
  expect(statements.size).toBeGreaterThan(20);
  expect(await listScans(statements)).toEqual([]);
});

it("letting count what was recorded while an account was disabled scans no table that grows", async () => {
  const statements = await recordStatements(() =>
    withClient(database, (client) => acceptRecorded(client, randomUUID())),
  );
  expect(statements.size).toBeGreaterThan(0);
  expect(await listScans(statements)).toEqual([]);
});

it("a poll looks up the acknowledgements of the commands that it reads, and joins no others", async () => {
  const statements = await recordStatements(() =>
    openCommands(database, randomUUID(), randomUUID()),
  );
  const joins: string[] = [];
  for (const [text, values] of statements) {
    const plan = await readPlan(database.pool, text, values);
    joins.push(...plan.split("\n").filter((line) => line.includes("Anti Join")));
  }
  expect(statements.size).toBeGreaterThan(0);
  expect(joins).toEqual([]);
});

it("sending events to endpoints of others scans no table that grows", async () => {
  await database.pool.query(
    `with endpoint as (
       insert into webhook (webhook_id, url, description, types, position)
       values ($1, 'https://example.com', 'Test', '{}', 0)),
     secret as (
       insert into webhook_secret (secret_id, webhook_id, sealed) values (gen_random_uuid(), $1, ''))
     insert into webhook_delivery (webhook_id, event_id, sequence, type, occurred_on, data, ordering_key, next_attempt_on)
     values ($1, gen_random_uuid(), 1, 'job.closed', now(), '{}', 'job 1', now())`,
    [randomUUID()],
  );
  const statements = await recordStatements(async () => {
    expect(await claimDeliveries(database, new Map())).toHaveLength(1);
  });
  expect(statements.size).toBe(2);
  expect(await listScans(statements)).toEqual([]);
});

async function readPlan(
  client: Pick<Database["pool"], "query">,
  text: string,
  values: unknown,
): Promise<string> {
  const { rows } = await client.query<{ "QUERY PLAN": string }>(
    `explain ${text}`,
    values as unknown[],
  );
  return rows.map((row) => row["QUERY PLAN"]).join("\n");
}

/** Lists the statements, each with its values, whose plan scans a table that grows. */
async function listScans(statements: ReadonlyMap<string, unknown>): Promise<string[]> {
  const client = await database.pool.connect();
  const scans: string[] = [];
  try {
    // Small tables are quicker to scan, so a scan is a plan only where no index can serve.
    await client.query("set enable_seqscan = off");
    for (const [text, values] of statements) {
      const plan = await readPlan(client, text, values);
      for (const [, table = ""] of plan.matchAll(/Seq Scan on (\w+)/g))
        if (growingTables.includes(tableOf(table))) scans.push(`${table}: ${text}`);
    }
  } finally {
    client.release(true);
  }
  return scans;
}

/** The table that a partition belongs to, or the table itself. */
const tableOf = (name: string) => name.replace(/_(earlier|\d{4}_q[1-4])$/, "");

it("a search reads at most 256 KB of texts that its index has not sorted in yet", async () => {
  const { rows } = await database.pool.query<{ name: string; options: readonly string[] | null }>(
    `select i.relname as name, i.reloptions as options from pg_class i
       join pg_am m on m.oid = i.relam and m.amname = 'gin'
       join pg_namespace s on s.oid = i.relnamespace and s.nspname = 'public'`,
  );
  const limits = rows.map(({ name, options }) => {
    const option = options?.find((text) => text.startsWith("gin_pending_list_limit="));
    return { name, kilobytes: Number(option?.split("=")[1] ?? "4096") };
  });
  expect(limits.filter(({ kilobytes }) => kilobytes > 256)).toEqual([]);
  expect(limits.length).toBeGreaterThan(0);
});

it("a database with work in it is not filled", async () => {
  const fill = fillDatabase(database, fillSizes(10), { until: new Date() });
  await expect(fill).rejects.toThrow(NotEmpty);
});

/** Returns the statements that were sent while `work` ran, each with the values of its last use. */
async function recordStatements(work: () => Promise<unknown>): Promise<Map<string, unknown>> {
  const { Client } = (await import("pg")).default;
  const statements = new Map<string, unknown>();
  // The recorder below passes its own receiver on.
  // oxlint-disable-next-line typescript/unbound-method
  const { query } = Client.prototype;
  Client.prototype.query = function record(this: unknown, ...args: unknown[]) {
    const [config, values] = args as [string | QueryConfig, unknown];
    const text = typeof config === "string" ? config : config?.text;
    const given = typeof config === "string" ? values : (config?.values ?? values);
    if (/^\s*(select|with)\b/i.test(text ?? ""))
      statements.set(text, Array.isArray(given) ? given : []);
    return (query as (...all: unknown[]) => unknown).apply(this, args);
  } as typeof query;
  try {
    await work();
  } finally {
    Client.prototype.query = query;
  }
  return statements;
}
