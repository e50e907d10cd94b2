import { type ChangedRows, readChangedRows } from "../database/changed-rows.ts";
import type { JournalEntry } from "../database/journal.ts";
import { decodeEntries, encodeEntry } from "../database/journal-format.ts";
import type { ImageFile } from "../ports.ts";
import { answerCalls } from "./answer-calls.ts";
import { appendWhole } from "./journal-file.ts";
import { createImageFiles } from "./journal-images.ts";

type Request = { readonly directoryName: string } & (
  | {
      readonly kind: "append";
      readonly entry: JournalEntry;
      readonly images?: readonly ImageFile[];
    }
  | { readonly kind: "append-rows"; readonly rows: ChangedRows }
  | { readonly kind: "read" }
  | { readonly kind: "compact"; readonly entry: JournalEntry }
  | { readonly kind: "store-image"; readonly image: ImageFile }
  | { readonly kind: "list-images" }
  | { readonly kind: "read-image"; readonly imageId: string }
  | { readonly kind: "delete-images"; readonly imageIds: readonly string[] }
  | { readonly kind: "erase" }
);

let queue: Promise<unknown> = Promise.resolve();

answerCalls((request: Request) => {
  const answered = queue.then(() => answer(request));
  queue = answered.catch(() => undefined);
  return answered;
});

const journals = new Map<string, ReturnType<typeof createJournalFiles>>();

function answer(request: Request): Promise<unknown> {
  const { kind, directoryName } = request;
  const journal = journals.get(directoryName) ?? createJournalFiles(directoryName);
  journals.set(directoryName, journal);
  const { imageFiles } = journal;
  if (kind === "append") return journal.append(request.entry, request.images);
  if (kind === "append-rows") return journal.appendRows(request.rows);
  if (kind === "read") return journal.readAll();
  if (kind === "compact") return journal.compact(request.entry);
  if (kind === "store-image") return imageFiles.store(request.image);
  if (kind === "list-images") return imageFiles.list();
  if (kind === "read-image") return imageFiles.read(request.imageId);
  if (kind === "erase") return journal.erase();
  return imageFiles.delete(request.imageIds);
}

/**
 * The files of one journal, in a directory of their own. Each open page has one file of entries,
 * because only one worker can hold a file. Compaction takes over the files of pages that are gone.
 */
function createJournalFiles(directoryName: string) {
  let current: { name: string; handle: FileSystemSyncAccessHandle } | null = null;
  const imageFiles = createImageFiles(directory);

  async function directory(): Promise<FileSystemDirectoryHandle> {
    const root = await navigator.storage.getDirectory();
    return root.getDirectoryHandle(directoryName, { create: true });
  }

  async function openNewFile(): Promise<{ name: string; handle: FileSystemSyncAccessHandle }> {
    const name = `${crypto.randomUUID()}.journal`;
    const folder = await directory();
    const file = await folder.getFileHandle(name, { create: true });
    try {
      return { name, handle: await file.createSyncAccessHandle() };
    } catch (error) {
      // Each attempt of a browser that opens no file would leave one.
      await folder.removeEntry(name);
      throw error;
    }
  }

  /** The images come first: an entry must not name an image whose bytes are missing. */
  async function append(entry: JournalEntry, images: readonly ImageFile[] = []): Promise<number> {
    for (const image of images) await imageFiles.store(image);
    current ??= await openNewFile();
    try {
      appendWhole(current.handle, encodeEntry(entry));
      return current.handle.getSize();
    } catch (error) {
      // The end of the file may be torn: later entries go into another file.
      current.handle.close();
      current = null;
      throw error;
    }
  }

  const appendRows = async (rows: ChangedRows) => append(await readChangedRows(indexedDB, rows));

  async function readAll(): Promise<readonly JournalEntry[]> {
    const entries: JournalEntry[] = [];
    for await (const [name, file] of (await directory()).entries()) {
      if (file.kind !== "file") continue;
      entries.push(...decodeEntries(await readFileBytes(name, file)));
    }
    return entries;
  }

  async function readFileBytes(
    name: string,
    file: FileSystemFileHandle,
  ): Promise<Uint8Array<ArrayBuffer>> {
    if (name !== current?.name) return new Uint8Array(await (await file.getFile()).arrayBuffer());
    const bytes = new Uint8Array(current.handle.getSize());
    current.handle.read(bytes, { at: 0 });
    return bytes;
  }

  /** The snapshot is on the disk before the files that it replaces are deleted. */
  async function compact(snapshot: JournalEntry): Promise<number> {
    const before = current;
    const fresh = await openNewFile();
    const folder = await directory();
    try {
      appendWhole(fresh.handle, encodeEntry(snapshot));
    } catch (error) {
      fresh.handle.close();
      await folder.removeEntry(fresh.name);
      throw error;
    }
    current = fresh;
    before?.handle.close();
    const names: string[] = [];
    for await (const [name, { kind }] of folder.entries())
      if (kind === "file" && name !== fresh.name) names.push(name);
    for (const name of names) {
      try {
        // Refused while another page holds the file: that page deletes it itself.
        await folder.removeEntry(name);
      } catch {
        continue;
      }
    }
    return fresh.handle.getSize();
  }

  /** Another page may hold one of the files, until it has closed; then this rejects. */
  async function erase(): Promise<void> {
    current?.handle.close();
    current = null;
    const root = await navigator.storage.getDirectory();
    try {
      await root.removeEntry(directoryName, { recursive: true });
    } catch (error) {
      if (!(error instanceof DOMException && error.name === "NotFoundError")) throw error;
    }
  }

  return { append, appendRows, readAll, compact, imageFiles, erase };
}
