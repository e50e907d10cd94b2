import { createHash } from "node:crypto";
import { requestLimits } from "@fieldfare/contract";
import { imageDimensionsFromData } from "image-dimensions";
import { type Refusal, refuse } from "../http/problem.ts";
import type { ImageDetails } from "./inbound-message.ts";

/** 40 megapixels: a decoder would have to hold all of them. */
const maxPixels = 40_000_000;

/** Detects the type and size of an image from its bytes, whatever the sender calls it. */
export function inspectImage(
  bytes: Buffer,
  maxBytes: number = requestLimits.imageBytes,
): ImageDetails | Refusal {
  if (bytes.length > maxBytes) return refuse("too-large");
  const size = readSize(bytes);
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

const firstBytes: readonly (number | undefined)[] = [0x89, 0xff];

/** The library also reads formats that hostile bytes can make slow: they are refused by their first byte. */
function readSize(bytes: Buffer): Size | null {
  const size = firstBytes.includes(bytes[0]) ? imageDimensionsFromData(bytes) : undefined;
  if (size?.type !== "jpeg" && size?.type !== "png") return null;
  return { width: size.width, height: size.height, contentType: `image/${size.type}` };
}
