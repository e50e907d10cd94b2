import type { Table } from "dexie";
import type { ImageBytesRow } from "./rows.ts";

type Row = Readonly<Record<string, unknown>>;

/**
 * Divides an image that has its bytes in its row. Exports and rescue files have such rows, and so
 * had the table `image` before version 11.
 */
export function splitImage(whole: object): {
  readonly image: object;
  readonly bytes: ArrayBuffer | null;
} {
  const { bytes, ...image }: { readonly bytes?: unknown } = whole;
  return { image, bytes: bytes instanceof ArrayBuffer ? bytes : null };
}

/**
 * Adds to each image its bytes, for a file. An image whose bytes this device has lost stays without.
 */
export async function joinImages(
  imageBytes: Table<ImageBytesRow, string>,
  images: readonly Row[],
): Promise<readonly Row[]> {
  const found = await imageBytes.bulkGet(images.map(({ imageId }) => String(imageId)));
  return images.map((image, index) => {
    const bytes = found[index]?.bytes;
    return bytes ? { ...image, bytes } : image;
  });
}
