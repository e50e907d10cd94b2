import { bytesToHex } from "@noble/hashes/utils.js";

/**
 * Call it before a transaction begins: IndexedDB closes a transaction that waits for anything else.
 */
export async function hashBytes(bytes: ArrayBuffer): Promise<string> {
  return bytesToHex(new Uint8Array(await crypto.subtle.digest("SHA-256", bytes)));
}
