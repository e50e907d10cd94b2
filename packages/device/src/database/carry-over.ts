import type { Dexie } from "dexie";
import { isRecord, readNumberField, readTextField } from "@fieldfare/domain";
import { EngineerDatabase, type TableName } from "./database.ts";
import { engineerDatabaseName } from "./database-names.ts";
import type { Surroundings } from "./engineer-databases.ts";
import type { Journal } from "../ports.ts";
import { isDelivered, isJournaled, type JournalPut } from "./journal.ts";
import {
  createLegacyDatabase,
  type LegacyTableName,
  listLogins,
  sharedCounters,
} from "./legacy-database.ts";
import { isLegacyJournal } from "./legacy-journal.ts";
import { restoreLegacy } from "./legacy-restore.ts";
import {
  type LegacyRow,
  readCurrentUser,
  readProfileRows,
  toSharedSetting,
} from "./legacy-rows.ts";
import type { CounterRow, DeviceInstallation, ImageBytesRow } from "./rows.ts";
import { emptyInstallation } from "./installations.ts";
import { isQuotaError } from "./unit.ts";

/** Tables whose rows named their owner. */
const ownedTables = [
  "alert",
  "job",
  "image",
  "messageQueue",
  "mileage",
  "sentMessage",
  "parkedLane",
  "draft",
  "formKit",
  "absence",
  "lastSeen",
  "contactFavourite",
  "exportTask",
  "log",
] as const satisfies readonly TableName[];

/** Tables whose rows belonged to the current user, or were in a stored profile. */
const unownedTables = [
  "jobRemoval",
  "jobPart",
  "engineeringNote",
  "propertyAppliance",
  "propertyTenant",
] as const satisfies readonly TableName[];

const batchSize = 200;

export { upgradeShared } from "./legacy-database.ts";

interface CarryOverOptions extends Surroundings {
  /** Another tab holds an earlier version open. */
  readonly onBlocked?: () => void;
}

/**
 * Opens the database of an earlier build, restores it from its journal if the browser has wiped it,
 * and carries its rows over. Returns whether it had to be restored.
 */
export async function carryOverLegacy(
  options: CarryOverOptions,
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
    const isRestored = isEmpty && journal !== null && isLegacyJournal(await journal.readAll());
    if (isRestored) await restoreLegacy(legacy, journal, options);
    await carryOver(legacy, name, options);
    return isRestored;
  } finally {
    legacy.close();
  }
}

/**
 * Copies the rows of each engineer to a database of their own: to its journal first, then to the
 * database. The journal that all engineers share follows, without those rows. Nothing is deleted:
 * the upgrade that opens the shared database afterwards deletes the old tables. Until then nobody
 * uses the copies, so a page that was killed in between begins again.
 */
async function carryOver(legacy: Dexie, name: string, surroundings: Surroundings): Promise<void> {
  try {
    await carryOverAll(legacy, name, surroundings);
  } catch (error) {
    if (!isQuotaError(error)) throw error;
    // The reserved space and reference data, which can be fetched again, make room for the copies.
    const replaceable = legacy.tables.filter(({ name: table }) => replaceableTables.test(table));
    for (const table of replaceable) await table.clear();
    await carryOverAll(legacy, name, surroundings);
  }
}

const replaceableTables =
  /^(ballast|synchronisedData|reference.*|contact|contactsOfOthers|customForm|domainData|jobStage|manufacturer.*|part|partCategory|partUnitType|rootCause|sorCode|unsafeSituation)$/;

async function carryOverAll(
  legacy: Dexie,
  name: string,
  surroundings: Surroundings,
): Promise<void> {
  const setting: LegacyRow | undefined = await legacy.table("setting").get(1);
  if (!setting) return;
  const owners = await listOwners(legacy, setting);
  const ownRows = new Map<string, OwnRows>();
  const ownerIds: string[] = [];
  for (const ownerId of owners) {
    if (await isInUse(legacy, ownerId, surroundings)) continue;
    const rows = await readOwnRows(legacy, setting, ownerId, surroundings);
    ownRows.set(ownerId, rows);
    if (!(await writeJournal(legacy, ownerId, rows, surroundings))) ownerIds.push(ownerId);
  }
  const { missingJournals: _earlier, ...rest } = setting;
  const updated: LegacyRow =
    ownerIds.length > 0 ? { ...rest, missingJournals: { ownerIds, isRetried: false } } : rest;
  // The upgrade makes the shared settings from this row.
  await legacy.table("setting").put(updated);
  await writeSharedJournal(legacy, updated, surroundings);
  for (const [ownerId, rows] of ownRows)
    await writeDatabase(legacy, engineerDatabaseName(ownerId, name), ownerId, rows, surroundings);
}

/**
 * True when the engineer's own journal has later entries: the rows were carried over before, and an
 * old journal was restored after all databases had been wiped.
 */
async function isInUse(legacy: Dexie, ownerId: string, { ports }: Surroundings): Promise<boolean> {
  const entries = (await ports.openJournal?.(ownerId).readAll()) ?? [];
  const order = await readNextOrder(legacy);
  return entries.some((entry) => entry.order > order);
}

/** Everybody who has rows here, or is the current user. */
async function listOwners(legacy: Dexie, setting: LegacyRow): Promise<readonly string[]> {
  const owners = new Set<string>();
  const add = (ownerId: unknown) => {
    if (typeof ownerId === "string") owners.add(ownerId);
  };
  add(readCurrentUser(setting));
  for (const table of [...ownedTables, "drawer", "formMemory", "polling"] as const)
    await legacy.table(table).each((row: LegacyRow) => add(row["ownerId"]));
  return [...owners];
}

/** The rows of one engineer by table, without the bytes of images and the pieces of exports. */
type OwnRows = ReadonlyMap<TableName, readonly LegacyRow[]>;

async function readOwnRows(
  legacy: Dexie,
  setting: LegacyRow,
  ownerId: string,
  { ports }: Surroundings,
): Promise<OwnRows> {
  const rows = new Map<TableName, readonly LegacyRow[]>();
  const currentUserId = readCurrentUser(setting);
  const isCurrent = currentUserId === ownerId;
  const isOwn = (row: LegacyRow) => ("ownerId" in row ? row["ownerId"] === ownerId : isCurrent);
  const readOwn = (table: LegacyTableName) =>
    legacy.table<LegacyRow>(table).filter(isOwn).toArray();
  const profile: LegacyRow | undefined = await legacy.table("drawer").get(ownerId);
  const storedRows = (table: string) => readProfileRows(profile, table);
  for (const table of ownedTables)
    rows.set(table, [...storedRows(table), ...(await readOwn(table))].map(withoutOwner));
  for (const table of unownedTables)
    rows.set(table, [
      ...storedRows(table),
      ...(isCurrent ? await legacy.table<LegacyRow>(table).toArray() : []),
    ]);
  // The service worker of an earlier build may be sending, and does not write to the copy what it sends.
  const messages = (rows.get("messageQueue") ?? []).map((row) => ({ ...row, isTaken: true }));
  rows.set("messageQueue", messages);
  const handled = await legacy.table<LegacyRow>("polling").toArray();
  rows.set(
    "polling",
    handled.filter((row) => (row["ownerId"] ?? currentUserId) === ownerId).map(withoutOwner),
  );
  rows.set(
    "formMemory",
    (await readOwn("formMemory")).map(({ values }) => ({ id: 1, values })),
  );
  const token: LegacyRow | undefined = await legacy.table("token").get(1);
  rows.set("token", token?.["ownerId"] === ownerId ? [withoutOwner(token)] : []);
  rows.set("counter", await readCounters(legacy, ownerId, isCurrent, storedRows("counter")));
  const installation = isCurrent
    ? pickInstallation(setting)
    : (profile?.["installed"] ?? emptyInstallation(ports));
  const logins: readonly LegacyRow[] = await legacy.table("login").toArray();
  const own: LegacyRow = {
    id: 1,
    ...(isRecord(installation) && installation),
    isSignatureGiven: logins.some(
      (row) => row["ownerId"] === ownerId && row["isSignatureGiven"] === true,
    ),
    export: isCurrent ? setting["export"] : { lastExportDate: null, code: null },
  };
  rows.set("setting", [own]);
  return rows;
}

function pickInstallation(setting: LegacyRow): Record<keyof DeviceInstallation, unknown> {
  const { installationDate, deviceId, enabled, incarnation, serverEpoch, recoveryPending } =
    setting;
  return { installationDate, deviceId, enabled, incarnation, serverEpoch, recoveryPending };
}

function withoutOwner({ ownerId: _ownerId, ...row }: LegacyRow): LegacyRow {
  return row;
}

/** The counts of the current user were in the table, those of the others in their profile. */
async function readCounters(
  legacy: Dexie,
  ownerId: string,
  isCurrent: boolean,
  stored: readonly LegacyRow[],
): Promise<readonly LegacyRow[]> {
  const counters = await legacy.table<CounterRow>("counter").toArray();
  const ofPhone = new Map(counters.map(({ name, value }) => [name, value]));
  const own = new Map<string, number>();
  const add = (name: string | undefined, value: number | undefined) => {
    if (name !== undefined && value !== undefined) own.set(name, value);
  };
  const isMovedBySwitch = (name: string) => name.startsWith("lane:") || name === "message";
  const moved = isCurrent ? counters.filter(({ name }) => isMovedBySwitch(name)) : stored;
  for (const row of moved) add(readTextField(row, "name"), readNumberField(row, "value"));
  add("taken-back", ofPhone.get(`taken-back:${ownerId}`));
  add("server-time", ofPhone.get("server-time"));
  add("log-sent", ofPhone.get(`log-sent:${ownerId}`));
  add("shared-log-sent", ofPhone.get(`log-sent:${ownerId}`));
  add("journal", await readNextOrder(legacy));
  return [...own].map(([name, value]) => ({ name, value }));
}

/** Higher than that of every entry of the earlier journal, which a file may still hold. */
async function readNextOrder(legacy: Dexie): Promise<number> {
  return ((await legacy.table<CounterRow>("counter").get("journal"))?.value ?? 0) + 1;
}

/** Returns false if the journal could not be written: `writeMissingJournals` tries again at the next start. */
async function writeJournal(
  legacy: Dexie,
  ownerId: string,
  rows: OwnRows,
  { ports }: Surroundings,
): Promise<boolean> {
  const journal = ports.openJournal?.(ownerId);
  if (!journal) return true;
  const puts = [...rows].flatMap(([table, own]): JournalPut[] =>
    isJournaled(table) ? own.map((row) => ({ table, row })) : [],
  );
  const needed = puts.filter(({ table, row }) => !isDelivered(table, row));
  const count = (rows.get("counter") ?? []).find(({ name }) => name === "journal");
  try {
    for (const { table, row } of needed) {
      if (table !== "image") continue;
      const bytes = await readBytes(legacy, readTextField(row, "imageId"));
      if (bytes) await journal.storeImage(bytes);
    }
    const order = readNumberField(count, "value") ?? 0;
    await journal.compact({ order, isSnapshot: true, puts: needed, deletes: [] });
    return true;
  } catch {
    return false;
  }
}

function readBytes(
  legacy: Dexie,
  imageId: string | undefined,
): PromiseLike<ImageBytesRow | undefined> {
  return legacy.table<ImageBytesRow>("imageBytes").get(imageId ?? "");
}

async function writeSharedJournal(
  legacy: Dexie,
  setting: LegacyRow,
  { ports }: Surroundings,
): Promise<void> {
  const journal = ports.openJournal?.(null);
  if (!journal) return;
  const counters: CounterRow[] = await legacy.table("counter").toArray();
  const order = await readNextOrder(legacy);
  const puts: JournalPut[] = [
    { table: "setting", row: toSharedSetting(setting) },
    ...(await listLogins(legacy, setting)).map((row): JournalPut => ({ table: "login", row })),
    ...counters
      .filter(({ name }) => sharedCounters.has(name) && name !== "journal")
      .map((row): JournalPut => ({ table: "counter", row })),
    { table: "counter", row: { name: "journal", value: order } },
  ];
  try {
    await journal.compact({ order, isSnapshot: true, puts, deletes: [] });
    await legacy.table("counter").put({ name: "journal", value: order });
  } catch {
    // The first page that opens the database writes the journal again, as after every failure.
  }
}

/**
 * Lets the database count on from the earlier one. A number that is used again would put a new message
 * over a sent one, which a server restored from a backup has to get again, and hide a log entry from
 * what counts the sent ones.
 */
async function skipUsedNumbers(legacy: Dexie, database: EngineerDatabase): Promise<void> {
  const findLast = async (tables: readonly LegacyTableName[]) => {
    const last = await Promise.all(
      tables.map((table) => legacy.table<{ readonly id: number }>(table).toCollection().last()),
    );
    return Math.max(...last.map((row) => row?.id ?? 0));
  };
  const used = {
    messageQueue: await findLast(["messageQueue", "sentMessage"]),
    log: await findLast(["log"]),
  };
  for (const [name, id] of Object.entries(used)) {
    const table = database.table<object, number>(name);
    // IndexedDB never goes back behind a key that was stored, also after its row is gone.
    if (id === 0 || (await table.get(id)) !== undefined) continue;
    await database.transaction("rw", table, async () => {
      await table.put({ id, messageId: "", logId: "" });
      await table.delete(id);
    });
  }
}

/** Writes batch by batch: all images together may exceed the memory of a small phone. */
async function writeDatabase(
  legacy: Dexie,
  name: string,
  ownerId: string,
  rows: OwnRows,
  { dexie, prepare }: Surroundings,
): Promise<void> {
  const database = new EngineerDatabase(ownerId, dexie, name);
  prepare?.(database);
  try {
    await database.open();
    // A page that was killed may have written a part.
    await database.transaction("rw", database.tables, async () => {
      for (const table of database.tables) await table.clear();
    });
    for (const [table, own] of rows) {
      if (table === "setting") continue;
      for (let start = 0; start < own.length; start += batchSize)
        await database.table(table).bulkPut(own.slice(start, start + batchSize));
    }
    await skipUsedNumbers(legacy, database);
    for (const image of rows.get("image") ?? []) {
      const bytes = await readBytes(legacy, readTextField(image, "imageId"));
      if (bytes) await database.imageBytes.put(bytes);
    }
    for (const task of rows.get("exportTask") ?? [])
      for (const key of await legacy
        .table("exportPiece")
        .where("batchId")
        .equals(readTextField(task, "batchId") ?? "")
        .primaryKeys())
        await database.exportPiece.put(await legacy.table("exportPiece").get(key));
    await database.table("setting").bulkPut([...(rows.get("setting") ?? [])]);
  } finally {
    database.close();
  }
}
