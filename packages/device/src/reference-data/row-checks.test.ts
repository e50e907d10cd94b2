import { dataSets } from "@fieldfare/contract";
import { syncedTypes } from "@fieldfare/domain";
import { describe, expect, it } from "vitest";
import { rowChecks } from "./row-checks.generated.ts";

const uuid = "0198f3a0-0000-7000-8000-000000000001";
const values = [
  0,
  1,
  -1,
  1.5,
  Number.NaN,
  2 ** 53,
  "",
  "x",
  "x".repeat(101),
  "é".repeat(100),
  "😀".repeat(100),
  "x".repeat(2001),
  uuid,
  "2026-01-02T03:04:05Z",
  "2026-01-02T03:04:05+01:00",
  "2026-01-02",
  "A@b.uk",
  true,
  false,
  null,
  undefined,
  [],
  {},
  { child: [] },
];

const samples: Record<string, object> = {
  DomainData: {
    domainDataId: 1,
    entityCode: 0,
    fieldName: "Type",
    value: 1,
    text: "a",
    sortOrder: 1,
    requiresAdditionalText: false,
  },
  CustomForm: {
    customFormId: uuid,
    customFormDefinitionId: uuid,
    version: 1,
    definition: { name: "a", description: "b", isSubForm: false, content: { pages: [] } },
    jobCategoryId: null,
    jobDetailTypeId: 1,
    jobStageId: null,
    usageRequirement: 1,
    modifiedOn: "2026-01-02T03:04:05Z",
  },
  Part: {
    partId: 1,
    partCode: "a",
    description: "b",
    partCategoryId: 1,
    partUnitTypeId: 1,
    manufacturerPartCode: null,
  },
  PartCategory: { partCategoryId: 1, name: "a" },
  PartUnitType: { partUnitTypeId: 1, name: "a" },
  Manufacturer: { manufacturerId: 1, name: "a" },
  ManufacturerModel: {
    manufacturerModelId: 1,
    manufacturerId: 1,
    name: "a",
    type: 1,
    gasCouncilNumber: null,
    fuelType: 1,
  },
  ManufacturerRank: {
    manufacturerRankId: 1,
    manufacturerId: 1,
    manufacturerModelId: null,
    type: 1,
    typeRank: 1,
  },
  JobStage: { jobStageId: 1, name: "a", sortOrder: 1 },
  Sor: { sorCodeId: 1, code: "a", description: "b", unit: "c" },
  UnsafeSituation: {
    unsafeSituationId: 1,
    category: "a",
    code: "b",
    description: "c",
    actionWithPermission: "d",
    actionRefused: "e",
    isAdvisory: false,
  },
  Contacts: {
    contactId: uuid,
    firstName: "a",
    lastName: "b",
    jobTitle: null,
    mobilePhone: null,
    email: "a@b.uk",
    isFavourite: false,
    modifiedOn: "2026-01-02T03:04:05Z",
  },
  RootCauses: {
    rootCauseId: 1,
    description: "a",
    requiresAdditionalText: false,
    child: [{ rootCauseId: 2, description: "b", requiresAdditionalText: false, child: [] }],
  },
};

describe("the compiled check of a row", () => {
  it.each(syncedTypes)("accepts a full row of %s", (type) => {
    expect(dataSets[type].row.safeParse(samples[type]).success).toBe(true);
    expect(rowChecks[type](samples[type])).toBe(true);
  });

  it.each(syncedTypes)("accepts no row of %s that the contract refuses", (type) => {
    const { row } = dataSets[type];
    const isValid = rowChecks[type];
    const rows: unknown[] = [...values];
    for (const key of Object.keys(samples[type] ?? {}))
      for (const value of values) rows.push({ ...samples[type], [key]: value });
    const acceptedRows = rows.filter((value) => isValid(value));
    expect(acceptedRows.filter((value) => !row.safeParse(value).success)).toEqual([]);
  });
});
