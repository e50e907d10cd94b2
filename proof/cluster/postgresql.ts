import { chown, mkdir, readdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import pg from "pg";
import { findFreePort } from "../free-port.ts";
import { type Program, type Programs, settings, waitUntil } from "./programs.ts";

/** The passwords of a cluster. It is reached from this machine alone, and exists as long as it is tested. */
export const passwords = {
  postgres: "superuser",
  replicator: "replicator",
  fieldfare: "fieldfare",
};

/** One of the two PostgreSQL servers. */
export interface Node {
  readonly name: string;
  readonly port: number;
  /** The folder of its data. */
  readonly data: string;
  /** Changes when the node is made again as a standby. */
  program: Program;
}

export interface Pair {
  readonly nodes: readonly [Node, Node];
  /** Deletes the data of the node, copies those of `primary` and starts it as a standby. */
  rebuild(node: Node, primary: Node): Promise<void>;
}

const timeoutMs = 5_000;

/** Runs a statement as the superuser of one node, within five seconds. */
export function queryNode<Row extends pg.QueryResultRow>(
  { port }: Pick<Node, "port">,
  text: string,
): Promise<Row[]> {
  return queryOnce<Row>(
    `postgres://postgres:${passwords.postgres}@127.0.0.1:${port}/postgres`,
    text,
  );
}

/** Runs a statement on a connection of its own, within five seconds. */
export async function queryOnce<Row extends pg.QueryResultRow>(
  connectionString: string,
  text: string,
): Promise<Row[]> {
  const client = new pg.Client({
    connectionString,
    connectionTimeoutMillis: timeoutMs,
    query_timeout: timeoutMs,
  });
  client.on("error", () => undefined);
  try {
    await client.connect();
    const { rows } = await client.query<Row>(text);
    return rows;
  } finally {
    client.end().catch(() => undefined);
  }
}

/** Which standby has to have a transaction on its disk before it counts as committed. Null: none. */
export async function setSynchronousStandby(node: Node, name: string | null): Promise<void> {
  const value = name === null ? "" : pg.escapeIdentifier(name);
  await queryNode(node, `alter system set synchronous_standby_names = '${value}'`);
  await queryNode(node, "select pg_reload_conf()");
}

/** Starts a primary and its synchronous standby with the settings of `deploy/postgresql`. */
export async function startPair(
  programs: Programs,
  { folder, logs }: { folder: string; logs: string },
): Promise<Pair> {
  const dataOf = (name: string) => join(folder, name);
  const logOf = (name: string) => join(logs, `${name}.log`);
  const options = (name: string, port: number) =>
    Object.entries({
      config_file: join(settings, "postgresql/postgresql.conf"),
      hba_file: join(settings, "postgresql/pg_hba.conf"),
      cluster_name: name,
      port,
      listen_addresses: "127.0.0.1",
      unix_socket_directories: "",
    }).flatMap(([setting, value]) => ["-c", `${setting}=${value}`]);

  const startStandby = async (name: string, port: number, primary: Node): Promise<Program> => {
    const data = dataOf(name);
    await mkdir(data, { mode: 0o700, recursive: true });
    // The folder itself stays: another disk may be mounted there.
    for (const entry of await readdir(data))
      await rm(join(data, entry), { recursive: true, force: true, maxRetries: 5 });
    const { owner } = programs;
    if (owner) await chown(data, owner.uid, owner.gid);
    const program = programs.start({
      program: join(settings, "postgresql/start-standby.sh"),
      args: options(name, port),
      env: {
        PGDATA: data,
        REPLICATOR_PASSWORD: passwords.replicator,
        PRIMARY: `host=127.0.0.1 port=${primary.port}`,
      },
      unprivileged: true,
      log: logOf(name),
    });
    await followed(name, primary, program).catch(async (error: unknown) => {
      await program.end("SIGKILL");
      throw error;
    });
    await setSynchronousStandby(primary, name);
    return program;
  };

  const followed = (name: string, primary: Node, program: Program) =>
    waitUntil(
      `PostgreSQL ${name} copies the primary`,
      async () => {
        const [row] = await queryNode<{ state: string }>(
          primary,
          `select state from pg_stat_replication where application_name = '${name}'`,
        );
        if (row?.state !== "streaming") throw new Error(`the standby is ${row?.state ?? "away"}`);
      },
      { seconds: 60, log: logOf(name), program },
    );

  const first = await startPrimary();
  const second = {
    name: "postgresql-2",
    port: await findFreePort(),
    data: dataOf("postgresql-2"),
  };
  const nodes = [
    first,
    { ...second, program: await startStandby(second.name, second.port, first) },
  ] as const satisfies readonly Node[];
  return {
    nodes: [nodes[0], nodes[1]],
    async rebuild(node, primary) {
      node.program = await startStandby(node.name, node.port, primary);
    },
  };

  async function startPrimary(): Promise<Node> {
    const [name, port] = ["postgresql-1", await findFreePort()];
    const [data, secret] = [dataOf(name), join(folder, "secret")];
    await writeFile(secret, passwords.postgres, { mode: 0o644 });
    await programs.run({
      program: "initdb",
      args: [
        `--pgdata=${data}`,
        "--username=postgres",
        `--pwfile=${secret}`,
        "--auth=scram-sha-256",
        "--encoding=UTF8",
        "--locale=C",
      ],
      unprivileged: true,
    });
    const program = programs.start({
      program: "postgres",
      args: ["-D", data, ...options(name, port)],
      unprivileged: true,
      log: logOf(name),
    });
    const node = { name, port, data, program };
    await waitUntil(`PostgreSQL ${name}`, () => queryNode(node, "select 1"), { log: logOf(name) });
    await queryNode(
      node,
      `create role replicator login replication password '${passwords.replicator}'`,
    );
    await queryNode(node, `create role fieldfare login password '${passwords.fieldfare}'`);
    await queryNode(node, "create database fieldfare owner fieldfare");
    return node;
  }
}
