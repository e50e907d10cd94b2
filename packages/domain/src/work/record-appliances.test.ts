import { describe, expect, it } from "vitest";
import { type Appliance, applianceRecord, blankAppliance } from "./appliances.ts";
import { findUnlistedRows, withApplianceIds } from "./record-appliances.ts";

const lists = [
  { fieldName: "Type", value: 5, text: "Gas fire, inset" },
  { fieldName: "Location", value: 2, text: "Lounge" },
  { fieldName: "FlueType", value: 3, text: "Open flue" },
];
const row = {
  type: "Gas fire, inset",
  location: "Lounge",
  make: " Valor ",
  model: "Blenheim",
  serialNumber: "V-77",
  flueType: "Open flue",
  landlordsAppliance: "yes",
};
const onList = (more: Partial<Appliance> = {}): Appliance => ({
  ...applianceRecord({ ...blankAppliance, type: 5, location: 2 }, null),
  propertyAssetId: "fire",
  addedByEngineer: false,
  scrapped: false,
  scrappedDateTime: null,
  modifiedOn: "2026-11-22T10:00:00.000Z",
  ...more,
});
const find = (rows: readonly unknown[], existing: readonly Appliance[] = []) =>
  findUnlistedRows({ appliances: rows }, existing, lists);

describe("An appliance that only the record has", () => {
  it("has the details that the record asks for, by name where a list has numbers", () => {
    expect(find([row])).toEqual([
      {
        index: 0,
        kind: "missing",
        details: {
          type: 5,
          manufacturerId: null,
          manufacturerName: null,
          unknownManufacturerName: "Valor",
          manufacturerModelId: null,
          modelName: null,
          unknownModelName: "Blenheim",
          gasCouncilNumber: null,
          location: 2,
          fuelType: null,
          flueType: 3,
          flueDirection: null,
          ownership: 1,
          condition: null,
          serialNumber: "V-77",
          estimatedAge: null,
          dateInstalled: null,
        },
      },
    ]);
    const long = { ...row, make: "M".repeat(200), serialNumber: "S".repeat(200) };
    expect(find([long])).toMatchObject([
      { details: { unknownManufacturerName: "M".repeat(50), serialNumber: "S".repeat(100) } },
    ]);
  });

  it("does not exist if the row names one of the list, or a type that no list has", () => {
    const rows = [{ ...row, propertyAssetId: "fire" }, { type: "Sauna" }, {}, null, "x"];
    expect(find(rows, [onList()])).toEqual([]);
    expect(findUnlistedRows({}, [], lists)).toEqual([]);
  });

  it.each<[string, Partial<Appliance>]>([
    ["by its serial number", { serialNumber: "v-77", location: 9 }],
    ["by type and place", {}],
  ])("is the one of the list, %s", (_name, more) => {
    expect(find([row], [onList(more)])).toEqual([
      { index: 0, kind: "listed", propertyAssetId: "fire" },
    ]);
  });

  it.each<[string, Partial<Appliance>]>([
    ["has another serial number", { serialNumber: "V-78" }],
    ["is scrapped", { scrapped: true }],
    ["is in another room", { location: 3 }],
    ["is of another type", { type: 6 }],
  ])("is not the one of the list that %s", (_name, more) => {
    expect(find([row], [onList(more)])).toMatchObject([{ kind: "missing" }]);
  });

  it("is not one that another row already means", () => {
    expect(find([{ ...row, propertyAssetId: "fire" }, row], [onList()])).toMatchObject([
      { index: 1, kind: "missing" },
    ]);
    expect(find([row, row], [onList()])).toMatchObject([{ kind: "listed" }, { kind: "missing" }]);
  });

  it("is one whose id the list does not have, unless the engineer removed that", () => {
    const named = { ...row, propertyAssetId: "gone" };
    expect(find([named])).toMatchObject([{ kind: "missing" }]);
    expect(find([named], [onList()])).toMatchObject([{ kind: "listed", propertyAssetId: "fire" }]);
    expect(findUnlistedRows({ appliances: [named] }, [], lists, ["gone"])).toEqual([]);
  });

  it("has its id on the record afterwards", () => {
    const ids = new Map([[1, "new"]]);
    expect(withApplianceIds({ appliances: [{ a: 1 }, row] }, ids)).toEqual({
      appliances: [{ a: 1 }, { ...row, propertyAssetId: "new" }],
    });
    expect(withApplianceIds({ appliances: "none" }, ids)).toEqual({ appliances: "none" });
  });
});
