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
