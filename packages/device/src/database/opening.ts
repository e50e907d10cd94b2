import type { Journal } from "../ports.ts";
import { loadClock } from "./clock.ts";
import {
  databaseVersion,
  EngineerDatabase,
  type JournaledDatabase,
  SharedDatabase,
  type SharedUpgrade,
  sharedVersion,
} from "./database.ts";
import { sharedDatabaseName } from "./database-names.ts";
import { createEngineerDatabases, type Surroundings } from "./engineer-databases.ts";
import { isJournaled } from "./journal.ts";
import { deleteDatabase, type Factory, openNativeDatabase } from "./native-database.ts";
import { engineerName, type OpeningOptions, type OpenResult } from "./opening-options.ts";
import { startEngineer, startShared, type StartState } from "./restore.ts";
import { connectJournal } from "./unit.ts";

/** How the stored version of a database compares to this build's. */
export type DatabaseStatus = "absent" | "earlier" | "current" | "later";

/** Dexie's version numbers are a tenth of the browser's. */
const nativeStep = 10;

/** Compares the stored version with that of this build. Creates no database. */
export async function readDatabaseStatus(
  factory: Factory,
  name: string,
  ownVersion = sharedVersion,
): Promise<DatabaseStatus> {
  const native = await nativeVersion(factory, name);
  if (native === null) return "absent";
  const version = Math.floor(native / nativeStep);
  if (version === ownVersion) return "current";
  return version < ownVersion ? "earlier" : "later";
}

async function nativeVersion(factory: Factory, name: string): Promise<number | null> {
  if (factory.databases) {
    const found = (await factory.databases()).find((each) => each.name === name);
    return found?.version ?? null;
  }
  const database = await openNativeDatabase(factory, name);
  database?.close();
  return database?.version ?? null;
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
  const engineers = createEngineerDatabases(
    async (ownerId) => {
      const opened = await openEngineer(
        options,
        ownerId,
        isKnown && known?.currentUserId === ownerId,
      );
      catchUps.push(opened.catchUp);
      starts.push(opened.start);
      return opened.database;
    },
    (ownerId) => deleteDatabase(findFactory(options), engineerName(options, ownerId)),
  );
  // Opening takes long on a slow phone, so both are opened at once.
  const early =
    isKnown && known.currentUserId !== null ? engineers.open(known.currentUserId) : null;
  // It is awaited below; until then its failure must not count as unhandled.
  early?.catch(() => undefined);
  let shared: OpenedShared;
  try {
    const opened = await openShared(options, isKnown);
    if (opened === "later") {
      const { openLater } = await import("./send-only.ts");
      return await openLater(options);
    }
    shared = opened;
  } catch (error) {
    const { openLegacyToSend } = await import("./send-only.ts");
    return openLegacyToSend(options, error);
  }
  const { database: sharedDatabase, catchUp, currentUserId } = shared;
  sharedDatabase.findContactsKey = () => engineers.current?.sealing?.dataKey ?? null;
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
    isWiping: shared.isWiping,
    catchUp: async () => {
      await Promise.all([catchUp, ...catchUps].map((run) => run()));
      const missing = (await sharedDatabase.setting.get(1))?.missingJournals;
      if (!missing) return;
      // Few phones need it: it is not part of what every start loads.
      const { writeMissingJournals } = await import("./missing-journals.ts");
      await writeMissingJournals(sharedDatabase, { engineers, events: options.events }, missing);
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
  return dexie?.indexedDB ?? indexedDB;
}

async function openEngineer(options: OpeningOptions, ownerId: string, isKnown: boolean) {
  const { dexie, prepare, ports, events } = options;
  const name = engineerName(options, ownerId);
  // Not needed before somebody has signed in: it is not part of what a first visit loads.
  const loadSealing = import("./sealing.ts");
  const journal = ports.openJournal?.(ownerId) ?? null;
  const readStatus = () => readDatabaseStatus(findFactory(options), name, databaseVersion);
  if (!isKnown && journal && (await readStatus()) === "earlier") {
    const { backUp } = await import("./back-up.ts");
    await backUp(findFactory(options), name, journal, isJournaled);
  }
  const database = new EngineerDatabase(ownerId, dexie, name);
  prepare?.(database);
  const sealing = (await loadSealing).addSealing(database, ports.heldKeys);
  await database.open();
  await sealing.loadKeys();
  // Without the key that sending uses, nothing that is stored can be read. The journal has it too.
  if (!sealing.sendKey && journal && (await database.setting.count()) > 0) {
    const { restoreSealKeys } = await import("./restore-rows.ts");
    await restoreSealKeys(database, journal);
  }
  const catchUpJournal = connect(database, journal, options);
  const start = await startEngineer(database, ports, events);
  await sealing.ensureKeys();
  await sealing.openAhead();
  const catchUp = async () => {
    await catchUpJournal();
    const { sealEarlierRows } = await import("./seal-earlier-rows.ts");
    await sealEarlierRows(database, sealing);
  };
  return { database, catchUp, start };
}

interface OpenedShared {
  readonly database: SharedDatabase;
  readonly catchUp: () => Promise<void>;
  readonly start: StartState;
  readonly currentUserId: string | null;
  readonly isWiping: boolean;
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
  const [{ state, currentUserId, isWiping }] = await Promise.all([
    startShared(database, ports),
    loadClock({ shared: database, clock: options.clock, ports }),
  ]);
  if (state !== "earlier-journal")
    return { database, catchUp, start: isRestored ? "restored" : state, currentUserId, isWiping };
  // The journal could not be written when the rows were carried over, and then the browser wiped its
  // databases.
  database.close();
  await deleteDatabase(findFactory(options), name);
  return openShared(options, false);
}

async function openCurrent(
  options: OpeningOptions,
  name: string,
  upgrade?: SharedUpgrade,
): Promise<SharedDatabase> {
  const { dexie, prepare, onBlocked } = options;
  const database = new SharedDatabase(name, { ...dexie, ...(upgrade && { upgrade }) });
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
  if (isEarlier && journal) {
    const [{ backUp }, { isLegacyJournaled }] = await Promise.all([
      import("./back-up.ts"),
      import("./journal-replay.ts"),
    ]);
    await backUp(factory, name, journal, isLegacyJournaled);
  }
  const isWiped = status === "absent" && (await hasLegacyRows(journal));
  if (!isEarlier && !isWiped)
    return { database: await openCurrent(options, name), isRestored: false };
  // Few phones need it, and only once: it is not part of what every start loads.
  const { carryOverLegacy, upgradeShared } = await import("./carry-over.ts");
  const isRestored = await carryOverLegacy(options, name, journal);
  return { database: await openCurrent(options, name, upgradeShared), isRestored };
}

async function hasLegacyRows(journal: Journal | null): Promise<boolean> {
  const entries = (await journal?.readAll()) ?? [];
  if (entries.length === 0) return false;
  const { isLegacyJournal } = await import("./legacy-journal.ts");
  return isLegacyJournal(entries);
}
