/**
 * Returns the bytes of a chosen file, or null when it can no longer be read: it was changed or
 * moved since, or its card was taken out.
 */
export async function readBytes(file: Blob): Promise<Uint8Array<ArrayBuffer> | null> {
  try {
    return new Uint8Array(await file.arrayBuffer());
  } catch {
    return null;
  }
}
