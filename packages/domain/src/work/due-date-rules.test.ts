import fc from "fast-check";
import { describe, expect, it, test } from "vitest";
import { addDays } from "../calendar/days.ts";
import { findContradictions } from "./contradictions.ts";
import { formIds } from "./forms.ts";
import { nextInspectionDue } from "./gas-safety.ts";

type Answers = Record<string, unknown>;

const today = "2026-11-22";

const calendarDay = fc
  .date({ min: new Date("2000-01-01"), max: new Date("2099-12-31"), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10));

describe("The date by which a check was due", () => {
  const dueIn = (previousDueDate: unknown, previous: Answers) =>
    findContradictions(formIds.gasSafetyRecord, { previousDueDate }, today, previous)
      .filter(({ path }) => path === "previousDueDate")
      .map(({ severity, rule }) => `${severity} ${rule}`);

  it("is questioned if the last record of the property has another one", () => {
    const previous = { nextInspectionDue: "2026-12-25" };
    expect(dueIn("2026-12-26", previous)).toEqual(["warning due-date-not-of-last-record"]);
    expect(dueIn("2026-12-25", previous)).toEqual([]);
    expect(dueIn(undefined, previous)).toEqual([]);
    expect(dueIn("2026-12-26", {})).toEqual([]);
  });
});

describe("The date by which a check on 29 November 2026 was due", () => {
  const dueBy = (previousDueDate: unknown, inspectionDate: unknown = "2026-11-29") =>
    findContradictions(formIds.gasSafetyRecord, { previousDueDate, inspectionDate }, null).map(
      ({ severity, rule }) => `${severity} ${rule}`,
    );
  const tooLate = ["error due-date-too-late"];
  const longAgo = ["warning due-date-long-ago"];
  const tooEarly = ["error due-date-too-early", ...longAgo];

  test.each<[string, readonly string[]]>([
    ["2036-11-20", tooLate],
    ["2028-03-01", tooLate],
    ["2028-02-29", []],
    ["2027-11-29", []],
    ["2027-01-29", []],
    ["2026-11-29", []],
    ["2025-11-29", []],
    ["2025-11-28", longAgo],
    ["2016-12-20", longAgo],
    ["2016-11-29", longAgo],
    ["2016-11-28", tooEarly],
    ["1926-12-20", tooEarly],
    ["0026-12-20", tooEarly],
  ])("%s: %j", (due, expected) => {
    expect(dueBy(due)).toEqual(expected);
  });

  it("is not judged while one of the two is no date", () => {
    expect(dueBy("2036-11-20", "")).toEqual([]);
    expect(dueBy("next spring")).toEqual([]);
    expect(dueBy(undefined)).toEqual([]);
  });

  it("may be each day that the rule gives to the check before, if that was made on the same day or earlier", () => {
    fc.assert(
      fc.property(calendarDay, calendarDay, fc.nat(366), (checkedOn, previous, daysLater) => {
        const due = nextInspectionDue(checkedOn, previous);
        const later = addDays(checkedOn, daysLater);
        expect(dueBy(due, later)).toEqual([]);
      }),
    );
  });
});
