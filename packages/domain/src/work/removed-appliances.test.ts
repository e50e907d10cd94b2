import { describe, expect, it } from "vitest";
import { formIds } from "./forms.ts";
import {
  findChangedAppliances,
  findRecordsBeforeAppliance,
  findRemovedAppliances,
  isOnCompleteRecord,
  reopenFormsNaming,
} from "./removed-appliances.ts";

const heater = { propertyAssetId: "heater", type: "Water heater", location: "Bathroom" };
const record = {
  customFormId: formIds.gasSafetyRecord,
  customFormDefinitionId: "record 1",
  version: 1,
  completionStatus: "Complete",
  completedForm: { appliances: [{ propertyAssetId: "boiler", type: "Boiler" }, heater] },
  completedOn: "2026-03-02T12:00:00.000Z",
  savedOnDateTime: "2026-03-02T12:00:00.000Z",
} as const;
const at = new Date("2026-03-02T12:30:00.000Z");

describe("A form that names a deleted appliance", () => {
  it("is found, with the name of the appliance", () => {
    const { customFormId } = record;
    expect(findRemovedAppliances([record], ["heater", "hob"])).toEqual([
      { customFormId, propertyAssetId: "heater", name: "Water heater, Bathroom" },
    ]);
    expect(findRemovedAppliances([record], [])).toEqual([]);
    expect(findRemovedAppliances([{ ...record, completedForm: null }], ["heater"])).toEqual([]);
  });

  it("is opened again with its answers; other forms stay complete", () => {
    const other = {
      ...record,
      customFormId: formIds.alarmTest,
      completedForm: { room: "heater?" },
    };
    expect(reopenFormsNaming([record, other], "heater", at)).toEqual([
      {
        ...record,
        completionStatus: "InProgress",
        completedOn: null,
        savedOnDateTime: at.toISOString(),
      },
      other,
    ]);
  });
});

describe("A complete gas safety record that names an appliance which was changed since", () => {
  const later = "2026-03-02T12:10:00.000Z";
  const onList = { propertyAssetId: "heater", scrapped: false, modifiedOn: later };
  const { customFormId, completedOn } = record;
  const found = { customFormId, propertyAssetId: "heater", name: "Water heater, Bathroom" };

  it("is found, with the name and whether the appliance was scrapped", () => {
    expect(findChangedAppliances([record], [onList])).toEqual([{ ...found, isScrapped: false }]);
    expect(findChangedAppliances([record], [{ ...onList, scrapped: true }])).toEqual([
      { ...found, isScrapped: true },
    ]);
  });

  it("is known by name before it is changed, while the record is complete", () => {
    expect(isOnCompleteRecord([record], "heater")).toBe(true);
    expect(isOnCompleteRecord([record], "hob")).toBe(false);
    expect(isOnCompleteRecord([{ ...record, completionStatus: "InProgress" }], "heater")).toBe(
      false,
    );
    const notice = { ...record, customFormId: formIds.warningNotice };
    expect(isOnCompleteRecord([notice], "heater")).toBe(false);
  });

  it.each([
    ["was changed before", record, { ...onList, modifiedOn: completedOn }],
    ["is not named", record, { ...onList, propertyAssetId: "hob" }],
    ["is named by a record that was completed again", { ...record, completedOn: later }, onList],
    [
      "is named by a record that is open again",
      { ...record, completionStatus: "InProgress" as const, completedOn: null },
      onList,
    ],
    ["is named by another form", { ...record, customFormId: formIds.warningNotice }, onList],
  ])("is not found if the appliance %s", (_case, form, appliance) => {
    expect(findChangedAppliances([form], [appliance])).toEqual([]);
  });
});

describe("A gas appliance that was added after the gas safety record was completed", () => {
  const added = {
    propertyAssetId: "hob",
    addedByEngineer: true,
    scrapped: false,
    fuelType: 1,
    modifiedOn: "2026-03-02T12:10:00.000Z",
  };

  it("has to be looked at, because the record does not name it", () =>
    expect(findRecordsBeforeAppliance([record], [added])).toEqual([record]));

  it.each([
    ["was there before", { modifiedOn: record.completedOn }],
    ["is named", { propertyAssetId: "heater" }],
    ["came with the job", { addedByEngineer: false }],
    ["was scrapped again", { scrapped: true }],
    ["burns no gas", { fuelType: null }],
  ])("is no question if it %s", (_, given) =>
    expect(findRecordsBeforeAppliance([record], [{ ...added, ...given }])).toEqual([]),
  );
});
