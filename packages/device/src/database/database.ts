import { Dexie, type DexieOptions, type Table } from "dexie";
import type * as rows from "./rows.ts";

const databaseVersion = 8;
const defaultDatabaseName = "fieldfare";

/** Every table of the device with its keys and indexes. */
const tables = {
  job: "jobId, status, ownerId",
  jobRemoval: "jobRemovalId, jobId",
  jobPart: "jobPartId, jobId, status, usageStatus",
  contact: "firstId",
  customForm: "firstId",
  domainData: "firstId",
  engineeringNote: "engineeringNoteId, jobId",
  image: "imageId, jobId, entityId",
  jobDefect: "jobDefectId, jobId",
  jobStage: "firstId",
  log: "++id",
  login: "email",
  manufacturer: "firstId",
  manufacturerRank: "firstId",
  manufacturerModel: "firstId",
  messageQueue: "++id, &messageId, status, sendAttempts, ownerId, jobId, lane",
  mileage: "clientFieldOperativeMileageId",
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
  referenceOverlay: "type",
  referenceSearch: "[type+piece]",
  ballast: "id",
} as const;

export type TableName = keyof typeof tables;

/** The local database. Unsent work is written with strict durability. */
export class DeviceDatabase extends Dexie {
  declare job: Table<rows.JobRow, string>;
  declare jobRemoval: Table<rows.JobRemovalRow, string>;
  declare jobPart: Table<rows.JobPart, string>;
  declare engineeringNote: Table<rows.EngineeringNote, string>;
  declare image: Table<rows.ImageRow, string>;
  declare log: Table<rows.LogRow, number>;
  declare login: Table<rows.LoginRow, string>;
  declare messageQueue: Table<rows.OutboxRow, number, Omit<rows.OutboxRow, "id">>;
  declare polling: Table<rows.PollingRow, string>;
  declare propertyAppliance: Table<rows.PropertyAppliance, string>;
  declare propertyTenant: Table<rows.PropertyTenant, string>;
  declare setting: Table<rows.SettingRow, number>;
  declare synchronisedData: Table<rows.SynchronisedRow, string>;
  declare token: Table<rows.TokenRow, number>;
  declare sentMessage: Table<rows.SentRow, number>;
  declare parkedLane: Table<rows.ParkedLaneRow, string>;
  declare counter: Table<rows.CounterRow, string>;
  declare draft: Table<rows.DraftRow, [string, string]>;
  declare referenceOverlay: Table<rows.OverlayRow, string>;
  declare referenceSearch: Table<rows.SearchColumnRow, [string, number]>;
  declare ballast: Table<rows.BallastRow, number>;

  constructor(name: string = defaultDatabaseName, options: DexieOptions = {}) {
    super(name, { chromeTransactionDurability: "strict", ...options });
    this.version(databaseVersion).stores(tables);
  }
}
