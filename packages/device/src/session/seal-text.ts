import { gcm } from "@noble/ciphers/aes.js";
import { toBase64 } from "../base64.ts";

/** Bytes of the initialisation vector, which stands before the sealed text. */
export const ivLength = 12;

/**
 * Seals a text at once, so that it can be stored before the browser ends the page. Returns base64, which opens only with the same
 * key and context (`openText`).
 */
export function sealText(key: Uint8Array, text: string, context: string): string {
  const iv = crypto.getRandomValues(new Uint8Array(ivLength));
  const bytes = gcm(key, iv, encodeText(context)).encrypt(encodeText(text));
  return toBase64(new Uint8Array([...iv, ...bytes]));
}

const encodeText = (text: string) => new TextEncoder().encode(text);
