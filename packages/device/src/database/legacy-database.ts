import { Dexie, type DexieOptions } from "dexie";
import { readField, readTextField } from "@fieldfare/domain";
import {
  isLegacySetting,
  type LegacyRow,
  readCurrentUser,
  toSharedSetting,
} from "./legacy-rows.ts";
import { pickKnownInstallation } from "./installations.ts";
import { type Tables, upgradeTo11 } from "./legacy-upgrades.ts";

/**
 * Up to version 11 one database held the rows of all engineers. This version has the same tables:
 * its number closes the tabs of earlier builds while the rows are carried over.
 */
const legacyVersion = 12;

/** Never changed: phones hold them. */
const legacyTables = {
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

export type LegacyTableName = keyof typeof legacyTables;

/** Creates the object for the database of a build that had one for all engineers. */
export function createLegacyDatabase(name: string, options: DexieOptions): Dexie {
  const database = new Dexie(name, { chromeTransactionDurability: "strict", ...options });
  database
    .version(legacyVersion)
    .stores(legacyTables)
    .upgrade((transaction) => upgradeTo11(transaction));
  return database;
}

/** The counters of the phone and not of an engineer. */
export const sharedCounters: ReadonlySet<string> = new Set([
  "journal",
  "clock-correction",
  "clock-seen",
  "send-not-before",
]);

/** Returns the sign-ins with the installation of each engineer. */
export async function listLogins(
  tables: Tables,
  setting: LegacyRow,
): Promise<readonly LegacyRow[]> {
  const profiles: readonly LegacyRow[] = await tables.table("drawer").toArray();
  const logins: readonly LegacyRow[] = await tables.table("login").toArray();
  return logins.map(({ isSignatureGiven: _isSignatureGiven, ...login }) => {
    const ownerId = readTextField(login, "ownerId") ?? null;
    const isCurrent = ownerId !== null && ownerId === readCurrentUser(setting);
    const profile = profiles.find((each) => each["ownerId"] === ownerId);
    const installed = isCurrent ? setting : readField(profile, "installed");
    return {
      ...login,
      installation: pickKnownInstallation({
        deviceId: readTextField(installed, "deviceId") ?? null,
        installationDate: readTextField(installed, "installationDate") ?? null,
      }),
    };
  });
}

/**
 * Keeps what all engineers share, in the transaction that deletes the tables of single engineers.
 * Their rows have been carried over before.
 */
export async function upgradeShared(tables: Tables): Promise<void> {
  const setting: LegacyRow | undefined = await tables.table("setting").get(1);
  if (setting && isLegacySetting(setting)) {
    await tables.table("login").bulkPut([...(await listLogins(tables, setting))]);
    await tables.table("setting").put(toSharedSetting(setting));
  }
  await tables
    .table("counter")
    .filter((row: LegacyRow) => !sharedCounters.has(readTextField(row, "name") ?? ""))
    .delete();
  await tables
    .table("log")
    .filter((row: LegacyRow) => typeof row["ownerId"] === "string")
    .delete();
}
