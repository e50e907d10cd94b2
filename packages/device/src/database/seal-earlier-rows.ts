import { isRecord, readTextField } from "@fieldfare/domain";
import type { Device } from "../device.ts";
import type { EngineerDatabase, TableName } from "./database.ts";
import type { Key } from "./rows.ts";
import { isSealed, readSealKeyName } from "./seal-codec.ts";
import type { Sealing } from "./seal-types.ts";
import { dataTables } from "./sealing.ts";
import { getStored, readStored } from "./stored-rows.ts";
import { compactJournal, isQuotaError, transact } from "./unit.ts";

/** The counter that says that no row of an earlier build is left. */
export const sealedCounter = "sealed";

const batchSize = 50;

/**
 * Seals the rows that an earlier build, a restore or a file has stored as they are, in pieces, and
 * replaces the journal by what is sealed then. A page that is killed meanwhile goes on at the next start.
 */
export async function sealEarlierRows(database: EngineerDatabase, sealing: Sealing): Promise<void> {
  if (await database.counter.get(sealedCounter)) return;
  try {
    for (const table of sealing.tables) await sealTable(database, table);
    if (await replaceCopies(database))
      await database.counter.put({ name: sealedCounter, value: 1 });
  } catch (error) {
    // A full phone seals them at a later start.
    if (!isQuotaError(error)) throw error;
  }
}

async function sealTable(database: EngineerDatabase, name: string): Promise<void> {
  const table = database.table<object, Key>(name);
  const keys = await table.toCollection().primaryKeys();
  for (let start = 0; start < keys.length; start += batchSize) {
    const batch = keys.slice(start, start + batchSize);
    const plain: Key[] = [];
    for (const key of batch) {
      const row = await getStored(database, name, key);
      if (row !== undefined && !isSealed(row)) plain.push(key);
    }
    if (plain.length === 0) continue;
    // Read again: a row may have changed, or be gone.
    await database.transaction("rw", table, async () => {
      const rows = await table.bulkGet(plain);
      await table.bulkPut(rows.filter((row) => row !== undefined));
    });
  }
}

/**
 * Replaces the journal's own copies: the files of images first, one at a time, then the entries. Returns false if the journal
 * cannot be written: a later start replaces them, and home says meanwhile that there is one copy only.
 */
async function replaceCopies(database: EngineerDatabase): Promise<boolean> {
  const { journal } = database;
  if (!journal) return true;
  if (journal.isFailing?.()) return false;
  const stored = new Set(await journal.listImages());
  for (const image of await readStored(database, "image")) {
    const imageId = readTextField(image, "imageId") ?? "";
    if (!stored.has(imageId)) continue;
    const row = await getStored(database, "imageBytes", imageId);
    if (!isSealed(row)) continue;
    await journal.storeImage({ imageId, bytes: row.sealed, isSealed: true });
  }
  await compactJournal(database);
  return true;
}

/**
 * Seals with the data key what belongs to visits that have ended meanwhile, and what was written while the app was locked.
 */
export async function sealEndedWork(device: Device): Promise<void> {
  const { sealing } = device.database;
  if (!sealing || sealing.isLocked) return;
  for (const table of dataTables) {
    // Pieces of files are large, and are written only while the app is open.
    if (table === "exportPiece" || table === "importRow" || table === "attachment") continue;
    const keys = await listEnded(device.database, sealing, table);
    for (let start = 0; start < keys.length; start += batchSize)
      await transact(device, [table, "job"], async (unit) => {
        for (const key of keys.slice(start, start + batchSize)) {
          const row: unknown = await unit.database.table(table).get(key);
          // Read again: the visit may have begun.
          if (isRecord(row) && !sealing.isUnsent(table, row)) await unit.putChecked(table, row);
        }
      });
  }
}

async function listEnded(
  database: EngineerDatabase,
  sealing: Sealing,
  name: TableName,
): Promise<readonly Key[]> {
  const table = database.table<unknown, Key>(name);
  const [keys, rows] = await Promise.all([
    table.toCollection().primaryKeys(),
    readStored(database, name),
  ]);
  // Both are in the order of the keys. If a row came or went meanwhile, the next hour finds them.
  if (keys.length !== rows.length) return [];
  return keys.filter((_key, index) => {
    const stored = rows[index];
    return (
      readSealKeyName(stored) === "send" && !sealing.isUnsent(name, sealing.open(name, stored))
    );
  });
}
