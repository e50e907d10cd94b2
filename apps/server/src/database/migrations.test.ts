import { randomUUID } from "node:crypto";
import { cp, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { migrate } from "drizzle-orm/node-postgres/migrator";
import { expect, it } from "vitest";
import { z } from "zod";
import * as office from "@fieldfare/contract/office";
import { aDraft } from "../testing/jobs.ts";
import { startTestServer } from "../testing/server.ts";
import { listOpenTasks } from "../testing/tasks.ts";
import { migrateDatabase, openDatabase } from "./database.ts";
import { numberEvents } from "./events.ts";
import { migrationsFolder } from "./migrations-folder.ts";
import { applyRetention } from "./retention.ts";
import { createTestDatabase } from "./testing.ts";

const journal = z.looseObject({ entries: z.array(z.looseObject({ tag: z.string() })) });

/** Returns a copy of the migrations that ends with one of them. */
async function migrationsUntil(tag: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "fieldfare-migrations-"));
  await cp(migrationsFolder, folder, { recursive: true });
  const file = join(folder, "meta/_journal.json");
  const content = journal.parse(JSON.parse(await readFile(file, "utf8")));
  const last = content.entries.findIndex((entry) => entry.tag === tag);
  const entries = content.entries.slice(0, last + 1);
  await writeFile(file, JSON.stringify({ ...content, entries }));
  return folder;
}

it("What waits in the tables of an earlier version becomes tasks", async () => {
  const testDatabase = await createTestDatabase();
  const database = openDatabase(testDatabase.connectionString);
  const earlier = await migrationsUntil("0015_mileage_corrections");
  try {
    await migrate(database.orm, { migrationsFolder: earlier });
    const [waiting, filed, undelivered, checked, engineer] = Array.from({ length: 5 }, () =>
      randomUUID(),
    );
    await database.pool.query(
      `insert into job_closing (message_id, job_id, field_operative_appointment_id, kind, number_of_messages,
         manifest, outcome, closed_on, delivered_on, filed_on)
       select id, id, id, 'JobClose', 1, '[]', '{}', now(), delivered, filed
         from (values ($1::uuid, now(), null), ($2, now(), now()), ($3, null, null)) c (id, delivered, filed)`,
      [waiting, filed, undelivered],
    );
    await database.pool.query("insert into form_check_due (message_id, job_id) values ($1, $1)", [
      checked,
    ]);
    await database.pool.query("insert into push_due (field_operative_id) values ($1), ($1)", [
      engineer,
    ]);
    await migrateDatabase(database);
    const tasks = async (queue: "documents" | "form-checks" | "push") =>
      (await listOpenTasks(database, queue)).map(({ task }) => task);
    expect(await tasks("documents")).toEqual([{ messageId: waiting, jobId: waiting }]);
    expect(await tasks("form-checks")).toEqual([{ messageId: checked, jobId: checked }]);
    expect(await tasks("push")).toEqual([{ fieldOperativeId: engineer }]);
  } finally {
    await database.close();
    await testDatabase.drop();
    await rm(earlier, { recursive: true });
  }
});

it("What an earlier server commits while the upgrade begins becomes tasks too", async () => {
  const testDatabase = await createTestDatabase();
  const database = openDatabase(testDatabase.connectionString);
  const earlier = await migrationsUntil("0015_mileage_corrections");
  const earlierServer = await database.pool.connect();
  try {
    await migrate(database.orm, { migrationsFolder: earlier });
    const id = randomUUID();
    await database.pool.query(
      `insert into job_closing (message_id, job_id, field_operative_appointment_id, kind, number_of_messages,
         manifest, outcome, closed_on)
       values ($1, $1, $1, 'JobClose', 1, '[]', '{}', now())`,
      [id],
    );
    await earlierServer.query("begin");
    await earlierServer.query("update job_closing set delivered_on = now()");
    await earlierServer.query("insert into form_check_due (message_id, job_id) values ($1, $1)", [
      id,
    ]);
    await earlierServer.query("insert into push_due (field_operative_id) values ($1)", [id]);
    const upgrade = migrateDatabase(database);
    const countWaiting = async () => {
      const { rowCount } = await database.pool.query(
        `select 1 from pg_stat_activity
          where datname = current_database() and wait_event_type = 'Lock' and wait_event = 'relation'`,
      );
      return rowCount;
    };
    await expect.poll(countWaiting, { timeout: 30_000 }).toBe(1);
    await earlierServer.query("commit");
    await upgrade;
    const tasks = async (queue: "documents" | "form-checks" | "push") =>
      (await listOpenTasks(database, queue)).map(({ task }) => task);
    expect(await tasks("documents")).toEqual([{ messageId: id, jobId: id }]);
    expect(await tasks("form-checks")).toEqual([{ messageId: id, jobId: id }]);
    expect(await tasks("push")).toEqual([{ fieldOperativeId: id }]);
  } finally {
    earlierServer.release(true);
    await database.close();
    await testDatabase.drop();
    await rm(earlier, { recursive: true });
  }
});

it("What an earlier server assigns while it has not noticed the upgrade has the time of its job", async () => {
  const server = await startTestServer();
  try {
    const { fieldOperativeId } = await server.addEngineer("Sam");
    const body = aDraft();
    const { jobId } = await server.call(office.createJob, { body });
    const { rows } = await server.database.pool.query(
      `insert into appointment (field_operative_appointment_id, job_id, field_operative_id) values ($1, $2, $3)
       returning appointment_date_time as at`,
      [randomUUID(), jobId, fieldOperativeId],
    );
    expect(rows).toEqual([{ at: new Date(body.appointmentDateTime) }]);
  } finally {
    await server.stop();
  }
});

it("Audit entries and events of an earlier version stay, their numbers go on, and no entry can be changed", async () => {
  const testDatabase = await createTestDatabase();
  const database = openDatabase(testDatabase.connectionString, { connections: 1 });
  const earlier = await migrationsUntil("0080_seen_passwords_and_wipes");
  const read = async () => {
    const entries = await database.pool.query(
      "select sequence::int, action from audit_entry order by sequence",
    );
    const events = await database.pool.query(
      "select sequence::int, type from event order by sequence",
    );
    return { entries: entries.rows, events: events.rows };
  };
  const addEntry = (action: string, days: number) =>
    database.pool.query(
      `insert into audit_entry (action, object_type, object_id, occurred_on)
       values ($1, 'job', 'x', now() - $2::int * interval '1 day')`,
      [action, days],
    );
  try {
    await migrate(database.orm, { migrationsFolder: earlier });
    for (const days of [800, 400, 0]) await addEntry(`${days}`, days);
    // A number that nobody uses any more is not used again.
    await database.pool.query("select nextval('audit_entry_sequence_seq')");
    await numberEvents(database);
    const before = await read();
    expect(before.events).toHaveLength(3);
    await migrateDatabase(database);
    expect(await read()).toEqual(before);
    await addEntry("new", 0);
    await numberEvents(database);
    const after = await read();
    expect(after.entries).toEqual([...before.entries, { sequence: 5, action: "new" }]);
    expect(after.events).toEqual([...before.events, { sequence: 4, type: "job.changed" }]);
    await expect(database.pool.query("update audit_entry set action = 'x'")).rejects.toThrow(
      "permission denied",
    );
    await expect(database.pool.query("delete from audit_entry")).rejects.toThrow(
      "Audit entries are only added",
    );
    const counts = await applyRetention(database, { "audit-entries": 500 });
    expect(counts["audit-entries"]).toBe(1);
  } finally {
    await database.close();
    await testDatabase.drop();
    await rm(earlier, { recursive: true });
  }
});

it("An extension in another schema is named, with what to do, and the server starts after that", async () => {
  const testDatabase = await createTestDatabase();
  const database = openDatabase(testDatabase.connectionString);
  try {
    await database.pool.query("create schema extensions");
    await database.pool.query("create extension pg_trgm schema extensions");
    await expect(migrateDatabase(database)).rejects.toThrow(
      "The extension pg_trgm is in the schema extensions",
    );
    await database.pool.query("drop extension pg_trgm");
    await migrateDatabase(database);
    const { rows } = await database.pool.query("select to_regclass('property_search') as index");
    expect(rows).toEqual([{ index: "property_search" }]);
  } finally {
    await database.close();
    await testDatabase.drop();
  }
});
