import { readField } from "@fieldfare/domain";
import { decodeEntries } from "../../packages/device/src/database/journal-format.ts";
import {
  createCodec,
  isSealed,
  readSealKeyName,
} from "../../packages/device/src/database/seal-codec.ts";
import { readdir, readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { expect } from "@playwright/test";

/** Deletes all databases and keeps the files, as measured with real browsers that evict data. */
export async function wipeDatabases(profile: string): Promise<void> {
  const names = await readdir(profile, { recursive: true });
  const folders = names.filter((name) => /(^|\/)IndexedDB$/.test(name));
  expect(folders).not.toEqual([]);
  for (const folder of folders) await rm(join(profile, folder), { recursive: true });
}

/** Whether a file of the journal has the text. */
export async function isInJournal(profile: string, text: string): Promise<boolean> {
  const entries = await readdir(profile, { recursive: true, withFileTypes: true });
  const files = entries.filter(
    (entry) => entry.isFile() && entry.parentPath.includes("File System"),
  );
  // A file may be replaced by a snapshot while it is read.
  const contents = await Promise.all(
    files.map((file) => readFile(join(file.parentPath, file.name)).catch(() => Buffer.alloc(0))),
  );
  const puts = contents
    .flatMap((content) => decodeEntries(new Uint8Array(content)))
    .flatMap((entry) => entry.puts);
  const findKey = (name: string) => {
    const row = puts.findLast(
      (put) => put.table === "sealKey" && readField(put.row, "name") === name,
    );
    const key = readField(row?.row, "key");
    return key instanceof ArrayBuffer ? new Uint8Array(key) : null;
  };
  const [data, send] = [findKey("data"), findKey("send")];
  if (!send) return false;
  const codec = createCodec({ data, send });
  return puts.some(
    ({ table, row }) =>
      table === "draft" &&
      isSealed(row) &&
      readSealKeyName(row) === "send" &&
      JSON.stringify(codec.open(table, { ...row })).includes(text),
  );
}
