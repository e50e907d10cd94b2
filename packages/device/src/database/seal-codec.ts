import { gcm } from "@noble/ciphers/aes.js";
import { isRecord, readField } from "@fieldfare/domain";
import { decodeText, decodeValue, encodeValue } from "./journal-format.ts";

/** Names the key with which a table is sealed. */
export type SealKeyName = "data" | "send";

export type SealKey = Uint8Array<ArrayBuffer>;

/** `data` is null while the app is locked. */
export interface SealKeys {
  readonly send: SealKey;
  readonly data: SealKey | null;
}

type Row = Readonly<Record<string, unknown>>;

/** Before the initialisation vector: the key with which the rest is sealed. */
const keyNumbers = { data: 1, send: 2 } as const satisfies Record<SealKeyName, number>;
const ivStart = 1;
const cipherStart = 13;

/** A sealed row: its key, what is indexed, and everything else as one encrypted value. */
export interface SealedRow {
  readonly sealed: ArrayBuffer;
}

/** True of a stored row whose content is encrypted. */
export function isSealed(row: unknown): row is SealedRow {
  return readField(row, "sealed") instanceof ArrayBuffer;
}

/** Returns the key with which a row is sealed; null for a row that is not. */
export function readSealKeyName(row: unknown): SealKeyName | null {
  return isSealed(row) ? nameKey(new Uint8Array(row.sealed)) : null;
}

function nameKey(sealed: Uint8Array): SealKeyName | null {
  if (sealed[0] === keyNumbers.data) return "data";
  return sealed[0] === keyNumbers.send ? "send" : null;
}

/** Thrown for a sealed row whose key this page does not have, or that its key does not open. */
export class SealedRowError extends Error {
  constructor(table: string, cause?: unknown) {
    super(`A row of the table ${table} is sealed and cannot be opened`, { cause });
    this.name = "SealedRowError";
  }
}

/**
 * How many characters of opened rows are stored in memory, so that a row is decrypted once and not with each
 * reading.
 */
const maxOpenedCharacters = 8_000_000;

/** Seals and opens rows. All of it is synchronous: an IndexedDB transaction ends when it waits for anything else. */
export function createCodec({ send, data: dataAtStart }: SealKeys) {
  const keys: { send: SealKey; data: SealKey | null } = { send, data: dataAtStart };
  const opened = new Map<string, string>();
  let characters = 0;

  const remember = (table: string, sealed: ArrayBuffer, text: string) => {
    if (text.length > maxOpenedCharacters / 10) return;
    const name = nameRow(table, sealed);
    // Two readers may open a row at once.
    if (opened.has(name)) return;
    if (characters + text.length > maxOpenedCharacters) {
      opened.clear();
      characters = 0;
    }
    characters += text.length;
    opened.set(name, text);
  };

  /**
   * `plainFields` are those that stay readable: the key and what is indexed. While there is no data key, everything is
   * sealed with the other one: what is written must not get lost.
   */
  const seal = (
    table: string,
    keyName: SealKeyName,
    row: Row,
    plainFields: readonly string[],
  ): Row => {
    const plain: Record<string, unknown> = {};
    const hidden: Record<string, unknown> = {};
    for (const [name, value] of Object.entries(row))
      if (plainFields.includes(name)) plain[name] = value;
      else hidden[name] = value;
    const { bytes, text } = encodeValue(hidden);
    const iv = crypto.getRandomValues(new Uint8Array(cipherStart - ivStart));
    const isData = keyName === "data" && keys.data !== null;
    const cipher = gcm((isData && keys.data) || keys.send, iv, toAad(table));
    const encrypted = cipher.encrypt(bytes);
    const sealed = new Uint8Array(cipherStart + encrypted.length);
    sealed[0] = keyNumbers[isData ? "data" : "send"];
    sealed.set(iv, ivStart);
    sealed.set(encrypted, cipherStart);
    if (text !== null) remember(table, sealed.buffer, text);
    return { ...plain, sealed: sealed.buffer };
  };

  /** A field that stands beside the sealed value counts: it is what the index has. */
  const open = (table: string, row: Row & SealedRow): Row => {
    const { sealed, ...plain } = row;
    const known = opened.get(nameRow(table, sealed));
    const hidden: unknown = known === undefined ? decrypt(table, sealed) : JSON.parse(known);
    if (!isRecord(hidden)) throw new SealedRowError(table);
    return { ...hidden, ...plain };
  };

  const findKey = (sealed: Uint8Array): SealKey | null => {
    const keyName = nameKey(sealed);
    return keyName && keys[keyName];
  };

  const decrypt = (table: string, sealed: ArrayBuffer): unknown => {
    const bytes = new Uint8Array(sealed);
    const key = findKey(bytes);
    if (!key) throw new SealedRowError(table);
    let payload: Uint8Array<ArrayBuffer>;
    try {
      const cipher = gcm(key, bytes.subarray(ivStart, cipherStart), toAad(table));
      payload = new Uint8Array(cipher.decrypt(bytes.subarray(cipherStart)));
    } catch (error) {
      throw new SealedRowError(table, error);
    }
    const { value, text } = decodeValue(payload);
    if (text !== null) remember(table, sealed, text);
    return value;
  };

  /** Opens many rows with the browser's own cipher, which is faster, before they are read. */
  const openAhead = async (tables: ReadonlyMap<string, readonly unknown[]>): Promise<void> => {
    const importKey = (key: SealKey) =>
      crypto.subtle.importKey("raw", key, "AES-GCM", false, ["decrypt"]);
    const imported = {
      send: await importKey(keys.send),
      data: keys.data && (await importKey(keys.data)),
    };
    const sealedRows = [...tables].flatMap(([table, rows]) =>
      rows.filter(isSealed).map(({ sealed }) => ({ table, sealed })),
    );
    await Promise.all(
      sealedRows.map(async ({ table, sealed }) => {
        const bytes = new Uint8Array(sealed);
        const keyName = nameKey(bytes);
        const key = keyName && imported[keyName];
        if (!key || opened.has(nameRow(table, sealed))) return;
        const payload = await crypto.subtle
          .decrypt(
            {
              name: "AES-GCM",
              iv: bytes.subarray(ivStart, cipherStart),
              additionalData: toAad(table),
            },
            key,
            bytes.subarray(cipherStart),
          )
          // Whoever reads the row learns it.
          .catch(() => null);
        // It is parsed when it is read.
        const text = payload && decodeText(new Uint8Array(payload));
        if (text !== null) remember(table, sealed, text);
      }),
    );
  };

  const current: SealKeys = keys;
  return {
    seal,
    open,
    openAhead,
    keys: current,
    setData(key: SealKey) {
      keys.data = key;
    },
  };
}

export type Codec = ReturnType<typeof createCodec>;

/** No two rows have the same initialisation vector. */
function nameRow(table: string, sealed: ArrayBuffer): string {
  const iv = new Uint8Array(sealed, ivStart, cipherStart - ivStart);
  return `${table} ${String.fromCharCode(...iv)}`;
}

const aads = new Map<string, Uint8Array<ArrayBuffer>>();

/** A sealed value opens in its own table only. */
function toAad(table: string): Uint8Array<ArrayBuffer> {
  const known = aads.get(table) ?? new TextEncoder().encode(table);
  aads.set(table, known);
  return known;
}
