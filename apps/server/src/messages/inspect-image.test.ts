import { describe, expect, it } from "vitest";
import { decodeImageText, inspectImage } from "./inspect-image.ts";

const aJpeg = (width: number, height: number, ...metadata: readonly Buffer[]) => {
  const frame = Buffer.from("ffc00011080000000003011100021101031101", "hex");
  frame.writeUInt16BE(height, 5);
  frame.writeUInt16BE(width, 7);
  return Buffer.concat([Buffer.from("ffd8", "hex"), ...metadata, frame]);
};

/** A segment of metadata of 64 KB. */
const metadata = Buffer.concat([Buffer.from("ffe1ffff", "hex"), Buffer.alloc(0xffff - 2, 0xc0)]);

describe("the type and size of an image", () => {
  it("are read from a JPEG behind all of its metadata", () => {
    const segments = Array.from({ length: 15 }, () => metadata);
    expect(inspectImage(aJpeg(600, 450, ...segments))).toMatchObject({
      contentType: "image/jpeg",
      width: 600,
      height: 450,
    });
  });

  it.each([
    ["no width", aJpeg(0, 450)],
    ["no height", aJpeg(600, 0)],
    ["too many pixels", aJpeg(10_000, 10_000)],
    ["a header that breaks off", aJpeg(600, 450, metadata).subarray(0, -14)],
    ["no bytes", Buffer.alloc(0)],
    ["a single byte", Buffer.from("ff", "hex")],
    ["another format", Buffer.from("GIF89a\u0040\u0001\u0040\u0001", "latin1")],
    ["a box without an end", Buffer.from(`\u0000\u0010\u0000\u0000ftyp${"a".repeat(1_000_000)}`)],
    [
      "markers without an end",
      Buffer.alloc(1_000_000, Buffer.from("fffe0002", "hex")).fill("ffd8", 0, 2, "hex"),
    ],
    ["nothing but fill bytes", Buffer.alloc(1_000_000, 0xff).fill("ffd8", 0, 2, "hex")],
    ["nothing but zeros", Buffer.alloc(1_000_000).fill("ffd8ff", 0, 3, "hex")],
  ])("are refused for %s", (_, bytes) => {
    expect(inspectImage(bytes)).toMatchObject({ refusal: "not-a-picture" });
  });
});

describe("the bytes of an image that came as base64", () => {
  it.each([
    ["plain", "aGVsbG8=", "hello"],
    ["without its padding", "aGVsbG8", "hello"],
    ["with the head of a data URL", "data:image/png;base64,aGVsbG8=", "hello"],
    ["in lines", "aGVs\r\nbG8=\n", "hello"],
  ])("are read %s", (_, text, bytes) => {
    expect(decodeImageText(text)?.toString()).toBe(bytes);
  });

  it.each(["", "=", "data:image/png;base64,", "aGVs=bG8", "hello!", "data:image/png,abc", " \n"])(
    "are not read from %j",
    (text) => {
      expect(decodeImageText(text)).toBeNull();
    },
  );

  it("are searched in one pass: a long text that is no base64 takes only as long as its length", () => {
    // A pattern that tried white space again and again needed minutes for each of these.
    for (const text of [`a${" ".repeat(1_400_000)}!`, `${"a ".repeat(700_000)}!`]) {
      expect(decodeImageText(text)).toBeNull();
    }
  });
});
