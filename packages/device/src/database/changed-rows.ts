import type { JournalEntry } from "./journal.ts";
import { awaitRequest, type Factory, openNativeDatabase } from "./native-database.ts";
import type { CounterRow, Key } from "./rows.ts";

/** Rows of one table that were written without an entry of the journal. */
export interface ChangedRows {
  readonly databaseName: string;
  readonly table: string;
  /** A key has one part for each part of the table's primary key. */
  readonly keys: readonly Key[];
}

/**
 * Reads the rows in their present state and numbers the entry, in one transaction. A row that is
 * gone counts as deleted. Throws when there is no such database. Needs no Dexie, so that the
 * journal's worker can run it: what is typed is then copied without work for the page's thread.
 */
export async function readChangedRows(
  factory: Factory,
  { databaseName, table, keys }: ChangedRows,
): Promise<JournalEntry> {
  const database = await openNativeDatabase(factory, databaseName);
  if (!database) throw new Error(`There is no database ${databaseName}`);
  try {
    const options = { durability: "strict" } as const;
    const transaction = database.transaction([table, "counter"], "readwrite", options);
    const [source, counters] = [transaction.objectStore(table), transaction.objectStore("counter")];
    const committed = new Promise<void>((resolve, reject) => {
      transaction.addEventListener("complete", () => resolve());
      transaction.addEventListener("abort", () =>
        reject(transaction.error ?? new Error("The transaction was aborted")),
      );
    });
    const read = async (): Promise<JournalEntry> => {
      const [last, ...rows] = await Promise.all([
        awaitRequest<CounterRow | undefined>(counters.get("journal")),
        ...keys.map((key) => awaitRequest<unknown>(source.get(toNativeKey(key)))),
      ]);
      const counter: CounterRow = { name: "journal", value: (last?.value ?? 0) + 1 };
      counters.put(counter);
      const stored = rows.filter((row) => row !== undefined);
      return {
        order: counter.value,
        isSnapshot: false,
        puts: [...stored.map((row) => ({ table, row })), { table: "counter", row: counter }],
        deletes: keys
          .filter((_key, index) => rows[index] === undefined)
          .map((key) => ({ table, key })),
      };
    };
    const [entry] = await Promise.all([read(), committed]);
    return entry;
  } finally {
    database.close();
  }
}

function toNativeKey(key: ChangedRows["keys"][number]): IDBValidKey {
  return typeof key === "object" ? [...key] : key;
}
