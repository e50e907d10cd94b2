import { photoLimits } from "@fieldfare/contract";
import type { ShrunkPhoto } from "../ports.ts";

/** More pixels than this no phone of an engineer takes, and some would die of. */
const mostPixels = 120_000_000;

/** Runs in a worker. Orientation is applied and all metadata left behind. Null: no picture. */
export async function shrinkPhoto(file: Blob): Promise<ShrunkPhoto | null> {
  let bitmap: ImageBitmap;
  try {
    bitmap = await createImageBitmap(file, { imageOrientation: "from-image" });
  } catch {
    return null;
  }
  try {
    if (bitmap.width * bitmap.height > mostPixels) return null;
    const { width, height } = fitted(bitmap.width, bitmap.height);
    const canvas = new OffscreenCanvas(width, height);
    const context = canvas.getContext("2d", { alpha: false });
    if (!context) return null;
    context.imageSmoothingQuality = "high";
    context.drawImage(bitmap, 0, 0, width, height);
    const blob = await canvas.convertToBlob({ type: "image/jpeg", quality: photoLimits.quality });
    return { bytes: await blob.arrayBuffer(), width, height };
  } finally {
    bitmap.close();
  }
}

/** Within the limits, its shape kept, never made larger. */
function fitted(width: number, height: number): { width: number; height: number } {
  const scale = Math.min(1, photoLimits.width / width, photoLimits.height / height);
  return {
    width: Math.max(1, Math.round(width * scale)),
    height: Math.max(1, Math.round(height * scale)),
  };
}
