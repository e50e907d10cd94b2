import { readChangedRows } from "../database/changed-rows.ts";
import { done } from "@fieldfare/domain";
import type { Dexie } from "dexie";
import { IDBFactory, IDBKeyRange } from "fake-indexeddb";
import { newClock } from "../database/clock.ts";
import { decodeEntries, encodeEntry } from "../database/journal-format.ts";
import { createRecoveryRecords } from "../database/recovery-records.ts";
import type { EngineerDatabase } from "../database/database.ts";
import { openDatabases } from "../database/opening.ts";
import type { StartState } from "../database/restore.ts";
import { transactShared } from "../database/unit.ts";
import { createDevice, type Device } from "../device.ts";
import { createEvents, type DeviceEvent } from "../events.ts";
import { resumeDeleting } from "../polling/wipe.ts";
import { hashSecret } from "../hash-secret.ts";
import type { GuessCost, ImageFile, Journal, Ports } from "../ports.ts";
import { applySyncAnswer } from "../reference-data/apply.ts";
import { defaultClientSettings } from "../session/client-settings.ts";
import { createLookUp } from "../reference-data/look-up.ts";
import {
  type Change,
  type DatabaseObservation,
  never,
  observeDatabase,
} from "./observe-database.ts";
import { type Random, seededRandom } from "./random.ts";

/**
 * What survives a killed process: the browser's database, the journal's file, the recovery records
 * and the locks.
 */
export interface Disk {
  indexedDB: IDBFactory;
  /** By the id of their engineer; the one that all engineers share has an empty id. */
  readonly journals: Map<string, JournalFiles>;
  recoveryRecords: string | null;
  /** What the browser's tab has, by engineer: gone when the app is closed. */
  readonly heldKeys: Map<string, Uint8Array<ArrayBuffer>>;
  readonly locks: LockTable;
}

/** The file of entries and the files of image bytes, by image id. */
interface JournalFiles {
  entries: Uint8Array<ArrayBuffer>;
  readonly images: Map<string, ImageFile>;
}

/** Creates the empty storage of a phone, which outlives the processes that use it. */
export function createDisk(): Disk {
  return {
    indexedDB: new IDBFactory(),
    journals: new Map(),
    recoveryRecords: null,
    heldKeys: new Map(),
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
  disk.journals.clear();
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
  /** Before a database or a journal is deleted. */
  | "delete"
  /** Before a request leaves, and when its answer has arrived. */
  | "request"
  | "answer";

export interface NodeDeviceOptions {
  readonly disk: Disk;
  readonly fetch: Ports["fetch"];
  readonly baseUrl?: string;
  readonly random?: Random;
  readonly now?: () => Date;
  /** The least that Argon2id takes, if absent: a test signs in often. */
  readonly signInCost?: GuessCost;
  readonly triggerSending?: () => void;
  /** False in a process that stands for the service worker. */
  readonly journal?: boolean;
  /** Behaves as a page before its first render. */
  readonly deferCatchUp?: boolean;
  readonly shrinkPhoto?: Ports["shrinkPhoto"];
  readonly position?: Ports["position"];
  /**
   * Called at every point where a process may die; it may call `kill`. At a write it may throw what
   * a full device throws. `needsSpace` is false when rows are only deleted. `kill` kills the process
   * also while it opens.
   */
  readonly at?: (point: KillPoint, needsSpace: boolean, kill: () => void) => void;
  /** Called for every transaction that has committed. */
  readonly watch?: (changes: readonly Change[]) => void;
  /** Replaces ports for a test, after all others are made. */
  readonly ports?: (ports: Ports) => Ports;
  readonly onBlocked?: () => void;
}

/**
 * One process of the device: a tab or a worker. Killing it frees its locks and closes its database.
 */
export interface NodeDevice {
  readonly device: Device;
  readonly mode: "full" | "send-only";
  readonly start: StartState;
  readonly events: readonly DeviceEvent[];
  /** Settles when the process is killed. */
  readonly died: Promise<void>;
  kill(): void;
  isAlive(): boolean;
}

/** Starts the app of a phone without a browser, on a disk that may have rows of earlier starts. */
export async function openNodeDevice(options: NodeDeviceOptions): Promise<NodeDevice> {
  const { disk } = options;
  const random = options.random ?? seededRandom(1);
  const owner = Symbol("process");
  const emittedEvents: DeviceEvent[] = [];
  const events = createEvents();
  events.on((event) => emittedEvents.push(event));
  let alive = true;
  let resolveKilled: () => void = () => undefined;
  const died = new Promise<void>((resolve) => {
    resolveKilled = resolve;
  });
  const reachPoint = (point: KillPoint, needsSpace = false) => {
    if (alive) options.at?.(point, needsSpace, kill);
  };
  const observed: { database: Dexie; observation: DatabaseObservation }[] = [];
  const kill = () => {
    alive = false;
    for (const { database, observation } of observed) {
      observation.abortAll();
      database.close({ disableAutoOpen: true });
    }
    disk.locks.release(owner);
    resolveKilled();
  };
  const prepare = (database: Dexie) => {
    const observation = observeDatabase(database, {
      beforeWrite: (needsSpace) => reachPoint("write", needsSpace),
      landed(changes) {
        options.watch?.(changes);
        reachPoint("committed");
      },
      isAlive: () => alive,
    });
    observed.push({ database, observation });
    // Another process upgrades: a browser's page closes its database too.
    database.on("versionchange", () => database.close());
  };
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
  const openJournal = (ownerId: string | null): Journal => {
    const diskFile = createDiskJournal(disk, ownerId);
    const journal: Journal = {
      ...diskFile,
      async append(entry, images = []) {
        for (const image of images) await journal.storeImage(image);
        return whileAlive(() => diskFile.append(entry), null, "journaled");
      },
      async appendRows(rows) {
        const factory = whileAliveFactory(disk.indexedDB, () => alive, reachPoint);
        return journal.append(await readChangedRows(factory, rows));
      },
      compact: (entry) => whileAlive(() => diskFile.compact(entry), null, "journaled"),
      storeImage: (image) => whileAlive(() => diskFile.storeImage(image), null, "image-stored"),
      deleteImages: (imageIds) =>
        whileAlive(() => diskFile.deleteImages(imageIds), null, "journaled"),
      erase: () => whileAlive(() => diskFile.erase(), "delete", "journaled"),
    };
    return journal;
  };
  let clientSettings = defaultClientSettings;
  const ports: Ports = {
    now: options.now ?? (() => new Date()),
    elapsed: () => (options.now?.() ?? new Date()).getTime(),
    randomBytes: (count) => random.bytes(count),
    signInCost: options.signInCost ?? { memory: 8, passes: 1 },
    hashSecret,
    fetch: fetchAlive,
    baseUrl: options.baseUrl ?? "http://127.0.0.1",
    locks: {
      hold: (name, work) => (alive ? disk.locks.hold(owner, name, work) : never()),
    },
    openJournal: options.journal === false ? null : openJournal,
    recoveryRecords:
      options.journal === false
        ? null
        : createRecoveryRecords({
            read: () => disk.recoveryRecords,
            write: (text) => (disk.recoveryRecords = text),
          }),
    heldKeys:
      options.journal === false
        ? null
        : {
            read: (ownerId) => disk.heldKeys.get(ownerId) ?? null,
            hold: (ownerId, key) => void disk.heldKeys.set(ownerId, key.slice()),
            clear: () => disk.heldKeys.clear(),
          },
    forgetEngineer: () => Promise.resolve(false),
    pause: () => Promise.resolve(),
    triggerSending: options.triggerSending ?? (() => undefined),
    shrinkPhoto:
      options.shrinkPhoto ??
      (async (file) => done({ bytes: await file.arrayBuffer(), width: 600, height: 450 })),
    position: options.position ?? (() => Promise.resolve(null)),
    applySync: (request, report) => applySyncAnswer(device.shared, fetchAlive, request, report),
    lookUp: (kind, request) => lookUp(kind, request),
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
  const usedPorts = options.ports?.(ports) ?? ports;
  const clock = newClock();
  const opened = await openDatabases({
    name: "fieldfare",
    ports: usedPorts,
    events,
    clock,
    dexie: { indexedDB: whileAliveFactory(disk.indexedDB, () => alive, reachPoint), IDBKeyRange },
    prepare,
    ...(options.onBlocked && { onBlocked: options.onBlocked }),
  });
  const { shared, engineers } = opened;
  const lookUp = createLookUp(shared);
  const device = createDevice({
    shared,
    engineers,
    ports: usedPorts,
    events,
    clock,
    loadSigning: () => import("../api/sign-request.ts"),
    pending: { credentials: null },
  });
  if (opened.mode === "full" && opened.isWiping) await resumeDeleting(device);
  const start = opened.mode === "full" ? opened.start : "unchanged";
  if (opened.mode === "full" && (start !== "unchanged" || !options.deferCatchUp))
    await opened.catchUp();
  return {
    device,
    mode: opened.mode,
    start,
    events: emittedEvents,
    died,
    isAlive: () => alive,
    kill,
  };
}

/** A killed process opens and deletes no database. */
function whileAliveFactory(
  factory: IDBFactory,
  isAlive: () => boolean,
  reachPoint: (point: KillPoint) => void,
): IDBFactory {
  return new Proxy(factory, {
    get(target, name) {
      if (name === "deleteDatabase") reachPoint("delete");
      if ((name === "open" || name === "deleteDatabase") && !isAlive())
        return () => ({ addEventListener: () => undefined });
      const value: unknown = Reflect.get(target, name);
      return typeof value === "function" ? value.bind(target) : value;
    },
  });
}

/** Makes an engineer the current user, as a sign-in does, without signing them in. */
export async function selectEngineer(device: Device, ownerId: string): Promise<EngineerDatabase> {
  const database = await device.engineers.open(ownerId);
  if (!database) throw new Error("The database could not be opened");
  await transactShared(device, ["setting"], async (unit) => {
    const setting = await unit.database.setting.get(1);
    if (!setting) throw new Error("The shared database has no settings");
    await unit.put("setting", { ...setting, currentUserId: ownerId });
  });
  device.engineers.select(database);
  return database;
}

/** Another engineer with the same installation signs in: the earlier sign-in ends first. */
export async function signInOther(device: Device, ownerId: string): Promise<EngineerDatabase> {
  const before = device.database;
  const [token, setting] = await Promise.all([before.token.get(1), before.setting.get(1)]);
  await before.token.clear();
  const database = await selectEngineer(device, ownerId);
  if (setting) await database.setting.put(setting);
  if (token) await database.token.put(token);
  return database;
}

/** The journal of a disk, without the points where a process can be killed. */
export function createDiskJournal({ journals, indexedDB }: Disk, ownerId: string | null): Journal {
  const key = ownerId ?? "";
  const files = journals.get(key) ?? { entries: new Uint8Array(), images: new Map() };
  journals.set(key, files);
  const { images } = files;
  const journal: Journal = {
    appendRows: async (rows) => journal.append(await readChangedRows(indexedDB, rows)),
    erase() {
      files.entries = new Uint8Array();
      images.clear();
      journals.delete(key);
      return Promise.resolve();
    },
    storeImage(image) {
      const stored = images.get(image.imageId);
      if (!stored || (image.isSealed && !stored.isSealed))
        images.set(image.imageId, { ...image, bytes: image.bytes.slice() });
      return Promise.resolve();
    },
    listImages: () => Promise.resolve([...images.keys()]),
    readImage(imageId) {
      const image = images.get(imageId);
      return Promise.resolve(image ? { ...image, bytes: image.bytes.slice() } : null);
    },
    deleteImages(imageIds) {
      for (const imageId of imageIds) images.delete(imageId);
      return Promise.resolve();
    },
    append(entry) {
      const frame = encodeEntry(entry);
      const file = new Uint8Array(files.entries.length + frame.length);
      file.set(files.entries);
      file.set(frame, files.entries.length);
      files.entries = file;
      return Promise.resolve(file.length);
    },
    readAll: () => Promise.resolve(decodeEntries(files.entries)),
    compact(snapshot) {
      files.entries = encodeEntry(snapshot);
      return Promise.resolve(files.entries.length);
    },
  };
  return journal;
}

export interface LockTable {
  hold<T>(owner: symbol, name: string, work: () => Promise<T>): Promise<T>;
  /** Releases the locks of a dead process, as the browser does. */
  release(owner: symbol): void;
  /** Does so for every process. */
  releaseAll(): void;
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

  const table: LockTable = {
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
    releaseAll() {
      for (const owner of new Set(holders.values())) table.release(owner);
    },
  };
  return table;
}
