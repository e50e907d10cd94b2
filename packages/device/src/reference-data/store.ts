import type { SyncedType } from "@fieldfare/domain";
import { Dexie } from "dexie";
import type { SharedDatabase } from "../database/database.ts";
import type { BlockRow } from "../database/rows.ts";
import { type AnswerSet, fullContent } from "./answer.ts";
import {
  compareIds,
  rowId,
  type Overlay,
  parseOverlay,
  type ReferenceRow,
  parseRows,
  dataSetTables,
  toOverlay,
} from "./blocks.ts";
import { sealText } from "./seal-contacts.ts";

/** A larger overlay is merged into the blocks. */
const overlayLimit = 4_000;

/** Stores rows and date of one set in one transaction. */
export async function storeSet(database: SharedDatabase, set: AnswerSet): Promise<void> {
  const { type, date, content, count, deletedIds } = set;
  if (content.kind === "full") return replaceSet(database, type, date, content, count);
  const { rows } = content;
  if (rows.length === 0 && deletedIds.length === 0) return storeDate(database, type, date);
  const [overlayRow, before] = await Promise.all([
    database.referenceOverlay.get(type),
    database.synchronisedData.get(type),
  ]);
  const overlay = parseOverlay(database, overlayRow);
  for (const row of rows) overlay.set(rowId(type, row), row);
  for (const deleted of deletedIds) overlay.set(deleted, null);
  if (overlay.size > overlayLimit) {
    const merged = mergeRows(type, await readBlockRows(database, type), overlay);
    return replaceSet(database, type, date, fullContent(type, merged), merged.length);
  }
  const { referenceOverlay, synchronisedData } = database;
  await database.transaction("rw", [referenceOverlay, synchronisedData], () =>
    Promise.all([
      referenceOverlay.put(
        toOverlay(database, type, overlay, overlayRow?.base ?? crypto.randomUUID()),
      ),
      synchronisedData.put({ type, date, rows: before?.rows ?? 0 }),
    ]),
  );
}

async function storeDate(database: SharedDatabase, type: SyncedType, date: string): Promise<void> {
  const before = await database.synchronisedData.get(type);
  await database.synchronisedData.put({ type, date, rows: before?.rows ?? 0 });
}

async function replaceSet(
  database: SharedDatabase,
  type: SyncedType,
  date: string,
  { blocks, column }: Extract<AnswerSet["content"], { kind: "full" }>,
  rows: number,
): Promise<void> {
  const table = database.table(dataSetTables[type]);
  const { referenceOverlay, referenceSearch, synchronisedData } = database;
  const tables = [table, referenceOverlay, referenceSearch, synchronisedData];
  // Started all at once: within a transaction they run in this order.
  await database.transaction("rw", tables, () =>
    Promise.all([
      table.clear(),
      table.bulkPut(blocks.map((row) => ({ ...row, text: sealText(database, type, row.text) }))),
      referenceOverlay.put(toOverlay(database, type, new Map(), crypto.randomUUID())),
      referenceSearch
        .where("[type+piece]")
        .between(...searchPieceRange(type))
        .delete(),
      referenceSearch.bulkPut(
        column.map((text, piece) => ({ type, piece, text: sealText(database, type, text) })),
      ),
      synchronisedData.put({ type, date, rows }),
    ]),
  );
}

/** Returns the range of keys of a set's search column. */
export function searchPieceRange(type: SyncedType): [readonly unknown[], readonly unknown[]] {
  return [
    [type, Dexie.minKey],
    [type, Dexie.maxKey],
  ];
}

/** Reads the changes of a set since its blocks were written; empty if there are none. */
export async function readOverlay(database: SharedDatabase, type: SyncedType): Promise<Overlay> {
  return parseOverlay(database, await database.referenceOverlay.get(type));
}

/** Reads all rows of a set as they were before the overlay, sorted by id. */
export async function readBlockRows(
  database: SharedDatabase,
  type: SyncedType,
): Promise<readonly ReferenceRow[]> {
  const blocks: BlockRow[] = await database.table(dataSetTables[type]).toArray();
  return blocks.flatMap((row) => parseRows(database, row));
}

/** Applies an overlay to the rows of a set. Returns them sorted by id. */
export function mergeRows(
  type: SyncedType,
  rows: readonly ReferenceRow[],
  overlay: Overlay,
): readonly ReferenceRow[] {
  if (overlay.size === 0) return rows;
  const unchanged = rows.filter((row) => !overlay.has(rowId(type, row)));
  const changed = [...overlay.values()].filter((row) => row !== null);
  return [...unchanged, ...changed].sort((a, b) => compareIds(rowId(type, a), rowId(type, b)));
}
