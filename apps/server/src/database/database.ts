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

export interface DatabaseOptions {
  readonly connections?: number;
  /** Where its tables are found; left out, where the connection says. */
  readonly schema?: string;
}

/** So many connections serve one server, beside those of the intake. */
const defaultConnections = 12;

/** Nothing waits for ever: a call that gets no connection, or whose statement hangs, fails and is tried again by its caller. */
const limits = {
  connectionTimeoutMillis: 15_000,
  statement_timeout: 60_000,
  lock_timeout: 20_000,
  idle_in_transaction_session_timeout: 60_000,
};

export function openDatabase(
  connectionString: string,
  { connections = defaultConnections, schema }: DatabaseOptions = {},
): Database {
  const options = schema === undefined ? "" : `-c search_path=${schema}`;
  const pool = new pg.Pool({
    connectionString,
    max: connections,
    ...limits,
    ...(options && { options }),
  });
  // A connection that breaks, also within a transaction, is replaced at the next use: its query fails. Without a listener
  // it would end the process.
  pool.on("connect", (client) => client.on("error", () => {}));
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
export function migrateDatabase(database: Database): Promise<void> {
  return withAdvisoryLock(database, migrationLock, (client) =>
    migrate(drizzle(client), { migrationsFolder }),
  );
}

/**
 * Runs `work` while no other server of the same database runs what has the same key. Its connection is beside the
 * pool and has no time limits: both the waiting and the work may take long.
 */
export async function withAdvisoryLock<T>(
  { connectionString, options }: Pick<Database, "connectionString" | "options">,
  key: number,
  work: (client: pg.Client) => Promise<T>,
): Promise<T> {
  const client = new pg.Client({ connectionString, ...(options && { options }) });
  client.on("error", () => {});
  await client.connect();
  try {
    await client.query("select pg_advisory_lock($1)", [key]);
    return await work(client);
  } finally {
    // Ending the connection gives the lock back.
    await client.end();
  }
}
