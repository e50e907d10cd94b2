import { cp, rm } from "node:fs/promises";
import { expect, test } from "@playwright/test";
import { snapshot } from "./snapshot.ts";
import { createEngineer } from "./engineer.ts";
import { startFaultProxy } from "./fault-proxy.ts";
import { startPhone } from "./phone.ts";
import { startSystem } from "./system.ts";

test("the demo is filled and Sam installs the app, as the snapshot for all other files", async () => {
  const { system: filledSystem, installed } = snapshot;
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
});
