import { formIds } from "@fieldfare/domain";
import { expect, test } from "vitest";
import { dangerWarning } from "./danger.ts";

const boiler = { type: "Combi boiler", location: "Kitchen" };
const record = (appliances: readonly object[]) => ({
  customFormId: formIds.gasSafetyRecord,
  completedForm: { appliances },
});
const notice = (notices: readonly object[]) => ({
  customFormId: formIds.warningNotice,
  completedForm: { notices },
});
const onRecord = (classification: string | undefined) => ({
  ...boiler,
  inspected: "yes",
  hasDefect: classification === undefined ? "no" : "yes",
  safeToUse: "no",
  ...(classification && { classification }),
});

test.each([
  ["the worse class of an appliance of which record and notice have different ones", "AR"],
  ["the class of an appliance to which only the notice gives one", undefined],
])("The warning of a job sheet names %s", (_what, classification) => {
  const forms = [record([onRecord(classification)]), notice([{ ...boiler, classification: "ID" }])];
  const text = "Do not use: the combi boiler in the kitchen is Immediately Dangerous (ID).";
  expect(dangerWarning(forms)).toEqual({ kind: "warning", text });
});

test("The warning names the pipework and the meter, if one is on the record and the other on the notice", () => {
  const pipework = {
    pipeworkVisual: "fail",
    tightnessTest: "pass",
    pipeworkClassification: "ID",
  };
  const onForms = [
    { customFormId: formIds.gasSafetyRecord, completedForm: pipework },
    notice([{ type: "Gas meter", classification: "AR" }]),
  ];
  expect(dangerWarning(onForms)?.text).toBe(
    "Do not use: the gas pipework is Immediately Dangerous (ID); the gas meter is At Risk (AR).",
  );
});

test("The warning names each appliance of one type, if their places differ", () => {
  const forms = [
    record([onRecord("AR")]),
    notice([{ ...boiler, location: "Lounge", classification: "ID" }]),
  ];
  expect(dangerWarning(forms)?.text).toBe(
    "Do not use: the combi boiler in the lounge is Immediately Dangerous (ID); the combi boiler in the kitchen is At Risk (AR).",
  );
});
