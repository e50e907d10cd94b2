import { mobileVersion } from "@fieldfare/contract";
import { syncedTypes } from "@fieldfare/domain";
import { joinImages } from "../database/image-bytes.ts";
import { fromBase64, toBase64 } from "../base64.ts";
import type { Device } from "../device.ts";
import { rowId, parseRows, dataSetTables } from "../reference-data/blocks.ts";
import { readOverlay } from "../reference-data/store.ts";

export const exportFormat = "fieldfare-database";
export const exportVersion = 1;

type Row = Readonly<Record<string, unknown>>;

/** The first line of an export. */
interface ExportHead {
  readonly format: typeof exportFormat;
  readonly version: number;
  readonly databaseVersion: number;
  readonly mobileVersion: string;
  readonly exportedOn: string;
  readonly ownerId: string;
  readonly deviceId: string | null;
}

/** A line between the first and the last. */
interface ExportRows {
  readonly table: string;
  readonly rows: readonly Row[];
}

/** The last line: a file without it is incomplete. */
interface ExportEnd {
  readonly end: true;
  readonly rows: number;
}

/** Secrets, bytes that are exported with their images, data derived from other tables, and the counters of this installation. */
const excludedTables: ReadonlySet<string> = new Set([
  "token",
  "login",
  "imageBytes",
  "counter",
  "ballast",
  "sentMessage",
  "alert",
  "referenceOverlay",
  "referenceSearch",
  "drawer",
  "exportTask",
  "exportPiece",
  "importRow",
  ...Object.values(dataSetTables),
]);

/** Tables whose rows belong to no single engineer. */
const sharedTables: ReadonlySet<string> = new Set(["setting", "synchronisedData"]);

const rowBatchSize = 200;
/** Images have about 100 KB each. */
const imageBatchSize = 5;

/**
 * Yields the database of one engineer as lines of JSON: a head, rows by table, an end. It has no
 * rows of other engineers and no secrets. It reads a few rows at a time, so that nothing waits for
 * it. What changes meanwhile may be in it or not.
 */
export async function* exportLines(device: Device, ownerId: string): AsyncGenerator<string> {
  const { database, ports } = device;
  const setting = await database.setting.get(1);
  const head: ExportHead = {
    format: exportFormat,
    version: exportVersion,
    databaseVersion: database.verno,
    mobileVersion,
    exportedOn: ports.now().toISOString(),
    ownerId,
    deviceId: setting?.deviceId ?? null,
  };
  yield formatLine(head);
  let count = 0;
  const isOwn = await createOwnRowFilter(device, ownerId);
  for (const { name } of database.tables) {
    if (excludedTables.has(name)) continue;
    for await (const batch of readBatches(device, name)) {
      const rows = batch.filter((row) => sharedTables.has(name) || isOwn(row));
      if (rows.length === 0) continue;
      count += rows.length;
      yield formatLine({ table: name, rows } satisfies ExportRows);
    }
  }
  for await (const batch of referenceRows(device)) {
    count += batch.rows.length;
    yield formatLine(batch);
  }
  yield formatLine({ end: true, rows: count } satisfies ExportEnd);
}

/**
 * Returns a test of whether a row belongs to this engineer, by its owner, its job or its property.
 */
async function createOwnRowFilter(
  { database }: Device,
  ownerId: string,
): Promise<(row: Row) => boolean> {
  const jobs = await database.job.where("ownerId").equals(ownerId).toArray();
  const jobIds = new Set<unknown>(jobs.map((job) => job.jobId));
  const properties = new Set<unknown>(jobs.map((job) => job.property.propertyId));
  return (row) => {
    if ("ownerId" in row) return row["ownerId"] === ownerId;
    if ("jobId" in row) return jobIds.has(row["jobId"]);
    return "propertyId" in row && properties.has(row["propertyId"]);
  };
}

async function* readBatches({ database }: Device, name: string): AsyncGenerator<readonly Row[]> {
  const table = database.table<Row, unknown>(name);
  const batchSize = name === "image" ? imageBatchSize : rowBatchSize;
  const keys = await table.toCollection().primaryKeys();
  for (let start = 0; start < keys.length; start += batchSize) {
    const rows = await table.bulkGet(keys.slice(start, start + batchSize));
    const found = rows.filter((row) => row !== undefined);
    yield name === "image" ? await joinImages(database.imageBytes, found) : found;
  }
}

/** Yields each data set under its own name with its own rows, in the form that the office uses. */
async function* referenceRows({ database }: Device): AsyncGenerator<ExportRows> {
  for (const type of syncedTypes) {
    const overlay = await readOverlay(database, type);
    const table = database.table<{ text: string }, unknown>(dataSetTables[type]);
    for (const key of await table.toCollection().primaryKeys()) {
      const block = await table.get(key);
      if (!block) continue;
      const rows = parseRows(block).filter((row) => !overlay.has(rowId(type, row)));
      if (rows.length > 0) yield { table: type, rows };
    }
    const changed = [...overlay.values()].filter((row) => row !== null);
    if (changed.length > 0) yield { table: type, rows: changed };
  }
}

function formatLine(value: object): string {
  return `${JSON.stringify(value, withBytes)}\n`;
}

function withBytes(_key: string, value: unknown): unknown {
  return value instanceof ArrayBuffer ? { $bytes: toBase64(new Uint8Array(value)) } : value;
}

/** Parses a line of an export and decodes its bytes. Throws what JSON.parse throws. */
export function parseLine(text: string): unknown {
  return JSON.parse(text, (_key, value: unknown) =>
    isBytes(value) ? fromBase64(value.$bytes).buffer : value,
  );
}

function isBytes(value: unknown): value is { $bytes: string } {
  return (
    typeof value === "object" &&
    value !== null &&
    "$bytes" in value &&
    typeof value.$bytes === "string" &&
    Object.keys(value).length === 1
  );
}
