import { cp, readFile, rm, writeFile } from "node:fs/promises";
import { londonDay } from "@fieldfare/domain";
import { expect, test } from "@playwright/test";
import { createEngineer } from "./engineer.ts";
import { startFaultProxy } from "./fault-proxy.ts";
import { startPhone } from "./phone.ts";
import { snapshot } from "./snapshot.ts";
import { startSystem, type System, type SystemOptions } from "./system.ts";

const readDay = () => londonDay(new Date());

/** Fills the demo, and installs the app for Sam. */
export async function makeSnapshot(): Promise<void> {
  const { system: filledSystem, installed } = snapshot;
  const day = readDay();
  await rm(snapshot.folder, { recursive: true, force: true });
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
  await writeFile(snapshot.day, day);
}

/**
 * Starts a system with the data of the snapshot, for the tests of a file: with the demo, or with Sam's phone installed too. Makes the
 * snapshot again if the day has ended since, because the demo's jobs of today are then those of yesterday.
 */
export async function startFromSnapshot(
  which: "demo" | "installed",
  options: Omit<SystemOptions, "from"> = {},
): Promise<System> {
  if ((await readFile(snapshot.day, "utf8")) !== readDay()) {
    test.setTimeout(2 * test.info().timeout);
    await makeSnapshot();
  }
  return startSystem({
    ...options,
    from: which === "demo" ? snapshot.system : snapshot.installed.system,
  });
}
