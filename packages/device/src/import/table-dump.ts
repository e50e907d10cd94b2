import { done, refused, type Result } from "@fieldfare/domain";
import { compactJournal, isQuotaError, type StorageRefusal } from "../database/unit.ts";
import { type Device, forCurrentEngineer } from "../device.ts";
import { parseLine } from "../export/content.ts";
import { readOwner } from "../session/session.ts";
import { readBytes } from "./read-bytes.ts";
import { isPlainRow } from "./row-rules.ts";
import { areValidRows, isImported, putFileRows, type Row, toCurrentRow } from "./stage.ts";

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
  unbound: Device,
  file: Blob,
  report: (done: number, total: number) => void,
): Promise<Result<{ readonly rows: number }, DumpRefusal>> {
  if (file.size > maxFileBytes) return refused("too-large");
  const device = forCurrentEngineer(unbound);
  if ((await readOwner(device)) === null) return refused("signed-out");
  const { database } = device;
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
    const currentRows = Array.isArray(rows)
      ? rows.map((row: unknown) => (isPlainRow(row) ? toCurrentRow(table, row) : row))
      : rows;
    if (!areValidRows(database, table, currentRows)) return refused("row-invalid");
    parts.push({ table, rows: currentRows });
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
  await compactJournal(database);
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
  const list: readonly unknown[] = Array.isArray(value) ? value : [value];
  if (list.length > 0 && list.every(isDump)) return list;
  if (Array.isArray(value) || typeof value !== "object" || value === null) return null;
  const entries: readonly [string, unknown][] = Object.entries(value);
  return entries.length > 0 && entries.every(([, rows]) => Array.isArray(rows))
    ? entries.map(([table, rows]) => ({ table, rows }))
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
