import type { Table } from "dexie";
import { isRecord, readField, readTextField } from "@fieldfare/domain";
import type { ImageFile, Journal } from "../ports.ts";
import { hashBytes } from "./hash-bytes.ts";
import { readImageId } from "./image-messages.ts";
import type { JournalState } from "./journal-replay.ts";
import type { ImageBytesRow } from "./rows.ts";

interface LostImage {
  readonly imageId: string;
  /** Only rows of builds that had one database for all engineers name their owner. */
  readonly ownerId: string | undefined;
}

interface DeliveredMessage {
  readonly messageId: string;
  readonly ownerId: string | undefined;
}

/**
 * Restores the bytes of images from their files, one at a time because together they may exceed the
 * memory of a small phone. It comes before the transaction that restores the rows: IndexedDB closes
 * a transaction that waits for a file. A page that is killed meanwhile starts again. Returns the
 * images whose bytes are missing or damaged.
 */
export async function restoreImageBytes(
  imageBytes: Table<ImageBytesRow, string>,
  journal: Pick<Journal, "readImage"> | null,
  images: Iterable<unknown>,
  open: (file: ImageFile) => ImageBytesRow | null = (file) => file,
): Promise<readonly LostImage[]> {
  const lostImages: LostImage[] = [];
  for (const image of images) {
    const imageId = readTextField(image, "imageId");
    if (imageId === undefined) continue;
    const file = (await journal?.readImage(imageId)) ?? null;
    const bytes = file && (file.isSealed ? open(file)?.bytes : file.bytes);
    if (bytes && (await hashBytes(bytes)) === readField(image, "sha256"))
      await imageBytes.put({ imageId, bytes });
    else lostImages.push({ imageId, ownerId: readTextField(image, "ownerId") });
  }
  return lostImages;
}

/**
 * Takes the messages of delivered images out of `state` and returns them. A receipt is not journaled,
 * so a sent message is restored and sent again. A queued image is never deleted. When it is missing
 * it was delivered and deleted with its job: its message would wait for it for ever and block its
 * ordering key.
 */
export function takeDeliveredImages(
  state: JournalState,
  open: (message: unknown) => unknown = (message) => message,
): readonly DeliveredMessage[] {
  const messages = state.get("messageQueue") ?? new Map<string, unknown>();
  const taken: DeliveredMessage[] = [];
  for (const [key, row] of messages) {
    const message = open(row);
    if (!isRecord(message)) continue;
    const imageId = readImageId(message);
    if (imageId === null || state.get("image")?.has(JSON.stringify(imageId))) continue;
    messages.delete(key);
    taken.push({
      messageId: readTextField(message, "messageId") ?? "",
      ownerId: readTextField(message, "ownerId"),
    });
  }
  return taken;
}
