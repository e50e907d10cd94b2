import pg from "pg";

/** Settings of PostgreSQL that hold for one connection, by name. Numbers are milliseconds. */
export type SessionSettings = Readonly<Record<string, string | number>>;

const connectTimeoutMs = 15_000;

/**
 * Opens a pool whose connections all have these settings. A connection that breaks is replaced at the next use, and its
 * query fails.
 */
export function openPool(
  options: Pick<pg.PoolConfig, "connectionString" | "max" | "pipeline">,
  settings: SessionSettings,
): pg.Pool {
  const pool = new pg.Pool({
    ...options,
    connectionTimeoutMillis: connectTimeoutMs,
    // The library waits for the promise, which its types do not say.
    // oxlint-disable-next-line typescript/no-misused-promises
    onConnect: (client) => applySettings(client, settings),
  });
  // Without a listener the error would end the process.
  pool.on("connect", (client) => client.on("error", () => {}));
  pool.on("error", () => {});
  return pool;
}

/**
 * Gives the settings to a connection, with a statement: a pooler refuses or drops those that a client sends while it
 * connects, and the tables of training would then be the live ones.
 */
export async function applySettings(
  client: pg.ClientBase,
  settings: SessionSettings,
): Promise<void> {
  const statement = {
    text: "select set_config(key, value, false) from jsonb_each_text($1)",
    values: [JSON.stringify(settings)],
    // A pooler takes the connection before it has one to the database, and the first statement waits for that.
    query_timeout: connectTimeoutMs,
  };
  await client.query(statement);
}

const attempts = 3;

/**
 * Throws if a pooler in transaction or statement mode gives two clients that are connected at the same time one
 * connection to the database. Settings, named statements and locks of one would be those of the other.
 */
export async function refuseSharedConnections(connectionString: string): Promise<void> {
  const clients = [0, 1].map(() => new pg.Client({ connectionString }));
  for (const client of clients) client.on("error", () => {});
  try {
    for (const client of clients) await client.connect();
    // Somebody else may take the connection between two statements.
    for (let attempt = 0; attempt < attempts; attempt += 1) {
      const processes = new Set<number>();
      for (const client of clients) {
        const { rows } = await client.query<{ pid: number }>("select pg_backend_pid() as pid");
        for (const { pid } of rows) processes.add(pid);
      }
      if (processes.size < clients.length)
        throw new Error(
          "DATABASE_URL leads to a pooler in transaction mode, which gives one connection to several clients in turn. The server needs a pooler in session mode (pool_mode = session), or PostgreSQL itself.",
        );
    }
  } finally {
    await Promise.all(clients.map((client) => client.end().catch(() => undefined)));
  }
}
