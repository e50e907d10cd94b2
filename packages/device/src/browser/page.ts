import { DeviceDatabase } from "../database/database.ts";
import type { JournalEntry } from "../database/journal.ts";
import { startDatabase, type StartState } from "../database/restore.ts";
import { catchUpJournal } from "../database/unit.ts";
import type { Device } from "../device.ts";
import { createEvents, type DeviceEvent } from "../events.ts";
import type { Journal, LookUp, Ports, ShrunkPhoto, SyncOutcome } from "../ports.ts";
import { browserPorts, hasJournal } from "./ports.ts";
import { createNudge } from "./nudge.ts";
import { workerCalls } from "./worker-calls.ts";

/** Opens the device in a page: real database, journal, locks, workers. */
export async function openPageDevice(): Promise<{ device: Device; start: StartState }> {
  const channel = new BroadcastChannel("fieldfare-events");
  const events = createEvents((event) => channel.postMessage(event));
  channel.addEventListener("message", (message: MessageEvent<DeviceEvent>) =>
    events.receive(message.data),
  );
  const database = new DeviceDatabase();
  // A newer build in another tab wants to upgrade: stepping aside loses nothing, everything is stored.
  database.on("versionchange", () => {
    database.close();
    location.reload();
  });
  const ports: Ports = {
    ...browserPorts,
    journal: hasJournal() ? openJournal() : null,
    nudge: () => nudge(),
    shrinkPhoto: askCamera(),
    position: currentPosition,
    applySync: askSync(),
    lookUp: askSearch(database.name),
  };
  const device: Device = { database, ports, events, pending: { credentials: null } };
  const nudge = createNudge(device);
  const start = await startDatabase(device);
  void catchUpJournal(device);
  if (!ports.journal) events.tell({ kind: "storage", state: "journal-unavailable" });
  void navigator.storage?.persist?.();
  return { device, start };
}

function openJournal(): Journal {
  const ask = workerCalls(
    () => new Worker(new URL("./journal.worker.ts", import.meta.url), { type: "module" }),
  );
  return {
    append: (entry) => ask<void>({ kind: "append", entry }),
    readAll: () => ask<readonly JournalEntry[]>({ kind: "read" }),
    compact: (entry) => ask<void>({ kind: "compact", entry }),
  };
}

function askCamera(): Ports["shrinkPhoto"] {
  const ask = workerCalls(
    () => new Worker(new URL("./camera.worker.ts", import.meta.url), { type: "module" }),
  );
  return (file) => ask<ShrunkPhoto | null>({ file });
}

function askSync(): Ports["applySync"] {
  const ask = workerCalls(
    () => new Worker(new URL("./sync.worker.ts", import.meta.url), { type: "module" }),
  );
  return (request, report) => ask<SyncOutcome>({ request }, { report });
}

function askSearch(databaseName: string): LookUp {
  const ask = workerCalls(
    () => new Worker(new URL("./search.worker.ts", import.meta.url), { type: "module" }),
  );
  return (question) => ask({ question, databaseName });
}

const geolocation = { timeout: 2_000, maximumAge: 15_000, enableHighAccuracy: false };

function currentPosition(): Promise<{ latitude: number; longitude: number } | null> {
  return new Promise((resolve) => {
    if (!navigator.geolocation) return resolve(null);
    // The option counts only from the moment of consent: a prompt that nobody answers must not wait.
    const tooLate = setTimeout(() => resolve(null), geolocation.timeout + 500);
    navigator.geolocation.getCurrentPosition(
      ({ coords }) => {
        clearTimeout(tooLate);
        resolve({ latitude: coords.latitude, longitude: coords.longitude });
      },
      () => {
        clearTimeout(tooLate);
        resolve(null);
      },
      geolocation,
    );
  });
}
