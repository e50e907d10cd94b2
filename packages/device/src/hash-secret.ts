import { argon2id } from "hash-wasm";
import type { SecretToHash } from "./ports.ts";

/** Returns the 32 bytes that Argon2id makes of a secret, after as much work as its cost says. */
export async function hashSecret({
  secret,
  salt,
  memory,
  passes,
}: SecretToHash): Promise<Uint8Array<ArrayBuffer>> {
  const hash = await argon2id({
    memorySize: memory,
    iterations: passes,
    parallelism: 1,
    hashLength: 32,
    password: secret,
    salt,
    outputType: "binary",
  });
  return new Uint8Array(hash);
}
