/**
 * The bytes of a file that somebody chose; null when it can no longer be read: it was changed, moved or
 * taken away with its card since.
 */
export async function readBytes(file: Blob): Promise<Uint8Array<ArrayBuffer> | null> {
  try {
    return new Uint8Array(await file.arrayBuffer());
  } catch {
    return null;
  }
}
