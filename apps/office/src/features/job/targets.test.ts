import { expect, it } from "vitest";
import { describeLateAppointment, describeTargets } from "./targets.ts";

/** The ends of two days in summer and in winter: the clocks go back between them. */
const targets = {
  targetResponseDateTime: "2026-10-24T22:59:59.000Z",
  targetCompletionDateTime: "2026-10-29T23:59:59.000Z",
};
const describeAt = (appointmentDateTime: string) =>
  describeTargets({ targets, job: { appointmentDateTime } }).map(([label, value]) => [
    label,
    value,
  ]);

it("says by which days the priority asks for the work, and that the appointment is later", () => {
  expect(describeAt("2026-10-24T22:30:00.000Z")).toEqual([
    ["To be answered by", "Sat, 24 Oct 2026"],
    ["To be completed by", "Thu, 29 Oct 2026"],
  ]);
  expect(describeAt("2026-10-24T23:30:00.000Z")).toEqual([
    ["To be answered by", "Sat, 24 Oct 2026. The appointment is later."],
    ["To be completed by", "Thu, 29 Oct 2026"],
  ]);
  expect(describeAt("2026-10-30T09:00:00.000Z")[1]).toEqual([
    "To be completed by",
    "Thu, 29 Oct 2026. The appointment is later.",
  ]);
});

it("says nothing of a job whose priority is not known", () => {
  const job = { appointmentDateTime: "2026-10-30T09:00:00.000Z" };
  expect(describeTargets({ targets: null, job })).toEqual([]);
});

it.each([
  ["2026-10-24T09:00:00.000Z", null],
  [
    "2026-10-25T09:00:00.000Z",
    "The priority asks for an answer by Sat, 24 Oct 2026: this is later.",
  ],
  [
    "2026-10-30T09:00:00.000Z",
    "The priority asks for completion by Thu, 29 Oct 2026: this is later.",
  ],
])("an appointment at %s: %s", (moment, note) => {
  expect(describeLateAppointment(targets, moment)).toBe(note);
});
