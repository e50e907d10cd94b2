import { createHash } from "node:crypto";

/** Returns the same id for the same name (UUID version 5), so that loading the demo twice adds nothing. */
export function deterministicId(name: string): string {
  const hash = createHash("sha1").update(namespace).update(name).digest().subarray(0, 16);
  hash[6] = ((hash[6] ?? 0) & 0x0f) | 0x50;
  hash[8] = ((hash[8] ?? 0) & 0x3f) | 0x80;
  const text = hash.toString("hex");
  return [
    text.slice(0, 8),
    text.slice(8, 12),
    text.slice(12, 16),
    text.slice(16, 20),
    text.slice(20),
  ].join("-");
}

const namespace = Buffer.from("5f1e7d2a9c0b4e36a8d14b7c2f90e311", "hex");
