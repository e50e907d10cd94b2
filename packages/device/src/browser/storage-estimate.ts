import type { StorageSpace } from "../ports.ts";

/** What Chromium reports. The parts of the usage are not in the standard. */
export interface ReportedSpace {
  readonly usage?: number;
  readonly quota?: number;
  readonly usageDetails?: { readonly fileSystem?: number };
}

/** The app's own files are far smaller, so a larger figure is checked. */
const maxBelievableFileBytes = 1_000_000_000;

/**
 * Corrects the reported usage. A browser that was killed while files were written may report 4 GB too
 * much for them, because its counter went below zero. The size of the files is then measured; if that
 * fails, the usage is unknown.
 */
export async function correctSpace(
  reported: ReportedSpace | undefined,
  measureFiles: () => Promise<number | null>,
): Promise<StorageSpace> {
  const { usage = null, quota = null, usageDetails } = reported ?? {};
  const fileBytes = usageDetails?.fileSystem ?? 0;
  if (usage === null || fileBytes <= maxBelievableFileBytes) return { usage, quota };
  const measured = await measureFiles();
  return { usage: measured === null ? null : usage - fileBytes + measured, quota };
}

/** Returns the size of all files in the browser's private file system; null if they cannot be read. */
export async function measurePrivateFiles(): Promise<number | null> {
  try {
    return await measureDirectory(await navigator.storage.getDirectory());
  } catch {
    return null;
  }
}

async function measureDirectory(directory: FileSystemDirectoryHandle): Promise<number> {
  let bytes = 0;
  for await (const entry of directory.values())
    bytes += entry.kind === "file" ? (await entry.getFile()).size : await measureDirectory(entry);
  return bytes;
}
