import { Dexie, type DexieOptions, type Table } from "dexie";
import { nameInBuild } from "../build.ts";
import type * as rows from "./rows.ts";
import { upgradeTo11 } from "./versions.ts";
import type * as tools from "./tool-rows.ts";

/** Raise it, with an entry in versions.ts, when you change what an earlier build has stored. */
export const databaseVersion = 11;
export const defaultDatabaseName = nameInBuild("fieldfare");

/**
 * Every table of the device with its keys and indexes. A table added before a version is released
 * needs no new number: Dexie adds missing tables by itself.
 */
const tables = {
  alert: "alertId, ownerId, jobId",
  job: "jobId, status, ownerId",
  jobRemoval: "jobRemovalId, jobId",
  jobPart: "jobPartId, jobId, status, usageStatus",
  contact: "firstId",
  contactFavourite: "[ownerId+contactId], ownerId",
  customForm: "firstId",
  domainData: "firstId",
  engineeringNote: "engineeringNoteId, jobId",
  image: "imageId, jobId, entityId",
  imageBytes: "imageId",
  jobDefect: "jobDefectId, jobId",
  jobStage: "firstId",
  log: "++id",
  login: "email",
  manufacturer: "firstId",
  manufacturerRank: "firstId",
  manufacturerModel: "firstId",
  messageQueue: "++id, &messageId, status, sendAttempts, ownerId, jobId, lane",
  mileage: "clientFieldOperativeMileageId, ownerId",
  part: "firstId",
  partCategory: "firstId",
  partUnitType: "firstId",
  polling: "id",
  propertyAppliance: "propertyAssetId, propertyId",
  propertyTenant: "propertyTenantId, propertyId",
  rootCause: "firstId",
  setting: "id",
  sorCode: "firstId",
  synchronisedData: "type",
  token: "id",
  unsafeSituation: "firstId",
  sentMessage: "id, messageId, lane, receivedOn",
  parkedLane: "lane, ownerId",
  counter: "name",
  draft: "[jobId+kind], jobId",
  formKit: "[jobId+customFormId], jobId",
  formMemory: "ownerId",
  referenceOverlay: "type",
  referenceSearch: "[type+piece]",
  ballast: "id",
  absence: "id, ownerId",
  lastSeen: "[ownerId+name], ownerId",
  drawer: "ownerId",
  exportTask: "batchId, ownerId",
  exportPiece: "[batchId+index], batchId",
  importRow: "++id",
} as const;

export type TableName = keyof typeof tables;

/** The local database. Unsent work is written with strict durability. */
export class DeviceDatabase extends Dexie {
  declare alert: Table<rows.AlertRow, string>;
  declare job: Table<rows.JobRow, string>;
  declare jobRemoval: Table<rows.JobRemovalRow, string>;
  declare jobPart: Table<rows.JobPart, string>;
  declare engineeringNote: Table<rows.EngineeringNote, string>;
  declare image: Table<rows.ImageRow, string>;
  declare imageBytes: Table<rows.ImageBytesRow, string>;
  declare log: Table<rows.LogRow, number>;
  declare login: Table<rows.LoginRow, string>;
  declare messageQueue: Table<rows.OutboxRow, number, Omit<rows.OutboxRow, "id">>;
  declare contactFavourite: Table<rows.ContactFavouriteRow, [string, string]>;
  declare mileage: Table<rows.MileageRow, string>;
  declare polling: Table<rows.PollingRow, string>;
  declare propertyAppliance: Table<rows.PropertyAppliance, string>;
  declare propertyTenant: Table<rows.PropertyTenant, string>;
  declare setting: Table<rows.SettingRow, number>;
  declare synchronisedData: Table<rows.SynchronisedRow, string>;
  declare token: Table<rows.TokenRow, number>;
  declare sentMessage: Table<rows.SentMessageRow, number>;
  declare parkedLane: Table<rows.BlockedKeyRow, string>;
  declare counter: Table<rows.CounterRow, string>;
  declare draft: Table<rows.DraftRow, [string, string]>;
  declare formKit: Table<rows.FormBundleRow, [string, string]>;
  declare formMemory: Table<rows.FormMemoryRow, string>;
  declare referenceOverlay: Table<rows.OverlayRow, string>;
  declare referenceSearch: Table<rows.SearchColumnRow, [string, number]>;
  declare ballast: Table<rows.ReservedSpaceRow, number>;
  declare absence: Table<rows.AbsenceRow, string>;
  declare lastSeen: Table<rows.LastSeenRow, [string, string]>;
  declare drawer: Table<rows.StoredProfileRow, string>;
  declare exportTask: Table<tools.ExportTaskRow, string>;
  declare exportPiece: Table<tools.ExportPieceRow, [string, number]>;
  declare importRow: Table<tools.StagedRows, number>;

  constructor(
    name: string = defaultDatabaseName,
    {
      withoutUpgrade = false,
      ...options
    }: DexieOptions & { readonly withoutUpgrade?: boolean } = {},
  ) {
    super(name, { chromeTransactionDurability: "strict", ...options });
    if (withoutUpgrade) return;
    this.version(databaseVersion)
      .stores(tables)
      .upgrade((transaction) => upgradeTo11(transaction));
  }
}

/** Opens the database in its stored version with the tables that it has, and changes nothing. */
export async function openWithoutUpgrade(
  name: string,
  options: DexieOptions = {},
): Promise<DeviceDatabase> {
  const database = new DeviceDatabase(name, { ...options, withoutUpgrade: true });
  await database.open();
  return Object.assign(
    database,
    Object.fromEntries(database.tables.map((table) => [table.name, table])),
  );
}
