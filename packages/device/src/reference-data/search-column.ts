import { dataSets } from "@fieldfare/contract";
import type { SyncedType } from "@fieldfare/domain";
import { blockLength, type ReferenceRow } from "./blocks.ts";

/** Collects the search column of a set in pieces that end with a line. */
export interface ColumnWriter {
  add(rows: readonly ReferenceRow[]): void;
  finish(): readonly string[];
}

/** Collects the search column of a set that arrives in parts, as pieces of a size that can be stored. */
export function createColumnWriter(type: SyncedType): ColumnWriter {
  const pieces: string[] = [];
  let text = "";
  return {
    add(rows) {
      text += buildSearchColumn(type, rows);
      if (text.length < blockLength) return;
      pieces.push(text);
      text = "";
    },
    finish: () => (text === "" ? pieces : [...pieces, text]),
  };
}

/** Returns one line a row: id, tab, the searched fields in lowercase. */
export function buildSearchColumn(type: SyncedType, rows: readonly ReferenceRow[]): string {
  const { search, key } = dataSets[type];
  if (search.length === 0) return "";
  let column = "";
  for (const row of rows) {
    column += `${String(row[key])}\t`;
    for (const field of search) {
      const value = row[field];
      if (typeof value === "string") column += `${value} `;
    }
    column += "\n";
  }
  return column.toLowerCase();
}
