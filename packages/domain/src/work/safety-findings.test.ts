import { describe, expect, it } from "vitest";
import { formIds } from "./forms.ts";
import { findingsOnForm } from "./safety-findings.ts";

const record = (completedForm: Record<string, unknown>) =>
  findingsOnForm({ customFormId: formIds.gasSafetyRecord, completedForm });

const fire = {
  type: "Gas fire, inset",
  location: "Lounge",
  inspected: "yes",
  hasDefect: "yes",
  defect: "Spillage test failed",
  classification: "AR",
  remedialAction: "Turned off",
  warningNoticeIssued: "yes",
  warningNoticeNumber: "WN-1",
};

describe("The findings of a gas safety record", () => {
  it("are its defects of every class, with what was done", () => {
    expect(record({ appliances: [fire] })).toEqual([
      {
        classification: "AR",
        name: "Gas fire, inset, Lounge",
        fault: "Spillage test failed",
        action: "Turned off",
        isNoticeIssued: true,
        noticeNumber: "WN-1",
        isRefused: false,
        isReportable: false,
      },
    ]);
    expect(record({ appliances: [{ ...fire, classification: "NCS" }] })).toMatchObject([
      { classification: "NCS" },
    ]);
  });

  it("have no class where none was given", () => {
    expect(record({ appliances: [{ ...fire, classification: "?" }] })).toMatchObject([
      { classification: null },
    ]);
  });

  it("leave out an appliance whose defect was taken back, and one that was not inspected", () => {
    expect(record({ appliances: [{ ...fire, hasDefect: "no" }] })).toEqual([]);
    expect(record({ appliances: [{ ...fire, inspected: "no" }] })).toEqual([]);
  });

  it("have an appliance that is not safe to use, although no defect was named", () => {
    const row = { type: "Hob", inspected: "yes", hasDefect: "no", safeToUse: "no" };
    expect(record({ appliances: [row] })).toMatchObject([{ name: "Hob", classification: null }]);
  });

  it("have the pipework when it failed", () => {
    const failed = { tightnessTest: "fail", pipeworkClassification: "ID", pipeworkDefect: "Leak" };
    expect(record(failed)).toMatchObject([
      { classification: "ID", name: "Gas pipework", fault: "Leak" },
    ]);
    expect(record({ ...failed, tightnessTest: "pass" })).toEqual([]);
  });
});

describe("The findings of a warning notice", () => {
  it("say whether making it safe was refused, and whether it is reportable", () => {
    const notices = [
      {
        type: "Gas fire",
        classification: "ID",
        fault: "Spills",
        isolation: "refused",
        riddor: "yes",
      },
    ];
    const found = findingsOnForm({
      customFormId: formIds.warningNotice,
      completedForm: { noticeNumber: "WN-7", notices },
    });
    expect(found).toMatchObject([
      { classification: "ID", noticeNumber: "WN-7", isRefused: true, isReportable: true },
    ]);
  });

  it("are none of a form that is neither", () => {
    expect(
      findingsOnForm({ customFormId: formIds.alarmTest, completedForm: { notices: [{}] } }),
    ).toEqual([]);
  });
});
