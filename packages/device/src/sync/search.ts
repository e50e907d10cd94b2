import type { SyncedType } from "@fieldfare/domain";
import { dataSets } from "@fieldfare/contract";
import type { DeviceDatabase } from "../database/database.ts";
import { idOf, type Overlay, type ReferenceId } from "./blocks.ts";
import { searchColumn } from "./column.ts";
import { piecesOf, readOverlay } from "./store.ts";

/** The search column of one data set, held in memory while someone types. */
export interface SearchIndex {
  readonly find: (words: string, most: number) => readonly ReferenceId[];
}

/** Reads the column once; each key is then one scan of it. */
export async function openSearch(database: DeviceDatabase, type: SyncedType): Promise<SearchIndex> {
  const pieces = await database.referenceSearch
    .where("[type+piece]")
    .between(...piecesOf(type))
    .toArray();
  const column = pieces.map(({ text }) => text).join("");
  const overlay = await readOverlay(database, type);
  const changed = overlayColumn(type, overlay);
  const isNumeric = dataSets[type].key !== "contactId" && dataSets[type].key !== "customFormId";
  const toId = (text: string): ReferenceId => (isNumeric ? Number(text) : text);
  return {
    find(words, most) {
      const needle = words.trim().toLowerCase();
      const fresh = scan(changed, needle, most, toId, () => true);
      const old = scan(column, needle, most - fresh.length, toId, (id) => !overlay.has(id));
      return [...fresh, ...old];
    },
  };
}

function overlayColumn(type: SyncedType, overlay: Overlay): string {
  const rows = [...overlay.values()].filter((row) => row !== null);
  return searchColumn(
    type,
    rows.filter((row) => overlay.has(idOf(type, row))),
  );
}

function scan(
  column: string,
  needle: string,
  most: number,
  toId: (text: string) => ReferenceId,
  isWanted: (id: ReferenceId) => boolean,
): ReferenceId[] {
  const found: ReferenceId[] = [];
  let from = 0;
  while (found.length < most && from < column.length) {
    const hit = column.indexOf(needle, from);
    if (hit < 0) break;
    const lineStart = column.lastIndexOf("\n", hit - 1) + 1;
    const lineEnd = column.indexOf("\n", hit);
    const tab = column.indexOf("\t", lineStart);
    if (hit > tab || needle === "") {
      const id = toId(column.slice(lineStart, tab));
      if (isWanted(id)) found.push(id);
      from = lineEnd + 1;
    } else {
      // The needle stands in the id: look on in the text of the same line.
      from = tab + 1;
    }
  }
  return found;
}
