import { expect, test } from "@playwright/test";
import { beginning } from "./beginning.ts";
import { type Engineer, engineerWith } from "./engineer.ts";
import { type Line, openLine } from "./line.ts";
import { type Office, openOffice } from "./office.ts";
import { type Phone, takePhone } from "./phone.ts";
import { startSystem, type System } from "./system.ts";

/** What the tests of one file have in common. */
export interface Scene {
  readonly system: System;
  readonly office: Office;
  /** The phone reaches the system through it and nothing else. */
  readonly line: Line;
  readonly phone: Phone;
  readonly sam: Engineer;
}

interface SceneOptions {
  readonly backgroundSync?: boolean;
  /** After the system runs and before the phone is used. */
  readonly prepare?: (office: Office, line: Line) => Promise<void>;
  /** The phone is as it comes from the shop. */
  readonly isFresh?: boolean;
}

/** One system, one line to it and one phone, installed for Sam, for all tests of a file, one after the other. */
export function setScene({ prepare, isFresh = false, ...options }: SceneOptions = {}): Scene {
  const scene: Partial<Scene> = {};
  test.describe.configure({ mode: "serial" });
  test.beforeAll(async () => {
    const { installed } = beginning;
    const system = await startSystem({ from: isFresh ? beginning.system : installed.system });
    Object.assign(scene, { system });
    const office = await openOffice(system.url);
    const line = await openLine(system.url);
    Object.assign(scene, { office, line });
    await prepare?.(office, line);
    const phone = await takePhone({
      ...options,
      line,
      ...(!isFresh && { from: installed.profile }),
    });
    const sam = engineerWith(phone, line.url);
    Object.assign(scene, { phone, sam });
    if (isFresh) return;
    await sam.open("/");
    await sam.seesScreen("Home");
    await sam.seesJobs((await office.jobs()).filter(({ status }) => status === "New").length);
    await expect(sam.syncSign("All sent")).toBeVisible();
  });
  test.afterAll(async () => {
    await scene.phone?.remove();
    await scene.line?.close();
    await scene.system?.remove();
  });
  return scene as Scene;
}
