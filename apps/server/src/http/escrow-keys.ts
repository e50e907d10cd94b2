import { randomUUID } from "node:crypto";
import {
  compactDecrypt,
  CompactEncrypt,
  type CryptoKey,
  exportJWK,
  generateKeyPair,
  importJWK,
  type JWK,
} from "jose";
import {
  deviceKey,
  type EscrowKey,
  sealedDataKey,
  type SealedDataKey,
  z,
} from "@fieldfare/contract";
import { ensureKeyFile, parseKeySet } from "../database/key-files.ts";

/** The keys that open the copies of data keys which devices store, sealed to this server, and secrets in the database. */
export interface EscrowKeys {
  /** The public part of the first key. Devices seal to it. */
  readonly published: EscrowKey;
  /** Returns null when the copy is sealed to another key, or is damaged. */
  open(sealed: string): Promise<SealedDataKey | null>;
  /** Encrypts a text to the first key. */
  sealText(text: string): Promise<string>;
  /** Returns null when the text is sealed to another key, or is damaged. */
  openText(sealed: string): Promise<string | null>;
}

const coordinate = z.string().check(z.regex(/^[A-Za-z0-9_-]{43}$/));
const keySet = z.object({
  keys: z
    .array(
      z.extend(deviceKey, {
        kid: z.string().check(z.minLength(1), z.maxLength(100)),
        /** The private part. */
        d: coordinate,
      }),
    )
    .check(z.minLength(1)),
});

/** Throws when the text is no key set. The error never quotes the text. Devices seal to the first key, all keys open. */
export async function parseEscrowKeys(text: string, source: string): Promise<EscrowKeys> {
  const { keys } = parseKeySet(keySet, text, {
    source,
    expected: "not a set of P-256 keys; docs/operations.md says how to make one",
  });
  const [first] = keys;
  if (!first) throw new Error(`${source} names no key`);
  if (new Set(keys.map(({ kid }) => kid)).size < keys.length)
    throw new Error(`${source} names a key id (kid) twice`);
  const openers = new Map<string, CryptoKey>();
  for (const { kid, ...key } of keys) openers.set(kid, await importKey(key));
  const { kty, crv, x, y, kid } = first;
  const published = { kty, crv, x, y, kid };
  const sealer = await importKey(published);

  async function openText(sealed: string): Promise<string | null> {
    try {
      const { plaintext } = await compactDecrypt(
        sealed,
        ({ kid: named }) => {
          const key = openers.get(named ?? "");
          if (!key) throw new Error("The key is not known");
          return key;
        },
        { keyManagementAlgorithms: ["ECDH-ES"], contentEncryptionAlgorithms: ["A256GCM"] },
      );
      return new TextDecoder().decode(plaintext);
    } catch {
      return null;
    }
  }

  return {
    published,
    openText,
    sealText: (text) =>
      new CompactEncrypt(new TextEncoder().encode(text))
        .setProtectedHeader({ alg: "ECDH-ES", enc: "A256GCM", kid })
        .encrypt(sealer),
    async open(sealed) {
      const opened = await openText(sealed);
      if (opened === null) return null;
      try {
        const value: unknown = JSON.parse(opened);
        const parsed = z.safeParse(sealedDataKey, value);
        return parsed.success ? parsed.data : null;
      } catch {
        return null;
      }
    },
  };
}

/** Reads the key set in `file`, which only its owner can read. Makes it when it does not exist. */
export async function ensureEscrowKeys(file: string): Promise<EscrowKeys> {
  return parseEscrowKeys(await ensureKeyFile(file, await newEscrowKeySet()), file);
}

/** Creates a set with one new key, as JSON. */
export async function newEscrowKeySet(): Promise<string> {
  const { privateKey } = await generateKeyPair("ECDH-ES", { crv: "P-256", extractable: true });
  const { kty, crv, x, y, d } = await exportJWK(privateKey);
  return JSON.stringify({ keys: [{ kty, crv, x, y, kid: randomUUID(), d }] });
}

async function importKey(key: JWK): Promise<CryptoKey> {
  // `importJWK` returns bytes only for symmetric keys.
  // oxlint-disable-next-line typescript/consistent-type-assertions
  return (await importJWK(key, "ECDH-ES")) as CryptoKey;
}
