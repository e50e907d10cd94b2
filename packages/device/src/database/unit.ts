import { isRecord, readField, readNumberField, readTextField } from "@fieldfare/domain";
import type { Device } from "../device.ts";
import type { DeviceEvents } from "../events.ts";
import type { ImageFile, Journal } from "../ports.ts";
import {
  EngineerDatabase,
  type JournaledDatabase,
  type KeyOf,
  type RowOf,
  type SharedDatabase,
  type SharedTableName,
  type TableName,
} from "./database.ts";
import type { CounterRow, Key } from "./rows.ts";
import {
  isDelivered,
  isJournaled,
  type JournalEntry,
  type JournalPut,
  listJournaledTables,
} from "./journal.ts";
import { reserveSpace } from "./reserved-space.ts";
import { getStored, readAllStored, readStored } from "./stored-rows.ts";

export type StorageRefusal = "storage-full" | "storage-failed";

/** The changes of one transaction of one database, collected for its journal. */
interface UnitOf<D extends JournaledDatabase, T extends string> {
  readonly database: D;
  put<N extends T>(table: N, row: RowOf<D, N>): Promise<void>;
  /** Writes a row of a file, whose fields were checked when it was read. */
  putChecked(table: T, row: object): Promise<void>;
  remove<N extends T>(table: N, key: KeyOf<D, N>): Promise<void>;
  /** Returns the next number of a counter: 1, 2, 3 ... */
  count(name: string): Promise<number>;
}

/** The changes of one transaction of an engineer's database. */
export type Unit = UnitOf<EngineerDatabase, TableName>;
type SharedUnit = UnitOf<SharedDatabase, SharedTableName>;

export interface TransactOptions {
  /**
   * When false, the change is refused rather than written into the space reserved for a status or a
   * close. It is also refused while that space was given up and does not fit again: the change would
   * take what is left of it.
   */
  readonly mayUseReservedSpace?: boolean;
}

/**
 * Runs `work` in one strict transaction over `tables` of the current engineer's database, then
 * flushes its changes to the journal. Resolves when both are done, so that the app may say "saved".
 * Throws StorageError when the device is full, even without its reserved space, or when the
 * database fails.
 */
export function transact<T>(
  device: Device,
  tables: readonly TableName[],
  work: (unit: Unit) => Promise<T>,
  options: TransactOptions = {},
): Promise<T> {
  return transactIn(device, device.database, tables, work, options);
}

/** Does the same in the database that all engineers share. */
export function transactShared<T>(
  device: Device,
  tables: readonly SharedTableName[],
  work: (unit: SharedUnit) => Promise<T>,
): Promise<T> {
  return transactIn(device, device.shared, tables, work, {});
}

async function transactIn<T, D extends JournaledDatabase, N extends string>(
  device: Device,
  database: D,
  tables: readonly N[],
  work: (unit: UnitOf<D, N>) => Promise<T>,
  { mayUseReservedSpace = true }: TransactOptions,
): Promise<T> {
  if (!mayUseReservedSpace && !(await reserveSpace(device)))
    throw new StorageError("storage-full", new Error("The reserved space was given up"));
  try {
    return await runTransaction(device, database, tables, work);
  } catch (error) {
    if (!isQuotaError(error)) throw error;
    device.events.emit({ kind: "storage", state: "full" });
    if (!mayUseReservedSpace) throw new StorageError("storage-full", error);
    await device.shared.ballast.clear();
    try {
      return await runTransaction(device, database, tables, work);
    } catch (retryError) {
      throw isQuotaError(retryError) ? new StorageError("storage-full", retryError) : retryError;
    }
  }
}

export class StorageError extends Error {
  readonly refusal: StorageRefusal;
  constructor(refusal: StorageRefusal, cause: unknown) {
    super(`The device could not store a change: ${refusal}`, { cause });
    this.refusal = refusal;
  }
}

/** True when storage is full. Looks into the errors that Dexie wraps. */
export function isQuotaError(error: unknown): boolean {
  if (error instanceof StorageError) return error.refusal === "storage-full";
  if (!(error instanceof Error)) return false;
  if (error.name === "QuotaExceededError") return true;
  const inner = readField(error, "inner");
  return inner instanceof Error && inner !== error && isQuotaError(inner);
}

/**
 * Runs one step of the sender, or stores a draft. On a full device it gives up the reserved space
 * and runs the step once more. A queue that could not be sent for want of space would never free
 * any.
 */
export async function withReservedSpace<T>(
  device: Pick<Device, "events" | "shared">,
  step: () => PromiseLike<T>,
): Promise<T> {
  try {
    return await step();
  } catch (error) {
    if (!isQuotaError(error)) throw error;
    device.events.emit({ kind: "storage", state: "full" });
    await device.shared.ballast.clear();
    return step();
  }
}

async function runTransaction<T, D extends JournaledDatabase, N extends string>(
  device: Device,
  database: D,
  tables: readonly N[],
  work: (unit: UnitOf<D, N>) => Promise<T>,
): Promise<T> {
  const puts: JournalPut[] = [];
  const sealedPuts: JournalPut[] = [];
  const deletes: { table: string; key: Key }[] = [];
  const images: ImageFile[] = [];
  const seal = (table: string, row: unknown) => database.sealing?.sealAhead(table, row) ?? row;
  let order = 0;
  const scope = [...new Set<string>([...tables, "counter"])];
  const value = await database.transaction("rw", scope, async () => {
    const put = async (table: string, row: unknown) => {
      // The journal gets the very row that the database gets.
      const isCopied = isJournaled(table) || table === "imageBytes";
      const sealed = isCopied ? seal(table, row) : row;
      const key: unknown = await database.table(table).put(row);
      if (isJournaled(table)) {
        puts.push({ table, row });
        sealedPuts.push({ table, row: withAutoKey(table, sealed, key) });
      }
      if (table === "imageBytes") images.push(...listFileBytes(sealed));
    };
    const unit: UnitOf<D, N> = {
      database,
      put,
      putChecked: put,
      async remove(table, key) {
        await database.table(table).delete(key);
        if (isJournaled(table)) deletes.push({ table, key });
      },
      async count(name) {
        const row = { name, value: counterValue(await database.counter.get(name)) + 1 };
        await put("counter", row);
        return row.value;
      },
    };
    // Read while the work runs: on a slow phone each step of the transaction delays the tap that
    // waits for it.
    const [result, last] = await Promise.all([work(unit), database.counter.get("journal")]);
    if (puts.length > 0 || deletes.length > 0) {
      order = counterValue(last) + 1;
      await put("counter", { name: "journal", value: order });
    }
    return result;
  });
  if (database.ownerId !== null) recordQueuedCount(device, database.ownerId, puts);
  if (database.journal && order > 0)
    await appendToJournal(
      device,
      database.journal,
      { order, isSnapshot: false, puts: sealedPuts, deletes },
      images,
    );
  return value;
}

/**
 * Updates the count in the recovery record, which says how much is missing after a loss of database
 * and journal. A message that is written again has an earlier number; the count does not go down.
 */
function recordQueuedCount({ ports }: Device, ownerId: string, puts: readonly JournalPut[]): void {
  for (const { table, row } of puts) {
    if (table === "messageQueue") {
      const queuedMessages = readNumberField(row, "deviceSequence");
      if (queuedMessages !== undefined) ports.recoveryRecords?.update(ownerId, { queuedMessages });
    } else if (table === "counter" && readTextField(row, "name") === takenBackCounter) {
      const takenBackMessages = readNumberField(row, "value");
      ports.recoveryRecords?.update(ownerId, { takenBackMessages });
    }
  }
}

/** The bytes of an image as its file has them: sealed, if the row is. */
function listFileBytes(row: unknown): readonly ImageFile[] {
  if (!isRecord(row) || typeof row["imageId"] !== "string") return [];
  const { imageId, bytes, sealed } = row;
  if (sealed instanceof ArrayBuffer) return [{ imageId, bytes: sealed, isSealed: true }];
  return bytes instanceof ArrayBuffer ? [{ imageId, bytes }] : [];
}

/**
 * The counter of the messages that were taken back before they were sent, so that a recovery does
 * not expect them.
 */
export const takenBackCounter = "taken-back";

function counterValue(counter: CounterRow | undefined): number {
  return counter?.value ?? 0;
}

/**
 * Appends rows to the journal in their present state, as one entry, when they were written without
 * it. A row that is gone counts as deleted. A failure costs the second copy only, and is reported.
 */
export async function journalRows(
  { database, events }: Device,
  table: TableName,
  keys: readonly Key[],
): Promise<void> {
  try {
    await database.journal?.appendRows({ databaseName: database.name, table, keys });
  } catch {
    events.emit({ kind: "storage", state: "journal-unavailable" });
  }
}

/** The transaction has committed: a journal that fails costs the second copy, not the work. */
async function appendToJournal(
  device: Device,
  journal: Journal,
  entry: JournalEntry,
  images: readonly ImageFile[],
): Promise<void> {
  try {
    await journal.append(entry, images);
  } catch {
    device.events.emit({ kind: "storage", state: "journal-unavailable" });
  }
}

function withAutoKey(table: string, row: unknown, key: unknown): unknown {
  return table === "messageQueue" && isRecord(row) ? { ...row, id: key } : row;
}

/**
 * Replaces the journal's entries by a snapshot of its tables, read in one transaction. Also brings
 * the files of images up to date: it stores those that an earlier build or a killed page left out,
 * and deletes those that the server has.
 */
export async function compactJournal(
  database: JournaledDatabase,
  journal: Journal | null = database.journal,
): Promise<void> {
  if (!journal) return;
  // Listed before the snapshot is read, so that no image that is taken meanwhile is deleted.
  const storedImages = await journal.listImages();
  await storeMissingImages(database, journal, new Set(storedImages));
  const snapshot = await readSnapshot(database);
  await journal.compact(snapshot);
  const neededImages = new Set(
    snapshot.puts
      .filter(({ table }) => table === "image")
      .map(({ row }) => readTextField(row, "imageId")),
  );
  await journal.deleteImages(storedImages.filter((imageId) => !neededImages.has(imageId)));
}

async function storeMissingImages(
  database: JournaledDatabase,
  journal: Journal,
  stored: ReadonlySet<string>,
): Promise<void> {
  if (!(database instanceof EngineerDatabase)) return;
  for (const image of await readStored(database, "image")) {
    const imageId = readTextField(image, "imageId");
    if (imageId === undefined || isDelivered("image", image) || stored.has(imageId)) continue;
    const row = await getStored(database, "imageBytes", imageId);
    for (const bytes of listFileBytes(row)) await journal.storeImage(bytes);
  }
}

async function readSnapshot(database: JournaledDatabase): Promise<JournalEntry> {
  const names = [...listJournaledTables(database)];
  // In one transaction: later writes have a higher order. Sealed rows stay sealed.
  const stored = await readAllStored(database, names);
  const puts = names.flatMap((table, index) =>
    (stored[index] ?? []).filter((row) => !isDelivered(table, row)).map((row) => ({ table, row })),
  );
  // A browser may wipe its database while a page is open. Then the journal is all there is.
  if (!puts.some(({ table }) => table === "setting")) throw new Error("The database was wiped");
  const count = puts.find(
    ({ table, row }) => table === "counter" && readTextField(row, "name") === "journal",
  );
  const order = readNumberField(count?.row, "value") ?? 0;
  return { order, isSnapshot: true, puts, deletes: [] };
}

/** Returns whether the journal now holds everything that must survive. */
async function catchUpJournal(
  database: JournaledDatabase,
  journal: Journal,
  events: DeviceEvents,
): Promise<boolean> {
  try {
    await compactJournal(database, journal);
    return true;
  } catch {
    events.emit({ kind: "storage", state: "journal-unavailable" });
    return false;
  }
}

/** Gives the database its journal, which catches up before its first entry. Returns the catching up. */
export function connectJournal(
  database: JournaledDatabase,
  journal: Journal,
  events: DeviceEvents,
  elapsed: () => number,
): () => Promise<void> {
  const connected = withCatchUp(
    journal,
    // Through the connected journal, which remembers the size of the snapshot.
    // A wiped engineer's has been deleted, and must not come back.
    async () => database.journal === null || catchUpJournal(database, connected.journal, events),
    elapsed,
  );
  database.journal = connected.journal;
  return connected.catchUp;
}

/**
 * The shortest time between two attempts: on a full device an attempt takes long and fails again.
 */
const retryMs = 60_000;

/** The journal is replaced by a snapshot when it has grown by this many bytes, as by typing. */
const maxGrowthBytes = 2_000_000;

/**
 * Wraps the journal of a page and brings it up to date before its first entry. A page killed
 * between its transaction and its journal entry left the journal behind, and nothing new may be
 * shown as saved before the journal has what came earlier. Catching up may wait for the first
 * render. An entry that failed leaves a gap: the journal counts as failing until it has caught up
 * again.
 */
export function withCatchUp(
  journal: Journal,
  catchUp: () => Promise<boolean>,
  elapsed: () => number,
) {
  let catchUpRun: Promise<void> | null = null;
  let failedAt: number | null = null;
  let snapshotSize = 0;
  let isShrinking = false;
  const fail = () => {
    failedAt = elapsed();
    catchUpRun = null;
  };
  const catchUpOnce = () =>
    (catchUpRun ??= catchUp().then((isCaughtUp) => {
      if (isCaughtUp) failedAt = null;
      else fail();
    }));
  const whenCaughtUp = async (write: () => Promise<number>): Promise<number> => {
    if (failedAt === null || elapsed() - failedAt >= retryMs) await catchUpOnce();
    try {
      const size = await write();
      if (size > snapshotSize + maxGrowthBytes) void shrink();
      return size;
    } catch (error) {
      fail();
      throw error;
    }
  };
  const append: Journal["append"] = (entry, images) =>
    whenCaughtUp(() => journal.append(entry, images));
  const appendRows: Journal["appendRows"] = (rows) => whenCaughtUp(() => journal.appendRows(rows));
  // Nothing waits for it: the entries are in the journal already.
  const shrink = async () => {
    if (isShrinking) return;
    isShrinking = true;
    if (!(await catchUp())) fail();
    isShrinking = false;
  };
  const compact: Journal["compact"] = async (snapshot) => {
    snapshotSize = await journal.compact(snapshot);
    return snapshotSize;
  };
  const isFailing = () => failedAt !== null;
  return { journal: { ...journal, append, appendRows, compact, isFailing }, catchUp: catchUpOnce };
}
