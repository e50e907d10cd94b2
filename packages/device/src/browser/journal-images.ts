/// <reference lib="webworker" />
import { nameInBuild } from "../build.ts";
import type { ImageFile } from "../ports.ts";
import { isCompleteImage, readImage, writeImage } from "./journal-file.ts";

/** Two tabs may store the same image, and only one can hold its file. */
const lockName = nameInBuild("fieldfare-journal-images");

/** Follows the image's id in the name of a file with sealed bytes. */
const sealedSuffix = "-sealed";

/** The files with the bytes of images, in a folder of their own. Each has its image's id in its name. */
export function createImageFiles(directory: () => Promise<FileSystemDirectoryHandle>) {
  const openFolder = async () => (await directory()).getDirectoryHandle("images", { create: true });
  const readFile = async (name: string): Promise<ArrayBuffer | null> => {
    try {
      const file = await (await openFolder()).getFileHandle(name);
      return await readImage(await file.getFile());
    } catch (error) {
      if (error instanceof DOMException && error.name === "NotFoundError") return null;
      throw error;
    }
  };
  return {
    store: ({ imageId, bytes, isSealed }: ImageFile): Promise<void> =>
      navigator.locks.request(lockName, async () => {
        const folder = await openFolder();
        const name = isSealed ? `${imageId}${sealedSuffix}` : imageId;
        const file = await folder.getFileHandle(name, { create: true });
        if (!(await isCompleteImage(await file.getFile()))) {
          const handle = await file.createSyncAccessHandle();
          try {
            handle.truncate(0);
            writeImage(handle, bytes);
          } finally {
            handle.close();
          }
        }
        if (isSealed) await folder.removeEntry(imageId).catch(() => undefined);
      }),
    async list(): Promise<readonly string[]> {
      const imageIds = new Set<string>();
      for await (const [name, file] of (await openFolder()).entries())
        if (file.kind === "file" && (await isCompleteImage(await file.getFile())))
          imageIds.add(name.replace(sealedSuffix, ""));
      return [...imageIds];
    },
    async read(imageId: string): Promise<ImageFile | null> {
      const sealed = await readFile(`${imageId}${sealedSuffix}`);
      if (sealed) return { imageId, bytes: sealed, isSealed: true };
      const bytes = await readFile(imageId);
      return bytes && { imageId, bytes };
    },
    async delete(imageIds: readonly string[]): Promise<void> {
      const folder = await openFolder();
      for (const name of imageIds.flatMap((imageId) => [imageId, `${imageId}${sealedSuffix}`]))
        await folder.removeEntry(name).catch(() => undefined);
    },
  };
}
