import type { Dexie, DexieOptions } from "dexie";
import type { DeviceEvents } from "../events.ts";
import type { Ports } from "../ports.ts";
import type { EngineerDatabase } from "./database.ts";
import type { Factory } from "./native-database.ts";

/** What opening a database needs from the surroundings. */
export interface Surroundings {
  readonly ports: Pick<
    Ports,
    "now" | "randomBytes" | "elapsed" | "locks" | "recoveryRecords" | "openJournal" | "heldKeys"
  >;
  readonly events: DeviceEvents;
  readonly dexie?: DexieOptions & { readonly indexedDB?: Factory };
  /** Called with each database before it is opened. */
  readonly prepare?: (database: Dexie) => void;
}

/** The databases of this browser's engineers, as one page or worker has opened them. */
export interface EngineerDatabases {
  /** The database of the current engineer; null before anybody has signed in on this browser. */
  readonly current: EngineerDatabase | null;
  /**
   * Opens the database of an engineer, and restores it if the browser has wiped it. Null in the
   * service worker, which creates none, when there is none.
   */
  open(ownerId: string): Promise<EngineerDatabase | null>;
  /** Makes it the current one of this page or worker. */
  select(database: EngineerDatabase): void;
  /** Deletes the database of an engineer. Other pages and the worker close theirs. */
  delete(ownerId: string): Promise<void>;
}

/**
 * `openNew` is called once for each engineer, and again after a database was closed or could not be
 * opened. `deleteStored` deletes the stored database of an engineer.
 */
export function createEngineerDatabases(
  openNew: (ownerId: string) => Promise<EngineerDatabase | null>,
  deleteStored: (ownerId: string) => Promise<unknown> = () => Promise.resolve(),
): EngineerDatabases {
  const opened = new Map<string, Promise<EngineerDatabase | null>>();
  let current: EngineerDatabase | null = null;
  const openOnce = async (ownerId: string): Promise<EngineerDatabase | null> => {
    const earlier = opened.get(ownerId);
    const database = await earlier?.catch(() => null);
    if (database?.isOpen()) return database;
    // Another caller is opening it again already.
    if (opened.get(ownerId) !== earlier) return openOnce(ownerId);
    const opening = openNew(ownerId);
    opened.set(ownerId, opening);
    return opening;
  };
  return {
    get current() {
      return current;
    },
    open: openOnce,
    select(database) {
      current = database;
    },
    async delete(ownerId) {
      const database = await opened.get(ownerId)?.catch(() => null);
      opened.delete(ownerId);
      if (current?.ownerId === ownerId) current = null;
      if (database) {
        // What is still being written must not bring the journal back.
        database.journal = null;
        database.close({ disableAutoOpen: true });
      }
      await deleteStored(ownerId);
    },
  };
}
