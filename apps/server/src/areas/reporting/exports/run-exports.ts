import { createHash, randomUUIDv7 } from "node:crypto";
import { and, asc, eq, inArray, sql } from "drizzle-orm";
import type { ReportingFile, ReportingManifest } from "@fieldfare/contract/office";
import { londonDay, londonTime } from "@fieldfare/domain";
import type pg from "pg";
import { advisoryLock } from "../../../database/advisory-locks.ts";
import { raiseAlarm } from "../../../database/alarms.ts";
import { makeChange } from "../../../database/audit.ts";
import type { Database } from "../../../database/database.ts";
import { errorCode } from "../../../database/errors.ts";
import { markObjects } from "../../../database/retention-rules.ts";
import { reportingExport, reportingExportPart } from "../../../database/schema.ts";
import type { ObjectStore } from "../../../objects/objects.ts";
import { storeObject } from "../../../objects/unused-objects.ts";
import { listViews, type View, writeView } from "./write-view.ts";

export interface ExportParts {
  readonly database: Database;
  /** Whose connections read the views. */
  readonly officeDatabase: Database;
  readonly objects: ObjectStore;
  /** When the server starts an export each day, as `02:30` in London. Null: it starts none. */
  readonly time: string | null;
  readonly now: () => Date;
}

type Row = typeof reportingExport.$inferSelect;

/** With the delays of the queue that is half an hour to an hour. */
const maxAttempts = 7;
const snapshotMs = 4 * 3_600_000;
const manifestView = "manifest";

/** Another server is reading the snapshot of an export: the parts and the state of the row are those of that server. */
class OtherExportRuns extends Error {
  override readonly name = "OtherExportRuns";
  readonly code = "other-export";
}

/**
 * Starts the export of the day if it is time, and makes every export that waits, one after another. Throws when one has to be
 * tried again. What a server that died had begun is begun again.
 */
export async function runReportingExports(parts: ExportParts): Promise<void> {
  await addScheduled(parts);
  for (;;) {
    const row = await takeNext(parts.database);
    if (!row) return;
    try {
      await makeExport(parts, row);
    } catch (error) {
      if (error instanceof OtherExportRuns) throw error;
      if (await recordFailure(parts.database, row, error)) throw error;
    }
  }
}

/** Adds the export of today in London, once however many servers look. */
async function addScheduled({ database, time, now }: ExportParts): Promise<void> {
  const at = now();
  // The time of day is the end of the text.
  if (time === null || londonTime(at).slice(-time.length) < time) return;
  const day = londonDay(at);
  const isToday = and(eq(reportingExport.day, day), reportingExport.isScheduled);
  if ((await database.orm.$count(reportingExport, isToday)) > 0) return;
  await makeChange(database, null, async ({ orm, record }) => {
    const exportId = randomUUIDv7();
    const added = await orm
      .insert(reportingExport)
      .values({ exportId, day, isScheduled: true })
      .onConflictDoNothing()
      .returning({ exportId: reportingExport.exportId });
    if (added.length > 0)
      record({
        action: "reporting-export-started",
        objectType: "reporting-export",
        objectId: exportId,
        after: { day },
      });
  });
}

async function takeNext({ orm }: Database): Promise<Row | undefined> {
  const next = orm
    .select({ exportId: reportingExport.exportId })
    .from(reportingExport)
    .where(inArray(reportingExport.state, ["waiting", "running"]))
    .orderBy(asc(reportingExport.exportId))
    .limit(1);
  const [row] = await orm
    .update(reportingExport)
    .set({ state: "running", attempts: sql`${reportingExport.attempts} + 1` })
    .where(inArray(reportingExport.exportId, next))
    .returning();
  return row;
}

async function makeExport(parts: ExportParts, { exportId, day }: Row): Promise<void> {
  const { database, objects } = parts;
  const store = async (view: string, part: number, content: Buffer) => {
    const sha256 = createHash("sha256").update(content).digest("hex");
    await storeObject(database, objects, sha256, content);
    await database.orm
      .insert(reportingExportPart)
      .values({ exportId, view, part, sha256, bytes: content.length });
    return sha256;
  };
  const manifest = await inSnapshot(parts.officeDatabase, async (client) => {
    await removeParts(database, exportId);
    const views = await listViews(client);
    const files: ReportingFile[] = [];
    for (const view of views) {
      const stored: string[] = [];
      const written = await writeView(client, view, async (part, content) => {
        stored.push(await store(view.name, part, content));
      });
      const file = `${view.name}.ndjson.gz`;
      files.push({
        view: view.name,
        file,
        ...written,
        objects: stored,
        columns: [...view.columns],
      });
    }
    return {
      exportId,
      day,
      ...(await readSnapshot(client)),
      schemaVersion: hashViews(views),
      files,
    };
  });
  await store(manifestView, 0, Buffer.from(JSON.stringify(manifest, null, 2)));
  await finish(database, manifest);
}

/** Runs `work` in one snapshot of the database. Its statements may take long; no table is locked. */
async function inSnapshot<T>(
  { pool }: Database,
  work: (client: pg.PoolClient) => Promise<T>,
): Promise<T> {
  const client = await pool.connect();
  let failure: unknown;
  try {
    await client.query("begin isolation level repeatable read read only");
    await client.query(
      `set local statement_timeout = ${snapshotMs}; set local idle_in_transaction_session_timeout = ${snapshotMs}; set local timezone = 'UTC'`,
    );
    const { rows } = await client.query<{ isOurs: boolean }>(
      `select pg_try_advisory_xact_lock($1) as "isOurs"`,
      [advisoryLock.reportingExports],
    );
    if (!rows[0]?.isOurs) throw new OtherExportRuns("Another server reads the views");
    const result = await work(client);
    await client.query("commit");
    return result;
  } catch (error) {
    failure = error;
    // The next attempt must not find the lock of this one.
    await client.query("rollback").catch(() => undefined);
    throw error;
  } finally {
    // A connection that has failed is of no use to the next one.
    client.release(failure !== undefined);
  }
}

async function readSnapshot(
  client: pg.ClientBase,
): Promise<Pick<ReportingManifest, "takenOn" | "position">> {
  const { rows } = await client.query<{ takenOn: Date; position: string }>(
    `select now() as "takenOn", last_sequence::text as position from event_position where position_id = 1`,
  );
  const [row] = rows;
  if (!row) throw new Error("The feed has no position");
  return { takenOn: row.takenOn.toISOString(), position: Number(row.position) };
}

/** Changes with the names, types and order of the columns. */
function hashViews(views: readonly View[]): string {
  return createHash("sha256").update(JSON.stringify(views)).digest("hex");
}

async function finish(database: Database, manifest: ReportingManifest): Promise<void> {
  await makeChange(database, null, async ({ orm, record }) => {
    await orm
      .update(reportingExport)
      .set({ state: "done", endedOn: sql`now()`, lastError: null, manifest })
      .where(eq(reportingExport.exportId, manifest.exportId));
    record({
      action: "reporting-export-made",
      objectType: "reporting-export",
      objectId: manifest.exportId,
      after: { day: manifest.day, rows: sum(manifest.files, "rows") },
    });
  });
}

/** Returns whether it is tried again. */
async function recordFailure(database: Database, row: Row, error: unknown): Promise<boolean> {
  const { exportId, day, attempts } = row;
  const isRetried = attempts < maxAttempts;
  const code = errorCode(error);
  await database.orm.transaction(async (orm) => {
    await orm
      .update(reportingExport)
      .set({
        lastError: code,
        ...(isRetried ? { state: "waiting" } : { state: "failed", endedOn: sql`now()` }),
      })
      .where(eq(reportingExport.exportId, exportId));
    if (!isRetried) await raiseAlarm(orm, "reporting-export-failed", { exportId, day, code });
  });
  if (!isRetried) await removeParts(database, exportId);
  return isRetried;
}

/** Removes the parts of an attempt that did not end. Their objects are deleted when no row names them. */
async function removeParts({ pool }: Database, exportId: string): Promise<void> {
  await pool.query(
    `with gone as (delete from reporting_export_part where export_id = $1 returning sha256)
     ${markObjects("gone")}`,
    [exportId],
  );
}

/** Adds up a number of the files. */
export function sum(files: readonly ReportingFile[], name: "rows" | "bytes"): number {
  return files.reduce((total, file) => total + file[name], 0);
}
