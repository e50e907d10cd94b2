import type { ChangedRows } from "./database/changed-rows.ts";
import type { Result } from "@fieldfare/domain";
import type { ClientSettings, DataRow } from "@fieldfare/contract";
import type { ModelChoice, RankedChoices } from "@fieldfare/domain";
import type { JournalEntry } from "./database/journal.ts";
import type { ImageBytesRow } from "./database/rows.ts";
import type { HeldKeys } from "./database/seal-types.ts";

/** The bytes of an image, as the journal has them. */
export interface ImageFile extends ImageBytesRow {
  /** Missing for the bytes as they are, of an earlier build. */
  readonly isSealed?: true;
}

/** Runs `work` while no other page or worker on this device holds the lock of that name. */
export interface Locks {
  hold<T>(name: string, work: () => Promise<T>): Promise<T>;
}

/**
 * The second copy of what must not be lost, besides the database: entries, and a file for the bytes
 * of each image. Such a file is written once, and not again when entries are replaced.
 */
export interface Journal {
  /**
   * Stores the images, then the entry. Resolves when both are flushed, to the size of the entries of
   * this page in bytes.
   */
  append(entry: JournalEntry, images?: readonly ImageFile[]): Promise<number>;
  /** Appends rows in their present state, which the journal reads from the database itself. */
  appendRows(rows: ChangedRows): Promise<number>;
  readAll(): Promise<readonly JournalEntry[]>;
  /** Replaces all earlier entries by `snapshot`; resolves to its size. The files of images stay. */
  compact(snapshot: JournalEntry): Promise<number>;
  /**
   * Does nothing when the journal already has the image. Sealed bytes take the place of those that are
   * not: these are deleted when the others are on the disk.
   */
  storeImage(image: ImageFile): Promise<void>;
  /** Returns the ids of the images that were stored completely. */
  listImages(): Promise<readonly string[]>;
  /** Returns null for an image that is not stored, or not completely. */
  readImage(imageId: string): Promise<ImageFile | null>;
  deleteImages(imageIds: readonly string[]): Promise<void>;
  /** Deletes all files. Rejects while another page holds one of them. */
  erase(): Promise<void>;
  /**
   * True from a failure until the journal holds everything again. Absent in a process that does not
   * track failures.
   */
  isFailing?(): boolean;
}

/** What the third copy stores about one engineer's device. */
export interface RecoveryRecord {
  readonly deviceId: string;
  /** How many messages the device has ever queued for this engineer. */
  readonly queuedMessages: number;
  /**
   * How many of them were taken back before they were sent. Missing in records of earlier builds.
   */
  readonly takenBackMessages?: number | undefined;
}

/** An engineer whose data is wiped. */
export interface ForgottenEngineer {
  readonly ownerId: string;
  /** Of the engineers who still have a sign-in on this phone. */
  readonly otherEmails: readonly string[];
  /** Push messages of this browser were for this engineer. */
  readonly isCurrent: boolean;
}

/** The third, small copy, which outlives a loss of both database and journal. */
export interface RecoveryRecords {
  read(ownerId: string): RecoveryRecord | null;
  /** Whether any engineer has a record: somebody has worked in this browser. */
  hasAny(): boolean;
  /**
   * Updates the record. Counts never go down, and begin again with another device. Without an
   * earlier record, a change that names no device is ignored.
   */
  update(ownerId: string, change: Partial<RecoveryRecord>): void;
  /** Starts the counts again, from what the server has. */
  replace(ownerId: string, record: RecoveryRecord): void;
  remove(ownerId: string): void;
}

/** The storage that the browser gives, in bytes; null when it does not say. */
export interface StorageSpace {
  readonly usage: number | null;
  readonly quota: number | null;
}

export interface StoragePort {
  readonly estimate: () => Promise<StorageSpace>;
  /** Whether the browser keeps the data until a person clears it; null when it does not say. */
  readonly isPersistent: () => Promise<boolean | null>;
  /** Asks the browser to keep the data. Returns its answer. */
  readonly persist: () => Promise<boolean | null>;
  /** Bytes of memory that the page's scripts use, and their limit. */
  readonly memory: () => { readonly used: number | null; readonly limit: number | null };
}

/** The cost of one guess at a PIN, a password or a passphrase, with Argon2id: KiB of memory, and passes over them. */
export interface GuessCost {
  readonly memory: number;
  readonly passes: number;
}

/** A PIN, a password or a passphrase, and what a guess at it costs. */
export interface SecretToHash extends GuessCost {
  readonly secret: string;
  readonly salt: Uint8Array<ArrayBuffer>;
  /** Another one follows, for which this one only starts the worker. */
  readonly isFirst?: boolean;
}

/** What the device needs from the environment that it runs in: page, service worker or a test. */
export interface Ports {
  readonly now: () => Date;
  /**
   * Milliseconds of a clock that only goes up while this process lives, even when the phone's clock
   * is set.
   */
  readonly elapsed: () => number;
  readonly randomBytes: (count: number) => Uint8Array<ArrayBuffer>;
  /** Of the PIN or password of an engineer. What one cost has encrypted is not opened with another. */
  readonly signInCost: GuessCost;
  /** Returns the 32 bytes that Argon2id makes of a secret. A page has it done in a worker: it takes half a second or more. */
  readonly hashSecret: (secret: SecretToHash) => Promise<Uint8Array<ArrayBuffer>>;
  readonly fetch: (url: string, init: RequestInit) => Promise<Response>;
  /** The base address of the API, without a slash at the end; empty for the page's own origin. */
  readonly baseUrl: string;
  readonly locks: Locks;
  /**
   * Opens the journal of an engineer, or with null the one that all engineers share. Absent in the
   * service worker, which only deletes what the server has receipted, and in a browser without OPFS.
   */
  readonly openJournal: ((ownerId: string | null) => Journal) | null;
  /** Absent in the service worker, which queues nothing. */
  readonly recoveryRecords: RecoveryRecords | null;
  /** Null where nothing is locked, as in the service worker. */
  readonly heldKeys: HeldKeys | null;
  /**
   * Deletes what the browser stores of an engineer besides databases, journals and recovery records. Returns whether
   * there was something.
   */
  readonly forgetEngineer: (engineer: ForgottenEngineer) => Promise<boolean>;
  /** Resolves after `ms`; a test may resolve at once. */
  readonly pause: (ms: number) => Promise<void>;
  /** Triggers the sender. */
  readonly triggerSending: () => void;
  /** Converts a photo to JPEG bytes within the limits. */
  readonly shrinkPhoto: (file: Blob) => Promise<Result<ShrunkPhoto, PhotoRefusal>>;
  /** Returns the phone's position, or null when it is refused, unavailable or too slow. */
  readonly position: () => Promise<{ latitude: number; longitude: number } | null>;
  /** Applies one sync answer off the main thread and reports the bytes as they arrive. */
  readonly applySync: ApplySync;
  /** Runs queries over reference data off the main thread. */
  readonly lookUp: LookUp;
  readonly storage: StoragePort;
  readonly userAgent: string;
  /** The server's settings for the app, as last received. */
  readonly clientSettings: () => ClientSettings;
  readonly storeClientSettings: (settings: ClientSettings) => void;
}

export type PhotoRefusal = "not-a-photo" | "photo-too-large";

export interface ShrunkPhoto {
  readonly bytes: ArrayBuffer;
  readonly width: number;
  readonly height: number;
}

export interface SyncRequest {
  /** Seals the contacts. */
  readonly contactsKey?: Uint8Array<ArrayBuffer> | null;
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
  | { readonly kind: "malformed"; readonly detail: string }
  | { readonly kind: "storage-full" };

export interface SyncProgress {
  /** Bytes while fetching, rows while storing. */
  readonly done: number;
  /** Null when the server did not say. */
  readonly total: number | null;
  readonly step: "download" | "store";
}

export type ApplySync = (
  request: SyncRequest,
  report: (progress: SyncProgress) => void,
) => Promise<SyncOutcome>;

/** The data sets that are searched while a person types. */
export type SearchedType = "Part" | "Sor" | "Manufacturer" | "ManufacturerModel" | "Contacts";

export interface ManufacturerChoice {
  readonly id: number;
  readonly name: string;
}

export type { ModelChoice };

/** A contact with what the list needs to show it. */
export type ContactEntry = DataRow<"Contacts"> & {
  /** The letter of the section that it belongs to. */
  readonly initial: string;
  /** The text that `contactMatcher` searches. */
  readonly searchText: string;
};

/** The company's contacts, sorted. */
export interface ContactList {
  /** The engineer whose favourites the rows carry; null when that is unknown. */
  readonly ownerId: string | null;
  readonly entries: readonly ContactEntry[];
}

/**
 * The queries over reference data: what each takes and returns. `type` of manufacturers and models
 * is that of the appliance.
 */
export interface LookUps {
  readonly search: {
    readonly request: {
      readonly type: SearchedType;
      readonly query: string;
      readonly maxRows: number;
    };
    readonly result: readonly DataRow<SearchedType>[];
  };
  readonly contacts: { readonly request: object; readonly result: ContactList };
  readonly manufacturers: {
    readonly request: { readonly type: number };
    readonly result: RankedChoices<ManufacturerChoice>;
  };
  readonly models: {
    readonly request: { readonly type: number; readonly manufacturerId: number };
    readonly result: RankedChoices<ModelChoice>;
  };
}

export type LookUpKind = keyof LookUps;
export type LookUpRequest<K extends LookUpKind> = LookUps[K]["request"];
export type LookUpResult<K extends LookUpKind> = LookUps[K]["result"];

export type LookUp = <K extends LookUpKind>(
  kind: K,
  request: LookUpRequest<K>,
) => Promise<LookUpResult<K>>;
