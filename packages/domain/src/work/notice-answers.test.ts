import { describe, expect, it, test } from "vitest";
import { formIds } from "./forms.ts";
import {
  findFormToReturnTo,
  isQuotedOnRecord,
  readNoticeNumber,
  recordAnswersFromNotice,
} from "./notice-answers.ts";

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

describe("The warning notice of a visit", () => {
  it("has its own number, else the one of the job and the day", () => {
    const written = notice({ noticeNumber: "PAD 17" });
    expect(readNoticeNumber(written, "FF1", "2026-11-22")).toBe("PAD 17");
    for (const none of [null, notice({ noticeNumber: " " })])
      expect(readNoticeNumber(none, "FF1", "2026-11-22")).toBe("WN-FF1-261122");
  });

  it("is quoted on the record by its number", () => {
    const written = notice({ noticeNumber: "PAD 17" });
    const quoting = record({ appliances: [{ ...fire, warningNoticeNumber: "PAD 17" }] });
    expect(isQuotedOnRecord([quoting, written], written)).toBe(true);
    expect(isQuotedOnRecord([record({ appliances: [fire] }), written], written)).toBe(false);
    expect(isQuotedOnRecord([written], written)).toBe(false);
    expect(isQuotedOnRecord([quoting, written], quoting)).toBe(false);
  });

  it("leads back to a record that is not complete", () => {
    const { warningNotice, gasSafetyRecord } = formIds;
    expect(findFormToReturnTo(warningNotice, [record({}), notice({})])).toBe(gasSafetyRecord);
    expect(findFormToReturnTo(warningNotice, [record({}, "Complete"), notice({})])).toBeNull();
    expect(findFormToReturnTo(warningNotice, [notice({})])).toBeNull();
    expect(findFormToReturnTo(gasSafetyRecord, [record({}), notice({})])).toBeNull();
  });
});
