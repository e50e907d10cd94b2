import type { PropertyAppliance, PropertyTenant } from "@fieldfare/contract";
import { expect, it } from "vitest";
import { createLookups } from "./lookups.ts";
import { appliances, contacts } from "./tables.ts";

const lookups = createLookups({
  domainData: [],
  rootCauses: [],
  unitTypes: [],
  formNames: new Map(),
});
const createdOn = "2026-03-02T09:00:00.000Z";

function anAppliance(modelName: string, of: Partial<PropertyAppliance> = {}): PropertyAppliance {
  return {
    propertyAssetId: modelName,
    propertyId: "property-1",
    type: 16,
    manufacturerId: null,
    manufacturerName: null,
    unknownManufacturerName: null,
    manufacturerModelId: null,
    modelName,
    unknownModelName: null,
    gasCouncilNumber: null,
    location: null,
    fuelType: null,
    flueType: null,
    flueDirection: null,
    condition: null,
    ownership: null,
    serialNumber: null,
    estimatedAge: null,
    dateInstalled: null,
    addedByEngineer: false,
    scrapped: false,
    scrappedDateTime: null,
    createdOn,
    modifiedOn: createdOn,
    ...of,
  };
}

function aContact(fullName: string, of: Partial<PropertyTenant> = {}): PropertyTenant {
  return {
    propertyTenantId: fullName,
    propertyId: "property-1",
    fullName,
    isPrimaryTenant: false,
    contactType: null,
    emailAddress: null,
    contactMethodType: 0,
    phones: [],
    addedByEngineer: false,
    flagDeleted: false,
    createdOn,
    modifiedOn: createdOn,
    ...of,
  };
}

it("The appliances are in the order of the phone's list, and not in that of their ids", () => {
  const rows = [
    anAppliance("Later", { createdOn: "2026-03-02T09:00:00.001Z" }),
    anAppliance("Ei208"),
    anAppliance("Ei9"),
  ];
  const [table] = appliances(rows, lookups);
  const models = table?.kind === "table" && table.rows.map((row) => row[1]);
  expect(models).toEqual(["Ei9", "Ei208", "Later"]);
});

it("The contacts are in the order in which they were named", () => {
  const rows = [
    aContact("Third", { createdOn: "2026-03-02T09:00:00.002Z" }),
    aContact("Second", { createdOn: "2026-03-02T09:00:00.001Z" }),
    aContact("First"),
  ];
  const table = contacts(rows, lookups);
  const names = table.kind === "table" && table.rows.map(([name]) => name);
  expect(names).toEqual(["First", "Second", "Third"]);
});
