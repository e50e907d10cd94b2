import { refused } from "@fieldfare/domain";
import { signRequest } from "../api/sign-request.ts";
import { nameInBuild } from "../build.ts";
import { newClock } from "../database/clock.ts";
import {
  databaseVersion,
  EngineerDatabase,
  type JournaledDatabase,
  openAsStored,
  SharedDatabase,
} from "../database/database.ts";
import { engineerDatabaseName, sharedDatabaseName } from "../database/database-names.ts";
import { createEngineerDatabases } from "../database/engineer-databases.ts";
import { addSealing } from "../database/sealing.ts";
import { readDatabaseStatus } from "../database/opening.ts";
import { createDevice, type Device } from "../device.ts";
import { followCurrentUser } from "../database/user-switch.ts";
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
  else {
    await followCurrentUser(device);
    // A page makes the keys, perhaps since the last run.
    await device.engineer?.sealing?.loadKeys();
  }
  return device;
}

async function open(): Promise<Device | null> {
  const status = await readDatabaseStatus(indexedDB, sharedDatabaseName);
  if (status === "absent" || status === "earlier") return null;
  const isLater = status === "later";
  const forget = (database: JournaledDatabase) =>
    database.on("versionchange", () => {
      database.close();
      opened = null;
    });
  const openAs = async <D extends JournaledDatabase>(database: D): Promise<D> => {
    forget(database);
    if (isLater) return openAsStored(database);
    await database.open();
    return database;
  };
  const options = { withoutUpgrade: isLater };
  const shared = await openAs(new SharedDatabase(sharedDatabaseName, options));
  return createWorkerDevice(shared, async (ownerId) => {
    // Only a page creates and restores databases.
    if (
      !isLater &&
      (await readDatabaseStatus(indexedDB, engineerDatabaseName(ownerId), databaseVersion)) !==
        "current"
    )
      return null;
    const database = new EngineerDatabase(ownerId, options);
    addSealing(database);
    return openAs(database);
  });
}

/** `openEngineer` opens the database of one engineer; null when there is none. */
export function createWorkerDevice(
  shared: SharedDatabase,
  openEngineer: (ownerId: string) => Promise<EngineerDatabase | null>,
): Device {
  const channel = new BroadcastChannel(nameInBuild("fieldfare-events"));
  const ports: Ports = {
    ...browserPorts,
    openJournal: null,
    recoveryRecords: null,
    heldKeys: null,
    hashSecret: () => Promise.reject(new Error("The service worker asks for no secret")),
    forgetEngineer: () => Promise.resolve(false),
    triggerSending: () => undefined,
    shrinkPhoto: () => Promise.resolve(refused("not-a-photo")),
    position: () => Promise.resolve(null),
    applySync: () => Promise.resolve({ kind: "network" }),
    lookUp: () => Promise.reject(new Error("The service worker looks nothing up")),
  };
  return createDevice({
    shared,
    engineers: createEngineerDatabases(openEngineer),
    ports,
    events: createEvents((event) => channel.postMessage(event)),
    clock: newClock(),
    loadSigning: () => Promise.resolve({ signRequest }),
    pending: { credentials: null },
  });
}
