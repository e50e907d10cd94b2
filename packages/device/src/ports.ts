import type { Result } from "@fieldfare/domain";
import type { ClientSettings, DataRow } from "@fieldfare/contract";
import type { ModelChoice, RankedChoices } from "@fieldfare/domain";
import type { JournalEntry } from "./database/journal.ts";

/** Runs `work` while nobody else on this device, page or worker, holds the lock of that name. */
export interface Locks {
  hold<T>(name: string, work: () => Promise<T>): Promise<T>;
}

/** The second copy of what must not be lost, beside the database. */
export interface Journal {
  /** Resolves when the entry is flushed. */
  append(entry: JournalEntry): Promise<void>;
  readAll(): Promise<readonly JournalEntry[]>;
  /** Replaces all earlier entries by `snapshot`. */
  compact(snapshot: JournalEntry): Promise<void>;
  /** True from a failure until the journal holds everything again. Absent where nobody watches it. */
  isFailing?(): boolean;
}

/** What the third copy says of one engineer's device. */
export interface RecoveryRecord {
  readonly deviceId: string;
  /** How many messages the device has ever queued for this engineer. */
  readonly queuedMessages: number;
  /** How many of them were taken back before they were sent. Not known of marks of earlier builds. */
  readonly takenBackMessages?: number | undefined;
}

/** A third, small copy that outlives a loss of both database and journal. */
export interface RecoveryRecords {
  read(ownerId: string): RecoveryRecord | null;
  /** Counts never go down. Without an earlier mark, a change that names no device is ignored. */
  update(ownerId: string, change: Partial<RecoveryRecord>): void;
  /** Begins to count anew, from what the server has. */
  replace(ownerId: string, mark: RecoveryRecord): void;
}

/** The room that the browser gives; null where it does not say. */
export interface StorageSpace {
  readonly usage: number | null;
  readonly quota: number | null;
}

export interface StoragePort {
  readonly estimate: () => Promise<StorageSpace>;
  /** Whether the browser keeps what is here until somebody clears it. */
  readonly isPersistent: () => Promise<boolean | null>;
  /** Asks it to; answers what it said. */
  readonly persist: () => Promise<boolean | null>;
  /** Bytes of memory that the page's scripts hold, and may. */
  readonly memory: () => { readonly used: number | null; readonly limit: number | null };
}

/** What the device needs from the place where it runs: page, service worker or a test. */
export interface Ports {
  readonly now: () => Date;
  /** Milliseconds that only ever grow while this process lives, whatever is done to the clock. */
  readonly elapsed: () => number;
  readonly randomBytes: (count: number) => Uint8Array<ArrayBuffer>;
  readonly fetch: (url: string, init: RequestInit) => Promise<Response>;
  /** Where the API is, without a slash at the end; empty for the page's own origin. */
  readonly baseUrl: string;
  readonly locks: Locks;
  /** Absent in the service worker, which only takes away what the server has receipted. */
  readonly journal: Journal | null;
  /** Absent in the service worker, which queues nothing. */
  readonly recoveryRecords: RecoveryRecords | null;
  /** Resolves after `ms`; a test may resolve at once. */
  readonly pause: (ms: number) => Promise<void>;
  /** Asks whoever sends to send now. */
  readonly triggerSending: () => void;
  /** Turns a picture into JPEG bytes within the limits. */
  readonly shrinkPhoto: (file: Blob) => Promise<Result<ShrunkPhoto, PhotoRefusal>>;
  /** Where the phone is, or null: refused, unavailable or too slow. */
  readonly position: () => Promise<{ latitude: number; longitude: number } | null>;
  /** Applies one sync answer away from the main thread, reporting bytes as they come. */
  readonly applySync: ApplySync;
  /** Answers questions over reference data away from the main thread. */
  readonly lookUp: LookUp;
  readonly storage: StoragePort;
  readonly userAgent: string;
  /** What the server has set for the app, as last heard. */
  readonly clientSettings: () => ClientSettings;
  readonly storeClientSettings: (settings: ClientSettings) => void;
}

export type PhotoRefusal = "not-a-picture" | "picture-too-large";

export interface ShrunkPhoto {
  readonly bytes: ArrayBuffer;
  readonly width: number;
  readonly height: number;
}

export interface SyncRequest {
  readonly url: string;
  readonly init: { method: string; headers: Record<string, string>; body: string };
  readonly databaseName: string;
  readonly now: string;
}

export type SyncOutcome =
  | {
      readonly kind: "applied";
      readonly sizeInMb: number;
      readonly isSyncRequired: boolean;
      readonly isPartial: boolean;
      readonly rows: number;
    }
  | { readonly kind: "status"; readonly status: number; readonly deviceError: string | null }
  | { readonly kind: "network" }
  | { readonly kind: "nonsense"; readonly detail: string }
  | { readonly kind: "storage-full" };

export interface SyncProgress {
  /** Bytes, or rows while storing. */
  readonly done: number;
  /** Null when the server did not say. */
  readonly total: number | null;
  readonly step: "download" | "store";
}

export type ApplySync = (
  request: SyncRequest,
  report: (progress: SyncProgress) => void,
) => Promise<SyncOutcome>;

/** The data sets that are searched as one types. */
export type SearchedType = "Part" | "Sor" | "Manufacturer" | "ManufacturerModel" | "Contacts";

export interface ManufacturerChoice {
  readonly id: number;
  readonly name: string;
}

export type { ModelChoice };

/** A contact as the list shows it. */
export type ContactEntry = DataRow<"Contacts"> & {
  /** The section that it stands in. */
  readonly initial: string;
  /** What `contactMatcher` looks through. */
  readonly searchText: string;
};

/** `type` of makers and models is that of the appliance. */
export type LookUpRequest =
  | {
      readonly kind: "search";
      readonly type: SearchedType;
      readonly words: string;
      readonly most: number;
    }
  | { readonly kind: "contacts" }
  | { readonly kind: "makers"; readonly type: number }
  | { readonly kind: "models"; readonly type: number; readonly manufacturerId: number };

/** The company's contacts, sorted. */
export interface ContactList {
  /** Whose favourites they carry; null: nobody knows. */
  readonly ownerId: string | null;
  readonly entries: readonly ContactEntry[];
}

export type LookUpResult<Q extends LookUpRequest> = Q["kind"] extends "search"
  ? readonly DataRow<SearchedType>[]
  : Q["kind"] extends "contacts"
    ? ContactList
    : Q["kind"] extends "makers"
      ? RankedChoices<ManufacturerChoice>
      : RankedChoices<ModelChoice>;

export type LookUp = <Q extends LookUpRequest>(request: Q) => Promise<LookUpResult<Q>>;
