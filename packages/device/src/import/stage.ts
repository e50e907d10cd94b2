import { dataSets } from "@fieldfare/contract";
import { readTextField, type SyncedType, syncedTypes } from "@fieldfare/domain";
import type { EngineerDatabase, TableName } from "../database/database.ts";
import { splitImage } from "../database/image-bytes.ts";
import type { StagedRows } from "../database/tool-rows.ts";
import type { ReferenceRow } from "../reference-data/blocks.ts";
import { rowChecks } from "../reference-data/row-checks.generated.ts";
import { isValidTableRow, isPlainRow } from "./row-rules.ts";

export type Row = Readonly<Record<string, unknown>>;

/** Tables that no file may add to or delete from: secrets, counters, and what only this device needs. */
const protectedTables: ReadonlySet<string> = new Set<TableName>([
  "sealKey",
  "token",
  "deviceKey",
  // The bytes of an image are in the image's own row of a file.
  "imageBytes",
  // They are fetched again.
  "attachment",
  "counter",
  "setting",
  "sentMessage",
  "alert",
  "exportTask",
  "exportPiece",
  "importRow",
]);

/** True for a table of the engineer that an import fills. Data sets have their own names. */
export function isImported(database: EngineerDatabase, table: string): table is TableName {
  return !protectedTables.has(table) && database.tables.some(({ name }) => name === table);
}

/** True for the name of a data set of reference data. */
export function isDataSet(name: string): name is SyncedType {
  const names: readonly string[] = syncedTypes;
  return names.includes(name);
}

/** True when every row may be stored in the table that the file names. */
export function areValidRows(
  database: EngineerDatabase,
  name: string,
  rows: unknown,
): rows is readonly ReferenceRow[] {
  if (!Array.isArray(rows)) return false;
  if (isDataSet(name)) {
    const { row } = dataSets[name];
    const isValid = rowChecks[name];
    return rows.every((each) => isPlainRow(each) && (isValid(each) || row.safeParse(each).success));
  }
  return isImported(database, name) && rows.every((each) => isValidTableRow(database, name, each));
}

/**
 * Stores rows of a file in a separate table: the existing rows stay until all new ones are
 * validated.
 */
export async function stage(database: EngineerDatabase, staged: StagedRows): Promise<void> {
  await database.importRow.add(staged);
}

/** Deletes what an invalid file or a killed page has left. */
export function clearStage(database: EngineerDatabase): PromiseLike<void> {
  return database.importRow.clear();
}

/** Passes the staged rows on in order, within the caller's transaction. */
export async function forEachStaged(
  database: EngineerDatabase,
  handleRows: (staged: StagedRows) => PromiseLike<unknown>,
): Promise<void> {
  for (const id of await database.importRow.toCollection().primaryKeys()) {
    const staged = await database.importRow.get(id);
    if (staged) await handleRows(staged);
  }
}

/** Stores rows of a file in their table. The bytes of images go into a table of their own. */
export async function putFileRows(
  database: EngineerDatabase,
  table: string,
  rows: readonly Row[],
): Promise<void> {
  if (table !== "image") await database.table(table).bulkPut([...rows]);
  else for (const row of rows) await putImage(database, row);
}

async function putImage(database: EngineerDatabase, row: Row): Promise<void> {
  const { image, bytes } = splitImage(row);
  const imageId = readTextField(row, "imageId");
  if (bytes && imageId !== undefined) await database.imageBytes.put({ imageId, bytes });
  await database.table("image").put(image);
}

/**
 * Returns the row as this build stores it. Up to version 11 a database held the rows of all
 * engineers, and each row named its owner.
 */
export function toCurrentRow(table: string, { ownerId: _ownerId, ...row }: Row): Row {
  return table === "formMemory" ? { ...row, id: 1 } : row;
}

/** Removes the key from rows of tables that count their own keys. */
export function withoutAutoKey(database: EngineerDatabase, name: string, row: Row): Row {
  const { keyPath, auto } = database.table(name).schema.primKey;
  if (auto !== true) return row;
  return Object.fromEntries(Object.entries(row).filter(([field]) => field !== keyPath));
}
