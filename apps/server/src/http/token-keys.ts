import { randomBytes, randomUUID } from "node:crypto";
import { z } from "@fieldfare/contract";
import { ensureKeyFile, parseKeySet } from "../database/key-files.ts";

/** A key of at least 32 bytes that signs access tokens. A token names its key by the id. */
export interface TokenKey {
  readonly id: string;
  readonly key: Uint8Array;
}

/**
 * The first key signs, all keys verify. A new key is put first; the old one is removed once its tokens have
 * expired.
 */
export type TokenKeys = readonly [TokenKey, ...TokenKey[]];

const keySet = z
  .array(
    z.object({
      id: z.string().check(z.minLength(1), z.maxLength(100)),
      key: z.string().check(z.regex(/^[A-Za-z0-9+/]{43,}={0,2}$/, "32 bytes or more as base64")),
    }),
  )
  .check(z.minLength(1));

/** Throws when the text is no key set. The error never quotes the text. */
export function parseTokenKeys(text: string, source: string): TokenKeys {
  const keys = parseKeySet(keySet, text, {
    source,
    expected: 'a list such as [{"id": "2026-11", "key": "32 random bytes as base64"}]',
  });
  if (new Set(keys.map(({ id }) => id)).size < keys.length)
    throw new Error(`${source} names an id twice`);
  const [first, ...others] = keys.map(({ id, key }) => ({
    id,
    key: Buffer.from(key, "base64"),
  }));
  if (!first) throw new Error(`${source} names no key`);
  return [first, ...others];
}

/** Reads the key set in `file`, which only its owner can read. Makes it when it does not exist. */
export async function ensureTokenKeys(file: string): Promise<TokenKeys> {
  const made = [{ id: randomUUID(), key: randomBytes(32).toString("base64") }];
  return parseTokenKeys(await ensureKeyFile(file, JSON.stringify(made)), file);
}
