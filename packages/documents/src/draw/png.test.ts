import { deflateSync, inflateSync } from "node:zlib";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { isPng, opaquePng } from "./png.ts";

interface PngOptions {
  readonly width: number;
  readonly height: number;
  readonly colour?: number;
  readonly rows: Uint8Array;
}

function aPng({ width, height, colour = 6, rows }: PngOptions): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, colour], 8);
  const parts = [
    ["IHDR", header],
    ["IDAT", deflateSync(rows)],
    ["IEND", Buffer.alloc(0)],
  ] as const;
  const chunks = parts.map(([name, data]) => {
    const length = Buffer.alloc(4);
    length.writeUInt32BE(data.length);
    return Buffer.concat([length, Buffer.from(name), data, Buffer.alloc(4)]);
  });
  return Buffer.concat([Buffer.from("89504e470d0a1a0a", "hex"), ...chunks]);
}

/** Returns the rows of an image that `opaquePng` made. */
function readRows(png: Uint8Array | null): number[] {
  const bytes = Buffer.from(png ?? []);
  const at = bytes.indexOf("IDAT");
  return [...inflateSync(bytes.subarray(at + 4, at + 4 + bytes.readUInt32BE(at - 4)))];
}

const channels = 4;

/** Filters rows of red, green, blue and alpha as an encoder would. */
function applyFilters(
  pixels: Uint8Array,
  width: number,
  height: number,
  filters: readonly number[],
) {
  const stride = width * channels;
  const rows = new Uint8Array(height * (stride + 1));
  const at = (y: number, index: number) =>
    y < 0 || index < 0 ? 0 : (pixels[y * stride + index] ?? 0);
  for (let y = 0; y < height; y += 1) {
    const filter = filters[y % filters.length] ?? 0;
    rows[y * (stride + 1)] = filter;
    for (let index = 0; index < stride; index += 1) {
      const [left, above, corner] = [
        at(y, index - channels),
        at(y - 1, index),
        at(y - 1, index - channels),
      ];
      const guess = left + above - corner;
      const nearest = [left, above, corner].toSorted(
        (a, b) => Math.abs(guess - a) - Math.abs(guess - b),
      )[0];
      const predictions = [0, left, above, Math.floor((left + above) / 2), nearest ?? 0];
      rows[y * (stride + 1) + 1 + index] = at(y, index) - (predictions[filter] ?? 0);
    }
  }
  return rows;
}

describe("a PNG on white", () => {
  it("shows its pixels, whatever the filters of its rows", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 9 }),
        fc.integer({ min: 1, max: 9 }),
        fc.array(fc.integer({ min: 0, max: 4 }), { minLength: 1, maxLength: 9 }),
        fc.uint8Array({ minLength: 9 * 9 * channels, maxLength: 9 * 9 * channels }),
        async (width, height, filters, noise) => {
          const pixels = noise.subarray(0, width * height * channels);
          const rows = applyFilters(pixels, width, height, filters);
          const expected = Array.from({ length: height }, (_, y) => [
            0,
            ...Array.from({ length: width }, (__, x) => {
              const [r = 0, g = 0, b = 0, a = 0] = pixels.subarray((y * width + x) * channels);
              return [r, g, b].map((part) => Math.round((part * a) / 255 + 255 * (1 - a / 255)));
            }).flat(),
          ]).flat();
          const flat = readRows(await opaquePng(aPng({ width, height, rows })));
          expect(flat.map((part, index) => Math.abs(part - (expected[index] ?? -9)) <= 1)).toEqual(
            expected.map(() => true),
          );
        },
      ),
    );
  });

  it("is unchanged if it has no transparency", async () => {
    const plain = aPng({ width: 1, height: 1, colour: 2, rows: Uint8Array.of(0, 1, 2, 3) });
    expect(await opaquePng(plain)).toBe(plain);
  });

  it("is null if the bytes are wrong, cut, too many or too large", async () => {
    const rows = new Uint8Array(5);
    const whole = aPng({ width: 1, height: 1, rows });
    const spoilt = Buffer.from(whole);
    spoilt.fill(0xff, whole.indexOf("IDAT") + 4, whole.indexOf("IEND") - 8);
    for (const bytes of [
      whole.subarray(0, 20),
      whole.subarray(0, whole.indexOf("IDAT") + 6),
      spoilt,
      aPng({ width: 1, height: 1, rows: new Uint8Array(1_000_000) }),
      aPng({ width: 1, height: 2, rows }),
      aPng({ width: 100_000, height: 100_000, rows }),
      aPng({ width: 0, height: 0, rows: new Uint8Array(0) }),
      aPng({ width: 1, height: 1, colour: 7, rows }),
    ]) {
      expect(isPng(bytes)).toBe(true);
      expect(await opaquePng(bytes)).toBeNull();
    }
    expect(isPng(Buffer.from("GIF89a"))).toBe(false);
  });
});
