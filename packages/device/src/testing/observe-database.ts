import type { DBCore, DBCoreMutateRequest, DBCoreTransaction, Dexie, Middleware } from "dexie";
import { EngineerDatabase, type TableName } from "../database/database.ts";
import { readSealKeyName } from "../database/seal-codec.ts";

/** What one transaction of a process changed, reported once it has committed. */
export interface Change {
  /** The engineer whose database it is; null for the one that all engineers share. */
  readonly ownerId: string | null;
  readonly table: TableName;
  /** With the keys that the database gave them. */
  readonly puts: readonly { readonly key: unknown; readonly row: unknown }[];
  readonly deletedKeys: readonly unknown[];
  /** True when a table, or a range of it, was emptied. */
  readonly isRange: boolean;
}

export interface DatabaseObserver {
  /** Called before each write. Killing the process here leaves a transaction that never commits. */
  readonly beforeWrite: (needsSpace: boolean) => void;
  readonly landed: (changes: readonly Change[]) => void;
  readonly isAlive: () => boolean;
}

export interface DatabaseObservation {
  abortAll(): void;
}

/**
 * Watches the database beneath the code under test, and ends its open transactions when the process
 * dies.
 */
export function observeDatabase(database: Dexie, observer: DatabaseObserver): DatabaseObservation {
  const open = new Map<IDBTransaction, Change[]>();
  const ownerId = database instanceof EngineerDatabase ? database.ownerId : null;
  // A restore stores rows that are sealed already.
  const openRow = (table: string, row: unknown) => {
    const sealing = database instanceof EngineerDatabase ? database.sealing : null;
    // Before the PIN such a row stays closed.
    const isClosed = sealing?.isLocked === true && readSealKeyName(row) === "data";
    return isClosed ? row : (sealing?.open(table, row) ?? row);
  };

  const begin = (transaction: IDBTransaction) => {
    open.set(transaction, []);
    transaction.addEventListener("complete", () => {
      const changes = open.get(transaction) ?? [];
      open.delete(transaction);
      if (changes.length > 0) observer.landed(changes);
    });
    transaction.addEventListener("abort", () => open.delete(transaction));
  };

  const middleware: Middleware<DBCore> = {
    stack: "dbcore",
    name: "observed",
    create: (core) => ({
      ...core,
      transaction(stores, mode, options): DBCoreTransaction {
        const transaction = core.transaction(stores, mode, options);
        begin(transaction as IDBTransaction);
        return transaction;
      },
      table(name) {
        const table = core.table(name);
        return {
          ...table,
          async mutate(request) {
            observer.beforeWrite(request.type === "add" || request.type === "put");
            if (!observer.isAlive()) {
              // An upgrade's transaction is not among the open ones.
              abort(request.trans as IDBTransaction);
              return never();
            }
            const answer = await table.mutate(request);
            const changes = open.get(request.trans as IDBTransaction);
            const change = toChange(name as TableName, request, answer, table.schema.primaryKey);
            const puts = change.puts.map(({ key, row }) => ({ key, row: openRow(name, row) }));
            changes?.push({ ...change, puts, ownerId });
            return answer;
          },
        };
      },
    }),
  };
  database.use(middleware);
  return {
    abortAll() {
      for (const transaction of open.keys()) abort(transaction);
      open.clear();
    },
  };
}

function abort(transaction: IDBTransaction): void {
  try {
    transaction.abort();
  } catch {
    // The transaction has already ended.
  }
}

function toChange(
  table: TableName,
  request: DBCoreMutateRequest,
  answer: { results?: unknown[]; lastResult: unknown },
  primaryKey: { extractKey: ((row: unknown) => unknown) | null },
): Omit<Change, "ownerId"> {
  if (request.type === "delete")
    return { table, puts: [], deletedKeys: request.keys, isRange: false };
  if (request.type === "deleteRange") return { table, puts: [], deletedKeys: [], isRange: true };
  const puts = request.values.map((row: unknown, index) => ({
    key:
      answer.results?.[index] ??
      request.keys?.[index] ??
      primaryKey.extractKey?.(row) ??
      answer.lastResult,
    row: structuredClone(row),
  }));
  return { table, puts, deletedKeys: [], isRange: false };
}

/** A promise that never settles, for what a dead process waits for. */
export function never<T>(): Promise<T> {
  return new Promise<T>(() => undefined);
}
