import { awaitRequest, openNativeDatabase } from "../database/native-database.ts";
import { createDisk, type Disk } from "./node-device.ts";

/**
 * Copies everything that a phone has stored, as somebody does who copies a browser's profile to another phone: the
 * databases with the key pair of the device, and the files of the journals. What an open tab has in memory stays behind.
 */
export async function copyDisk(disk: Disk): Promise<Disk> {
  const copy = restoreBackup(disk);
  for (const { name = "", version } of await disk.indexedDB.databases()) {
    const source = await openNativeDatabase(disk.indexedDB, name);
    if (!source) continue;
    const tables = describeTables(source);
    const opening = copy.indexedDB.open(name, version);
    opening.addEventListener("upgradeneeded", () => {
      for (const table of tables) createTable(opening.result, table);
    });
    const target = await awaitRequest(opening);
    for (const table of tables) await copyRows(source, target, table.name);
    source.close();
    target.close();
  }
  return copy;
}

/**
 * Copies what a backup of a phone brings to another one: the files of the journals and the recovery records. The key pair
 * of the device is in no file, and the browser's databases are not restored.
 */
export function restoreBackup({ journals, recoveryRecords }: Disk): Disk {
  const copy = createDisk();
  copy.recoveryRecords = recoveryRecords;
  for (const [ownerId, { entries, images }] of journals)
    copy.journals.set(ownerId, { entries: entries.slice(), images: new Map(images) });
  return copy;
}

function describeTables(database: IDBDatabase) {
  const names = [...database.objectStoreNames];
  const reading = database.transaction(names, "readonly");
  return names.map((name) => {
    const table = reading.objectStore(name);
    const { keyPath, autoIncrement } = table;
    const indexes = [...table.indexNames].map((indexName) => {
      const index = table.index(indexName);
      return { name: indexName, path: index.keyPath, ...pickOptions(index) };
    });
    return { name, keyPath, autoIncrement, indexes };
  });
}

const pickOptions = ({ unique, multiEntry }: IDBIndex) => ({ unique, multiEntry });

function createTable(
  database: IDBDatabase,
  { name, keyPath, autoIncrement, indexes }: ReturnType<typeof describeTables>[number],
): void {
  const table = database.createObjectStore(name, { keyPath, autoIncrement });
  for (const { name: indexName, path, ...options } of indexes)
    table.createIndex(indexName, path, options);
}

async function copyRows(source: IDBDatabase, target: IDBDatabase, table: string): Promise<void> {
  const from = source.transaction(table, "readonly").objectStore(table);
  const [keys, rows] = await Promise.all([
    awaitRequest(from.getAllKeys()),
    awaitRequest(from.getAll()),
  ]);
  const to = target.transaction(table, "readwrite").objectStore(table);
  await Promise.all(
    rows.map((row, index) =>
      awaitRequest(to.keyPath === null ? to.put(row, keys[index]) : to.put(row)),
    ),
  );
}
