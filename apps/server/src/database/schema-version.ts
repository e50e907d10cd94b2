import { readMigrationFiles } from "drizzle-orm/migrator";
import type pg from "pg";
import { migrationsFolder } from "./migrations-folder.ts";

/** How long a server relies on what it last read. A server of an earlier version writes for at most this long. */
const maxAgeMs = 1_000;
/** A request does not wait longer for this: where every connection is in use, what was read before counts. */
const maxWaitMs = 1_000;

/** `other`: a server of another version has migrated the database, or an older backup was restored. */
type SchemaState = "current" | "other" | "unknown";

export interface SchemaWatch {
  /** Reads now. Never throws: `unknown` means that the database did not answer. */
  read(): Promise<SchemaState>;
  /**
   * Whether this server may use the tables, as read within the last second if the database is quick. True while the database does not answer:
   * the request itself then fails.
   */
  mayWork(): Promise<boolean>;
}

/** Watches whether the database still has the tables of this version of the server. */
export function watchSchema({ pool }: { readonly pool: pg.Pool }): SchemaWatch {
  const own = lastOwnMigration();
  let state: SchemaState = "unknown";
  let readAt = -Infinity;
  let reading: Promise<SchemaState> | null = null;

  async function readNow(): Promise<SchemaState> {
    state = await readLastMigration(pool).then(
      (last) => (last === own ? "current" : "other"),
      () => "unknown",
    );
    readAt = performance.now();
    return state;
  }
  // Requests at the same time share one statement: they must not fill the pool of a database that hangs.
  const read = () => (reading ??= readNow().finally(() => (reading = null)));

  return {
    read,
    async mayWork() {
      if (performance.now() - readAt > maxAgeMs) await Promise.race([read(), waitAtMost()]);
      return state !== "other";
    },
  };
}

function waitAtMost(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, maxWaitMs).unref());
}

/** Throws if a newer version of the server has migrated the database: this one does not know its tables. */
export async function refuseNewerSchema(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ isNew: boolean }>(
    `select to_regclass('drizzle.__drizzle_migrations') is null as "isNew"`,
  );
  if (rows[0]?.isNew) return;
  if ((await readLastMigration(client)) <= lastOwnMigration()) return;
  throw new Error(
    "A newer version of the server has upgraded this database, and this version would damage what it does not know. Start the newer version, or restore the backup that was made before the upgrade.",
  );
}

/** Returns when the newest migration of this version was made, in ms since 1970. */
function lastOwnMigration(): number {
  return Math.max(
    ...readMigrationFiles({ migrationsFolder }).map(({ folderMillis }) => folderMillis),
  );
}

/** Returns the same of the newest migration that the database has; 0 when it has none. */
async function readLastMigration(source: pg.Pool | pg.Client): Promise<number> {
  const { rows } = await source.query<{ last: string | null }>(
    "select max(created_at) as last from drizzle.__drizzle_migrations",
  );
  return Number(rows[0]?.last ?? 0);
}
