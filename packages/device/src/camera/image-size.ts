/** Enough of a file for the headers of all usual images: a JPEG's size is behind its metadata. */
const headBytes = 1_000_000;

export interface ImageSize {
  readonly width: number;
  readonly height: number;
}

/**
 * Reads the size from the header of an image. This is cheap, while decoding a huge image can kill
 * the page. Returns null for a format other than JPEG, PNG, GIF and WebP, and for a broken header.
 */
export async function readImageSize(file: Blob): Promise<ImageSize | null> {
  const head = new DataView(await file.slice(0, headBytes).arrayBuffer());
  try {
    return jpegSize(head) ?? pngSize(head) ?? gifSize(head) ?? webpSize(head);
  } catch (error) {
    // The file breaks off in the middle of its header.
    if (error instanceof RangeError) return null;
    throw error;
  }
}

const startOfImage = 0xffd8;

function jpegSize(head: DataView): ImageSize | null {
  if (head.byteLength < 4 || head.getUint16(0) !== startOfImage) return null;
  let position = 2;
  for (;;) {
    if (head.getUint8(position) !== 0xff) return null;
    const marker = head.getUint8(position + 1);
    if (isFrame(marker))
      return { height: head.getUint16(position + 5), width: head.getUint16(position + 7) };
    // A fill byte is one byte; everything else has a length.
    position += marker === 0xff ? 1 : 2 + head.getUint16(position + 2);
  }
}

/** True for a start-of-frame marker; the three values in between are tables. */
function isFrame(marker: number): boolean {
  return marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
}

function pngSize(head: DataView): ImageSize | null {
  if (textAt(head, 1, 3) !== "PNG") return null;
  return { width: head.getUint32(16), height: head.getUint32(20) };
}

function gifSize(head: DataView): ImageSize | null {
  if (textAt(head, 0, 3) !== "GIF") return null;
  return { width: head.getUint16(6, true), height: head.getUint16(8, true) };
}

function webpSize(head: DataView): ImageSize | null {
  if (textAt(head, 0, 4) !== "RIFF" || textAt(head, 8, 4) !== "WEBP") return null;
  const kind = textAt(head, 12, 4);
  if (kind === "VP8X")
    return {
      width: (head.getUint32(24, true) & 0xffffff) + 1,
      height: (head.getUint32(26, true) >>> 8) + 1,
    };
  // The other two formats cannot be wider than 16,384.
  if (kind === "VP8L") {
    const bits = head.getUint32(21, true);
    return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 };
  }
  return { width: head.getUint16(26, true) & 0x3fff, height: head.getUint16(28, true) & 0x3fff };
}

function textAt(head: DataView, offset: number, length: number): string {
  if (head.byteLength < offset + length) return "";
  const codes = Array.from({ length }, (_, index) => head.getUint8(offset + index));
  return String.fromCharCode(...codes);
}
