import { describe, expect, it } from "vitest";
import { formIds } from "./forms.ts";
import { findRemovedAppliances, reopenFormsNaming } from "./removed-appliances.ts";

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
