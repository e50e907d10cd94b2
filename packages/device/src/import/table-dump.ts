import { done, refused, type Result } from "@fieldfare/domain";
import { compactJournal, isQuotaError, type StorageRefusal } from "../database/unit.ts";
import type { Device } from "../device.ts";
import { parseLine } from "../export/content.ts";
import { readOwner } from "../session/session.ts";
import { readBytes } from "./read-bytes.ts";
import { areValidRows, isImported, type Row, withoutOtherOwners } from "./stage.ts";

export type DumpRefusal =
  | "unreadable"
  | "not-json"
  | "not-a-dump"
  | "unknown-table"
  | "row-invalid"
  | "too-large"
  | "signed-out"
  | StorageRefusal;

/** It is read as a whole. */
const maxFileBytes = 50_000_000;

/** Messages and pictures come with a database, whose checks they need; the rest is the office's to send. */
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
 * Puts the rows of a table dump in place: one `{table, rows}`, a list of them, or one object with the rows by
 * table. A row takes the place of the one with its key; others stay. One transaction: all of it or nothing.
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
    // A key under which a colleague's row lies here is not for this engineer to write.
    const writableRows = await withoutOtherOwners(database, table, ownedRows, ownerId);
    if (writableRows.length < ownedRows.length) return refused("row-invalid");
    parts.push({ table, rows: ownedRows });
  }
  const total = parts.reduce((sum, { rows }) => sum + rows.length, 0);
  try {
    let stored = 0;
    await database.transaction(
      "rw",
      parts.map(({ table }) => table),
      async () => {
        for (const { table, rows } of parts) {
          await database.table(table).bulkPut([...rows]);
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

/** Rows that name an owner become the signed-in engineer's: they are to be looked at here. */
function withOwner(row: unknown, ownerId: string): unknown {
  const isOwned = typeof row === "object" && row !== null && Object.hasOwn(row, "ownerId");
  return isOwned ? { ...row, ownerId } : row;
}
