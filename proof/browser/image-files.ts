import { crc32, deflateSync } from "node:zlib";
import type { Page } from "@playwright/test";

/** A file for a file input. */
export interface ImageFile {
  readonly name: string;
  readonly mimeType: string;
  readonly buffer: Buffer;
}

/**
 * Creates a real JPEG of this size, like one from a camera. `grain`: how rough its surfaces are, from 0 to 255, so that it
 * has as many bytes as a photo of a room.
 */
export async function createPhoto(
  page: Page,
  { name = "photo.jpg", width = 1200, height = 900, grain = 0 } = {},
): Promise<ImageFile> {
  const base64 = await page.evaluate(draw, { width, height, text: name, grain });
  return { name, mimeType: "image/jpeg", buffer: Buffer.from(base64, "base64") };
}

interface Drawing {
  readonly width: number;
  readonly height: number;
  readonly text: string;
  readonly grain: number;
}

/** Runs in the page. */
async function draw({ width, height, text, grain }: Drawing) {
  const canvas = new OffscreenCanvas(width, height);
  const ink = canvas.getContext("2d");
  if (!ink) throw new Error("Nothing to draw on");
  const sky = ink.createLinearGradient(0, 0, width, height);
  sky.addColorStop(0, "#2a4259");
  sky.addColorStop(1, "#c98a3d");
  ink.fillStyle = sky;
  ink.fillRect(0, 0, width, height);
  for (let line = 0; line < 400; line += 1) {
    ink.fillStyle = `hsl(${(line * 47) % 360} 50% 50%)`;
    ink.fillRect((line * 97) % width, (line * 61) % height, width / 40, height / 40);
  }
  if (grain > 0) {
    const image = ink.getImageData(0, 0, width, height);
    const { data } = image;
    let seed = 1;
    for (let index = 0; index < data.length; index += 1) {
      seed = Math.imul(seed, 1_664_525) + 1_013_904_223;
      if (index % 4 !== 3) data[index] = (data[index] ?? 0) + ((seed >>> 16) % grain) - grain / 2;
    }
    ink.putImageData(image, 0, 0);
  }
  ink.fillStyle = "#ffffff";
  ink.font = `${height / 8}px sans-serif`;
  ink.fillText(text, width / 20, height / 2);
  const blob = await canvas.convertToBlob({ type: "image/jpeg", quality: 0.9 });
  const bytes = new Uint8Array(await blob.arrayBuffer());
  let binary = "";
  for (const byte of bytes) binary += String.fromCharCode(byte);
  return btoa(binary);
}

/** Text in a file that claims to be an image. */
export const notAnImage: ImageFile = {
  name: "notes.jpg",
  mimeType: "image/jpeg",
  buffer: Buffer.from("This is text, not an image."),
};

/** A JPEG that is cut off after its header. */
export function truncateImage(image: ImageFile): ImageFile {
  return { ...image, name: "broken.jpg", buffer: image.buffer.subarray(0, 300) };
}

/** An image of very many pixels in few bytes, as an attacker would send it. */
export function createHugeImage(width: number, height: number): ImageFile {
  const chunk = (type: string, content: Buffer) => {
    const named = Buffer.concat([Buffer.from(type), content]);
    const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)];
    length.writeUInt32BE(content.length);
    check.writeUInt32BE(crc32(named));
    return Buffer.concat([length, named, check]);
  };
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  // Greyscale, one bit for each pixel.
  head[8] = 1;
  const rows = Buffer.alloc(height * (1 + Math.ceil(width / 8)));
  const buffer = Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk("IHDR", head),
    chunk("IDAT", deflateSync(rows)),
    chunk("IEND", Buffer.alloc(0)),
  ]);
  return { name: `vast-${width}.png`, mimeType: "image/png", buffer };
}
