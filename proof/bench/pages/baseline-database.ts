import { Dexie } from "dexie";

/** The tables of the data sets with the keys and indexes of the specification, one record per row. */
export const baselineTables = {
  DomainData: "domainDataId, [entityCode+fieldName]",
  CustomForm: "customFormId, customFormDefinitionId, modifiedOn",
  Part: "partId",
  PartCategory: "partCategoryId",
  PartUnitType: "partUnitTypeId",
  Manufacturer: "manufacturerId",
  ManufacturerModel: "manufacturerModelId",
  ManufacturerRank: "manufacturerRankId",
  JobStage: "jobStageId",
  Sor: "sorCodeId",
  UnsafeSituation: "unsafeSituationId, category",
  Contacts: "contactId, modifiedOn",
  RootCauses: "rootCauseId",
} as const;

/** Opens the database of the baseline, and creates it if needed. A commit does not wait until the data is on disk. */
export async function openBaselineDatabase(name: string): Promise<Dexie> {
  const database = new Dexie(name, { chromeTransactionDurability: "relaxed" });
  database.version(1).stores(baselineTables);
  return database.open();
}
