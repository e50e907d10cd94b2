import type { PropertyAppliance } from "@fieldfare/contract";
import { expect, it } from "vitest";
import { createLookups } from "./lookups.ts";
import { appliances } from "./tables.ts";

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
