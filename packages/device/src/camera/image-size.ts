import { imageDimensionsFromData } from "image-dimensions";

/** Enough of a file for the headers of all usual images: a JPEG's size is behind its metadata. */
const headBytes = 1_000_000;

export interface ImageSize {
  readonly width: number;
  readonly height: number;
}

/**
 * Reads the size from the header of an image. This is cheap, while decoding a huge image can kill
 * the page. Returns null for a format other than JPEG, PNG, GIF, WebP, AVIF and HEIC, and for a
 * broken header.
 */
export async function readImageSize(file: Blob): Promise<ImageSize | null> {
  const head = new Uint8Array(await file.slice(0, headBytes).arrayBuffer());
  try {
    const size = imageDimensionsFromData(head);
    return size ? { width: size.width, height: size.height } : null;
  } catch (error) {
    // The boxes of a broken AVIF or HEIC can be nested or listed without an end.
    if (error instanceof RangeError) return null;
    throw error;
  }
}
