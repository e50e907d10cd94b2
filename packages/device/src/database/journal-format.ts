import { isRecord, readField } from "@fieldfare/domain";
import type { JournalEntry } from "./journal.ts";

/**
 * Encodes a frame: payload length, CRC-32 of the payload, payload. A torn end is left out when
 * reading.
 */
export function encodeEntry(entry: JournalEntry): Uint8Array<ArrayBuffer> {
  const { bytes } = encodeValue(entry, 8);
  const view = new DataView(bytes.buffer);
  view.setUint32(0, bytes.length - 8);
  view.setUint32(4, crc32(bytes.subarray(8)));
  return bytes;
}

/**
 * Encodes a value as JSON, and the ArrayBuffers in it after that. `text` is the JSON; null when there
 * are such bytes. The result begins with `headSize` bytes for the caller.
 */
export function encodeValue(
  value: object,
  headSize = 0,
): { readonly bytes: Uint8Array<ArrayBuffer>; readonly text: string | null } {
  const binaries: Uint8Array[] = [];
  const json = JSON.stringify(value, function (this: Record<string, unknown>, key, part: unknown) {
    const raw = this[key];
    if (!(raw instanceof ArrayBuffer)) return part;
    binaries.push(new Uint8Array(raw));
    return { $bytes: raw.byteLength };
  });
  const text = new TextEncoder().encode(json);
  const size = 4 + text.length + binaries.reduce((sum, binary) => sum + binary.length, 0);
  const bytes = new Uint8Array(headSize + size);
  new DataView(bytes.buffer).setUint32(headSize, text.length);
  bytes.set(text, headSize + 4);
  let offset = headSize + 4 + text.length;
  for (const binary of binaries) {
    bytes.set(binary, offset);
    offset += binary.length;
  }
  return { bytes, text: binaries.length > 0 ? null : json };
}

/**
 * Returns the entries before the first frame that is torn or damaged. Throws if a whole frame is no
 * entry.
 */
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
  const { value } = decodeValue(payload);
  if (!isEntry(value)) throw new Error("A frame of the journal is no entry");
  return value;
}

/** Decodes what `encodeValue` has made. */
export function decodeValue(payload: Uint8Array<ArrayBuffer>): {
  readonly value: unknown;
  readonly text: string | null;
} {
  const { json, end } = readJson(payload);
  if (!hasBytes(json)) return { value: JSON.parse(json), text: json };
  let offset = end;
  const value: unknown = JSON.parse(json, (_key, part: unknown) => {
    if (!isBytesMark(part)) return part;
    const bytes = payload.slice(offset, offset + part.$bytes).buffer;
    offset += part.$bytes;
    return bytes;
  });
  return { value, text: null };
}

/** Returns the JSON of what `encodeValue` has made; null when there are bytes after it. */
export function decodeText(payload: Uint8Array<ArrayBuffer>): string | null {
  const { json } = readJson(payload);
  return hasBytes(json) ? null : json;
}

function readJson(payload: Uint8Array<ArrayBuffer>): {
  readonly json: string;
  readonly end: number;
} {
  const end = 4 + new DataView(payload.buffer, payload.byteOffset).getUint32(0);
  return { json: new TextDecoder().decode(payload.subarray(4, end)), end };
}

function hasBytes(json: string): boolean {
  return json.includes('"$bytes"');
}

function isEntry(value: unknown): value is JournalEntry {
  return (
    isRecord(value) &&
    typeof value["order"] === "number" &&
    typeof value["isSnapshot"] === "boolean" &&
    areChanges(value["puts"]) &&
    areChanges(value["deletes"])
  );
}

function areChanges(value: unknown): boolean {
  return (
    Array.isArray(value) && value.every((change) => typeof readField(change, "table") === "string")
  );
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
