import { randomUUID } from "node:crypto";
import {
  CompactSign,
  compactVerify,
  type CryptoKey,
  exportJWK,
  generateKeyPair,
  importJWK,
  type JWK,
} from "jose";
import { z } from "@fieldfare/contract";
import { ensureKeyFile, parseKeySet } from "../database/key-files.ts";

/** What a signature confirms: this exact file was filed under this number. */
interface SignedDocument {
  readonly number: string;
  readonly name: string;
  readonly sha256: string;
}

export interface DocumentKeys {
  /** Returns a JSON Web Signature by the first key. */
  sign(document: SignedDocument): Promise<string>;
  /** Also returns false when the key of the signature is no longer in the set. */
  verify(signature: string, document: SignedDocument): Promise<boolean>;
  readonly published: readonly PublishedKey[];
}

interface PublishedKey {
  readonly kty: "OKP";
  readonly crv: "Ed25519";
  readonly x: string;
  readonly kid: string;
  readonly use: "sig";
  readonly alg: "EdDSA";
}

const coordinate = z.string().check(z.regex(/^[A-Za-z0-9_-]{43}$/));
const keySet = z.object({
  keys: z
    .array(
      z.object({
        kty: z.literal("OKP"),
        crv: z.literal("Ed25519"),
        kid: z.string().check(z.minLength(1), z.maxLength(100)),
        x: coordinate,
        /** The private half. A key that only verifies does not need it. */
        d: z.optional(coordinate),
      }),
    )
    .check(z.minLength(1)),
});

/** Throws when the text is no key set. The error never quotes the text. The first key signs, all keys verify. */
export async function parseDocumentKeys(text: string, source: string): Promise<DocumentKeys> {
  const { keys } = parseKeySet(keySet, text, {
    source,
    expected: "not a set of Ed25519 keys; docs/operations.md says how to make one",
  });
  const [first] = keys;
  if (!first?.d)
    throw new Error(
      `${source}: the first key has no private part (d), and it is the one that signs`,
    );
  if (new Set(keys.map(({ kid }) => kid)).size < keys.length)
    throw new Error(`${source} names a key id (kid) twice`);
  const { kty, crv, x, d } = first;
  const signer = await importKey({ kty, crv, x, d });
  const verifiers = new Map<string, CryptoKey>();
  for (const { kid, ...key } of keys)
    verifiers.set(kid, await importKey({ kty: key.kty, crv: key.crv, x: key.x }));
  return {
    sign: (document) =>
      new CompactSign(new TextEncoder().encode(serialiseDocument(document)))
        .setProtectedHeader({ alg: "EdDSA", kid: first.kid })
        .sign(signer),
    async verify(signature, document) {
      try {
        const { payload } = await compactVerify(
          signature,
          ({ kid }) => {
            const key = verifiers.get(kid ?? "");
            if (!key) throw new Error("The key is not known");
            return key;
          },
          { algorithms: ["EdDSA"] },
        );
        return new TextDecoder().decode(payload) === serialiseDocument(document);
      } catch {
        return false;
      }
    },
    published: keys.map(({ kty, crv, x, kid }) => ({ kty, crv, x, kid, use: "sig", alg: "EdDSA" })),
  };
}

/** Reads the key set in `file`, which only its owner can read. Makes it when it does not exist. */
export async function ensureDocumentKeys(file: string): Promise<DocumentKeys> {
  return parseDocumentKeys(await ensureKeyFile(file, await newKeySet()), file);
}

/** Creates a set with one new key, as JSON. */
export async function newKeySet(): Promise<string> {
  const { privateKey } = await generateKeyPair("EdDSA", { crv: "Ed25519", extractable: true });
  const { kty, crv, x, d } = await exportJWK(privateKey);
  return JSON.stringify({ keys: [{ kty, crv, kid: randomUUID(), x, d }] });
}

async function importKey(key: JWK): Promise<CryptoKey> {
  // `importJWK` returns bytes only for symmetric keys.
  // oxlint-disable-next-line typescript/consistent-type-assertions
  return (await importJWK(key, "EdDSA")) as CryptoKey;
}

/** The order of the fields is fixed, because the result is compared as text. */
function serialiseDocument({ number, name, sha256 }: SignedDocument): string {
  return JSON.stringify({ number, name, sha256 });
}
