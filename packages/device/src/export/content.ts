import { mobileVersion } from "@fieldfare/contract";
import { syncedTypes } from "@fieldfare/domain";
import { joinImages } from "../database/image-bytes.ts";
import { fromBase64, toBase64 } from "../base64.ts";
import { databaseVersion, type TableName } from "../database/database.ts";
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

/** Secrets, the counters of this installation, and what only this device needs. */
const excludedTables: ReadonlySet<string> = new Set<TableName>([
  "token",
  "deviceKey",
  "sealKey",
  "counter",
  "sentMessage",
  "alert",
  // The bytes of an image are in the image's own row of a file.
  "imageBytes",
  // They are fetched again.
  "attachment",
  "exportTask",
  "exportPiece",
  "importRow",
]);

const rowBatchSize = 200;
/** Images have about 100 KB each. */
const imageBatchSize = 5;

/**
 * Yields the current engineer's database and the reference data as lines of JSON: a head, rows by
 * table, an end. It has no secrets. It reads a few rows at a time, so that nothing waits for it. What
 * changes meanwhile may be in it or not.
 */
export async function* exportLines(device: Device): AsyncGenerator<string> {
  const { database, shared, ports } = device;
  const setting = await database.setting.get(1);
  const head: ExportHead = {
    format: exportFormat,
    version: exportVersion,
    databaseVersion,
    mobileVersion,
    exportedOn: ports.now().toISOString(),
    ownerId: database.ownerId,
    deviceId: setting?.deviceId ?? null,
  };
  yield formatLine(head);
  let count = 0;
  for (const { name } of database.tables) {
    if (excludedTables.has(name)) continue;
    for await (const rows of readBatches(device, name)) {
      if (rows.length === 0) continue;
      count += rows.length;
      yield formatLine({ table: name, rows } satisfies ExportRows);
    }
  }
  const synchronised = await shared.synchronisedData.toArray();
  if (synchronised.length > 0) {
    count += synchronised.length;
    yield formatLine({ table: "synchronisedData", rows: synchronised });
  }
  for await (const batch of referenceRows(device)) {
    count += batch.rows.length;
    yield formatLine(batch);
  }
  yield formatLine({ end: true, rows: count } satisfies ExportEnd);
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
async function* referenceRows({ shared }: Device): AsyncGenerator<ExportRows> {
  for (const type of syncedTypes) {
    const overlay = await readOverlay(shared, type);
    const table = shared.table<{ text: string }, unknown>(dataSetTables[type]);
    for (const key of await table.toCollection().primaryKeys()) {
      const block = await table.get(key);
      if (!block) continue;
      const rows = parseRows(shared, block).filter((row) => !overlay.has(rowId(type, row)));
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
