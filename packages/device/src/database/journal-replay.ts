import { isRecord, readField } from "@fieldfare/domain";
import { splitImage } from "./image-bytes.ts";
import { type JournalEntry, keyPaths } from "./journal.ts";

/** The tables of earlier builds that had another key, or that are no more. */
const legacyKeyPaths: typeof keyPaths = {
  ...keyPaths,
  contactFavourite: ["ownerId", "contactId"],
  drawer: "ownerId",
};

/** True for the tables that were in an earlier build's journal. */
export function isLegacyJournaled(table: string): boolean {
  return table in legacyKeyPaths;
}

/** What the tables of a journal hold: rows by table, each by its key as JSON. */
export type JournalState = ReadonlyMap<string, Map<string, unknown>>;

/** Returns what the tables hold after the last snapshot and all later entries. */
export function replay(entries: readonly JournalEntry[]): JournalState {
  return replayWithKeys(entries, keyPaths);
}

/** The same for a journal of a build that had one journal for all engineers. */
export function replayLegacy(entries: readonly JournalEntry[]): JournalState {
  return replayWithKeys(entries, legacyKeyPaths);
}

function replayWithKeys(entries: readonly JournalEntry[], paths: typeof keyPaths): JournalState {
  const ordered = entries
    .map((entry, position) => ({ entry, position }))
    .sort((a, b) => a.entry.order - b.entry.order || a.position - b.position)
    .map(({ entry }) => entry);
  const start = ordered.findLastIndex((entry) => entry.isSnapshot);
  const state = new Map<string, Map<string, unknown>>();
  for (const entry of ordered.slice(Math.max(start, 0))) {
    for (const { table, row } of entry.puts) {
      const rows = state.get(table) ?? new Map<string, unknown>();
      const key = JSON.stringify(primaryKey(table, row, paths));
      state.set(table, rows.set(key, withEarlierBytes(table, row, rows.get(key))));
    }
    for (const { table, key } of entry.deletes) state.get(table)?.delete(JSON.stringify(key));
  }
  return state;
}

/**
 * An entry of an earlier build has the bytes of an image in its row. A later entry without them does
 * not make them void.
 */
function withEarlierBytes(table: string, row: unknown, before: unknown): unknown {
  if (table !== "image" || !isRecord(before) || !isRecord(row)) return row;
  const { bytes } = splitImage(before);
  return bytes && !splitImage(row).bytes ? { ...row, bytes } : row;
}

function primaryKey(table: string, row: unknown, paths: typeof keyPaths): unknown {
  const key = paths[table];
  if (key === undefined) throw new Error(`The table ${table} is not in the journal`);
  return typeof key === "string" ? readField(row, key) : key.map((part) => readField(row, part));
}
