import type { Device } from "../device.ts";

/** Encrypts the data key with a secret that the authenticator derives. */
export async function wrapDataKey(
  { ports }: Pick<Device, "ports">,
  dataKey: Uint8Array<ArrayBuffer>,
  derived: ArrayBuffer,
): Promise<{ readonly iv: ArrayBuffer; readonly sealed: ArrayBuffer }> {
  const iv = ports.randomBytes(12);
  const key = await importDerived(derived);
  const sealed = await crypto.subtle.encrypt({ name: "AES-GCM", iv }, key, dataKey);
  return { iv: iv.buffer, sealed };
}

/** Returns null for another secret. */
export async function unwrapDataKey(
  { iv, sealed }: { readonly iv: ArrayBuffer; readonly sealed: ArrayBuffer },
  derived: ArrayBuffer,
): Promise<Uint8Array<ArrayBuffer> | null> {
  try {
    const key = await importDerived(derived);
    return new Uint8Array(await crypto.subtle.decrypt({ name: "AES-GCM", iv }, key, sealed));
  } catch {
    return null;
  }
}

function importDerived(derived: ArrayBuffer): Promise<CryptoKey> {
  return crypto.subtle.importKey("raw", derived.slice(0, 32), "AES-GCM", false, [
    "encrypt",
    "decrypt",
  ]);
}
