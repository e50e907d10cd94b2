import { describe, expect, it, test } from "vitest";
import { formIds } from "./forms.ts";
import { noticesNotFound } from "./notices-issued.ts";

const complete = "Complete" as const;
const fire = { classification: "AR", warningNoticeIssued: "yes" };

function record(appliances: unknown, more: object = {}) {
  const completedForm = { appliances, ...more };
  return { customFormId: formIds.gasSafetyRecord, completionStatus: complete, completedForm };
}

const notice = {
  customFormId: formIds.warningNotice,
  completionStatus: complete,
  completedForm: {},
};

describe("A warning notice that a record tells of", () => {
  it("is missed where the visit has none", () => {
    expect(noticesNotFound([record([{ classification: "NCS" }, fire])])).toEqual([
      "appliances.1.warningNoticeIssued",
    ]);
    const pipework = { pipeworkClassification: "ID", pipeworkNoticeIssued: "yes" };
    expect(noticesNotFound([record([], pipework)])).toEqual(["pipeworkNoticeIssued"]);
  });

  it("is there when a completed notice is, or when it has a number of its own", () => {
    expect(noticesNotFound([record([fire]), notice])).toEqual([]);
    expect(noticesNotFound([record([{ ...fire, warningNoticeNumber: "WN 7" }])])).toEqual([]);
    const begun = { ...notice, completionStatus: "InProgress" as const };
    expect(noticesNotFound([record([fire]), begun])).toHaveLength(1);
  });

  it("is missed by a completed record alone; one that says none was issued is told so elsewhere", () => {
    expect(noticesNotFound([{ ...record([fire]), completionStatus: "InProgress" }])).toEqual([]);
    expect(noticesNotFound([record([{ ...fire, warningNoticeIssued: "no" }])])).toEqual([]);
    expect(noticesNotFound([notice])).toEqual([]);
  });

  test.each(["none", [null, 7, "x"], { a: 1 }, undefined])(
    "is not looked for in %j",
    (appliances) => {
      expect(noticesNotFound([record(appliances)])).toEqual([]);
    },
  );
});
