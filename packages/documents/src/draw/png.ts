import { compress } from "./pdf-document.ts";

const pngSignature = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];
const maxPixels = 4_000_000;

/** Whether the bytes begin with the signature of a PNG. The rest is not checked. */
export function isPng(bytes: Uint8Array): boolean {
  return pngSignature.every((byte, index) => bytes[index] === byte);
}

/**
 * Returns the image on a white background. The drawing library would separate transparency in asynchronous steps that
 * end in any order, so that the same document had different bytes, and whose errors cannot be caught. Returns null if
 * the bytes are not a PNG that can be shown.
 */
export async function opaquePng(bytes: Uint8Array): Promise<Uint8Array | null> {
  try {
    const png = parse(bytes);
    const { width, height, depth, colour, isInterlaced, isTransparent } = png;
    if (width * height === 0 || width * height > maxPixels || isInterlaced) return null;
    const isPlain = colour === 0 || colour === 2 || colour === 3;
    if (isPlain) return isTransparent ? null : bytes;
    const channels = channelsByColour[colour];
    if (channels === undefined || depth !== 8) return null;
    const rows = await inflate(png.data, height * (1 + width * channels));
    return rows && encodePng(png, flattenOnWhite(rows, png, channels));
  } catch {
    return null;
  }
}

/** Grey with alpha, and red, green, blue with alpha. */
const channelsByColour: Readonly<Record<number, number>> = { 4: 2, 6: 4 };

interface Png {
  readonly width: number;
  readonly height: number;
  readonly depth: number;
  readonly colour: number;
  readonly isInterlaced: boolean;
  readonly isTransparent: boolean;
  readonly data: readonly Uint8Array<ArrayBuffer>[];
}

function parse(bytes: Uint8Array): Png {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const data: Uint8Array<ArrayBuffer>[] = [];
  let isTransparent = false;
  for (let position = pngSignature.length; position + 12 <= bytes.length;) {
    const length = view.getUint32(position);
    const name = String.fromCharCode(...bytes.subarray(position + 4, position + 8));
    if (name === "IDAT")
      data.push(new Uint8Array(bytes.subarray(position + 8, position + 8 + length)));
    if (name === "tRNS") isTransparent = true;
    position += 12 + length;
  }
  return {
    width: view.getUint32(16),
    height: view.getUint32(20),
    depth: view.getUint8(24),
    colour: view.getUint8(25),
    isInterlaced: view.getUint8(28) !== 0,
    isTransparent,
    data,
  };
}

/** Returns null if the data have another length. It stops reading there, however much would follow. */
async function inflate(
  data: readonly Uint8Array<ArrayBuffer>[],
  length: number,
): Promise<Uint8Array | null> {
  const rows = new Uint8Array(length);
  let position = 0;
  const stream = new Blob([...data]).stream().pipeThrough(new DecompressionStream("deflate"));
  const reader = stream.getReader();
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    if (position + part.value.length > length) {
      await reader.cancel();
      return null;
    }
    rows.set(part.value, position);
    position += part.value.length;
  }
  return position === length ? rows : null;
}

/** Returns rows of red, green and blue, each after a zero that means "no filter". */
function flattenOnWhite(rows: Uint8Array, { width, height }: Png, channels: number): Uint8Array {
  const stride = width * channels;
  const flat = new Uint8Array(height * (1 + width * 3));
  for (let y = 0; y < height; y += 1) {
    unfilter(rows, y, stride, channels);
    const from = y * (stride + 1) + 1;
    const to = y * (width * 3 + 1) + 1;
    for (let x = 0; x < width; x += 1) {
      const pixel = from + x * channels;
      const alpha = (rows[pixel + channels - 1] ?? 0) / 255;
      for (let part = 0; part < 3; part += 1) {
        const value = rows[pixel + (channels === 4 ? part : 0)] ?? 0;
        flat[to + x * 3 + part] = Math.round(value * alpha + 255 * (1 - alpha));
      }
    }
  }
  return flat;
}

/** Undoes the row's filter in place. The row above must be done already. */
function unfilter(rows: Uint8Array, y: number, stride: number, channels: number) {
  const from = y * (stride + 1) + 1;
  const filter = rows[from - 1];
  for (let index = 0; index < stride; index += 1) {
    const position = from + index;
    const left = index < channels ? 0 : (rows[position - channels] ?? 0);
    const above = y === 0 ? 0 : (rows[position - stride - 1] ?? 0);
    const corner = y === 0 || index < channels ? 0 : (rows[position - stride - 1 - channels] ?? 0);
    rows[position] = (rows[position] ?? 0) + predict(filter, left, above, corner);
  }
}

function predict(filter: number | undefined, left: number, above: number, corner: number) {
  switch (filter) {
    case 1:
      return left;
    case 2:
      return above;
    case 3:
      return (left + above) >> 1;
    case 4: {
      const [a, b, c] = [above - corner, left - corner, left + above - 2 * corner].map(Math.abs);
      if (a === undefined || b === undefined || c === undefined) return 0;
      if (a <= b && a <= c) return left;
      return b <= c ? above : corner;
    }
    default:
      return 0;
  }
}

function encodePng({ width, height }: Png, rows: Uint8Array): Uint8Array {
  const data = compress(rows);
  const header = new Uint8Array(13);
  const view = new DataView(header.buffer);
  view.setUint32(0, width);
  view.setUint32(4, height);
  header.set([8, 2], 8);
  const none = new Uint8Array(0);
  const chunks = [chunk("IHDR", header), chunk("IDAT", data), chunk("IEND", none)];
  const bytes = new Uint8Array(
    chunks.reduce((length, one) => length + one.length, pngSignature.length),
  );
  bytes.set(pngSignature);
  let position = pngSignature.length;
  for (const one of chunks) {
    bytes.set(one, position);
    position += one.length;
  }
  return bytes;
}

/** The checksum stays empty: the drawing library ignores it, and the PDF does not contain it. */
function chunk(name: string, data: Uint8Array): Uint8Array {
  const bytes = new Uint8Array(12 + data.length);
  new DataView(bytes.buffer).setUint32(0, data.length);
  for (let index = 0; index < 4; index += 1) bytes[4 + index] = name.charCodeAt(index);
  bytes.set(data, 8);
  return bytes;
}
