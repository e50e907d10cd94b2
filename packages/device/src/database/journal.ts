import { readField } from "@fieldfare/domain";

/** What one transaction changed, in the tables that must survive a wiped database. */
export interface JournalEntry {
  /** Counted in the same transaction, so that it holds across tabs and clock changes. */
  readonly order: number;
  /** A snapshot makes all earlier entries void. */
  readonly isSnapshot: boolean;
  readonly puts: readonly JournalPut[];
  readonly deletes: readonly { readonly table: string; readonly key: unknown }[];
}

export interface JournalPut {
  readonly table: string;
  readonly row: unknown;
}

/**
 * The tables whose rows go into the journal, with the key of a row. Tokens do not: they are
 * short-lived secrets. A table without its key here would make the whole journal unreadable.
 */
export const keyPaths: Readonly<Record<string, string | readonly string[]>> = {
  alert: "alertId",
  job: "jobId",
  jobRemoval: "jobRemovalId",
  jobPart: "jobPartId",
  engineeringNote: "engineeringNoteId",
  formKit: ["jobId", "customFormId"],
  image: "imageId",
  login: "email",
  messageQueue: "id",
  mileage: "clientFieldOperativeMileageId",
  contactFavourite: "contactId",
  polling: "id",
  propertyAppliance: "propertyAssetId",
  propertyTenant: "propertyTenantId",
  sealKey: "name",
  setting: "id",
  parkedLane: "lane",
  counter: "name",
  draft: ["jobId", "kind"],
};

/** True for the tables whose rows go into the journal. */
export function isJournaled(table: string): boolean {
  return table in keyPaths;
}

/** Returns the names of the tables of a database whose rows go into its journal. */
export function listJournaledTables({
  tables,
}: {
  readonly tables: readonly { readonly name: string }[];
}): readonly string[] {
  return tables.map(({ name }) => name).filter(isJournaled);
}

/** True for an image that the server has: a second copy here would only fill the device. */
export function isDelivered(table: string, row: unknown): boolean {
  return table === "image" && readField(row, "state") === "sent";
}
