import type { Clock } from "./clock.ts";
import type { SharedDatabase } from "./database.ts";
import { engineerDatabaseName } from "./database-names.ts";
import type { EngineerDatabases, Surroundings } from "./engineer-databases.ts";
import type { StartState } from "./restore.ts";

interface OpenedDatabases {
  readonly shared: SharedDatabase;
  readonly engineers: EngineerDatabases;
}

export type OpenResult =
  | (OpenedDatabases & {
      readonly mode: "full";
      readonly start: StartState;
      /** A wipe was interrupted. */
      readonly isWiping: boolean;
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

/** The name of an engineer's database. */
export function engineerName({ name }: OpeningOptions, ownerId: string): string {
  return engineerDatabaseName(ownerId, name);
}
