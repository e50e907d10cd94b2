type Key = Uint8Array<ArrayBuffer>;

/**
 * Where a page finds the data key of an engineer again after a reload, as long as the app is not locked. It is gone with
 * the tab.
 */
export interface HeldKeys {
  read(ownerId: string): Key | null;
  hold(ownerId: string, key: Key): void;
  clear(): void;
}

/** What a database needs to read and write sealed rows. */
export interface Sealing {
  /** The row as it is to be stored. */
  readonly seal: (table: string, row: unknown) => unknown;
  /** The same for a row that is written next: the database and the journal get the same sealed row. */
  readonly sealAhead: (table: string, row: unknown) => unknown;
  /** The row as it was before it was sealed. A row that is not sealed is returned as it is. */
  readonly open: (table: string, row: unknown) => unknown;
  /** Tables whose rows are sealed. */
  readonly tables: readonly string[];
  /** Takes the keys over that another page has made. Does nothing while there are none. */
  readonly loadKeys: () => Promise<void>;
  /** Loads the keys, or makes them. */
  readonly ensureKeys: () => Promise<void>;
  /** Uses the keys of a journal that is being restored, or makes some if it has none. */
  readonly restoreKeys: (rows: Iterable<unknown>) => Promise<void>;
  /** Opens the rows that the list of jobs shows, in memory, before they are read. */
  readonly openAhead: () => Promise<void>;
  /** The same for the stored rows of several tables. */
  readonly openRowsAhead: (stored: ReadonlyMap<string, readonly unknown[]>) => Promise<void>;
  /** True while there is no data key: what it seals cannot be read, and what is written is sealed with the other key. */
  readonly isLocked: boolean;
  readonly dataKey: Key | null;
  readonly sendKey: Key | null;
  /** Whether the database has the data key as it is. */
  readonly isKeyStored: boolean;
  /** Whether a row belongs to a visit that has not ended: it is sealed with the key that sending uses. */
  readonly isUnsent: (table: string, row: unknown) => boolean;
  /** Takes the data key that a PIN has opened. Returns false for another key than the one that sealed the rows. */
  readonly unlock: (key: Key) => boolean;
  /** Stores the data key as it is, or deletes it. The caller has a journal to replace. */
  readonly storeKey: (isStored: boolean) => Promise<void>;
  /** Deletes the rows that nobody can open any more, and makes another key for what is written next. */
  readonly replaceDataKey: () => Promise<void>;
  /** Runs `work`, for which rows that cannot be opened are not there. */
  readonly withoutSealedRows: <T>(work: () => Promise<T>) => Promise<T>;
}
