import { searchable, type SyncedType } from "@fieldfare/domain";
import { dataSets } from "@fieldfare/contract";
import type { DeviceDatabase } from "../database/database.ts";
import type { OverlayRow } from "../database/rows.ts";
import { idOf, isSameBase, type Overlay, overlayOf, type ReferenceId } from "./blocks.ts";
import { searchColumn } from "./column.ts";
import { piecesOf } from "./store.ts";

/** The search column of one data set, held in memory while someone types. */
export interface SearchIndex {
  readonly find: (words: string, most: number) => readonly ReferenceId[];
  /** Told of what has changed since: the column is read again only where the whole set was written anew. */
  readonly renew: () => Promise<SearchIndex>;
}

/** Reads the column once; each key is then one scan of it. */
export async function openSearch(database: DeviceDatabase, type: SyncedType): Promise<SearchIndex> {
  const { referenceSearch, referenceOverlay } = database;
  const [pieces, over] = await database.transaction("r", [referenceSearch, referenceOverlay], () =>
    Promise.all([
      referenceSearch
        .where("[type+piece]")
        .between(...piecesOf(type))
        .toArray(),
      referenceOverlay.get(type),
    ]),
  );
  return indexOf(database, type, pieces.map(({ text }) => searchable(text)).join(""), over);
}

function indexOf(
  database: DeviceDatabase,
  type: SyncedType,
  column: string,
  over: OverlayRow | undefined,
): SearchIndex {
  const overlay = overlayOf(over);
  const changed = overlayColumn(type, overlay);
  const isNumeric = dataSets[type].key !== "contactId" && dataSets[type].key !== "customFormId";
  const toId = (text: string): ReferenceId => (isNumeric ? Number(text) : text);
  return {
    find(words, most) {
      const needle = searchable(words.trim());
      const fresh = scan(changed, needle, most, toId, () => true);
      const old = scan(column, needle, most - fresh.length, toId, (id) => !overlay.has(id));
      return [...fresh, ...old];
    },
    async renew() {
      const now = await database.referenceOverlay.get(type);
      if (isSameBase(over, now)) return indexOf(database, type, column, now);
      return openSearch(database, type);
    },
  };
}

function overlayColumn(type: SyncedType, overlay: Overlay): string {
  const rows = [...overlay.values()].filter((row) => row !== null);
  return searchable(
    searchColumn(
      type,
      rows.filter((row) => overlay.has(idOf(type, row))),
    ),
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
