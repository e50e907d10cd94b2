import type { Result } from "@fieldfare/domain";
import { nameInBuild } from "../build.ts";
import { newClock } from "../database/clock.ts";
import { databaseVersion, type SharedDatabase } from "../database/database.ts";
import type { JournalEntry } from "../database/journal.ts";
import { createRecoveryRecords } from "../database/recovery-records.ts";
import { openDatabases } from "../database/opening.ts";
import type { KnownDatabases } from "../database/opening-options.ts";
import type { StartState } from "../database/restore.ts";
import { followCurrentUser } from "../database/user-switch.ts";
import { createDevice, type Device } from "../device.ts";
import { createEvents, type DeviceEvent } from "../events.ts";
import type {
  ForgottenEngineer,
  ImageFile,
  Journal,
  LookUp,
  PhotoRefusal,
  Ports,
  ShrunkPhoto,
  SyncOutcome,
} from "../ports.ts";
import { rememberedEmail, rememberEmail } from "../session/session.ts";
import { userKey } from "./current-user.ts";
import { earlyScreenKey } from "./early-screen-key.ts";
import { holdInTab } from "./held-keys.ts";
import { abortWhenLeft, watchPageCache } from "./page-cache.ts";
import { browserPorts, hasJournal } from "./ports.ts";
import { createSendTrigger } from "./send-trigger.ts";
import { createWorkerClient } from "./worker-client.ts";

/** The version that this browser opened last, and for whom: a start need not look it up. */
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
  watchPageCache();
  const channel = new BroadcastChannel(nameInBuild("fieldfare-events"));
  const events = createEvents((event) => channel.postMessage(event));
  const recoveryRecords = createRecoveryRecords({
    read: () => localStorage.getItem(recoveryRecordsKey),
    write: (text) => localStorage.setItem(recoveryRecordsKey, text),
  });
  const clock = newClock();
  const basePorts = {
    ...browserPorts,
    openJournal: hasJournal() ? connectJournalWorker() : null,
    recoveryRecords,
    heldKeys: holdInTab(),
    hashSecret: connectHashWorker(),
    forgetEngineer,
  };
  const opened = await openDatabases({
    ports: basePorts,
    events,
    clock,
    // A newer build in another tab wants to upgrade. Closing loses nothing, because everything is
    // stored.
    prepare: (database) => {
      database.on("versionchange", () => {
        database.close();
        location.reload();
      });
      abortWhenLeft(database);
    },
    known: readKnownDatabases(),
    onBlocked,
  });
  const { shared, engineers } = opened;
  const ports: Ports = {
    ...basePorts,
    triggerSending: () => triggerSending(),
    shrinkPhoto: connectCameraWorker(),
    position: currentPosition,
    applySync: connectSyncWorker(),
    lookUp: connectSearchWorker(shared),
  };
  const device = createDevice({
    shared,
    engineers,
    ports,
    events,
    clock,
    loadSigning: () => import("../api/sign-request.ts"),
    pending: { credentials: null },
  });
  channel.addEventListener("message", ({ data: event }: MessageEvent<DeviceEvent>) => {
    if (event.kind === "user-switched")
      void followCurrentUser(device).then(() => events.receive(event));
    else events.receive(event);
    // This tab would go on with the key that is gone.
    if (event.kind === "data-key-lost") location.reload();
  });
  const triggerSending = createSendTrigger(device);
  if (opened.mode === "send-only") return { mode: opened.mode, device, reason: opened.reason };
  const { start, catchUp } = opened;
  if (opened.isWiping) {
    const { resumeDeleting } = await import("../polling/wipe.ts");
    await resumeDeleting(device).catch(() => undefined);
  }
  localStorage.setItem(versionKey, String(databaseVersion));
  rememberUser(device);
  events.on(({ kind }) => {
    if (kind === "user-switched") rememberUser(device);
  });
  if (start !== "unchanged") void catchUp();
  if (!ports.openJournal) events.emit({ kind: "storage", state: "journal-unavailable" });
  void navigator.storage?.persist?.();
  return { mode: "full", device, start, catchUp };
}

function readKnownDatabases(): KnownDatabases {
  const version = Number(localStorage.getItem(versionKey));
  return { version, currentUserId: localStorage.getItem(userKey) };
}

async function forgetEngineer({
  ownerId,
  otherEmails,
  isCurrent,
}: ForgottenEngineer): Promise<boolean> {
  const isUser = localStorage.getItem(userKey) === ownerId;
  if (isUser) localStorage.removeItem(userKey);
  localStorage.removeItem(earlyScreenKey);
  const email = rememberedEmail();
  const isRemembered = email !== null && !otherEmails.includes(email.toLowerCase());
  if (isRemembered) rememberEmail(null);
  if (isCurrent) {
    sessionStorage.clear();
    const registration = await navigator.serviceWorker?.getRegistration();
    const subscription = await registration?.pushManager?.getSubscription().catch(() => null);
    await subscription?.unsubscribe().catch(() => false);
  }
  return isUser || isRemembered;
}

function rememberUser({ engineer }: Device): void {
  if (engineer) localStorage.setItem(userKey, engineer.ownerId);
  else localStorage.removeItem(userKey);
}

/** One worker writes all journals, each in a directory of its own. */
function connectJournalWorker(): (ownerId: string | null) => Journal {
  const callWorker = createWorkerClient(
    () => new Worker(new URL("./journal.worker.ts", import.meta.url), { type: "module" }),
  );
  return (ownerId) => {
    const suffix = ownerId === null ? "" : `-${ownerId}`;
    const directoryName = nameInBuild(`fieldfare-journal${suffix}`);
    const call = <T>(request: object) => callWorker<T>({ ...request, directoryName });
    return {
      append: (entry, images) => call<number>({ kind: "append", entry, images }),
      appendRows: (rows) => call<number>({ kind: "append-rows", rows }),
      readAll: () => call<readonly JournalEntry[]>({ kind: "read" }),
      compact: (entry) => call<number>({ kind: "compact", entry }),
      storeImage: (image) => call<void>({ kind: "store-image", image }),
      listImages: () => call<readonly string[]>({ kind: "list-images" }),
      readImage: (imageId) => call<ImageFile | null>({ kind: "read-image", imageId }),
      deleteImages: (imageIds) => call<void>({ kind: "delete-images", imageIds }),
      erase: () => call<void>({ kind: "erase" }),
    };
  };
}

/** Milliseconds. The passphrase of a rescue file takes some seconds on the slowest phone. */
const hashLimitMs = 30_000;

/**
 * The worker ends with each hash, and with it the secret and the 19 MiB that it was hashed in. The page hashes the secret itself where
 * the worker fails or does not answer: nothing else opens the lock.
 */
function connectHashWorker(): Ports["hashSecret"] {
  const callWorker = createWorkerClient(
    () => new Worker(new URL("./hash-secret.worker.ts", import.meta.url), { type: "module" }),
  );
  return async (secret) => {
    const late = browserPorts.pause(hashLimitMs).then(() => null);
    const options = { isLast: !secret.isFirst };
    const hash = callWorker<Uint8Array<ArrayBuffer>>(secret, options).catch(() => null);
    return (
      (await Promise.race([hash, late])) ?? (await import("../hash-secret.ts")).hashSecret(secret)
    );
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

function connectSearchWorker(shared: SharedDatabase): LookUp {
  const callWorker = createWorkerClient(
    () => new Worker(new URL("./search.worker.ts", import.meta.url), { type: "module" }),
  );
  return (kind, request) =>
    callWorker({
      kind,
      request,
      databaseName: shared.name,
      contactsKey: shared.findContactsKey(),
    });
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
