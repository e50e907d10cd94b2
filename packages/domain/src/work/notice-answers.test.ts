import { describe, expect, it, test } from "vitest";
import { formIds } from "./forms.ts";
import { recordAnswersFromNotice } from "./notice-answers.ts";

const fire = {
  propertyAssetId: "fire",
  type: "Gas fire, inset",
  inspected: "yes",
  hasDefect: "yes",
  classification: "AR",
};
const record = (answers: object, completionStatus: "InProgress" | "Complete" = "InProgress") => ({
  customFormId: formIds.gasSafetyRecord,
  completionStatus,
  completedForm: { ...answers },
});
const notice = (answers: object, completionStatus: "InProgress" | "Complete" = "Complete") => ({
  customFormId: formIds.warningNotice,
  completionStatus,
  completedForm: { ...answers },
});
const onNotice = { propertyAssetId: "fire", fault: "Spillage", action: "Off", labelFitted: "yes" };
const person = { informed: "signed", informedName: "Pat Example", informedRole: "Tenant" };
const read = (...forms: Parameters<typeof recordAnswersFromNotice>[0]) =>
  recordAnswersFromNotice(forms).map(({ path, value }) => `${path}: ${value}`);

describe("The gas safety record takes from the complete warning notice", () => {
  it("defect, action and label of the same appliance, wherever it is on the record", () => {
    const boiler = { propertyAssetId: "boiler", type: "Combi boiler", hasDefect: "no" };
    expect(
      read(
        record({ appliances: [boiler, fire] }),
        notice({ noticeNumber: "WN-1", notices: [onNotice] }),
      ),
    ).toEqual([
      "appliances.1.defect: Spillage",
      "appliances.1.remedialAction: Off",
      "appliances.1.labelFitted: yes",
      "appliances.1.warningNoticeIssued: yes",
      "appliances.1.warningNoticeNumber: WN-1",
    ]);
  });

  it("defect and action of the pipework", () => {
    const pipework = { tightnessTest: "fail", pipeworkClassification: "ID" };
    const row = { ...onNotice, propertyAssetId: "", type: "Gas meter" };
    expect(read(record(pipework), notice({ notices: [row] }))).toEqual([
      "pipeworkDefect: Spillage",
      "pipeworkAction: Off",
      "pipeworkNoticeIssued: yes",
    ]);
  });

  it("who was informed, if the record names nobody else", () => {
    expect(read(record({}), notice(person))).toEqual([
      "tenantPresent: yes",
      "receivedBy: Pat Example",
      "receivedByRole: Tenant",
    ]);
    expect(read(record({ receivedBy: "Pat Example" }), notice(person))).toHaveLength(3);
    expect(read(record({ receivedBy: "Robin Quill" }), notice(person))).toEqual([]);
  });

  it("that somebody is there only from a signature", () => {
    expect(read(record({}), notice({ ...person, informed: "refused" }))).toEqual([
      "receivedBy: Pat Example",
      "receivedByRole: Tenant",
    ]);
    expect(read(record({}), notice({ ...person, informed: "absent" }))).toEqual([]);
  });
});

test.each([
  {
    name: "the notice is not complete",
    forms: [record({}), notice(person, "InProgress")],
  },
  { name: "the record is complete", forms: [record({}, "Complete"), notice(person)] },
  { name: "there is no record", forms: [notice(person)] },
  { name: "there is no notice", forms: [record({ appliances: [fire] })] },
  {
    name: "the notice is about another appliance",
    forms: [
      record({ appliances: [fire] }),
      notice({ notices: [{ ...onNotice, propertyAssetId: "hob" }] }),
    ],
  },
])("It takes nothing if $name", ({ forms }) => {
  expect(read(...forms)).toEqual([]);
});
