import { randomUUIDv7 } from "node:crypto";
import { Readable } from "node:stream";
import { and, asc, desc, eq, lt } from "drizzle-orm";
import type { CallAnswer, CallQuery } from "@fieldfare/contract";
import type {
  listReportingExports,
  ReportingExport,
  ReportingManifest,
} from "@fieldfare/contract/office";
import { londonDay } from "@fieldfare/domain";
import type { Change } from "../../../database/audit.ts";
import type { Database } from "../../../database/database.ts";
import { reportingExport } from "../../../database/schema.ts";
import { type ObjectStore, readObject } from "../../../objects/objects.ts";
import { sum } from "./run-exports.ts";

type Row = typeof reportingExport.$inferSelect;

const defaultLimit = 50;

/** Lists the exports, the newest first. */
export async function listExports(
  { orm }: Database,
  { before, limit }: CallQuery<typeof listReportingExports>,
): Promise<CallAnswer<typeof listReportingExports>> {
  const rows = await orm
    .select()
    .from(reportingExport)
    .where(before === undefined ? undefined : lt(reportingExport.exportId, before))
    .orderBy(desc(reportingExport.exportId))
    .limit(limit === undefined ? defaultLimit : Number(limit));
  return { exports: rows.map(toAnswer) };
}

/** Adds an export for which a server is to look at once. One that waits already is answered again. */
export async function addExport(
  { orm, record }: Change,
  requestedBy: string,
  now: Date,
): Promise<ReportingExport> {
  const [waiting] = await orm
    .select()
    .from(reportingExport)
    .where(and(eq(reportingExport.state, "waiting"), eq(reportingExport.attempts, 0)))
    .orderBy(asc(reportingExport.exportId))
    .limit(1);
  const day = londonDay(now);
  const [row] = waiting
    ? [waiting]
    : await orm
        .insert(reportingExport)
        .values({ exportId: randomUUIDv7(), day, isScheduled: false, requestedBy })
        .returning();
  if (!row) throw new Error("The export was not stored");
  record({
    action: "reporting-export-started",
    objectType: "reporting-export",
    objectId: row.exportId,
    after: { day },
  });
  return toAnswer(row);
}

/** Reads the manifest of an export that is done. */
export async function readManifest(
  { orm }: Database,
  exportId: string,
): Promise<ReportingManifest | null> {
  const [row] = await orm
    .select({ manifest: reportingExport.manifest })
    .from(reportingExport)
    .where(eq(reportingExport.exportId, exportId));
  return row?.manifest ?? null;
}

/** Reads the objects of a file, one after another. */
export function streamObjects(objects: ObjectStore, hashes: readonly string[]): Readable {
  return Readable.from(readObjects(objects, hashes));
}

async function* readObjects(objects: ObjectStore, hashes: readonly string[]) {
  for (const hash of hashes) yield await readObject(objects, hash, "an export of the views");
}

function toAnswer(row: Row): ReportingExport {
  const files = row.manifest?.files ?? [];
  return {
    exportId: row.exportId,
    day: row.day,
    requestedBy: row.requestedBy,
    state: row.state,
    createdOn: row.createdOn.toISOString(),
    attempts: row.attempts,
    lastError: row.lastError,
    takenOn: row.manifest?.takenOn ?? null,
    endedOn: row.endedOn?.toISOString() ?? null,
    rows: sum(files, "rows"),
    bytes: sum(files, "bytes"),
  };
}
