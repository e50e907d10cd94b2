import { setTimeout as pause } from "node:timers/promises";
import { Client, DatabaseError } from "pg";
import {
  type Cluster,
  type Secrets,
  clusterName,
  createError,
  openCluster,
  prepareData,
  startPostmaster,
  stopPostmaster,
  superuserName,
} from "./embedded-cluster.ts";
import { EmbeddedDatabaseError } from "./embedded-error.ts";
import { type Postmaster, findPostmaster } from "./embedded-postmaster.ts";

export type EmbeddedDatabase = {
  /** For the server: the role owns its database and nothing else. */
  readonly connectionString: string;
  /** For tests, which create databases of their own. */
  readonly superuserConnectionString: string;
  /** Ends every connection, writes everything to disk and stops PostgreSQL. */
  stop(): Promise<void>;
};

export type EmbeddedDatabaseOptions = {
  /** Called once when PostgreSQL ended without a request. */
  readonly onLost?: (error: unknown) => void;
  /** False gives up safety against power cuts for speed. Only tests use it. */
  readonly durable?: boolean;
};

const databaseName = "fieldfare";
const ownerName = "fieldfare";
/** An arbitrary fixed number: the holder of this lock in the running PostgreSQL owns its data folder. */
const ownershipLock = 7_321_460_001;
const graceMs = 2_000;
const timeoutMs = 90_000;

/**
 * Starts PostgreSQL on the data under `directory` and owns it until `stop`. The data are created at first use.
 * PostgreSQL listens only on the loopback address, on a free port, with random passwords. A connection inside
 * PostgreSQL holds the ownership as a lock, so the ownership ends with this process in every case. A PostgreSQL
 * that a killed server left is taken over; one that a running server owns is refused. Throws
 * `EmbeddedDatabaseError`.
 */
export async function startEmbeddedDatabase(
  directory: string,
  options: EmbeddedDatabaseOptions = {},
): Promise<EmbeddedDatabase> {
  const cluster = await openCluster(directory, options.durable ?? true);
  const claim = await claimCluster(cluster);
  try {
    await createOwnDatabase(claim.session, claim.secrets);
  } catch (error) {
    await claim.session.end().catch(() => undefined);
    throw error;
  }
  return createHandle(cluster, claim, options.onLost);
}

/**
 * Connects to the PostgreSQL on the data under `directory`, which a running server may own. It starts PostgreSQL if
 * none runs. `close` stops only what it started. Throws `EmbeddedDatabaseError`.
 */
export async function connectToEmbeddedDatabase(
  directory: string,
): Promise<{ readonly connectionString: string; close(): Promise<void> }> {
  const cluster = await openCluster(directory, true);
  const postmaster = await findPostmaster(cluster.data);
  if (!postmaster) {
    const started = await startEmbeddedDatabase(directory);
    return { connectionString: started.connectionString, close: () => started.stop() };
  }
  const { owner } = await prepareData(cluster);
  return {
    connectionString: buildConnectionString(ownerName, owner, postmaster.port, databaseName),
    close: () => Promise.resolve(),
  };
}

/** Stops a PostgreSQL that a killed process left on this folder. Refuses when a running server uses it. */
export async function stopAbandonedDatabase(directory: string): Promise<void> {
  const cluster = await openCluster(directory, true);
  const postmaster = await findPostmaster(cluster.data);
  if (!postmaster) return;
  const session = await claimPostmaster(cluster, postmaster, await prepareData(cluster));
  await stopPostmaster(cluster);
  await session?.end().catch(() => undefined);
}

type Claim = { readonly session: Client; readonly port: number; readonly secrets: Secrets };

async function claimCluster(cluster: Cluster): Promise<Claim> {
  const secrets = await prepareData(cluster);
  const deadline = Date.now() + timeoutMs;
  while (Date.now() < deadline) {
    const postmaster = await findPostmaster(cluster.data);
    if (!postmaster) {
      await startPostmaster(cluster, deadline);
      continue;
    }
    const session = await claimPostmaster(cluster, postmaster, secrets);
    if (session === undefined) {
      await pause(200);
      continue;
    }
    const claim = { session, port: postmaster.port, secrets };
    if (await isCurrent(cluster, session)) return claim;
    await stopPostmaster(cluster);
    await session.end().catch(() => undefined);
  }
  throw await createError(cluster, `PostgreSQL was not ready within ${timeoutMs / 1000} s.`);
}

/** Returns a session that holds the ownership, or undefined while PostgreSQL starts or stops. */
async function claimPostmaster(
  cluster: Cluster,
  postmaster: Postmaster,
  secrets: Secrets,
): Promise<Client | undefined> {
  // PostgreSQL writes its lock file line by line while it starts.
  if (!(postmaster.port > 0)) return undefined;
  const session = new Client({
    connectionString: buildConnectionString(
      superuserName,
      secrets.superuser,
      postmaster.port,
      "postgres",
    ),
    application_name: `fieldfare server, process ${process.pid}`,
    keepAlive: true,
    connectionTimeoutMillis: 5_000,
  });
  session.on("error", () => undefined);
  let owner: string;
  try {
    await session.connect();
    if (await winOwnership(session)) return session;
    const held = await session.query<{ name: string }>(
      `select application_name as name from pg_locks join pg_stat_activity using (pid)
       where locktype = 'advisory' and (classid::bigint << 32) + objid::bigint = ${ownershipLock}`,
    );
    owner = held.rows[0]?.name ?? "another server";
  } catch (error) {
    await session.end().catch(() => undefined);
    if (isWrongPassword(error)) {
      throw await createError(cluster, `The passwords in ${cluster.data} no longer open it.`);
    }
    return undefined;
  }
  await session.end().catch(() => undefined);
  throw new EmbeddedDatabaseError(
    "in-use",
    `The data under ${cluster.directory} are in use by ${owner}. ` +
      "Stop that server first, or give this one a DATA_DIR of its own. " +
      "Several servers can share one database: give each the same DATABASE_URL.",
  );
}

/** PostgreSQL needs a moment to notice that a server was killed. */
async function winOwnership(session: Client): Promise<boolean> {
  const deadline = Date.now() + graceMs;
  for (;;) {
    const { rows } = await session.query<{ won: boolean }>(
      `select pg_try_advisory_lock(${ownershipLock}) as won`,
    );
    if (rows[0]?.won) return true;
    if (Date.now() > deadline) return false;
    await pause(100);
  }
}

async function createOwnDatabase(session: Client, secrets: Secrets): Promise<void> {
  const role = await session.query("select 1 from pg_roles where rolname = $1", [ownerName]);
  const password = session.escapeLiteral(secrets.owner);
  await session.query(
    `${role.rowCount ? "alter" : "create"} role ${ownerName} login password ${password}`,
  );
  const database = await session.query("select 1 from pg_database where datname = $1", [
    databaseName,
  ]);
  if (!database.rowCount) await session.query(`create database ${databaseName} owner ${ownerName}`);
}

function createHandle(
  cluster: Cluster,
  first: Claim,
  onLost: EmbeddedDatabaseOptions["onLost"],
): EmbeddedDatabase {
  let claim = first;
  let stopped: Promise<void> | undefined;
  const watch = (): void => {
    claim.session.once("end", () => {
      if (!stopped) void reclaim();
    });
  };
  // One lost connection does not yet mean a lost database.
  const reclaim = async (): Promise<void> => {
    try {
      const postmaster = await findPostmaster(cluster.data);
      const session = postmaster && (await claimPostmaster(cluster, postmaster, claim.secrets));
      if (!session)
        throw await createError(cluster, "PostgreSQL stopped while the server was running.");
      claim = { ...claim, session };
      watch();
    } catch (error) {
      onLost?.(error);
    }
  };
  watch();
  return {
    connectionString: buildConnectionString(
      ownerName,
      first.secrets.owner,
      first.port,
      databaseName,
    ),
    superuserConnectionString: buildConnectionString(
      superuserName,
      first.secrets.superuser,
      first.port,
      "postgres",
    ),
    stop: () =>
      (stopped ??= stopPostmaster(cluster).then(() => claim.session.end().catch(() => undefined))),
  };
}

function isWrongPassword(error: unknown): boolean {
  return error instanceof DatabaseError && error.code === "28P01";
}

async function isCurrent(cluster: Cluster, session: Client): Promise<boolean> {
  const result = await session.query<{ cluster_name: string }>("show cluster_name");
  return result.rows[0]?.cluster_name === clusterName(cluster);
}

function buildConnectionString(
  user: string,
  password: string,
  port: number,
  database: string,
): string {
  return `postgres://${user}:${password}@127.0.0.1:${port}/${database}`;
}
