import { drizzle, type NodePgDatabase } from "drizzle-orm/node-postgres";
import { migrate } from "drizzle-orm/node-postgres/migrator";
import pg from "pg";
import { advisoryLock } from "./advisory-locks.ts";
import { migrationsFolder } from "./migrations-folder.ts";
import { addPartitions } from "./partitions.ts";
import { migrateQueues } from "./queues.ts";
import * as tables from "./schema.ts";
import { applySettings, openPool, type SessionSettings } from "./session-settings.ts";
import { refuseNewerSchema } from "./schema-version.ts";

export type Orm = NodePgDatabase<typeof tables>;

/** The connection to PostgreSQL that all parts of one server share. */
export interface Database {
  readonly connectionString: string;
  /** The settings of each connection, among them where the tables are. */
  readonly session: SessionSettings;
  readonly pool: pg.Pool;
  readonly orm: Orm;
  close(): Promise<void>;
}

export interface DatabaseOptions {
  readonly connections?: number;
  /** How long a statement may take. */
  readonly statementMs?: number;
  /** The schema of the tables. When it is left out, the connection string decides. */
  readonly schema?: string;
}

/** The number of connections for one server, without those of the intake. */
const defaultConnections = 12;

/**
 * No call waits for ever: a call that gets no connection, or whose statement hangs, fails, and its caller tries
 * again.
 */
const limits = {
  statement_timeout: 60_000,
  lock_timeout: 20_000,
  idle_in_transaction_session_timeout: 60_000,
};

/** Opens a pool of connections with the limits of time that every statement has. */
export function openDatabase(
  connectionString: string,
  {
    connections = defaultConnections,
    statementMs = limits.statement_timeout,
    schema,
  }: DatabaseOptions = {},
): Database {
  // Statements read few rows: to compile one takes longer than to run it.
  const session = { jit: "off", ...(schema !== undefined && { search_path: schema }) };
  const pool = openPool(
    { connectionString, max: connections },
    { ...limits, statement_timeout: statementMs, ...session },
  );
  return {
    connectionString,
    session,
    pool,
    orm: drizzle(pool, { schema: tables }),
    close: () => pool.end(),
  };
}

/** Lends `work` a connection of the pool, for statements of the query layer and others in one transaction. */
export async function withClient<T>(
  { pool }: Pick<Database, "pool">,
  work: (client: pg.PoolClient, orm: Orm) => Promise<T>,
): Promise<T> {
  const client = await pool.connect();
  try {
    return await work(client, drizzle(client, { schema: tables }));
  } finally {
    client.release();
  }
}

/**
 * Brings the schema up to date. Several servers may call this at the same time. Throws, and changes nothing, if a newer
 * version of the server has upgraded the database.
 */
export function migrateDatabase(database: Database): Promise<void> {
  return withAdvisoryLock(database, advisoryLock.migrations, async (client) => {
    await refuseNewerSchema(client);
    // Our migrations may add tasks.
    await migrateQueues(client);
    await migrate(drizzle(client), { migrationsFolder }).catch(async (error: unknown) => {
      throw (await findMisplacedExtension(client)) ?? error;
    });
    await addPartitions(client);
  });
}

/** Hosted databases often have the extension in a schema of its own, where the index of the search does not find it. */
async function findMisplacedExtension(client: pg.Client): Promise<Error | null> {
  const { rows } = await client.query<{ schema: string }>(
    `select nspname as schema from pg_extension join pg_namespace n on n.oid = extnamespace
      where extname = 'pg_trgm' and nspname <> 'public'`,
  );
  const [misplaced] = rows;
  if (!misplaced) return null;
  return new Error(
    `The extension pg_trgm is in the schema ${misplaced.schema}, and has to be in public. If nothing else uses it, run as its owner: drop extension pg_trgm (the server creates it again). Otherwise run as a superuser: alter extension pg_trgm set schema public`,
  );
}

/**
 * Runs `work` while no other server of the same database runs work with the same key. It uses a connection outside
 * the pool without time limits, because both the wait and the work may take long.
 */
export async function withAdvisoryLock<T>(
  { connectionString, session }: Pick<Database, "connectionString" | "session">,
  key: number,
  work: (client: pg.Client) => Promise<T>,
): Promise<T> {
  const client = new pg.Client({ connectionString });
  client.on("error", () => {});
  await client.connect();
  try {
    await applySettings(client, session);
    await client.query("select pg_advisory_lock($1)", [key]);
    return await work(client);
  } finally {
    // The end of the connection releases the lock.
    await client.end();
  }
}
