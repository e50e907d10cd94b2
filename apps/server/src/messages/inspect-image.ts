import { createHash } from "node:crypto";
import { requestLimits } from "@fieldfare/contract";
import { type Refusal, refuse } from "../http/problem.ts";
import type { ImageDetails } from "./inbound-message.ts";

/** 40 megapixels: a decoder would have to hold all of them. */
const maxPixels = 40_000_000;

/** Detects the type and size of an image from its bytes, whatever the sender calls it. */
export function inspectImage(bytes: Buffer): ImageDetails | Refusal {
  if (bytes.length > requestLimits.imageBytes) return refuse("too-large");
  const size = readPngSize(bytes) ?? readJpegSize(bytes);
  if (!size) return refuse("not-a-picture", { detail: "Neither JPEG nor PNG" });
  const { width, height, contentType } = size;
  if (width === 0 || height === 0) return refuse("not-a-picture", { detail: "It has no size" });
  if (width * height > maxPixels) return refuse("not-a-picture", { detail: "Too many pixels" });
  const sha256 = createHash("sha256").update(bytes).digest("hex");
  return { sha256, bytes: bytes.length, contentType, width, height };
}

/**
 * Decodes base64, with or without the prefix of a data URL and with white space anywhere. Returns null for any
 * other text. Each check reads the text once: a pattern that backtracks would let one request stop the server.
 */
export function decodeImageText(image: string): Buffer | null {
  const head =
    image.slice(0, maxHeadLength).match(/^data:[a-z]+\/[a-z0-9.+-]+;base64,/i)?.[0] ?? "";
  const base64 = image.slice(head.length).replaceAll(/\s+/g, "");
  const padding = base64.endsWith("==") ? 2 : base64.endsWith("=") ? 1 : 0;
  const digits = base64.slice(0, base64.length - padding);
  if (digits === "" || /[^A-Za-z0-9+/]/.test(digits)) return null;
  return Buffer.from(digits, "base64");
}

/** Longer than the name of any content type. */
const maxHeadLength = 200;

type Size = Pick<ImageDetails, "width" | "height" | "contentType">;

const pngSignature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

function readPngSize(bytes: Buffer): Size | null {
  if (bytes.length < 24 || !bytes.subarray(0, 8).equals(pngSignature)) return null;
  if (bytes.toString("latin1", 12, 16) !== "IHDR") return null;
  return {
    width: bytes.readUInt32BE(16),
    height: bytes.readUInt32BE(20),
    contentType: "image/png",
  };
}

/** Walks the segments up to the frame header, the only one that contains the size of the image. */
function readJpegSize(bytes: Buffer): Size | null {
  if (bytes.length < 4 || bytes.readUInt16BE(0) !== 0xffd8) return null;
  let at = 2;
  while (at + 9 < bytes.length) {
    if (bytes[at] !== 0xff) return null;
    const marker = bytes[at + 1] ?? 0;
    if (marker === 0xff) at += 1;
    else if (isFrameHeader(marker)) {
      return {
        width: bytes.readUInt16BE(at + 7),
        height: bytes.readUInt16BE(at + 5),
        contentType: "image/jpeg",
      };
    } else if (marker === 0xd9 || marker === 0xda) return null;
    else at += 2 + bytes.readUInt16BE(at + 2);
  }
  return null;
}

function isFrameHeader(marker: number): boolean {
  return marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc;
}
