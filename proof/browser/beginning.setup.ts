import { cp, rm } from "node:fs/promises";
import { expect, test } from "@playwright/test";
import { beginning } from "./beginning.ts";
import { engineerWith } from "./engineer.ts";
import { openLine } from "./line.ts";
import { takePhone } from "./phone.ts";
import { startSystem } from "./system.ts";

test("the demo is filled and Sam installs the app, for all other files to begin with", async () => {
  const { system: filled, installed } = beginning;
  await rm(beginning.folder, { recursive: true, force: true });
  const system = await startSystem();
  try {
    await system.stop();
    await cp(system.dataDirectory, filled, { recursive: true });
    await system.restart();
    const line = await openLine(system.url);
    const phone = await takePhone({ line });
    try {
      const sam = engineerWith(phone, line.url);
      await sam.install();
      await sam.isReady();
      await expect(sam.syncSign("All sent")).toBeVisible();
      await phone.quit();
      await cp(phone.profile, installed.profile, { recursive: true });
    } finally {
      await phone.remove();
      await line.close();
    }
    await system.stop();
    await cp(system.dataDirectory, installed.system, { recursive: true });
  } finally {
    await system.remove();
  }
});
