import { normaliseForSearch, type SyncedType } from "@fieldfare/domain";
import { dataSets } from "@fieldfare/contract";
import type { SharedDatabase } from "../database/database.ts";
import type { OverlayRow } from "../database/rows.ts";
import { rowId, isSameBase, type Overlay, parseOverlay, type ReferenceId } from "./blocks.ts";
import { openText } from "./seal-contacts.ts";
import { buildSearchColumn } from "./search-column.ts";
import { searchPieceRange } from "./store.ts";

/** The search column of one data set, held in memory while a person types. */
export interface SearchIndex {
  readonly find: (query: string, maxRows: number) => readonly ReferenceId[];
  /** Called after a change: the column is read again only when the whole set was replaced. */
  readonly renew: () => Promise<SearchIndex>;
}

/** Reads the column once. Each keystroke then scans it once. */
export async function openSearch(database: SharedDatabase, type: SyncedType): Promise<SearchIndex> {
  const { referenceSearch, referenceOverlay } = database;
  const [pieces, overlayRow] = await database.transaction(
    "r",
    [referenceSearch, referenceOverlay],
    () =>
      Promise.all([
        referenceSearch
          .where("[type+piece]")
          .between(...searchPieceRange(type))
          .toArray(),
        referenceOverlay.get(type),
      ]),
  );
  return createIndex(
    database,
    type,
    pieces.map(({ text }) => normaliseForSearch(openText(database, text, ""))).join(""),
    overlayRow,
  );
}

function createIndex(
  database: SharedDatabase,
  type: SyncedType,
  column: string,
  overlayRow: OverlayRow | undefined,
): SearchIndex {
  const overlay = parseOverlay(database, overlayRow);
  const changed = overlayColumn(type, overlay);
  const isNumeric = dataSets[type].key !== "contactId" && dataSets[type].key !== "customFormId";
  const toId = (text: string): ReferenceId => (isNumeric ? Number(text) : text);
  return {
    find(query, maxRows) {
      const needle = normaliseForSearch(query.trim());
      const changedIds = scan(changed, needle, maxRows, toId, () => true);
      const unchanged = scan(
        column,
        needle,
        maxRows - changedIds.length,
        toId,
        (id) => !overlay.has(id),
      );
      return [...changedIds, ...unchanged];
    },
    async renew() {
      const currentOverlay = await database.referenceOverlay.get(type);
      if (isSameBase(overlayRow, currentOverlay))
        return createIndex(database, type, column, currentOverlay);
      return openSearch(database, type);
    },
  };
}

function overlayColumn(type: SyncedType, overlay: Overlay): string {
  const rows = [...overlay.values()].filter((row) => row !== null);
  return normaliseForSearch(
    buildSearchColumn(
      type,
      rows.filter((row) => overlay.has(rowId(type, row))),
    ),
  );
}

function scan(
  column: string,
  needle: string,
  maxRows: number,
  toId: (text: string) => ReferenceId,
  isWanted: (id: ReferenceId) => boolean,
): ReferenceId[] {
  const found: ReferenceId[] = [];
  let from = 0;
  while (found.length < maxRows && from < column.length) {
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
      // The hit is in the id: continue in the text of the same line.
      from = tab + 1;
    }
  }
  return found;
}
