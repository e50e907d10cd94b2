/// <reference lib="webworker" />
import { nameInBuild } from "../build.ts";
import type { ImageBytesRow } from "../database/rows.ts";
import { isCompleteImage, readImage, writeImage } from "./journal-file.ts";

/** Two tabs may store the same image, and only one can hold its file. */
const lockName = nameInBuild("fieldfare-journal-images");

/** The files with the bytes of images, in a folder of their own. Each has its image's id as name. */
export function createImageFiles(directory: () => Promise<FileSystemDirectoryHandle>) {
  const openFolder = async () => (await directory()).getDirectoryHandle("images", { create: true });
  return {
    store: ({ imageId, bytes }: ImageBytesRow): Promise<void> =>
      navigator.locks.request(lockName, async () => {
        const file = await (await openFolder()).getFileHandle(imageId, { create: true });
        if (await isCompleteImage(await file.getFile())) return;
        const handle = await file.createSyncAccessHandle();
        try {
          handle.truncate(0);
          writeImage(handle, bytes);
        } finally {
          handle.close();
        }
      }),
    async list(): Promise<readonly string[]> {
      const imageIds: string[] = [];
      for await (const [imageId, file] of (await openFolder()).entries())
        if (file.kind === "file" && (await isCompleteImage(await file.getFile())))
          imageIds.push(imageId);
      return imageIds;
    },
    async read(imageId: string): Promise<ArrayBuffer | null> {
      try {
        const file = await (await openFolder()).getFileHandle(imageId);
        return await readImage(await file.getFile());
      } catch (error) {
        if (error instanceof DOMException && error.name === "NotFoundError") return null;
        throw error;
      }
    },
    async delete(imageIds: readonly string[]): Promise<void> {
      const folder = await openFolder();
      for (const imageId of imageIds) await folder.removeEntry(imageId).catch(() => undefined);
    },
  };
}
