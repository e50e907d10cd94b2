import { randomBytes, randomUUID } from "node:crypto";
import { link, mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { dirname } from "node:path";
import { z } from "@fieldfare/contract";

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
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new Error(`${source} is not JSON`);
  }
  const parsed = z.safeParse(keySet, value);
  if (!parsed.success)
    throw new Error(
      `${source} is a list such as [{"id": "2026-11", "key": "32 random bytes as base64"}]`,
    );
  if (new Set(parsed.data.map(({ id }) => id)).size < parsed.data.length)
    throw new Error(`${source} names an id twice`);
  const [first, ...others] = parsed.data.map(({ id, key }) => ({
    id,
    key: Buffer.from(key, "base64"),
  }));
  if (!first) throw new Error(`${source} names no key`);
  return [first, ...others];
}

/** Reads the key set in `file`, which only its owner can read. Makes it when it does not exist. */
export async function ensureTokenKeys(file: string): Promise<TokenKeys> {
  const made = JSON.stringify([{ id: randomUUID(), key: randomBytes(32).toString("base64") }]);
  await mkdir(dirname(file), { recursive: true });
  const draft = `${file}.${randomUUID()}`;
  await writeFile(draft, made, { mode: 0o600 });
  // When two servers start at the same time, one of them puts its complete file in place, and both read it.
  await link(draft, file).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== "EEXIST") throw error;
  });
  await rm(draft);
  return parseTokenKeys(await readFile(file, "utf8"), file);
}
