import { z } from "zod";
import { randomBytes } from "node:crypto";
import { existsSync } from "node:fs";
import {
  chown,
  mkdir,
  open,
  readFile,
  readdir,
  rename,
  rm,
  stat,
  writeFile,
} from "node:fs/promises";
import { createServer } from "node:net";
import { join, resolve } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { type Binaries, findBinaries } from "./embedded-binaries.ts";
import { EmbeddedDatabaseError } from "./embedded-error.ts";
import { type Launcher, chooseLauncher, changeOwner, run } from "./embedded-launcher.ts";
import { findPostmaster } from "./embedded-postmaster.ts";

/** PostgreSQL's data in one directory, and how to run its programs on them. */
export type Cluster = {
  readonly directory: string;
  readonly data: string;
  readonly log: string;
  readonly binaries: Binaries;
  readonly launcher: Launcher;
  readonly durable: boolean;
};

/** The passwords of the superuser and of the role that the server uses. */
const secrets = z.object({ superuser: z.string(), owner: z.string() });
export type Secrets = Readonly<z.output<typeof secrets>>;

export const superuserName = "postgres";

/** Finds PostgreSQL's programs and how to run them. Creates the directory, and no data. */
export async function openCluster(directory: string, durable: boolean): Promise<Cluster> {
  const absolute = resolve(directory);
  await mkdir(absolute, { recursive: true, mode: 0o700 });
  const binaries = await findBinaries();
  const launcher = await chooseLauncher(binaries, absolute);
  const log = join(absolute, "postgresql.log");
  return { directory: absolute, data: join(absolute, "data"), log, binaries, launcher, durable };
}

/** Creates the data at first use, and reads their passwords. */
export async function prepareData(cluster: Cluster): Promise<Secrets> {
  if (!existsSync(join(cluster.data, "PG_VERSION"))) await initialise(cluster);
  await checkVersion(cluster);
  return secrets.parse(JSON.parse(await readFile(secretsFile(cluster.data), "utf8")));
}

/** Starts PostgreSQL on a free port. Returns without a running PostgreSQL when another try may help. */
export async function startPostmaster(cluster: Cluster, deadline: number): Promise<void> {
  await changeOwner(cluster.launcher, cluster.data);
  await trimLog(cluster.log);
  const logBefore = await readFileSize(cluster.log);
  const started = await run(cluster.launcher, cluster.binaries.pgCtl, [
    "start",
    `--pgdata=${cluster.data}`,
    `--log=${cluster.log}`,
    `--timeout=${Math.max(5, Math.round((deadline - Date.now()) / 1000))}`,
    "--wait",
    "--silent",
    `--options=${await serverOptions(cluster)}`,
  ]);
  if (started.code === 0) return;
  const newLog = (await readFile(cluster.log, "utf8").catch(() => "")).slice(logBefore);
  // The port was taken, another server was faster, or processes of a killed postmaster are still ending: try again.
  const isTransient =
    /Address already in use|could not create any TCP\/IP sockets|lock file ".*" already exists|pre-existing shared memory block/;
  if (!isTransient.test(newLog))
    throw await createError(cluster, "PostgreSQL did not start.", started.output);
  await pause(300);
}

/** Stops PostgreSQL. Throws when it still runs afterwards. */
export async function stopPostmaster(cluster: Cluster): Promise<void> {
  const stop = (mode: string) =>
    run(cluster.launcher, cluster.binaries.pgCtl, [
      "stop",
      `--pgdata=${cluster.data}`,
      `--mode=${mode}`,
      "--timeout=30",
      "--wait",
      "--silent",
    ]);
  let ended = await stop("fast");
  // An immediate stop loses nothing that was committed: the next start replays the log.
  if (ended.code !== 0 && (await findPostmaster(cluster.data))) ended = await stop("immediate");
  if (await findPostmaster(cluster.data)) {
    throw await createError(cluster, "PostgreSQL did not stop.", ended.output);
  }
}

/**
 * Changes with the programs and the settings, so that the server does not take over a PostgreSQL of an older build.
 */
export function clusterName(cluster: Cluster): string {
  return `fieldfare-${cluster.binaries.version}-${cluster.durable ? "durable" : "fast"}`;
}

/** Creates an error with the last lines of the log. */
export async function createError(
  cluster: Cluster,
  what: string,
  output = "",
): Promise<EmbeddedDatabaseError> {
  const lines = (await readFile(cluster.log, "utf8").catch(() => ""))
    .trimEnd()
    .split("\n")
    .slice(-15);
  return new EmbeddedDatabaseError(
    "failed",
    [`${what} The last lines of ${cluster.log}:`, ...lines, output.trim()]
      .filter(Boolean)
      .join("\n"),
  );
}

async function initialise(cluster: Cluster): Promise<void> {
  await removeLeftovers(cluster.directory);
  const draftFolder = join(
    cluster.directory,
    `new-${process.pid}-${randomBytes(4).toString("hex")}`,
  );
  const passwordFile = `${draftFolder}.password`;
  const secrets: Secrets = { superuser: secret(), owner: secret() };
  await writeFile(passwordFile, secrets.superuser, { mode: 0o600 });
  const { owner } = cluster.launcher;
  if (owner) await chown(passwordFile, owner.uid, owner.gid);
  const made = await run(cluster.launcher, cluster.binaries.initdb, [
    `--pgdata=${draftFolder}`,
    `--username=${superuserName}`,
    `--pwfile=${passwordFile}`,
    "--auth=scram-sha-256",
    "--encoding=UTF8",
    "--locale=C",
    "--locale-provider=builtin",
    "--builtin-locale=C.UTF-8",
    ...(cluster.durable ? [] : ["--no-sync"]),
  ]);
  await rm(passwordFile, { force: true });
  if (made.code !== 0) {
    await rm(draftFolder, { recursive: true, force: true });
    throw new EmbeddedDatabaseError(
      "failed",
      `PostgreSQL could not create its data under ${cluster.directory}; check free space and rights.\n${made.output}`,
    );
  }
  await writeFile(secretsFile(draftFolder), JSON.stringify(secrets), { mode: 0o600, flush: true });
  // The data are renamed into place only when they are complete. A start that is killed leaves no partial data
  // there.
  await rename(draftFolder, cluster.data).catch(async (error: unknown) => {
    await rm(draftFolder, { recursive: true, force: true });
    if (!existsSync(join(cluster.data, "PG_VERSION"))) throw error;
  });
  await flushFolder(cluster.directory);
}

async function checkVersion(cluster: Cluster): Promise<void> {
  const found = (await readFile(join(cluster.data, "PG_VERSION"), "utf8")).trim();
  const ownVersion = cluster.binaries.version.split(".")[0];
  if (found === ownVersion) return;
  throw new EmbeddedDatabaseError(
    "wrong-version",
    `The data under ${cluster.directory} belong to PostgreSQL ${found}, this build carries ${ownVersion}. ` +
      "Dump them with the build that made them and load the dump into an empty DATA_DIR, " +
      "or go back to that build. Nothing was changed.",
  );
}

async function serverOptions(cluster: Cluster): Promise<string> {
  const settings: Record<string, string | number> = {
    port: await freePort(),
    listen_addresses: "127.0.0.1",
    unix_socket_directories: "",
    cluster_name: clusterName(cluster),
    timezone: "UTC",
    log_timezone: "UTC",
    log_line_prefix: "%m_[%p]_",
    // A statement, or the row that an error is about, may have names and addresses of tenants.
    log_min_error_statement: "panic",
    log_error_verbosity: "terse",
    ...(!cluster.durable && { fsync: "off", synchronous_commit: "off", full_page_writes: "off" }),
  };
  return Object.entries(settings)
    .map(([name, value]) => `-c ${name}=${value === "" ? "''" : value}`)
    .join(" ");
}

async function freePort(): Promise<number> {
  const probe = createServer();
  await new Promise<void>((ready, failed) => {
    probe.once("error", failed);
    probe.listen(0, "127.0.0.1", ready);
  });
  const address = probe.address();
  await new Promise((closed) => probe.close(closed));
  if (address === null || typeof address === "string") throw new Error("No port is free");
  return address.port;
}

async function removeLeftovers(directory: string): Promise<void> {
  for (const name of await readdir(directory)) {
    const path = join(directory, name);
    const { mtimeMs } = await stat(path);
    // A younger folder may belong to another server that is starting right now.
    if (name.startsWith("new-") && Date.now() - mtimeMs > 600_000)
      await rm(path, { recursive: true, force: true });
  }
}

async function trimLog(log: string): Promise<void> {
  if ((await readFileSize(log)) > 5_000_000) await rename(log, `${log}.1`);
}

async function readFileSize(file: string): Promise<number> {
  return stat(file).then(
    ({ size }) => size,
    () => 0,
  );
}

async function flushFolder(path: string): Promise<void> {
  if (process.platform === "win32") return;
  const folder = await open(path, "r");
  await folder.sync().finally(() => folder.close());
}

function secretsFile(data: string): string {
  return join(data, "fieldfare.json");
}

function secret(): string {
  return randomBytes(24).toString("base64url");
}
