import type { Result } from "@fieldfare/domain";
import { nameInBuild } from "../build.ts";
import { newClock } from "../database/clock.ts";
import { databaseVersion, defaultDatabaseName } from "../database/database.ts";
import type { JournalEntry } from "../database/journal.ts";
import { createRecoveryRecords } from "../database/recovery-records.ts";
import { openDatabase } from "../database/opening.ts";
import { startDatabase, type StartState } from "../database/restore.ts";
import { withCatchUp, catchUpJournal } from "../database/unit.ts";
import type { Device } from "../device.ts";
import { createEvents, type DeviceEvent } from "../events.ts";
import type { Journal, LookUp, PhotoRefusal, Ports, ShrunkPhoto, SyncOutcome } from "../ports.ts";
import { browserPorts, hasJournal } from "./ports.ts";
import { createSendTrigger } from "./send-trigger.ts";
import { createWorkerClient } from "./worker-client.ts";

/** The version that this browser opened last: a start need not look it up. */
const versionKey = "fieldfare.database";

/**
 * Chromium clears the database, files and caches of a site together when space runs out, but not
 * localStorage.
 */
const recoveryRecordsKey = nameInBuild("fieldfare.devices");

export type PageDevice =
  | {
      readonly mode: "full";
      readonly device: Device;
      readonly start: StartState;
      /** Brings the journal up to date. Call it after the first render: the two would compete. */
      readonly catchUp: () => Promise<void>;
    }
  /**
   * A later build has upgraded the database, or the upgrade has failed: waiting messages are sent
   * and nothing else changes.
   */
  | { readonly mode: "send-only"; readonly device: Device; readonly reason: "later" | "failed" };

/**
 * Opens the device in a page, with the real database, journal, locks and workers. `onBlocked` is
 * called when another tab holds an earlier version open; the opening goes on once that tab is
 * closed.
 */
export async function openPageDevice(onBlocked: () => void = () => undefined): Promise<PageDevice> {
  const channel = new BroadcastChannel("fieldfare-events");
  const events = createEvents((event) => channel.postMessage(event));
  channel.addEventListener("message", (message: MessageEvent<DeviceEvent>) =>
    events.receive(message.data),
  );
  const journal = hasJournal() ? connectJournalWorker() : null;
  const opened = await openDatabase({
    name: defaultDatabaseName,
    journal,
    knownVersion: Number(localStorage.getItem(versionKey)),
    onBlocked,
  });
  const { database } = opened;
  // A newer build in another tab wants to upgrade. Closing loses nothing, because everything is
  // stored.
  database.on("versionchange", () => {
    database.close();
    location.reload();
  });
  // A page that only sends does not know all tables, so it must not rewrite the journal.
  const caughtUpJournal =
    opened.mode === "full" && journal
      ? withCatchUp(journal, () => catchUpJournal(device), browserPorts.elapsed)
      : null;
  const ports: Ports = {
    ...browserPorts,
    journal: caughtUpJournal?.journal ?? journal,
    recoveryRecords: createRecoveryRecords({
      read: () => localStorage.getItem(recoveryRecordsKey),
      write: (text) => localStorage.setItem(recoveryRecordsKey, text),
    }),
    triggerSending: () => triggerSending(),
    shrinkPhoto: connectCameraWorker(),
    position: currentPosition,
    applySync: connectSyncWorker(),
    lookUp: connectSearchWorker(database.name),
  };
  const device: Device = {
    database,
    ports,
    events,
    clock: newClock(),
    pending: { credentials: null },
  };
  const triggerSending = createSendTrigger(device);
  if (opened.mode === "send-only") return { mode: opened.mode, device, reason: opened.reason };
  localStorage.setItem(versionKey, String(databaseVersion));
  const start = await startDatabase(device);
  const catchUp = caughtUpJournal?.catchUp ?? (() => Promise.resolve());
  if (start !== "unchanged") void catchUp();
  if (!ports.journal) events.emit({ kind: "storage", state: "journal-unavailable" });
  void navigator.storage?.persist?.();
  return { mode: "full", device, start, catchUp };
}

function connectJournalWorker(): Journal {
  const callWorker = createWorkerClient(
    () => new Worker(new URL("./journal.worker.ts", import.meta.url), { type: "module" }),
  );
  return {
    append: (entry, images) => callWorker<number>({ kind: "append", entry, images }),
    readAll: () => callWorker<readonly JournalEntry[]>({ kind: "read" }),
    compact: (entry) => callWorker<number>({ kind: "compact", entry }),
    storeImage: (image) => callWorker<void>({ kind: "store-image", image }),
    listImages: () => callWorker<readonly string[]>({ kind: "list-images" }),
    readImage: (imageId) => callWorker<ArrayBuffer | null>({ kind: "read-image", imageId }),
    deleteImages: (imageIds) => callWorker<void>({ kind: "delete-images", imageIds }),
  };
}

function connectCameraWorker(): Ports["shrinkPhoto"] {
  const callWorker = createWorkerClient(
    () => new Worker(new URL("./camera.worker.ts", import.meta.url), { type: "module" }),
  );
  return (file) => callWorker<Result<ShrunkPhoto, PhotoRefusal>>({ file });
}

function connectSyncWorker(): Ports["applySync"] {
  const callWorker = createWorkerClient(
    () => new Worker(new URL("./sync.worker.ts", import.meta.url), { type: "module" }),
  );
  return (request, report) => callWorker<SyncOutcome>({ request }, { report });
}

function connectSearchWorker(databaseName: string): LookUp {
  const callWorker = createWorkerClient(
    () => new Worker(new URL("./search.worker.ts", import.meta.url), { type: "module" }),
  );
  return (request) => callWorker({ question: request, databaseName });
}

const geolocationOptions = { timeout: 2_000, maximumAge: 15_000, enableHighAccuracy: false };

function currentPosition(): Promise<{ latitude: number; longitude: number } | null> {
  return new Promise((resolve) => {
    if (!navigator.geolocation) return resolve(null);
    // The browser's own timeout starts at the moment of consent. This one also ends a prompt that
    // nobody answers.
    const timeoutId = setTimeout(() => resolve(null), geolocationOptions.timeout + 500);
    navigator.geolocation.getCurrentPosition(
      ({ coords }) => {
        clearTimeout(timeoutId);
        resolve({ latitude: coords.latitude, longitude: coords.longitude });
      },
      () => {
        clearTimeout(timeoutId);
        resolve(null);
      },
      geolocationOptions,
    );
  });
}
