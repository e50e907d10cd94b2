import { promisify } from "node:util";
import { constants, crc32, deflateRaw, deflateRawSync } from "node:zlib";

const deflate = promisify(deflateRaw);

/** Text that was compressed once and can be placed anywhere in a gzip body. */
export interface Segment {
  /** Deflate blocks that end on a byte boundary and do not refer to earlier blocks. */
  readonly bytes: Buffer;
  /** Bytes before compression. */
  readonly size: number;
  readonly crc: number;
}

const options = { level: 6, finishFlush: constants.Z_FULL_FLUSH } as const;

/** Compresses a text to a segment that can be joined with others to one gzip file. */
export async function compress(text: string): Promise<Segment> {
  const plain = Buffer.from(text);
  return { bytes: await deflate(plain, options), size: plain.length, crc: crc32(plain) };
}

/** Compresses the few bytes between segments. */
export function compressSync(text: string): Segment {
  const plain = Buffer.from(text);
  return { bytes: deflateRawSync(plain, options), size: plain.length, crc: crc32(plain) };
}

/** Segments one after the other, as one. */
export function joinSegments(segments: readonly Segment[]): Segment {
  return {
    bytes: Buffer.concat(segments.map(({ bytes }) => bytes)),
    size: segments.reduce((sum, { size }) => sum + size, 0),
    crc: segments.reduce((crc, segment) => combineCrc(crc, segment.crc, segment.size), 0),
  };
}

export interface GzipBody {
  /** The compressed bytes of the response. */
  readonly bytes: Buffer;
  /** Bytes before compression. */
  readonly size: number;
}

/** Joins the segments into one gzip member. */
export function gzipBody(segments: readonly Segment[]): GzipBody {
  const size = segments.reduce((sum, segment) => sum + segment.size, 0);
  const crc = segments.reduce((sum, segment) => combineCrc(sum, segment.crc, segment.size), 0);
  const tail = Buffer.alloc(10);
  tail.set(lastBlock);
  tail.writeUInt32LE(crc >>> 0, 2);
  tail.writeUInt32LE(size % 2 ** 32, 6);
  return { bytes: Buffer.concat([gzipHead, ...segments.map(({ bytes }) => bytes), tail]), size };
}

const gzipHead = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0xff]);
/** An empty deflate block with fixed codes, marked as the last block. */
const lastBlock = [0x03, 0x00];

/**
 * Combines the CRC-32 of two texts into that of the texts in a row. Appending zeros is a linear map over GF(2), which is
 * squared for each bit of the length.
 */
function combineCrc(first: number, second: number, secondLength: number): number {
  if (secondLength === 0) return first;
  let crc = first;
  let map = shiftByOneZeroByte();
  for (let left = secondLength; left > 0; left = Math.floor(left / 2)) {
    if (left % 2 === 1) crc = applyMap(map, crc);
    map = map.map((column) => applyMap(map, column));
  }
  return (crc ^ second) >>> 0;
}

function shiftByOneZeroByte(): number[] {
  const oneBit = [0xed_b8_83_20, ...Array.from({ length: 31 }, (_, bit) => 2 ** bit)];
  let map = oneBit;
  for (let doubling = 0; doubling < 3; doubling += 1) {
    const before = map;
    map = before.map((column) => applyMap(before, column));
  }
  return map;
}

function applyMap(map: readonly number[], vector: number): number {
  let sum = 0;
  for (let bit = 0, left = vector >>> 0; left !== 0; bit += 1, left >>>= 1) {
    if (left & 1) sum ^= map[bit] ?? 0;
  }
  return sum >>> 0;
}
