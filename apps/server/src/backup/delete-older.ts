import { existsSync } from "node:fs";
import { readdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { openObjects } from "../objects/objects.ts";
import { manifestFile, readManifest, readObjectHashes } from "./manifest.ts";

const backupName = /^(\d{4}-\d\d-\d\d)T(\d\d)-(\d\d)-(\d\d)Z$/;

/** A backup that began longer ago than this and has no manifest was interrupted. */
const longestBackupMs = 86_400_000;

/**
 * Deletes all but the newest `keep` complete backups, those that were interrupted, and then the objects that none of the
 * rest names. While another backup is being made, objects stay: it may count on them. Returns the names of the deleted
 * backups.
 */
export async function deleteOlder(
  folder: string,
  keep: number | undefined,
  now: Date,
): Promise<string[]> {
  if (keep === undefined) return [];
  const names = (await readdir(folder)).filter((name) => backupName.test(name)).toSorted();
  const complete = names.filter((name) => existsSync(join(folder, name, manifestFile)));
  const old = complete.slice(0, Math.max(0, complete.length - keep));
  const interrupted = names.filter(
    (name) => !complete.includes(name) && now.getTime() - readStart(name) > longestBackupMs,
  );
  const deleted = names.filter((name) => old.includes(name) || interrupted.includes(name));
  for (const name of deleted) {
    // Without its manifest a backup is incomplete: an interrupted deletion leaves nothing that looks whole.
    await rm(join(folder, name, manifestFile), { force: true });
    await rm(join(folder, name), { recursive: true });
  }
  const isBeingMade = complete.length + interrupted.length < names.length;
  if (deleted.length > 0 && !isBeingMade)
    await deleteUnnamedObjects(folder, complete.slice(old.length));
  return deleted;
}

/** Reads when a backup began, in ms since 1970, from its name. */
function readStart(name: string): number {
  return Date.parse(name.replace(backupName, "$1T$2:$3:$4Z"));
}

async function deleteUnnamedObjects(folder: string, names: readonly string[]): Promise<void> {
  const named = new Set<string>();
  for (const name of names) {
    const backup = join(folder, name);
    for (const hash of await readObjectHashes(backup, await readManifest(backup))) named.add(hash);
  }
  const objectFolder = join(folder, "objects");
  const objects = await openObjects({ kind: "folder", folder: objectFolder });
  for (const entry of await readdir(objectFolder, { recursive: true, withFileTypes: true }))
    if (entry.isFile() && /^[0-9a-f]{64}$/.test(entry.name) && !named.has(entry.name))
      await objects.delete(entry.name);
}
