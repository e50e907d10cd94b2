import { existsSync, globSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { createServer } from "node:net";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { chooseLauncher, type Launcher, run } from "../database/embedded-launcher.ts";

/** Where Linux distributions install the programs of each version. */
export const searched = "/usr/lib/postgresql/*/bin";

/** Lists the PostgreSQL installations of this machine by version. */
export function installedPostgresql(): { readonly version: string; readonly bin: string }[] {
  return globSync(`${searched}/initdb`)
    .filter((initdb) => existsSync(join(dirname(initdb), "postgres")))
    .map((initdb) => {
      const bin = dirname(initdb);
      return { bin, version: bin.split("/").at(-2) ?? "" };
    })
    .toSorted((a, b) => Number(a.version) - Number(b.version));
}

/** Starts a PostgreSQL of another version with one empty database, for one test. */
export async function startPostgresql(
  bin: string,
): Promise<{ connectionString: string; stop(): Promise<void> }> {
  const folder = await mkdtemp(join(tmpdir(), "fieldfare-other-"));
  const program = (name: string) => join(bin, name);
  const binaries = {
    initdb: program("initdb"),
    postgres: program("postgres"),
    pgCtl: program("pg_ctl"),
    version: bin,
  };
  const launcher = await chooseLauncher(binaries, folder);
  const data = join(folder, "data");
  await runOrThrow(launcher, binaries.initdb, [
    `--pgdata=${data}`,
    "--username=fieldfare",
    "--auth=trust",
    "--encoding=UTF8",
    "--locale=C",
    "--no-sync",
  ]);
  const port = await freePort();
  await runOrThrow(launcher, binaries.pgCtl, [
    "start",
    `--pgdata=${data}`,
    `--log=${join(folder, "log")}`,
    "--wait",
    "--silent",
    `--options=-c port=${port} -c listen_addresses=127.0.0.1 -c unix_socket_directories='' -c fsync=off`,
  ]);
  return {
    connectionString: `postgres://fieldfare@127.0.0.1:${port}/postgres`,
    async stop() {
      await runOrThrow(launcher, binaries.pgCtl, [
        "stop",
        `--pgdata=${data}`,
        "--mode=fast",
        "--silent",
      ]);
      await rm(folder, { recursive: true });
    },
  };
}

async function runOrThrow(launcher: Launcher, program: string, args: readonly string[]) {
  const { code, output } = await run(launcher, program, args);
  if (code !== 0) throw new Error(`${program} failed: ${output}`);
}

async function freePort(): Promise<number> {
  const probe = createServer();
  await new Promise<void>((ready) => probe.listen(0, "127.0.0.1", ready));
  const { port } = probe.address() as AddressInfo;
  await new Promise((closed) => probe.close(closed));
  return port;
}
