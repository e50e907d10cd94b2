import { done } from "@fieldfare/domain";
import { IDBFactory, IDBKeyRange } from "fake-indexeddb";
import { newClock } from "../database/clock.ts";
import { DeviceDatabase } from "../database/database.ts";
import { decodeEntries, encodeEntry } from "../database/journal.ts";
import { createRecoveryRecords } from "../database/recovery-records.ts";
import { startDatabase, type StartState } from "../database/restore.ts";
import { withCatchUp, catchUpJournal } from "../database/unit.ts";
import type { Device } from "../device.ts";
import { createEvents, type DeviceEvent } from "../events.ts";
import type { Journal, Ports } from "../ports.ts";
import { applySyncAnswer } from "../reference-data/apply.ts";
import { defaultClientSettings } from "../session/client-settings.ts";
import { createLookUp } from "../reference-data/look-up.ts";
import { type Change, never, observeDatabase } from "./observe-database.ts";
import { type Random, seededRandom } from "./random.ts";

/**
 * What survives a killed process: the browser's database, the journal's file, the recovery records
 * and the locks.
 */
export interface Disk {
  indexedDB: IDBFactory;
  journal: Uint8Array<ArrayBuffer>;
  /** The journal's files of image bytes, by image id. */
  readonly journalImages: Map<string, ArrayBuffer>;
  recoveryRecords: string | null;
  readonly locks: LockTable;
}

export function createDisk(): Disk {
  return {
    indexedDB: new IDBFactory(),
    journal: new Uint8Array(),
    journalImages: new Map(),
    recoveryRecords: null,
    locks: createLockTable(),
  };
}

/** The browser silently wipes its databases; files stay. */
export function wipeDatabase(disk: Disk): void {
  disk.indexedDB = new IDBFactory();
}

/** The browser clears database and files of the site together; the recovery records stay. */
export function wipeBothCopies(disk: Disk): void {
  wipeDatabase(disk);
  disk.journal = new Uint8Array();
  disk.journalImages.clear();
}

/** The points where a process can be killed; see `NodeDeviceOptions.at`. */
export type KillPoint =
  /** Before a row is written: its transaction never commits. */
  | "write"
  /** A transaction has committed and the journal does not have it yet. */
  | "committed"
  | "journaled"
  /** The journal has the bytes of an image, and not yet the entry with the image. */
  | "image-stored"
  /** Before a request leaves, and when its answer has arrived. */
  | "request"
  | "answer";

export interface NodeDeviceOptions {
  readonly disk: Disk;
  readonly fetch: Ports["fetch"];
  readonly baseUrl?: string;
  readonly random?: Random;
  readonly now?: () => Date;
  readonly triggerSending?: () => void;
  /** False in a process that stands for the service worker. */
  readonly journal?: boolean;
  /** Behaves as a page before its first render. */
  readonly deferCatchUp?: boolean;
  readonly shrinkPhoto?: Ports["shrinkPhoto"];
  readonly position?: Ports["position"];
  /**
   * Called at every point where a process may die; it may call `kill`. At a write it may throw what
   * a full device throws. `needsSpace` is false when rows are only deleted.
   */
  readonly at?: (point: KillPoint, needsSpace: boolean) => void;
  /** Called for every transaction that has committed. */
  readonly watch?: (changes: readonly Change[]) => void;
  /** Replaces ports for a test, after all others are made. */
  readonly ports?: (ports: Ports) => Ports;
}

/**
 * One process of the device: a tab or a worker. Killing it frees its locks and closes its database.
 */
export interface NodeDevice {
  readonly device: Device;
  readonly start: StartState;
  readonly events: readonly DeviceEvent[];
  /** Settles when the process is killed. */
  readonly died: Promise<void>;
  kill(): void;
  isAlive(): boolean;
}

export async function openNodeDevice(options: NodeDeviceOptions): Promise<NodeDevice> {
  const { disk } = options;
  const random = options.random ?? seededRandom(1);
  const owner = Symbol("process");
  const emittedEvents: DeviceEvent[] = [];
  const events = createEvents();
  events.on((event) => emittedEvents.push(event));
  const database = new DeviceDatabase("fieldfare", { indexedDB: disk.indexedDB, IDBKeyRange });
  let alive = true;
  let resolveKilled: () => void = () => undefined;
  const died = new Promise<void>((resolve) => {
    resolveKilled = resolve;
  });
  const reachPoint = (point: KillPoint, needsSpace = false) => {
    if (alive) options.at?.(point, needsSpace);
  };
  const observer = observeDatabase(database, {
    beforeWrite: (needsSpace) => reachPoint("write", needsSpace),
    landed(changes) {
      options.watch?.(changes);
      reachPoint("committed");
    },
    isAlive: () => alive,
  });
  /** A killed process starts nothing and never sees an answer. */
  const whileAlive = async <T>(
    work: () => Promise<T>,
    before: KillPoint | null,
    after: KillPoint,
  ) => {
    if (before) reachPoint(before);
    if (!alive) return never<T>();
    const value = await work();
    reachPoint(after);
    return alive ? value : never<T>();
  };
  const fetchAlive: Ports["fetch"] = (url, init) =>
    whileAlive(() => options.fetch(url, init), "request", "answer");
  const diskFile = createDiskJournal(disk);
  const watchedJournal: Journal = {
    ...diskFile,
    async append(entry, images = []) {
      for (const image of images) await watchedJournal.storeImage(image);
      return whileAlive(() => diskFile.append(entry), null, "journaled");
    },
    compact: (entry) => whileAlive(() => diskFile.compact(entry), null, "journaled"),
    storeImage: (image) => whileAlive(() => diskFile.storeImage(image), null, "image-stored"),
    deleteImages: (imageIds) =>
      whileAlive(() => diskFile.deleteImages(imageIds), null, "journaled"),
  };
  const { journal, catchUp } = withCatchUp(
    watchedJournal,
    () => catchUpJournal(device),
    () => ports.elapsed(),
  );
  let clientSettings = defaultClientSettings;
  const ports: Ports = {
    now: options.now ?? (() => new Date()),
    elapsed: () => (options.now?.() ?? new Date()).getTime(),
    randomBytes: (count) => random.bytes(count),
    fetch: fetchAlive,
    baseUrl: options.baseUrl ?? "http://127.0.0.1",
    locks: {
      hold: (name, work) => (alive ? disk.locks.hold(owner, name, work) : never()),
    },
    journal: options.journal === false ? null : journal,
    recoveryRecords:
      options.journal === false
        ? null
        : createRecoveryRecords({
            read: () => disk.recoveryRecords,
            write: (text) => (disk.recoveryRecords = text),
          }),
    pause: () => Promise.resolve(),
    triggerSending: options.triggerSending ?? (() => undefined),
    shrinkPhoto:
      options.shrinkPhoto ??
      (async (file) => done({ bytes: await file.arrayBuffer(), width: 600, height: 450 })),
    position: options.position ?? (() => Promise.resolve(null)),
    applySync: (request, report) => applySyncAnswer(database, fetchAlive, request, report),
    lookUp: createLookUp(database),
    storage: {
      estimate: async () => ({ usage: null, quota: null }),
      isPersistent: async () => null,
      persist: async () => null,
      memory: () => ({ used: null, limit: null }),
    },
    userAgent: "node",
    clientSettings: () => clientSettings,
    storeClientSettings: (settings) => {
      clientSettings = settings;
    },
  };
  const device: Device = {
    database,
    ports: options.ports?.(ports) ?? ports,
    events,
    clock: newClock(),
    pending: { credentials: null },
  };
  const start = await startDatabase(device);
  if (start !== "unchanged" || !options.deferCatchUp) await catchUp();
  return {
    device,
    start,
    events: emittedEvents,
    died,
    isAlive: () => alive,
    kill() {
      alive = false;
      observer.abortAll();
      database.close({ disableAutoOpen: true });
      disk.locks.release(owner);
      resolveKilled();
    },
  };
}

/** The journal of a disk, without the points where a process can be killed. */
export function createDiskJournal(disk: Disk): Journal {
  const { journalImages } = disk;
  return {
    storeImage({ imageId, bytes }) {
      journalImages.set(imageId, journalImages.get(imageId) ?? bytes.slice());
      return Promise.resolve();
    },
    listImages: () => Promise.resolve([...journalImages.keys()]),
    readImage: (imageId) => Promise.resolve(journalImages.get(imageId)?.slice() ?? null),
    deleteImages(imageIds) {
      for (const imageId of imageIds) journalImages.delete(imageId);
      return Promise.resolve();
    },
    append(entry) {
      const frame = encodeEntry(entry);
      const file = new Uint8Array(disk.journal.length + frame.length);
      file.set(disk.journal);
      file.set(frame, disk.journal.length);
      disk.journal = file;
      return Promise.resolve(file.length);
    },
    readAll: () => Promise.resolve(decodeEntries(disk.journal)),
    compact(snapshot) {
      disk.journal = encodeEntry(snapshot);
      return Promise.resolve(disk.journal.length);
    },
  };
}

export interface LockTable {
  hold<T>(owner: symbol, name: string, work: () => Promise<T>): Promise<T>;
  /** Releases the locks of a dead process, as the browser does. */
  release(owner: symbol): void;
}

interface Waiter {
  readonly owner: symbol;
  readonly take: () => void;
}

function createLockTable(): LockTable {
  const holders = new Map<string, symbol>();
  const waiting = new Map<string, Waiter[]>();

  const passLockOn = (name: string) => {
    holders.delete(name);
    const next = waiting.get(name)?.shift();
    if (!next) return;
    holders.set(name, next.owner);
    next.take();
  };

  return {
    async hold(owner, name, work) {
      if (holders.has(name))
        await new Promise<void>((take) => {
          waiting.set(name, [...(waiting.get(name) ?? []), { owner, take }]);
        });
      else holders.set(name, owner);
      try {
        return await work();
      } finally {
        if (holders.get(name) === owner) passLockOn(name);
      }
    },
    release(owner) {
      for (const [name, waiters] of waiting)
        waiting.set(
          name,
          waiters.filter((waiter) => waiter.owner !== owner),
        );
      for (const [name, holder] of holders) if (holder === owner) passLockOn(name);
    },
  };
}
