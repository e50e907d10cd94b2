import { type RootCause, type SyncedType, syncedTypes } from "@fieldfare/domain";
import { formVersion } from "../entities/job.ts";
import { email, id, isoDateTime, lookupId, text, z } from "../schema.ts";

/** Codes of the entities that domain data belong to. */
export const entityCode = {
  default: 0,
  fieldOperativeAppointment: 1010,
  propertyAsset: 1011,
  manufacturerModel: 1013,
  defaultOrRemedialAction: 1014,
  job: 1008,
  unsafeSituation: 1072,
  propertyContact: 1230,
} as const;

export const fieldNames = [
  "HoldReason",
  "NoAccessReason",
  "Condition",
  "FlueDirection",
  "FlueType",
  "FuelType",
  "Location",
  "Ownership",
  "Type",
  "ContactType",
] as const;

/** One choice of one list: `entityCode` and `fieldName` name the list. */
const domainData = z.object({
  domainDataId: lookupId,
  entityCode: lookupId,
  fieldName: text(100),
  value: lookupId,
  text: text(500),
  sortOrder: z.int32(),
  requiresAdditionalText: z.boolean(),
});

/** The jobs that a form is for; null matches any. 1 not required, 2 recommended, 3 required. */
const formOffer = {
  jobCategoryId: z.nullable(lookupId),
  jobDetailTypeId: z.nullable(lookupId),
  jobStageId: z.nullable(lookupId),
  usageRequirement: z.literal([1, 2, 3]),
};

const customForm = z.object({
  customFormId: id,
  customFormDefinitionId: id,
  version: formVersion,
  definition: z.object({
    name: text(200),
    description: text(2000),
    isSubForm: z.boolean(),
    content: z.record(z.string(), z.unknown()),
  }),
  ...formOffer,
  /** Further jobs that the form is for. */
  offers: z.optional(z.array(z.object(formOffer)).check(z.maxLength(200))),
  modifiedOn: isoDateTime,
  /** When the form was withdrawn: jobs that have it keep it, and no other job gets it. Absent: it is published. */
  withdrawnOn: z.optional(isoDateTime),
});

const part = z.object({
  partId: lookupId,
  partCode: text(100),
  description: text(500),
  partCategoryId: lookupId,
  partUnitTypeId: lookupId,
  manufacturerPartCode: z.nullable(text(100)),
});

const partCategory = z.object({ partCategoryId: lookupId, name: text(200) });
const partUnitType = z.object({ partUnitTypeId: lookupId, name: text(100) });
const manufacturer = z.object({ manufacturerId: lookupId, name: text(200) });

const manufacturerModel = z.object({
  manufacturerModelId: lookupId,
  manufacturerId: lookupId,
  name: text(200),
  type: lookupId,
  gasCouncilNumber: z.nullable(text(20)),
  fuelType: z.nullable(lookupId),
});

/** How common a manufacturer, or its model, is for a type of appliance; rank 10 or lower is listed first. */
const manufacturerRank = z.object({
  manufacturerRankId: lookupId,
  manufacturerId: lookupId,
  manufacturerModelId: z.nullable(lookupId),
  type: lookupId,
  typeRank: z.int32(),
});

const jobStage = z.object({ jobStageId: lookupId, name: text(200), sortOrder: z.int32() });

const sor = z.object({
  sorCodeId: lookupId,
  code: text(50),
  description: text(2000),
  unit: text(50),
});

const unsafeSituation = z.object({
  unsafeSituationId: lookupId,
  category: text(100),
  code: text(20),
  description: text(2000),
  actionWithPermission: text(2000),
  actionRefused: text(2000),
  isAdvisory: z.boolean(),
});

const contact = z.object({
  contactId: id,
  firstName: text(100),
  lastName: text(100),
  jobTitle: z.nullable(text(200)),
  mobilePhone: z.nullable(text(20)),
  email: z.nullable(email),
  isFavourite: z.boolean(),
  modifiedOn: isoDateTime,
});

const rootCause: z.ZodMiniType<RootCause> = z.object({
  rootCauseId: lookupId,
  description: text(500),
  requiresAdditionalText: z.boolean(),
  get child() {
    return z.array(rootCause);
  },
});

/** The data sets that a device stores: the row, its id, and the fields that a search compares. */
export const dataSets = {
  DomainData: { row: domainData, key: "domainDataId", search: [] },
  CustomForm: { row: customForm, key: "customFormId", search: [] },
  Part: { row: part, key: "partId", search: ["partCode", "description", "manufacturerPartCode"] },
  PartCategory: { row: partCategory, key: "partCategoryId", search: [] },
  PartUnitType: { row: partUnitType, key: "partUnitTypeId", search: [] },
  Manufacturer: { row: manufacturer, key: "manufacturerId", search: ["name"] },
  ManufacturerModel: { row: manufacturerModel, key: "manufacturerModelId", search: ["name"] },
  ManufacturerRank: { row: manufacturerRank, key: "manufacturerRankId", search: [] },
  JobStage: { row: jobStage, key: "jobStageId", search: [] },
  Sor: { row: sor, key: "sorCodeId", search: ["code", "description"] },
  UnsafeSituation: { row: unsafeSituation, key: "unsafeSituationId", search: [] },
  Contacts: { row: contact, key: "contactId", search: ["firstName", "lastName", "jobTitle"] },
  RootCauses: { row: rootCause, key: "rootCauseId", search: [] },
} as const satisfies Record<
  SyncedType,
  { row: z.ZodMiniType; key: string; search: readonly string[] }
>;

export type DataRow<T extends SyncedType> = z.output<(typeof dataSets)[T]["row"]>;

export const syncedType = z.enum(syncedTypes);

/** A data set of the answer before its rows are parsed. */
export const dataSetAnswer = z.object({
  type: syncedType,
  /** Opaque to the device, which returns it at the next sync. */
  date: text(60),
  /** True: the rows are the complete set. False: they are the changes since the date that the device sent. */
  isFull: z.boolean(),
  rows: z.array(z.record(z.string(), z.unknown())),
  deletedIds: z.array(z.union([lookupId, id])),
});
export type DataSetAnswer = z.output<typeof dataSetAnswer>;
