import { Dexie, type DexieOptions, type Table, type Transaction } from "dexie";
import type { Journal } from "../ports.ts";
import { engineerDatabaseName, sharedDatabaseName } from "./database-names.ts";
import type * as rows from "./rows.ts";
import type { Sealing } from "./seal-types.ts";
import type * as tools from "./tool-rows.ts";

/**
 * The version of the shared database, and that of an engineer's. Raise it, with an upgrade, when you change what an
 * earlier build has stored. Since 14 the rows of an engineer are sealed: an earlier build would not understand them.
 */
export const sharedVersion = 13;
export const databaseVersion = 14;

/**
 * The tables that all engineers of this browser share, with their keys and indexes. A table added
 * before a version is released needs no new number: Dexie adds missing tables by itself.
 */
const sharedTables = {
  contact: "firstId",
  contactsOfOthers: "ownerId",
  customForm: "firstId",
  domainData: "firstId",
  jobStage: "firstId",
  log: "++id",
  login: "email",
  manufacturer: "firstId",
  manufacturerRank: "firstId",
  manufacturerModel: "firstId",
  part: "firstId",
  partCategory: "firstId",
  partUnitType: "firstId",
  rootCause: "firstId",
  setting: "id",
  sorCode: "firstId",
  synchronisedData: "type",
  unsafeSituation: "firstId",
  counter: "name",
  referenceOverlay: "type",
  referenceSearch: "[type+piece]",
  ballast: "id",
} as const;

/** The tables of one engineer. */
const engineerTables = {
  alert: "alertId, jobId",
  attachment: "[attachmentId+piece], attachmentId",
  job: "jobId, status",
  jobRemoval: "jobRemovalId, jobId",
  jobPart: "jobPartId, jobId, status, usageStatus",
  contactFavourite: "contactId",
  engineeringNote: "engineeringNoteId, jobId",
  image: "imageId, jobId, entityId",
  imageBytes: "imageId",
  log: "++id",
  messageQueue: "++id, &messageId, status, sendAttempts, jobId, lane",
  mileage: "clientFieldOperativeMileageId",
  polling: "id",
  propertyAppliance: "propertyAssetId, propertyId",
  propertyTenant: "propertyTenantId, propertyId",
  sealKey: "name",
  setting: "id",
  token: "id",
  deviceKey: "id",
  sentMessage: "id, messageId, lane, receivedOn",
  parkedLane: "lane",
  counter: "name",
  draft: "[jobId+kind], jobId",
  formKit: "[jobId+customFormId], jobId",
  formMemory: "id",
  absence: "id",
  lastSeen: "name",
  exportTask: "batchId",
  exportPiece: "[batchId+index], batchId",
  importRow: "++id",
} as const;

export type SharedTableName = keyof typeof sharedTables;
export type TableName = keyof typeof engineerTables;

/** What a row of a table of `Database` has when it is written. A table with `++id` may number the row itself. */
export type RowOf<Database, Name> = Name extends keyof Database
  ? Database[Name] extends Table<infer _Row, infer _Key, infer Inserted>
    ? Inserted
    : never
  : never;

/** The primary key of a table of `Database`. */
export type KeyOf<Database, Name> = Name extends keyof Database
  ? Database[Name] extends Table<infer _Row, infer PrimaryKey extends rows.Key, infer _Inserted>
    ? PrimaryKey
    : never
  : never;

export interface OpeningDetails extends DexieOptions {
  /** Opens the database in its stored version, and changes nothing. */
  readonly withoutUpgrade?: boolean;
}

/** Runs in the transaction that upgrades the shared database. */
export type SharedUpgrade = (tables: Pick<Transaction, "table">) => Promise<void>;

interface SharedOpeningDetails extends OpeningDetails {
  /** Without it a database of an earlier build is not opened: it would lose what was not carried over. */
  readonly upgrade?: SharedUpgrade;
}

/** A database whose writes are also written to a journal. Unsent work has strict durability. */
export abstract class JournaledDatabase extends Dexie {
  declare counter: Table<rows.CounterRow, string>;
  /** Null in the service worker, and in a browser without OPFS. */
  journal: Journal | null = null;
  /** Seals the rows. Null for the shared database, and for one that was opened without it. */
  sealing: Sealing | null = null;
  /** The engineer whose database it is; null for the shared one. */
  abstract readonly ownerId: string | null;

  constructor(name: string, options: DexieOptions) {
    super(name, { chromeTransactionDurability: "strict", ...options });
  }
}

/** What all engineers of this browser share: reference data, sign-ins, who the current user is. */
export class SharedDatabase extends JournaledDatabase {
  declare log: Table<rows.LogRow, number>;
  declare login: Table<rows.LoginRow, string>;
  declare setting: Table<rows.SharedSettingRow, number>;
  declare synchronisedData: Table<rows.SynchronisedRow, string>;
  declare contactsOfOthers: Table<rows.ContactsOfOtherRow, string>;
  declare referenceOverlay: Table<rows.OverlayRow, string>;
  declare referenceSearch: Table<rows.SearchColumnRow, [string, number]>;
  declare ballast: Table<rows.ReservedSpaceRow, number>;
  readonly ownerId = null;
  /** The key of the contacts: the data key of the engineer who is signed in; null before the PIN. */
  findContactsKey: () => Uint8Array<ArrayBuffer> | null = () => null;

  constructor(
    name: string = sharedDatabaseName,
    { withoutUpgrade = false, upgrade = refuseUpgrade, ...options }: SharedOpeningDetails = {},
  ) {
    super(name, options);
    if (withoutUpgrade) return;
    this.version(sharedVersion).stores(sharedTables).upgrade(upgrade);
  }
}

function refuseUpgrade(): never {
  throw new Error("The rows of an earlier build have not been carried over");
}

/** Everything that this browser stores for one engineer. */
export class EngineerDatabase extends JournaledDatabase {
  declare alert: Table<rows.AlertRow, string>;
  declare attachment: Table<rows.AttachmentPieceRow, [string, number]>;
  declare job: Table<rows.JobRow, string>;
  declare jobRemoval: Table<rows.JobRemovalRow, string>;
  declare jobPart: Table<rows.JobPart, string>;
  declare engineeringNote: Table<rows.EngineeringNote, string>;
  declare image: Table<rows.ImageRow, string>;
  declare imageBytes: Table<rows.ImageBytesRow, string>;
  declare log: Table<rows.LogRow, number>;
  declare messageQueue: Table<rows.OutboxRow, number, Omit<rows.OutboxRow, "id">>;
  declare contactFavourite: Table<rows.ContactFavouriteRow, string>;
  declare mileage: Table<rows.MileageRow, string>;
  declare polling: Table<rows.PollingRow, string>;
  declare propertyAppliance: Table<rows.PropertyAppliance, string>;
  declare propertyTenant: Table<rows.PropertyTenant, string>;
  declare sealKey: Table<rows.SealKeyRow, string>;
  declare setting: Table<rows.SettingRow, number>;
  declare token: Table<rows.TokenRow, number>;
  declare deviceKey: Table<rows.DeviceKeyRow, number>;
  declare sentMessage: Table<rows.SentMessageRow, number>;
  declare parkedLane: Table<rows.BlockedKeyRow, string>;
  declare draft: Table<rows.DraftRow, [string, string]>;
  declare formKit: Table<rows.FormBundleRow, [string, string]>;
  declare formMemory: Table<rows.FormMemoryRow, number>;
  declare absence: Table<rows.AbsenceRow, string>;
  declare lastSeen: Table<rows.LastSeenRow, string>;
  declare exportTask: Table<tools.ExportTaskRow, string>;
  declare exportPiece: Table<tools.ExportPieceRow, [string, number]>;
  declare importRow: Table<tools.StagedRows, number>;
  readonly ownerId: string;

  constructor(
    ownerId: string,
    { withoutUpgrade = false, ...options }: OpeningDetails = {},
    name: string = engineerDatabaseName(ownerId),
  ) {
    super(name, options);
    this.ownerId = ownerId;
    if (!withoutUpgrade) this.version(databaseVersion).stores(engineerTables);
  }
}

/** Opens a database in its stored version with the tables that it has, and changes nothing. */
export async function openAsStored<D extends JournaledDatabase>(database: D): Promise<D> {
  await database.open();
  return Object.assign(
    database,
    Object.fromEntries(database.tables.map((table) => [table.name, table])),
  );
}
