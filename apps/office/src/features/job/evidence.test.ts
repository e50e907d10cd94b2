import { expect, it } from "vitest";
import { describeEvidence, listEvidence } from "./evidence.ts";
import type { FieldJob } from "./queries.ts";

const aMessage = (more: object) =>
  ({
    messageId: "m1",
    isTakenOver: false,
    job: { notes: [], parts: [], plannedSors: [], customForms: [] },
    ...more,
  }) as unknown as FieldJob["evidence"][number];

it("lists what the job has not taken over", () => {
  const kept = aMessage({ messageId: "kept" });
  expect(listEvidence({ evidence: [aMessage({ isTakenOver: true }), kept] })).toEqual([kept]);
});

it("says which parts were used and are to be ordered, which SORs were done, and which forms were begun", () => {
  const job = {
    notes: [],
    parts: [
      { shortDescription: "Valve", qty: 2, qtyUsed: 1, usageType: 1 },
      { shortDescription: "Pump", qty: 1, qtyUsed: 0, usageType: 1 },
      { shortDescription: "Vessel", qty: 3, qtyUsed: 0, usageType: 3 },
    ],
    plannedSors: [
      { sorCode: "GA1", shortDescription: "Test", qtyUsed: 2 },
      { sorCode: "GA2", shortDescription: "Repair", qtyUsed: 0 },
    ],
    customForms: [
      { customFormId: "record", completionStatus: "Complete" },
      { customFormId: "service", completionStatus: "InProgress" },
      { customFormId: "alarm", completionStatus: "NotStarted" },
    ],
  };
  expect(describeEvidence(aMessage({ job }), (id) => `Form ${id}`)).toEqual({
    used: ["1 x Valve"],
    toOrder: ["3 x Vessel"],
    workDone: ["2 x GA1 Test"],
    forms: ["Form record", "Form service (not completed)"],
  });
});
