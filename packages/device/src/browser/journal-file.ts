/** The part of an open file that the journal writes with. */
export interface WritableFile {
  getSize(): number;
  write(bytes: Uint8Array<ArrayBuffer>, place: { readonly at: number }): number;
  flush(): void;
}

/**
 * Appends all of the bytes; they are on the disk when it returns. Throws when the device takes only
 * some of them. Nothing may be appended to such a file, because a reader stops at a torn frame.
 */
export function appendWhole(file: WritableFile, bytes: Uint8Array<ArrayBuffer>): void {
  const written = file.write(bytes, { at: file.getSize() });
  if (written !== bytes.length)
    throw new Error(`Only ${written} of ${bytes.length} bytes could be written`);
  file.flush();
}

const markBytes = 4;

/**
 * Writes the bytes of an image into an empty file, and their length once they are on the disk. A
 * file whose end is not its length is incomplete.
 */
export function writeImage(file: WritableFile, bytes: ArrayBuffer): void {
  appendWhole(file, new Uint8Array(bytes));
  const mark = new DataView(new ArrayBuffer(markBytes));
  mark.setUint32(0, bytes.byteLength);
  appendWhole(file, new Uint8Array(mark.buffer));
}

/** True when the file ends with the length that `writeImage` writes last. */
export async function isCompleteImage(file: Blob): Promise<boolean> {
  if (file.size < markBytes) return false;
  const mark = new DataView(await file.slice(-markBytes).arrayBuffer());
  return mark.getUint32(0) === file.size - markBytes;
}

/** Returns null for an incomplete file. */
export async function readImage(file: Blob): Promise<ArrayBuffer | null> {
  return (await isCompleteImage(file)) ? file.slice(0, -markBytes).arrayBuffer() : null;
}
