import { systemCode } from "./errors.ts";
import { readFile, readdir, readlink, realpath, rm } from "node:fs/promises";
import { join } from "node:path";

/** The postmaster that runs on a data folder, according to its lock file. */
export type Postmaster = { readonly pid: number; readonly port: number };

/**
 * Reads `postmaster.pid`. When the process of the file is dead, the file stays: PostgreSQL checks it well. When the
 * process number belongs to another program, or to a dead process that is not yet reaped, the file is removed,
 * because PostgreSQL would take both for a running server.
 */
export async function findPostmaster(data: string): Promise<Postmaster | undefined> {
  const file = join(data, "postmaster.pid");
  const lines = (await readFile(file, "utf8").catch(() => "")).split("\n");
  const pid = Number(lines[0]);
  if (!Number.isInteger(pid) || pid <= 0) return undefined;
  if (!isAlive(pid)) return undefined;
  if (await runsIn(pid, data)) return { pid, port: Number(lines[3]) };
  if ((await processesIn(data)).length === 0) await rm(file, { force: true });
  return undefined;
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return systemCode(error) === "EPERM";
  }
}

/** A postmaster's working directory is its data folder. Where that cannot be read, the lock file is trusted. */
async function runsIn(pid: number, data: string): Promise<boolean> {
  if (process.platform !== "linux") return true;
  try {
    return (await readlink(`/proc/${pid}/cwd`)) === (await realpath(data));
  } catch (error) {
    return systemCode(error) !== "ENOENT";
  }
}

async function processesIn(data: string): Promise<number[]> {
  const pids = (await readdir("/proc")).map(Number).filter((pid) => pid > 0);
  const matches = await Promise.all(
    pids.map(async (pid) => {
      const folder = await readlink(`/proc/${pid}/cwd`).catch(() => "");
      return folder === (await realpath(data)) ? pid : 0;
    }),
  );
  return matches.filter((pid) => pid > 0);
}
