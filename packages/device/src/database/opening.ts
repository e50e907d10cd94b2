import type { Journal } from "../ports.ts";
import { type Clock, loadClock } from "./clock.ts";
import { carryOver } from "./carry-over.ts";
import {
  databaseVersion,
  EngineerDatabase,
  engineerDatabaseName,
  type JournaledDatabase,
  openAsStored,
  SharedDatabase,
  sharedDatabaseName,
} from "./database.ts";
import {
  createEngineerDatabases,
  type EngineerDatabases,
  type Surroundings,
} from "./engineer-databases.ts";
import { splitImage } from "./image-bytes.ts";
import {
  isDelivered,
  isJournaled,
  type JournalEntry,
  type JournalPut,
  legacyJournaledTables,
} from "./journal.ts";
import { createLegacyDatabase } from "./legacy-database.ts";
import { isLegacyJournal } from "./legacy-journal.ts";
import { restoreLegacy } from "./legacy-restore.ts";
import type { LegacySettingRow, LegacyTokenRow } from "./legacy-rows.ts";
import { startEngineer, startShared, type StartState } from "./restore.ts";
import type { ImageBytesRow, ImageRow } from "./rows.ts";
import { connectJournal } from "./unit.ts";

/** How the stored version of a database compares to this build's. */
export type DatabaseStatus = "absent" | "earlier" | "current" | "later";

/** Dexie's version numbers are a tenth of the browser's. */
const nativeStep = 10;

export async function readDatabaseStatus(factory: Factory, name: string): Promise<DatabaseStatus> {
  const native = await nativeVersion(factory, name);
  if (native === null) return "absent";
  const version = Math.floor(native / nativeStep);
  if (version === databaseVersion) return "current";
  return version < databaseVersion ? "earlier" : "later";
}

type Factory = Pick<IDBFactory, "open" | "deleteDatabase"> & Partial<Pick<IDBFactory, "databases">>;

async function nativeVersion(factory: Factory, name: string): Promise<number | null> {
  if (factory.databases) {
    const found = (await factory.databases()).find((each) => each.name === name);
    return found?.version ?? null;
  }
  const database = await openNativeDatabase(factory, name);
  database?.close();
  return database?.version ?? null;
}

interface OpenedDatabases {
  readonly shared: SharedDatabase;
  readonly engineers: EngineerDatabases;
}

export type OpenResult =
  | (OpenedDatabases & {
      readonly mode: "full";
      readonly start: StartState;
      /** Brings the journals up to date. */
      readonly catchUp: () => Promise<void>;
    })
  /** Only what sending needs is read or written. */
  | (OpenedDatabases & {
      readonly mode: "send-only";
      readonly reason: "later" | "failed";
      readonly error: unknown;
    });

/** What this browser opened last, if known: then nothing is looked up. */
export interface KnownDatabases {
  readonly version: number;
  readonly currentUserId: string | null;
}

export interface OpeningOptions extends Surroundings {
  /** Set to what the phone's clock was last known to be off. */
  readonly clock: Clock;
  readonly name?: string;
  readonly known?: KnownDatabases | null;
  /** Another tab holds an earlier version open. The opening goes on by itself once it closes. */
  readonly onBlocked?: () => void;
}

/**
 * Opens the shared database and that of the current engineer in this build's version. What an
 * earlier build stored is copied to the journals first; an upgrade is one transaction, so when it
 * fails nothing has changed. Then, and when a later build has upgraded the databases, they are opened
 * as they are, to send waiting messages.
 */
export async function openDatabases(options: OpeningOptions): Promise<OpenResult> {
  const { known } = options;
  const isKnown = known?.version === databaseVersion;
  const catchUps: (() => Promise<void>)[] = [];
  const starts: StartState[] = [];
  const engineers = createEngineerDatabases(async (ownerId) => {
    const opened = await openEngineer(
      options,
      ownerId,
      isKnown && known?.currentUserId === ownerId,
    );
    catchUps.push(opened.catchUp);
    starts.push(opened.start);
    return opened.database;
  });
  // Opening takes long on a slow phone, so both are opened at once.
  const early =
    isKnown && known.currentUserId !== null ? engineers.open(known.currentUserId) : null;
  // It is awaited below; until then its failure must not count as unhandled.
  early?.catch(() => undefined);
  let shared: OpenedShared;
  try {
    const opened = await openShared(options, isKnown);
    if (opened === "later") return await openLater(options);
    shared = opened;
  } catch (error) {
    return openLegacyToSend(options, error);
  }
  const { database: sharedDatabase, catchUp, currentUserId } = shared;
  starts.push(shared.start);
  await early;
  if (currentUserId !== null) {
    const database = await engineers.open(currentUserId);
    if (database) engineers.select(database);
  }
  const start = starts.includes("restored")
    ? "restored"
    : starts.includes("fresh")
      ? "fresh"
      : "unchanged";
  return {
    mode: "full",
    shared: sharedDatabase,
    engineers,
    start,
    catchUp: async () => {
      await Promise.all([catchUp, ...catchUps].map((run) => run()));
    },
  };
}

function connect(
  database: JournaledDatabase,
  journal: Journal | null,
  { events, ports }: Surroundings,
): () => Promise<void> {
  return journal
    ? connectJournal(database, journal, events, ports.elapsed)
    : () => Promise.resolve();
}

function findFactory({ dexie }: Surroundings): Factory {
  return (dexie?.indexedDB as IDBFactory | undefined) ?? indexedDB;
}

function engineerName({ name }: OpeningOptions, ownerId: string): string {
  return engineerDatabaseName(ownerId, name);
}

async function openEngineer(options: OpeningOptions, ownerId: string, isKnown: boolean) {
  const { dexie, prepare, ports, events } = options;
  const name = engineerName(options, ownerId);
  const journal = ports.openJournal?.(ownerId) ?? null;
  if (!isKnown && journal && (await readDatabaseStatus(findFactory(options), name)) === "earlier")
    await backUp(findFactory(options), name, journal, isJournaled);
  const database = new EngineerDatabase(ownerId, dexie, name);
  prepare?.(database);
  await database.open();
  const catchUp = connect(database, journal, options);
  const start = await startEngineer(database, ports, events);
  return { database, catchUp, start };
}

interface OpenedShared {
  readonly database: SharedDatabase;
  readonly catchUp: () => Promise<void>;
  readonly start: StartState;
  readonly currentUserId: string | null;
}

async function openShared(
  options: OpeningOptions,
  isKnown: boolean,
): Promise<OpenedShared | "later"> {
  const { name = sharedDatabaseName, ports } = options;
  const status = isKnown ? "current" : await readDatabaseStatus(findFactory(options), name);
  if (status === "later") return "later";
  // Two tabs must not carry over at once.
  const { database, isRestored } =
    status === "current"
      ? { database: await openCurrent(options, name), isRestored: false }
      : await ports.locks.hold("fieldfare-carry-over", () => openAfterCarryOver(options, name));
  const catchUp = connect(database, ports.openJournal?.(null) ?? null, options);
  const [{ state, currentUserId }] = await Promise.all([
    startShared(database, ports),
    loadClock({ shared: database, clock: options.clock, ports }),
  ]);
  if (state !== "earlier-journal")
    return { database, catchUp, start: isRestored ? "restored" : state, currentUserId };
  // The journal could not be written when the rows were carried over, and then the browser wiped its
  // databases.
  database.close();
  await deleteDatabase(findFactory(options), name);
  return openShared(options, false);
}

async function openCurrent(options: OpeningOptions, name: string): Promise<SharedDatabase> {
  const { dexie, prepare, onBlocked } = options;
  const database = new SharedDatabase(name, dexie);
  prepare?.(database);
  if (onBlocked) database.on("blocked", onBlocked);
  try {
    await database.open();
    return database;
  } catch (error) {
    database.close();
    throw error;
  }
}

/** The upgrade to this build's version deletes what was carried over. */
async function openAfterCarryOver(
  options: OpeningOptions,
  name: string,
): Promise<{ readonly database: SharedDatabase; readonly isRestored: boolean }> {
  const factory = findFactory(options);
  const journal = options.ports.openJournal?.(null) ?? null;
  const status = await readDatabaseStatus(factory, name);
  const isEarlier = status === "earlier";
  if (isEarlier && journal) await backUp(factory, name, journal, isLegacyTable);
  const isWiped = status === "absent" && (await hasLegacyRows(journal));
  const isRestored = isEarlier || isWiped ? await carryOverLegacy(options, name, journal) : false;
  return { database: await openCurrent(options, name), isRestored };
}

async function hasLegacyRows(journal: Journal | null): Promise<boolean> {
  return journal !== null && isLegacyJournal(await journal.readAll());
}

/** Returns whether the database was empty and had to be restored from its journal. */
async function carryOverLegacy(
  options: OpeningOptions,
  name: string,
  journal: Journal | null,
): Promise<boolean> {
  const { dexie = {}, prepare, onBlocked } = options;
  const legacy = createLegacyDatabase(name, dexie);
  prepare?.(legacy);
  if (onBlocked) legacy.on("blocked", onBlocked);
  try {
    await legacy.open();
    const isEmpty = (await legacy.table("setting").count()) === 0;
    const isRestored = isEmpty && journal !== null && (await hasLegacyRows(journal));
    if (isRestored) await restoreLegacy(legacy, journal, options);
    await carryOver(legacy, name, options);
    return isRestored;
  } finally {
    legacy.close();
  }
}

function isLegacyTable(table: string): boolean {
  return legacyJournaledTables.includes(table);
}

/** Opens the databases of a later build. */
async function openLater(options: OpeningOptions): Promise<OpenResult> {
  const { name = sharedDatabaseName, dexie } = options;
  const asStored = { ...dexie, withoutUpgrade: true };
  const shared = await openAsStored(new SharedDatabase(name, asStored));
  const ownerId = (await shared.setting.get(1))?.currentUserId;
  const engineer = ownerId
    ? new EngineerDatabase(ownerId, asStored, engineerName(options, ownerId))
    : null;
  return toSendOnly(options, shared, engineer, "later", null);
}

/**
 * Opens the one database of an earlier build, whose upgrade has failed. Its queue is sent only when
 * it is that of a single engineer.
 */
async function openLegacyToSend(options: OpeningOptions, error: unknown): Promise<OpenResult> {
  const { name = sharedDatabaseName, dexie } = options;
  const asStored = { ...dexie, withoutUpgrade: true };
  const shared = await openAsStored(new SharedDatabase(name, asStored));
  const setting = (await shared.setting.get(1)) as LegacySettingRow | undefined;
  const token = shared.tables.some((table) => table.name === "token")
    ? ((await shared.table("token").get(1)) as LegacyTokenRow | undefined)
    : undefined;
  const ownerId = token?.ownerId ?? setting?.holderId ?? null;
  const engineer = ownerId === null ? null : new EngineerDatabase(ownerId, asStored, name);
  const result = await toSendOnly(options, shared, engineer, "failed", error);
  for (const table of ["messageQueue", "sentMessage"]) {
    const ofOthers = shared
      .table(table)
      .filter((row: { ownerId?: string }) => row.ownerId !== ownerId);
    if ((await ofOthers.count()) > 0) throw error;
  }
  return result;
}

async function toSendOnly(
  { prepare }: OpeningOptions,
  shared: SharedDatabase,
  engineer: EngineerDatabase | null,
  reason: "later" | "failed",
  error: unknown,
): Promise<OpenResult> {
  const database = engineer && (await openAsStored(engineer));
  if (!database?.tables.some((table) => table.name === "messageQueue")) {
    shared.close();
    database?.close();
    throw error instanceof Error ? error : new Error("The database holds no queue");
  }
  prepare?.(shared);
  prepare?.(database);
  const engineers = createEngineerDatabases(() => Promise.resolve(null));
  engineers.select(database);
  return { mode: "send-only", shared, engineers, reason, error };
}

/**
 * Reads the tables without this build's schema, so that everything the earlier build stored in them
 * is copied.
 */
async function backUp(
  factory: Factory,
  name: string,
  journal: Journal,
  isIncluded: (table: string) => boolean,
): Promise<void> {
  const database = await openNativeDatabase(factory, name);
  if (!database) return;
  try {
    const names = [...database.objectStoreNames].filter(isIncluded);
    if (!names.includes("setting") || !names.includes("counter")) return;
    const read = database.transaction(names, "readonly");
    const puts: JournalPut[] = [];
    const images: ImageBytesRow[] = [];
    for (const table of names) {
      const rows = await awaitRequest<object[]>(read.objectStore(table).getAll());
      for (const row of rows) {
        if (isDelivered(table, row)) continue;
        const { image, bytes } = splitImage(row);
        const isWhole = table === "image" && bytes !== null;
        if (isWhole) images.push({ imageId: (image as ImageRow).imageId, bytes });
        puts.push({ table, row: isWhole ? image : row });
      }
    }
    // Without its setting row the database was wiped, and the journal is all there is.
    if (!puts.some(({ table }) => table === "setting")) return;
    const count = puts.find(
      ({ table, row }) => table === "counter" && (row as { name: string }).name === "journal",
    )?.row as { value: number } | undefined;
    const snapshot: JournalEntry = {
      order: count?.value ?? 0,
      isSnapshot: true,
      puts,
      deletes: [],
    };
    for (const image of images) await journal.storeImage(image);
    await journal.compact(snapshot);
  } catch {
    // The upgrade itself is all or nothing, so a copy that fails does not stop it.
  } finally {
    database.close();
  }
}

/** Returns null when there is no database, and creates none. */
function openNativeDatabase(factory: Factory, name: string): Promise<IDBDatabase | null> {
  return new Promise((resolve, reject) => {
    const request = factory.open(name);
    let isAbsent = false;
    request.addEventListener("upgradeneeded", () => {
      isAbsent = true;
      request.transaction?.abort();
    });
    request.addEventListener("success", () => {
      const database = request.result;
      database.addEventListener("versionchange", () => database.close());
      resolve(database);
    });
    request.addEventListener("error", (event) => {
      event.preventDefault();
      if (isAbsent) resolve(null);
      else reject(request.error ?? new Error("The database could not be opened"));
    });
  });
}

function deleteDatabase(factory: Factory, name: string): Promise<unknown> {
  return awaitRequest(factory.deleteDatabase(name));
}

function awaitRequest<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.addEventListener("success", () => resolve(request.result));
    request.addEventListener("error", () => reject(request.error ?? new Error("Unreadable")));
  });
}
