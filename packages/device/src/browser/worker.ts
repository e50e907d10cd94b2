import { refused } from "@fieldfare/domain";
import { newClock } from "../database/clock.ts";
import { defaultDatabaseName, DeviceDatabase, openWithoutUpgrade } from "../database/database.ts";
import { readDatabaseStatus } from "../database/opening.ts";
import type { Device } from "../device.ts";
import { createEvents } from "../events.ts";
import type { Ports } from "../ports.ts";
import { browserPorts } from "./ports.ts";

let opened: Promise<Device | null> | null = null;

/**
 * Opens the device in the service worker, which only sends: it has no camera, no journal and no
 * sync. Returns null when there is nothing to send from yet. Only a page upgrades the database,
 * because only a page has the journal that backs the upgrade up.
 */
export async function openWorkerDevice(): Promise<Device | null> {
  opened ??= open();
  const device = await opened.catch(() => null);
  if (!device) opened = null;
  return device;
}

async function open(): Promise<Device | null> {
  const status = await readDatabaseStatus(indexedDB, defaultDatabaseName);
  if (status === "absent" || status === "earlier") return null;
  const isLater = status === "later";
  const database = isLater
    ? await openWithoutUpgrade(defaultDatabaseName)
    : new DeviceDatabase(defaultDatabaseName);
  database.on("versionchange", () => {
    database.close();
    opened = null;
  });
  return createWorkerDevice(database);
}

export function createWorkerDevice(database: DeviceDatabase): Device {
  const channel = new BroadcastChannel("fieldfare-events");
  const ports: Ports = {
    ...browserPorts,
    journal: null,
    recoveryRecords: null,
    triggerSending: () => undefined,
    shrinkPhoto: () => Promise.resolve(refused("not-a-photo")),
    position: () => Promise.resolve(null),
    applySync: () => Promise.resolve({ kind: "network" }),
    lookUp: () => Promise.reject(new Error("The service worker looks nothing up")),
  };
  return {
    database,
    ports,
    events: createEvents((event) => channel.postMessage(event)),
    clock: newClock(),
    pending: { credentials: null },
  };
}
