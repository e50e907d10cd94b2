/** The part of an open file that the journal writes with. */
export interface WritableFile {
  getSize(): number;
  write(bytes: Uint8Array<ArrayBuffer>, place: { readonly at: number }): number;
  flush(): void;
}

/**
 * All of the bytes at the end of the file, on the disk when it returns. Throws where the device takes only
 * some of them: such a file must not be written on, what stands behind a torn frame is never read.
 */
export function appendWhole(file: WritableFile, bytes: Uint8Array<ArrayBuffer>): void {
  const written = file.write(bytes, { at: file.getSize() });
  if (written !== bytes.length)
    throw new Error(`Only ${written} of ${bytes.length} bytes could be written`);
  file.flush();
}
