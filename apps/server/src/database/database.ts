import { join } from "node:path";
import { drizzle, type NodePgDatabase } from "drizzle-orm/node-postgres";
import { migrate } from "drizzle-orm/node-postgres/migrator";
import pg from "pg";
import * as tables from "./schema.ts";

export type Orm = NodePgDatabase<typeof tables>;

/** The connection to PostgreSQL that everything of one server shares. */
export interface Database {
  readonly connectionString: string;
  /** What every connection to it is told, beside that: where its tables are. */
  readonly options: string;
  readonly pool: pg.Pool;
  readonly orm: Orm;
  close(): Promise<void>;
}

/** `schema`: where its tables are found; left out, where the connection says. */
export function openDatabase(
  connectionString: string,
  connections = 12,
  schema?: string,
): Database {
  const options = schema === undefined ? "" : `-c search_path=${schema}`;
  const pool = new pg.Pool({ connectionString, max: connections, ...(options && { options }) });
  // A connection that breaks while it idles is replaced at the next use; without a listener it would end the process.
  pool.on("error", () => {});
  return {
    connectionString,
    options,
    pool,
    orm: drizzle(pool, { schema: tables }),
    close: () => pool.end(),
  };
}

export const migrationsFolder = join(import.meta.dirname, "migrations");

/** Any fixed number: servers that start at once migrate one after the other. */
const migrationLock = 4_600_001;

/** Brings the schema up to date. Safe to call from several servers at once. */
export async function migrateDatabase(database: Database): Promise<void> {
  const client = await database.pool.connect();
  try {
    await client.query("select pg_advisory_lock($1)", [migrationLock]);
    await migrate(drizzle(client), { migrationsFolder });
  } finally {
    await client.query("select pg_advisory_unlock($1)", [migrationLock]).catch(() => {});
    client.release();
  }
}
