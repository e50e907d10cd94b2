import { expect, it } from "vitest";
import { appendWhole, type WritableFile } from "./journal-file.ts";

/** A file on a disk with space for `capacity` bytes; a flush writes to it. */
function aFullFile(capacity: number) {
  let stored = new Uint8Array();
  let flushed = 0;
  const file: WritableFile = {
    getSize: () => stored.length,
    write(bytes, { at }) {
      const accepted = bytes.subarray(0, Math.max(0, capacity - at));
      stored = new Uint8Array([...stored.subarray(0, at), ...accepted]);
      return accepted.length;
    },
    flush() {
      flushed = stored.length;
    },
  };
  return { file, stored: () => [...stored], flushed: () => flushed };
}

it("Appended bytes follow the earlier ones and are on the disk", () => {
  const { file, stored, flushed } = aFullFile(10);
  appendWhole(file, new Uint8Array([1, 2, 3]));
  appendWhole(file, new Uint8Array([4, 5]));
  expect(stored()).toEqual([1, 2, 3, 4, 5]);
  expect(flushed()).toBe(5);
});

it("A device that takes only a part of the bytes throws an error", () => {
  const { file, flushed } = aFullFile(4);
  appendWhole(file, new Uint8Array([1, 2, 3]));
  expect(() => appendWhole(file, new Uint8Array([4, 5]))).toThrow("Only 1 of 2 bytes");
  expect(flushed()).toBe(3);
});
