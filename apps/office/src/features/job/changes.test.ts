import { expect, it } from "vitest";
import { listChanges, makeFields, takeOver, toDetails } from "./changes.ts";

const before = {
  appointmentDateTime: "2026-11-23T09:00:00.000Z",
  clientPreferredTimeName: null,
  taskDetails: "No heating",
  accessNotes: null,
  jobPriority: "Routine",
};
const now = { ...before, jobPriority: "Urgent", taskDetails: "No heating, no hot water" };

it("saves what it has shown", () => {
  const { appointmentDateTime } = before;
  expect(toDetails(makeFields(before), appointmentDateTime)).toEqual(before);
  expect(makeFields(before).time).toBe("2026-11-23T09:00");
});

it("takes over what somebody else has changed, but nothing over what was typed", () => {
  expect(listChanges(before, now)).toEqual(["taskDetails", "jobPriority"]);
  const typed = { ...makeFields(before), taskDetails: "Boiler off", accessNotes: "Key safe" };
  expect(takeOver(typed, before, now)).toEqual({ ...typed, jobPriority: "Urgent" });
});
