import { type DeviceKey, deviceKey, header, signedText } from "@fieldfare/contract";
import { toBase64 } from "../base64.ts";
import type { EngineerDatabase } from "../database/database.ts";
import { hashBytes } from "../database/hash-bytes.ts";
import type { DeviceKeyRow } from "../database/rows.ts";
import type { RequestToSign } from "../device.ts";

/**
 * Signs a request with the key of the engineer's installation, and returns the headers. Without a
 * key, for instance on a full phone, the request goes unsigned: the server says whether that is enough.
 */
export async function signRequest(
  database: EngineerDatabase,
  { body, ...request }: RequestToSign,
): Promise<Record<string, string>> {
  try {
    const { privateKey, publicKey } = await ensureDeviceKey(database);
    const bodyHash = await hashBytes(encode(body).buffer);
    const text = encode(signedText({ ...request, bodyHash }));
    const signature = await crypto.subtle.sign(signing, privateKey, text);
    return {
      [header.deviceKey]: toBase64Url(encode(JSON.stringify(publicKey))),
      [header.deviceSignature]: toBase64Url(new Uint8Array(signature)),
    };
  } catch {
    return {};
  }
}

const curve = { name: "ECDSA", namedCurve: "P-256" } as const;
const signing = { name: "ECDSA", hash: "SHA-256" } as const;

/**
 * Returns the key of this installation and makes it once. It is in no journal and no export: only
 * this browser can use it, and a browser that has lost it names a new one when its engineer signs in.
 */
async function ensureDeviceKey(database: EngineerDatabase): Promise<DeviceKeyRow> {
  const stored = await database.deviceKey.get(1);
  if (stored) return stored;
  const made = await makeDeviceKey();
  // The service worker may have made one meanwhile.
  return database.transaction("rw", ["deviceKey"], async () => {
    const earlier = await database.deviceKey.get(1);
    if (!earlier) await database.deviceKey.put(made);
    return earlier ?? made;
  });
}

async function makeDeviceKey(): Promise<DeviceKeyRow> {
  const isExtractable = false;
  const { privateKey, publicKey } = await crypto.subtle.generateKey(curve, isExtractable, ["sign"]);
  const exported = await crypto.subtle.exportKey("jwk", publicKey);
  return { id: 1, privateKey, publicKey: readPublicKey(exported) };
}

function readPublicKey({ kty, crv, x, y }: JsonWebKey): DeviceKey {
  return deviceKey.parse({ kty, crv, x, y });
}

function encode(text: string): Uint8Array<ArrayBuffer> {
  return new TextEncoder().encode(text);
}

function toBase64Url(bytes: Uint8Array): string {
  return toBase64(bytes).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}
