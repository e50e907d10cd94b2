import { Dexie } from "dexie";
import type { JournaledDatabase } from "./database.ts";
import type { Key } from "./rows.ts";

/** Reads the rows of a table as they are stored. */
export async function readStored(
  database: JournaledDatabase,
  table: string,
): Promise<readonly unknown[]> {
  const [rows = []] = await readAllStored(database, [table]);
  return rows;
}

/** Reads the rows of several tables as they are stored, in one transaction. */
export function readAllStored(
  database: JournaledDatabase,
  tables: readonly string[],
): Promise<readonly (readonly unknown[])[]> {
  // A read-only transaction, so that nothing waits for it.
  return database.transaction("r", [...tables], ({ idbtrans }) =>
    Dexie.Promise.all(
      tables.map((table) => awaitInDexie<unknown[]>(idbtrans.objectStore(table).getAll())),
    ),
  );
}

/** Reads one row as it is stored. */
export function getStored(database: JournaledDatabase, table: string, key: Key): Promise<unknown> {
  return database.transaction("r", table, ({ idbtrans }) =>
    awaitInDexie<unknown>(
      idbtrans.objectStore(table).get(typeof key === "object" ? [...key] : key),
    ),
  );
}

/** Dexie's own promise keeps its transaction open. */
export function awaitInDexie<T>(request: IDBRequest<T>): Promise<T> {
  return new Dexie.Promise<T>((resolve, reject) => {
    request.addEventListener("success", () => resolve(request.result));
    request.addEventListener("error", () => reject(request.error ?? new Error("Unreadable")));
  });
}
