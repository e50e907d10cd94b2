import type { DexieOptions } from "dexie";
import type { Journal } from "../ports.ts";
import { databaseVersion, DeviceDatabase, openWithoutUpgrade } from "./database.ts";
import { splitImage } from "./image-bytes.ts";
import { isDelivered, journaledTables, type JournalEntry } from "./journal.ts";
import type { ImageBytesRow, ImageRow } from "./rows.ts";

/** How the stored version of the database compares to this build's. */
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

type Factory = Pick<IDBFactory, "open"> & Partial<Pick<IDBFactory, "databases">>;

async function nativeVersion(factory: Factory, name: string): Promise<number | null> {
  if (factory.databases) {
    const found = (await factory.databases()).find((each) => each.name === name);
    return found?.version ?? null;
  }
  const database = await openNativeDatabase(factory, name);
  database?.close();
  return database?.version ?? null;
}

export type OpenResult =
  | { readonly mode: "full"; readonly database: DeviceDatabase }
  /** Only what sending needs is read or written. */
  | {
      readonly mode: "send-only";
      readonly database: DeviceDatabase;
      readonly reason: "later" | "failed";
      readonly error: unknown;
    };

export interface OpeningOptions {
  readonly name: string;
  readonly dexie?: DexieOptions;
  readonly journal: Journal | null;
  /** The version that a page of this browser opened last, if known: then nothing is looked up. */
  readonly knownVersion?: number | null;
  /** Another tab holds the earlier version open. The opening goes on by itself once it closes. */
  readonly onBlocked?: () => void;
}

/**
 * Brings the database to this build's version, after copying to the journal everything that must
 * not be lost. An upgrade is one transaction: when it fails, nothing has changed. Then, and when a
 * later build has upgraded the database, it is opened as it is, to send waiting messages.
 */
export async function openDatabase(options: OpeningOptions): Promise<OpenResult> {
  const { name, dexie = {}, journal } = options;
  const factory: Factory = (dexie.indexedDB as IDBFactory) ?? indexedDB;
  if (options.knownVersion !== databaseVersion) {
    const status = await readDatabaseStatus(factory, name);
    if (status === "later") return openToSend(options, "later", null);
    if (status === "earlier" && journal) await backUp(factory, name, journal);
  }
  const database = new DeviceDatabase(name, dexie);
  if (options.onBlocked) database.on("blocked", options.onBlocked);
  try {
    await database.open();
    return { mode: "full", database };
  } catch (error) {
    database.close();
    return openToSend(options, "failed", error);
  }
}

async function openToSend(
  { name, dexie = {} }: OpeningOptions,
  reason: "later" | "failed",
  error: unknown,
): Promise<OpenResult> {
  const database = await openWithoutUpgrade(name, dexie);
  if (!database.tables.some((table) => table.name === "messageQueue"))
    throw error instanceof Error ? error : new Error("The database holds no queue");
  return { mode: "send-only", database, reason, error };
}

/**
 * Reads the tables without this build's schema, so that everything the earlier build stored in them
 * is copied.
 */
async function backUp(factory: Factory, name: string, journal: Journal): Promise<void> {
  const database = await openNativeDatabase(factory, name);
  if (!database) return;
  try {
    const names = [...journaledTables].filter((table) => database.objectStoreNames.contains(table));
    if (!names.includes("setting") || !names.includes("counter")) return;
    const read = database.transaction(names, "readonly");
    const puts: { table: (typeof names)[number]; row: unknown }[] = [];
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

function awaitRequest<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.addEventListener("success", () => resolve(request.result));
    request.addEventListener("error", () => reject(request.error ?? new Error("Unreadable")));
  });
}
