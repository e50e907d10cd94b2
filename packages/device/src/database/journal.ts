import { splitImage } from "./image-bytes.ts";

/** What one transaction changed, in the tables that must survive a wiped database. */
export interface JournalEntry {
  /** Counted in the same transaction, so that it holds across tabs and clock changes. */
  readonly order: number;
  /** A snapshot makes all earlier entries void. */
  readonly isSnapshot: boolean;
  readonly puts: readonly JournalPut[];
  readonly deletes: readonly { readonly table: string; readonly key: unknown }[];
}

export interface JournalPut {
  readonly table: string;
  readonly row: unknown;
}

/**
 * The tables whose rows go into the journal, with the key of a row. Tokens do not: they are
 * short-lived secrets. A table without its key here would make the whole journal unreadable.
 */
const keyPaths: Readonly<Record<string, string | readonly string[]>> = {
  alert: "alertId",
  job: "jobId",
  jobRemoval: "jobRemovalId",
  jobPart: "jobPartId",
  engineeringNote: "engineeringNoteId",
  formKit: ["jobId", "customFormId"],
  image: "imageId",
  login: "email",
  messageQueue: "id",
  mileage: "clientFieldOperativeMileageId",
  contactFavourite: "contactId",
  polling: "id",
  propertyAppliance: "propertyAssetId",
  propertyTenant: "propertyTenantId",
  setting: "id",
  parkedLane: "lane",
  counter: "name",
  draft: ["jobId", "kind"],
};

/** The tables of earlier builds that had another key, or that are no more. */
const legacyKeyPaths: typeof keyPaths = {
  ...keyPaths,
  contactFavourite: ["ownerId", "contactId"],
  drawer: "ownerId",
};

export function isJournaled(table: string): boolean {
  return table in keyPaths;
}

/** Returns the names of the tables of a database whose rows go into its journal. */
export function listJournaledTables({
  tables,
}: {
  readonly tables: readonly { readonly name: string }[];
}): readonly string[] {
  return tables.map(({ name }) => name).filter(isJournaled);
}

/** The journaled tables of a database that held the rows of all engineers. */
export const legacyJournaledTables: readonly string[] = Object.keys(legacyKeyPaths);

/** True for an image that the server has: a second copy here would only fill the device. */
export function isDelivered(table: string, row: unknown): boolean {
  return table === "image" && (row as { state?: string }).state === "sent";
}

/**
 * Encodes a frame: payload length, CRC-32 of the payload, payload. A torn end is left out when
 * reading.
 */
export function encodeEntry(entry: JournalEntry): Uint8Array<ArrayBuffer> {
  const binaries: Uint8Array[] = [];
  const json = JSON.stringify(entry, function (this: Record<string, unknown>, key, value: unknown) {
    const raw = this[key];
    if (!(raw instanceof ArrayBuffer)) return value;
    binaries.push(new Uint8Array(raw));
    return { $bytes: raw.byteLength };
  });
  const text = new TextEncoder().encode(json);
  const size = 4 + text.length + binaries.reduce((sum, binary) => sum + binary.length, 0);
  const frame = new Uint8Array(8 + size);
  const view = new DataView(frame.buffer);
  view.setUint32(0, size);
  view.setUint32(8, text.length);
  frame.set(text, 12);
  let offset = 12 + text.length;
  for (const binary of binaries) {
    frame.set(binary, offset);
    offset += binary.length;
  }
  view.setUint32(4, crc32(frame.subarray(8)));
  return frame;
}

export function decodeEntries(file: Uint8Array<ArrayBuffer>): readonly JournalEntry[] {
  const entries: JournalEntry[] = [];
  const view = new DataView(file.buffer, file.byteOffset, file.byteLength);
  let offset = 0;
  while (offset + 12 <= file.length) {
    const size = view.getUint32(offset);
    const end = offset + 8 + size;
    if (size < 4 || end > file.length) break;
    const payload = file.subarray(offset + 8, end);
    if (crc32(payload) !== view.getUint32(offset + 4)) break;
    entries.push(decodePayload(payload));
    offset = end;
  }
  return entries;
}

function decodePayload(payload: Uint8Array<ArrayBuffer>): JournalEntry {
  const textLength = new DataView(payload.buffer, payload.byteOffset).getUint32(0);
  let offset = 4 + textLength;
  const json = new TextDecoder().decode(payload.subarray(4, offset));
  return JSON.parse(json, (_key, value: unknown) => {
    if (!isBytesMark(value)) return value;
    const bytes = payload.slice(offset, offset + value.$bytes).buffer;
    offset += value.$bytes;
    return bytes;
  }) as JournalEntry;
}

function isBytesMark(value: unknown): value is { $bytes: number } {
  return (
    typeof value === "object" &&
    value !== null &&
    "$bytes" in value &&
    typeof value.$bytes === "number" &&
    Object.keys(value).length === 1
  );
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
  const bytes = table === "image" && before ? splitImage(before).bytes : null;
  return bytes && !splitImage(row as object).bytes ? { ...(row as object), bytes } : row;
}

function primaryKey(table: string, row: unknown, paths: typeof keyPaths): unknown {
  const key = paths[table];
  if (key === undefined) throw new Error(`The table ${table} is not in the journal`);
  const values = row as Record<string, unknown>;
  return typeof key === "string" ? values[key] : key.map((part) => values[part]);
}

const crcTable = Uint32Array.from({ length: 256 }, (_, index) => {
  let value = index;
  for (let bit = 0; bit < 8; bit++) value = value & 1 ? 0xedb88320 ^ (value >>> 1) : value >>> 1;
  return value >>> 0;
});

function crc32(bytes: Uint8Array): number {
  let crc = 0xffffffff;
  for (const byte of bytes) crc = (crcTable[(crc ^ byte) & 0xff] ?? 0) ^ (crc >>> 8);
  return (crc ^ 0xffffffff) >>> 0;
}
