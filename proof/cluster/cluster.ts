import { createWriteStream } from "node:fs";
import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { testTokenKeys } from "../../apps/server/src/testing/keys.ts";
import { startServerProcess } from "../../apps/server/src/testing/process.ts";
import { findFreePort } from "../free-port.ts";
import { openHttpsClient } from "./https-client.ts";
import { startPooler } from "./pooler.ts";
import { passwords, startPair } from "./postgresql.ts";
import {
  openPrograms,
  type Program,
  type Programs,
  settings,
  unpackPrograms,
  waitUntil,
} from "./programs.ts";
import { startStore, type Store } from "./store.ts";
import { supervise, type Supervisor } from "./supervisor.ts";

/**
 * Two servers behind HAProxy, on a PostgreSQL pair behind PgBouncer and on OpenStack Swift, all as processes of this
 * machine.
 */
export interface Cluster {
  /** Where phones reach it, over TLS. */
  readonly origin: string;
  /** The certificate of the proxy. */
  readonly certificate: string;
  /** Leads to the primary through the pooler. */
  readonly connectionString: string;
  readonly supervisor: Supervisor;
  readonly store: Store;
  readonly servers: readonly ServerNode[];
  /** An empty folder for what a fault needs. */
  readonly spareFolder: string;
  restartPooler(): Promise<void>;
  /** Waits until the proxy sends requests to a server that is ready. */
  untilReady(): Promise<void>;
  /** The folder of the logs of all programs. They stay when the cluster is closed. */
  readonly logs: string;
  /** Ends everything and deletes the data. */
  close(): Promise<void>;
}

export interface ServerNode {
  readonly name: string;
  readonly origin: string;
  /** Where the server may write. With keys and a bucket it stores nothing there. */
  readonly data: string;
  /** Starts the server, and waits until it listens. */
  start(): Promise<void>;
  /** Starts that version from now on; its main file. */
  useVersion(main: string): void;
  end(signal: NodeJS.Signals): Promise<void>;
}

/** Starts the cluster. Throws if its programs cannot be had or do not start. */
export async function openCluster(onEvent: (text: string) => void): Promise<Cluster> {
  const root = await unpackPrograms();
  const folder = await mkdtemp(join(tmpdir(), "fieldfare-cluster-"));
  const logs = await mkdtemp(join(tmpdir(), "fieldfare-cluster-logs-"));
  const programs = await openPrograms(root, folder);
  const endings: (() => Promise<void>)[] = [];
  const close = async () => {
    for (const end of endings.toReversed()) await end();
    await programs.endAll();
    await rm(folder, { recursive: true, force: true });
  };
  try {
    const pair = await startPair(programs, { folder, logs });
    const pooler = await startPooler(programs, {
      folder: join(folder, "pooler"),
      log: join(logs, "pgbouncer.log"),
      login: { user: "fieldfare", password: passwords.fieldfare, database: "fieldfare" },
      port: pair.nodes[0].port,
    });
    const supervisor = supervise(pair, { leadTo: ({ port }) => pooler.leadTo(port), onEvent });
    endings.push(() => supervisor.stop());
    const store = await startStore(programs, {
      folder: join(folder, "store"),
      log: join(logs, "swift.log"),
    });
    const servers: ServerNode[] = [];
    const secrets = await makeSecrets(programs, join(folder, "secrets"));
    for (const name of serverNames) {
      const data = join(folder, name);
      await mkdir(data);
      const variables = { ...secrets, ...store.variables, DATABASE_URL: pooler.connectionString };
      servers.push(
        describeServer(programs, { name, data, logs, port: await findFreePort(), variables }),
      );
    }
    // The first one migrates the database.
    for (const server of servers) await server.start();
    const proxy = await startProxy(programs, servers, { folder: join(folder, "proxy"), logs });
    return {
      ...proxy,
      connectionString: pooler.connectionString,
      supervisor,
      store,
      servers,
      spareFolder: join(folder, "spare"),
      logs,
      restartPooler: () => pooler.restart(),
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}

interface Folders {
  readonly folder: string;
  readonly logs: string;
}

const serverNames = ["server-1", "server-2"];

/** The secrets of the containers, with the keys that the simulated devices have tokens of. */
async function makeSecrets(programs: Programs, folder: string): Promise<Record<string, string>> {
  const script = join(settings, "../scripts/make-secrets.ts");
  await programs.run({
    program: process.execPath,
    args: [script, "https://fieldfare.example", folder],
  });
  const lines = (await readFile(join(folder, "server.env"), "utf8")).split("\n").filter(Boolean);
  const tokenKeys = testTokenKeys.map(({ id, key }) => ({
    id,
    key: Buffer.from(key).toString("base64"),
  }));
  return {
    ...Object.fromEntries(
      lines.map((line) => [line.slice(0, line.indexOf("=")), line.slice(line.indexOf("=") + 1)]),
    ),
    TOKEN_KEYS: JSON.stringify(tokenKeys),
  };
}

interface ServerPlace {
  readonly name: string;
  readonly port: number;
  readonly data: string;
  readonly logs: string;
  readonly variables: Readonly<Record<string, string>>;
}

function describeServer(
  programs: Programs,
  { name, port, data, logs, variables }: ServerPlace,
): ServerNode {
  let program: Program | null = null;
  let version: string | undefined;
  return {
    name,
    origin: `http://127.0.0.1:${port}`,
    data,
    async start() {
      // As an orchestrator does: a server that finds no database ends, and is started again.
      const { process: child } = await waitUntil(
        name,
        () =>
          startServerProcess(
            {
              ...variables,
              PORT: String(port),
              DATA_DIR: data,
              TMPDIR: data,
              DATABASE_CONNECTIONS: "8",
              TRUST_PROXY: "1",
              DRAIN_SECONDS: "4",
              LOG: "error",
            },
            version,
          ),
        { seconds: 120 },
      );
      child.stdout?.pipe(createWriteStream(join(logs, `${name}.log`), { flags: "a" }));
      program = programs.adopt(child);
    },
    async end(signal) {
      await program?.end(signal);
    },
    useVersion(main) {
      version = main;
    },
  };
}

async function startProxy(
  programs: Programs,
  servers: readonly ServerNode[],
  { folder, logs }: Folders,
) {
  await mkdir(folder);
  const port = await findFreePort();
  const log = join(logs, "haproxy.log");
  const [key, certificateFile] = [join(folder, "key.pem"), join(folder, "certificate.pem")];
  await programs.run({
    program: "openssl",
    args: [
      ..."req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2".split(" "),
      ..."-subj /CN=fieldfare -addext subjectAltName=IP:127.0.0.1 -config /dev/null".split(" "),
      "-keyout",
      key,
      "-out",
      certificateFile,
    ],
  });
  const certificate = await readFile(certificateFile, "utf8");
  const both = join(folder, "both.pem");
  await writeFile(both, certificate + (await readFile(key, "utf8")), { mode: 0o600 });
  const [one, two] = servers.map(({ origin }) => new URL(origin).host);
  programs.start({
    program: "haproxy",
    args: ["-db", "-f", join(settings, "haproxy/haproxy.cfg")],
    env: {
      BIND: `127.0.0.1:${port}`,
      CERTIFICATE: both,
      SERVER_1: one ?? "",
      SERVER_2: two ?? "",
    },
    log,
  });
  const origin = `https://127.0.0.1:${port}`;
  return {
    origin,
    certificate,
    untilReady: () =>
      waitUntil(
        "HAProxy",
        async () => {
          const client = openHttpsClient(certificate);
          const { status } = await client
            .send(`${origin}/api/health/ready`, { method: "GET" })
            .finally(() => client.close());
          if (status !== 200) throw new Error(`HAProxy answers ${status}`);
        },
        { log },
      ),
  };
}
