import { done, refused, type Result } from "@fieldfare/domain";
import { compactJournal, isQuotaError, type StorageRefusal } from "../database/unit.ts";
import type { Device } from "../device.ts";
import { parseLine } from "../export/content.ts";
import { readOwner } from "../session/session.ts";
import { readBytes } from "./read-bytes.ts";
import { areValidRows, isImported, type Row, putFileRows, withoutOtherOwners } from "./stage.ts";

export type DumpRefusal =
  | "unreadable"
  | "not-json"
  | "not-a-dump"
  | "unknown-table"
  | "row-invalid"
  | "too-large"
  | "signed-out"
  | StorageRefusal;

/** The file is read into memory at once. */
const maxFileBytes = 50_000_000;

/**
 * Messages and images come with a database only, because they need its checks. The other tables are
 * the office's to send.
 */
const tablesNotInDumps: ReadonlySet<string> = new Set([
  "messageQueue",
  "parkedLane",
  "polling",
  "synchronisedData",
  "log",
]);

interface Dump {
  readonly table: string;
  readonly rows: unknown;
}

/**
 * Imports the rows of a table dump: one `{table, rows}`, a list of them, or one object with the
 * rows by table. A row replaces the one with its key; other rows stay. All in one transaction.
 */
export async function importTableDump(
  device: Device,
  file: Blob,
  report: (done: number, total: number) => void,
): Promise<Result<{ readonly rows: number }, DumpRefusal>> {
  if (file.size > maxFileBytes) return refused("too-large");
  const { database } = device;
  const ownerId = await readOwner(device);
  if (ownerId === null) return refused("signed-out");
  const bytes = await readBytes(file);
  if (!bytes) return refused("unreadable");
  const value = parse(new TextDecoder().decode(bytes));
  if (value === undefined) return refused("not-json");
  const dumps = parseDumps(value);
  if (!dumps) return refused("not-a-dump");
  const parts: { readonly table: string; readonly rows: readonly Row[] }[] = [];
  for (const { table, rows } of dumps) {
    if (!isImported(database, table) || tablesNotInDumps.has(table))
      return refused("unknown-table");
    const ownedRows = Array.isArray(rows)
      ? rows.map((row: unknown) => withOwner(row, ownerId))
      : rows;
    if (!areValidRows(database, table, ownedRows)) return refused("row-invalid");
    // The engineer must not overwrite a colleague's row that has the same key.
    const writableRows = await withoutOtherOwners(database, table, ownedRows, ownerId);
    if (writableRows.length < ownedRows.length) return refused("row-invalid");
    parts.push({ table, rows: ownedRows });
  }
  const total = parts.reduce((sum, { rows }) => sum + rows.length, 0);
  try {
    let stored = 0;
    await database.transaction(
      "rw",
      ["imageBytes", ...parts.map(({ table }) => table)],
      async () => {
        for (const { table, rows } of parts) {
          await putFileRows(database, table, rows);
          stored += rows.length;
          report(stored, total);
        }
      },
    );
  } catch (error) {
    if (isQuotaError(error)) return refused("storage-full");
    throw error;
  }
  await compactJournal(device);
  return done({ rows: total });
}

function parse(text: string): unknown {
  try {
    return parseLine(text);
  } catch {
    return undefined;
  }
}

function parseDumps(value: unknown): readonly Dump[] | null {
  const list = Array.isArray(value) ? (value as unknown[]) : [value];
  if (list.length > 0 && list.every(isDump)) return list;
  if (Array.isArray(value) || typeof value !== "object" || value === null) return null;
  const entries = Object.entries(value);
  return entries.length > 0 && entries.every(([, rows]) => Array.isArray(rows))
    ? entries.map(([table, rows]) => ({ table, rows: rows as unknown }))
    : null;
}

function isDump(value: unknown): value is Dump {
  return (
    typeof value === "object" &&
    value !== null &&
    "table" in value &&
    typeof value.table === "string" &&
    "rows" in value
  );
}

/** Makes the signed-in engineer the owner of rows that name one, so that they are shown here. */
function withOwner(row: unknown, ownerId: string): unknown {
  const isOwned = typeof row === "object" && row !== null && Object.hasOwn(row, "ownerId");
  return isOwned ? { ...row, ownerId } : row;
}
