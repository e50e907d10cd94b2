import { expect, test } from "@playwright/test";
import { findSnapshot, startFromSnapshot } from "./make-snapshot.ts";
import { type Engineer, createEngineer } from "./engineer.ts";
import { type FaultProxy, startFaultProxy } from "./fault-proxy.ts";
import { type Office, openOffice } from "./office.ts";
import { type Phone, startPhone } from "./phone.ts";
import type { System } from "./system.ts";

/** What the tests of one file share. */
export interface Fixture {
  readonly system: System;
  readonly office: Office;
  /** The phone reaches the system only through this proxy. */
  readonly proxy: FaultProxy;
  readonly phone: Phone;
  readonly sam: Engineer;
}

interface FixtureOptions {
  readonly backgroundSync?: boolean;
  /** Runs after the system has started and before the phone is used. */
  readonly prepare?: (office: Office, proxy: FaultProxy) => Promise<void>;
  /** The phone is new: the app is not installed. */
  readonly isFresh?: boolean;
}

/** Sets up one system, one proxy and one phone, installed for Sam, for all tests of a file, which run in order. */
export function setUpFixture({
  prepare,
  isFresh = false,
  ...options
}: FixtureOptions = {}): Fixture {
  const fixture: Partial<Fixture> = {};
  test.describe.configure({ mode: "serial" });
  test.beforeAll(async () => {
    const snapshot = await findSnapshot();
    const system = await startFromSnapshot(isFresh ? "demo" : "installed", { snapshot });
    Object.assign(fixture, { system });
    const office = await openOffice(system.url);
    const proxy = await startFaultProxy(system.url);
    Object.assign(fixture, { office, proxy });
    await prepare?.(office, proxy);
    const phone = await startPhone({
      ...options,
      proxy,
      ...(!isFresh && { from: snapshot.installed.profile }),
    });
    const sam = createEngineer(phone, proxy.url);
    Object.assign(fixture, { phone, sam });
    if (isFresh) return;
    await sam.open("/");
    await sam.seesScreen("Home");
    await sam.seesJobs((await office.jobs()).filter(({ status }) => status === "New").length);
    await expect(sam.syncIndicator("All sent")).toBeVisible();
  });
  test.afterAll(async () => {
    await fixture.phone?.remove();
    await fixture.proxy?.close();
    await fixture.system?.remove();
  });
  return fixture as Fixture;
}
