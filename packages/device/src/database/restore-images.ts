import type { Table } from "dexie";
import type { Journal } from "../ports.ts";
import { hashBytes } from "./hash-bytes.ts";
import { readImageId } from "./image-messages.ts";
import type { JournalState } from "./journal.ts";
import type { ImageBytesRow, ImageRow, OutboxRow } from "./rows.ts";

/**
 * Restores the bytes of images from their files, one at a time because together they may exceed the
 * memory of a small phone. It comes before the transaction that restores the rows: IndexedDB closes
 * a transaction that waits for a file. A page that is killed meanwhile starts again. Returns the
 * images whose bytes are missing or damaged.
 */
export async function restoreImageBytes<T extends Pick<ImageRow, "imageId" | "sha256">>(
  imageBytes: Table<ImageBytesRow, string>,
  journal: Pick<Journal, "readImage"> | null,
  images: Iterable<T>,
): Promise<readonly T[]> {
  const lostImages: T[] = [];
  for (const image of images) {
    const bytes = (await journal?.readImage(image.imageId)) ?? null;
    if (bytes && (await hashBytes(bytes)) === image.sha256)
      await imageBytes.put({ imageId: image.imageId, bytes });
    else lostImages.push(image);
  }
  return lostImages;
}

/**
 * Takes the messages of delivered images out of `state` and returns them. A receipt is not journaled,
 * so a sent message is restored and sent again. A queued image is never deleted. When it is missing
 * it was delivered and deleted with its job: its message would wait for it for ever and block its
 * ordering key.
 */
export function takeDeliveredImages<T extends OutboxRow>(state: JournalState): readonly T[] {
  const messages = (state.get("messageQueue") ?? new Map()) as Map<string, T>;
  const taken: T[] = [];
  for (const [key, message] of messages) {
    const imageId = readImageId(message);
    if (imageId === null || state.get("image")?.has(JSON.stringify(imageId))) continue;
    messages.delete(key);
    taken.push(message);
  }
  return taken;
}
