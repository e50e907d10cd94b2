import { join } from "node:path";
import { drizzle, type NodePgDatabase } from "drizzle-orm/node-postgres";
import { migrate } from "drizzle-orm/node-postgres/migrator";
import pg from "pg";
import * as schema from "./schema.ts";

export type Orm = NodePgDatabase<typeof schema>;

/** The connection to PostgreSQL that everything of one server shares. */
export interface Database {
  readonly connectionString: string;
  readonly pool: pg.Pool;
  readonly orm: Orm;
  close(): Promise<void>;
}

export function openDatabase(connectionString: string, connections = 12): Database {
  const pool = new pg.Pool({ connectionString, max: connections });
  // A connection that breaks while it idles is replaced at the next use; without a listener it would end the process.
  pool.on("error", () => {});
  return {
    connectionString,
    pool,
    orm: drizzle(pool, { schema }),
    close: () => pool.end(),
  };
}

/** Any fixed number: servers that start at once migrate one after the other. */
const migrationLock = 4_600_001;

/** Brings the schema up to date. Safe to call from several servers at once. */
export async function migrateDatabase(database: Database): Promise<void> {
  const client = await database.pool.connect();
  try {
    await client.query("select pg_advisory_lock($1)", [migrationLock]);
    await migrate(drizzle(client), { migrationsFolder: join(import.meta.dirname, "migrations") });
  } finally {
    await client.query("select pg_advisory_unlock($1)", [migrationLock]).catch(() => {});
    client.release();
  }
}
