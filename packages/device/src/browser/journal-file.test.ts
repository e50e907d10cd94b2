import { describe, expect, it } from "vitest";
import {
  appendWhole,
  isCompleteImage,
  readImage,
  type WritableFile,
  writeImage,
} from "./journal-file.ts";

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

describe("The file of an image", () => {
  const bytes = new Uint8Array([1, 2, 3, 0, 0]).buffer;

  it("returns the bytes that were written, also of an image without bytes", async () => {
    for (const written of [bytes, new ArrayBuffer(0)]) {
      const { file, stored } = aFullFile(100);
      writeImage(file, written);
      expect(await readImage(new Blob([new Uint8Array(stored())]))).toEqual(written);
    }
  });

  it("that is torn anywhere is incomplete", async () => {
    const { file, stored } = aFullFile(100);
    writeImage(file, bytes);
    for (let size = 0; size < stored().length; size += 1) {
      const torn = new Blob([new Uint8Array(stored().slice(0, size))]);
      expect(await isCompleteImage(torn)).toBe(false);
      expect(await readImage(torn)).toBeNull();
    }
  });

  it("on a full device throws an error and is incomplete", async () => {
    for (let capacity = 0; capacity < bytes.byteLength + 4; capacity += 1) {
      const { file, stored } = aFullFile(capacity);
      expect(() => writeImage(file, bytes)).toThrow("bytes could be written");
      expect(await isCompleteImage(new Blob([new Uint8Array(stored())]))).toBe(false);
    }
  });
});
