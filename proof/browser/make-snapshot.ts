import { existsSync } from "node:fs";
import { cp, mkdir, mkdtemp, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import { londonDay } from "@fieldfare/domain";
import { expect, test } from "@playwright/test";
import { createEngineer } from "./engineer.ts";
import { startFaultProxy } from "./fault-proxy.ts";
import { startPhone } from "./phone.ts";
import { type Snapshot, snapshotIn, snapshotsFolder } from "./snapshot.ts";
import { startSystem, type System, type SystemOptions } from "./system.ts";

/** Deletes the snapshots of earlier runs, and makes that of today. */
export async function makeFirstSnapshot(): Promise<void> {
  await rm(snapshotsFolder, { recursive: true, force: true });
  await findSnapshot();
}

/**
 * The snapshot of today. It is made if there is none, which is so at the first call and after midnight: the demo's jobs of
 * today are then those of yesterday. If two workers make it at once, the first one counts.
 */
export async function findSnapshot(): Promise<Snapshot> {
  const day = londonDay(new Date());
  const snapshot = snapshotIn(join(snapshotsFolder, day));
  if (existsSync(snapshot.folder)) return snapshot;
  test.setTimeout(2 * test.info().timeout);
  await mkdir(snapshotsFolder, { recursive: true });
  const made = await mkdtemp(join(snapshotsFolder, "unfinished-"));
  await fillSnapshot(snapshotIn(made));
  try {
    await rename(made, snapshot.folder);
  } catch (error) {
    if (!existsSync(snapshot.folder)) throw error;
    await rm(made, { recursive: true });
  }
  return snapshot;
}

/** Fills the demo, and installs the app for Sam. */
async function fillSnapshot({ system: filledSystem, installed }: Snapshot): Promise<void> {
  const system = await startSystem();
  try {
    await system.stop();
    await cp(system.dataDirectory, filledSystem, { recursive: true });
    await system.restart();
    const proxy = await startFaultProxy(system.url);
    const phone = await startPhone({ proxy });
    try {
      const sam = createEngineer(phone, proxy.url);
      await sam.install();
      await sam.waitUntilReady();
      await expect(sam.syncIndicator("All sent")).toBeVisible();
      await phone.quit();
      await cp(phone.profile, installed.profile, { recursive: true });
    } finally {
      await phone.remove();
      await proxy.close();
    }
    await system.stop();
    await cp(system.dataDirectory, installed.system, { recursive: true });
  } finally {
    await system.remove();
  }
}

interface StartOptions extends Omit<SystemOptions, "from"> {
  /** By default that of today. */
  readonly snapshot?: Snapshot;
}

/** Starts a system with the data of a snapshot, for the tests of a file: with the demo, or with Sam's phone installed too. */
export async function startFromSnapshot(
  which: "demo" | "installed",
  { snapshot, ...options }: StartOptions = {},
): Promise<System> {
  const { system, installed } = snapshot ?? (await findSnapshot());
  return startSystem({ ...options, from: which === "demo" ? system : installed.system });
}
