import { awaitRequest, openNativeDatabase } from "../database/native-database.ts";
import type { Disk } from "./node-device.ts";

/** All that a phone has stored, as it is: every row of every database, and every file of the journals. */
export async function dumpDisk({ indexedDB, journals, recoveryRecords }: Disk): Promise<string> {
  const parts: string[] = [recoveryRecords ?? ""];
  for (const { name = "" } of await indexedDB.databases()) {
    const database = await openNativeDatabase(indexedDB, name);
    if (!database) continue;
    const reading = database.transaction([...database.objectStoreNames], "readonly");
    for (const table of database.objectStoreNames)
      parts.push(toText(await awaitRequest(reading.objectStore(table).getAll())));
    database.close();
  }
  for (const { entries, images } of journals.values())
    parts.push(readBytes(entries), toText([...images.values()]));
  return parts.join("\n");
}

/** Returns a value as JSON in which bytes are Latin-1 text, so that a test can search them. */
export function toText(value: unknown): string {
  return JSON.stringify(value, (_key, part: unknown) =>
    part instanceof ArrayBuffer || ArrayBuffer.isView(part)
      ? readBytes(part instanceof ArrayBuffer ? new Uint8Array(part) : (part as Uint8Array))
      : part,
  );
}

function readBytes(bytes: Uint8Array): string {
  return new TextDecoder("latin1").decode(bytes);
}
