import { systemCode } from "./errors.ts";
import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TestProject } from "vitest/node";
import { startEmbeddedDatabase, stopAbandonedDatabase } from "./embedded.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** Connection strings of the superuser and of the server's role in the PostgreSQL of this test run. */
    postgres: { readonly superuser: string; readonly owner: string };
  }
}

const prefix = "fieldfare-test-";

/** Starts one PostgreSQL for a whole test run. Name this file in `globalSetup`. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  await removeAbandoned();
  const directory = await mkdtemp(join(tmpdir(), `${prefix}${process.pid}-`));
  const cluster = await startEmbeddedDatabase(directory, { durable: false });
  project.provide("postgres", {
    superuser: cluster.superuserConnectionString,
    owner: cluster.connectionString,
  });
  return async () => {
    await cluster.stop();
    await rm(directory, { recursive: true, force: true });
  };
}

/** A test run that was killed leaves its PostgreSQL running. */
async function removeAbandoned(): Promise<void> {
  for (const name of await readdir(tmpdir())) {
    const pid = name.startsWith(prefix) ? Number(name.slice(prefix.length).split("-")[0]) : 0;
    if (!(pid > 0) || isAlive(pid)) continue;
    const directory = join(tmpdir(), name);
    await stopAbandonedDatabase(directory).catch(() => undefined);
    await rm(directory, { recursive: true, force: true });
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return systemCode(error) === "EPERM";
  }
}
