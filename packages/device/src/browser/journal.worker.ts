/// <reference lib="webworker" />
import { nameInBuild } from "../build.ts";
import { decodeEntries, encodeEntry, type JournalEntry } from "../database/journal.ts";
import { appendWhole } from "./journal-file.ts";

declare const self: DedicatedWorkerGlobalScope;

/**
 * Each open page has one file, because only one worker can hold a file. Compaction takes over the
 * files of pages that are gone.
 */
const directoryName = nameInBuild("fieldfare-journal");

interface Request {
  readonly id: number;
  readonly kind: "append" | "read" | "compact";
  readonly entry?: JournalEntry;
}

let current: { name: string; handle: FileSystemSyncAccessHandle } | null = null;
let queue: Promise<unknown> = Promise.resolve();

self.addEventListener("message", (event: MessageEvent<Request>) => {
  const request = event.data;
  queue = queue.then(async () => {
    try {
      self.postMessage({ id: request.id, ok: true, value: await answer(request) });
    } catch (error) {
      self.postMessage({ id: request.id, ok: false, error: String(error) });
    }
  });
});

async function answer(request: Request): Promise<unknown> {
  if (request.kind === "read") return readAll();
  if (!request.entry) throw new Error("An entry is missing");
  return request.kind === "append" ? append(request.entry) : compact(request.entry);
}

async function directory(): Promise<FileSystemDirectoryHandle> {
  const root = await navigator.storage.getDirectory();
  return root.getDirectoryHandle(directoryName, { create: true });
}

async function openNewFile(): Promise<{ name: string; handle: FileSystemSyncAccessHandle }> {
  const name = `${crypto.randomUUID()}.journal`;
  const file = await (await directory()).getFileHandle(name, { create: true });
  return { name, handle: await file.createSyncAccessHandle() };
}

async function append(entry: JournalEntry): Promise<void> {
  current ??= await openNewFile();
  try {
    appendWhole(current.handle, encodeEntry(entry));
  } catch (error) {
    // The end of the file may be torn: later entries go into another file.
    current.handle.close();
    current = null;
    throw error;
  }
}

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
async function compact(snapshot: JournalEntry): Promise<void> {
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
  for await (const name of folder.keys()) if (name !== fresh.name) names.push(name);
  for (const name of names) {
    try {
      // Refused while another page holds the file: that page deletes it itself.
      await folder.removeEntry(name);
    } catch {
      continue;
    }
  }
}
