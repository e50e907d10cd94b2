import { photoLimits } from "@fieldfare/contract";
import { done, refused, type Result } from "@fieldfare/domain";
import type { PhotoRefusal, ShrunkPhoto } from "../ports.ts";
import { readImageSize, type ImageSize } from "./image-size.ts";

/** No phone of an engineer takes photos with more pixels, and decoding them could kill the page. */
const maxPixels = 120_000_000;

/**
 * Shrinks a photo to JPEG within the limits. Runs in a worker. Applies the orientation and drops
 * all metadata.
 */
export async function shrinkPhoto(file: Blob): Promise<Result<ShrunkPhoto, PhotoRefusal>> {
  // Checked before decoding, which a huge image would not let the page survive.
  const claimedSize = await readImageSize(file);
  if (claimedSize && isTooLarge(claimedSize)) return refused("photo-too-large");
  let bitmap: ImageBitmap;
  try {
    bitmap = await createImageBitmap(file, { imageOrientation: "from-image" });
  } catch {
    return refused("not-a-photo");
  }
  try {
    if (isTooLarge(bitmap)) return refused("photo-too-large");
    const { width, height } = fitWithinLimits(bitmap.width, bitmap.height);
    const canvas = new OffscreenCanvas(width, height);
    const context = canvas.getContext("2d", { alpha: false });
    if (!context) throw new Error("A worker of this browser has nothing to draw on");
    context.imageSmoothingQuality = "high";
    context.drawImage(bitmap, 0, 0, width, height);
    const blob = await canvas.convertToBlob({ type: "image/jpeg", quality: photoLimits.quality });
    return done({ bytes: await blob.arrayBuffer(), width, height });
  } finally {
    bitmap.close();
  }
}

function isTooLarge({ width, height }: ImageSize): boolean {
  return width * height > maxPixels;
}

/** Fits the size within the limits, keeps the aspect ratio and never enlarges. */
function fitWithinLimits(width: number, height: number): { width: number; height: number } {
  const scale = Math.min(1, photoLimits.width / width, photoLimits.height / height);
  return {
    width: Math.max(1, Math.round(width * scale)),
    height: Math.max(1, Math.round(height * scale)),
  };
}
