import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { readImageSize } from "./image-size.ts";

const readSize = (...parts: readonly (string | readonly number[])[]) =>
  readImageSize(
    new Blob(parts.map((part) => (typeof part === "string" ? part : Uint8Array.from(part)))),
  );

const zeros = (count: number) => Array.from({ length: count }, () => 0);

/** Builds a segment of a JPEG from its marker and content. */
const segment = (marker: number, content: readonly number[]) => [
  0xff,
  marker,
  (content.length + 2) >> 8,
  (content.length + 2) & 0xff,
  ...content,
];

const letters = (text: string) => Array.from(text, (letter) => letter.charCodeAt(0));

/** Builds a box of an AVIF or HEIC from its type and content. */
const box = (type: string, content: readonly number[]) => [
  0,
  0,
  (content.length + 8) >> 8,
  (content.length + 8) & 0xff,
  ...letters(type),
  ...content,
];

const pngSignature = [0x89, ...letters("PNG\r\n\u001a\n")];

// 8 bits, 6,000 high, 8,000 wide.
const frame = segment(0xc0, [8, 0x17, 0x70, 0x1f, 0x40, 3]);

describe("the size in the header of an image", () => {
  it("is read behind a JPEG's metadata and tables", async () => {
    const metadata = segment(0xe1, zeros(60_000));
    const tables = [...segment(0xdb, zeros(65)), ...segment(0xc4, zeros(30))];
    expect(await readSize([0xff, 0xd8], metadata, metadata, tables, [0xff], frame)).toEqual({
      width: 8000,
      height: 6000,
    });
  });

  it("is read from the first bytes of PNG, GIF and WebP", async () => {
    const size = [0, 0, 0x4e, 0x20, 0, 0, 0x27, 0x10];
    const png = [pngSignature, [0, 0, 0, 13], "IHDR", size] as const;
    expect(await readSize(...png)).toEqual({ width: 20_000, height: 10_000 });
    expect(await readSize("GIF89a", [0x40, 1, 0xf0, 0])).toEqual({ width: 320, height: 240 });
    const webp = (kind: string, ...rest: readonly number[]) =>
      readSize("RIFF", zeros(4), "WEBP", kind, [rest.length, 0, 0, 0], rest);
    expect(await webp("VP8X", ...zeros(4), 0x3f, 1, 0, 0xef, 0, 0)).toEqual({
      width: 320,
      height: 240,
    });
    expect(await webp("VP8 ", ...zeros(6), 0x40, 1, 0xf0, 0)).toEqual({ width: 320, height: 240 });
    expect(await webp("VP8L", 0x2f, 0x3f, 0xc1, 0x3b, 0)).toEqual({ width: 320, height: 240 });
  });

  it("is read from the properties of the main image of AVIF and HEIC", async () => {
    const properties = box("iprp", [
      ...box("ipco", box("ispe", [...zeros(4), 0, 0, 0x1f, 0x40, 0, 0, 0x17, 0x70])),
      ...box("ipma", [...zeros(7), 1, 0, 1, 1, 1]),
    ]);
    const meta = box("meta", [...zeros(4), ...box("pitm", [...zeros(5), 1]), ...properties]);
    for (const brand of ["avif", "heic"]) {
      const type = box("ftyp", [...letters(brand), ...zeros(4)]);
      expect(await readSize(type, meta)).toEqual({ width: 8000, height: 6000 });
    }
  });

  it("is not known for text, for no bytes, and for a header that breaks off", async () => {
    expect(await readSize("These are words, not a picture.")).toBeNull();
    expect(await readSize()).toBeNull();
    expect(await readSize([0xff, 0xd8], segment(0xe1, zeros(100)))).toBeNull();
    expect(await readSize(pngSignature, zeros(4))).toBeNull();
  });

  it("is read or null for any bytes after any beginning", async () => {
    const signature = fc.constantFrom<(string | readonly number[])[]>(
      [[0xff, 0xd8]],
      ["GIF89a"],
      [pngSignature, zeros(4), "IHDR"],
      ["RIFF0000WEBPVP8X"],
      [box("ftyp", letters("avif0000")), [0, 0, 1, 0], "meta"],
      [],
    );
    await fc.assert(
      fc.asyncProperty(
        signature,
        fc.uint8Array({ maxLength: 300 }),
        async (signatureBytes, bytes) => {
          const size = await readSize(...signatureBytes, [...bytes]);
          expect(size === null || (size.width >= 0 && size.height >= 0)).toBe(true);
        },
      ),
    );
  });
});
