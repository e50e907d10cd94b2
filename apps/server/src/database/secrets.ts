import { argon2, createHash, randomBytes, timingSafeEqual } from "node:crypto";
import { promisify } from "node:util";
import { limited } from "./limited.ts";

const derive = limited(promisify(argon2), { atOnce: 2, waiting: 200 });

/** Argon2id with 19 MiB and two passes. */
const cost = { memory: 19_456, passes: 2, parallelism: 1, tagLength: 32 } as const;

/** Hashes a password, a PIN or a code to text: `argon2id$memory$passes$salt$tag`, salt and tag in base64. */
export async function hashCredential(credential: string): Promise<string> {
  const nonce = randomBytes(16);
  const tag = await derive("argon2id", { message: credential, nonce, ...cost });
  return [
    "argon2id",
    cost.memory,
    cost.passes,
    nonce.toString("base64"),
    tag.toString("base64"),
  ].join("$");
}

/**
 * Verifies a password, a PIN or a code. Without a hash it takes as long and returns false, so that a caller cannot tell an unknown
 * name from a wrong credential.
 */
export async function verifyCredential(credential: string, hash: string | null): Promise<boolean> {
  const [, memory, passes, salt, expected] = (hash ?? dummyHash).split("$");
  if (!salt || !expected) throw new Error("This is no hash of a credential");
  const tag = await derive("argon2id", {
    message: credential,
    nonce: Buffer.from(salt, "base64"),
    memory: Number(memory),
    passes: Number(passes),
    parallelism: cost.parallelism,
    tagLength: cost.tagLength,
  });
  return timingSafeEqual(tag, Buffer.from(expected, "base64")) && hash !== null;
}

/** Creates a random token of 256 bits, and the hash of it that is stored. */
export function newToken(): { token: string; hash: Buffer } {
  const token = randomBytes(32).toString("base64url");
  return { token, hash: hashToken(token) };
}

/**
 * Returns the SHA-256 of a token, which is stored in its place. A token is random, so a slow hash would add nothing.
 */
export function hashToken(token: string): Buffer {
  return createHash("sha256").update(token).digest();
}

const dummyHash = [
  "argon2id",
  cost.memory,
  cost.passes,
  Buffer.alloc(16).toString("base64"),
  Buffer.alloc(32).toString("base64"),
].join("$");
