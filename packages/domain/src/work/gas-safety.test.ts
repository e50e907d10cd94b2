import fc from "fast-check";
import { describe, expect, it, test } from "vitest";
import { addMonths, isCalendarDay } from "../calendar/days.ts";
import {
  classifyGasRecord,
  combustionRatio,
  classifyRatio,
  earliestCheckOn,
  classifyReading,
  mayStayOn,
  needsWarningNotice,
  nextInspectionDue,
  proposeCheckDay,
  type Reading,
  readings,
} from "./gas-safety.ts";

const day = fc
  .date({ min: new Date("2000-01-01"), max: new Date("2099-12-31"), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10));

describe("The next gas safety check is due", () => {
  test.each([
    ["12 months after the first check", "2026-03-02", null, "2027-03-02"],
    ["12 months after a check that is late", "2026-03-02", "2026-03-01", "2027-03-02"],
    ["on the old day when the check is made on it", "2026-03-02", "2026-03-02", "2027-03-02"],
    ["on the old day when the check is a month early", "2026-02-10", "2026-03-02", "2027-03-02"],
    [
      "on the old day when it is two months early to the day",
      "2026-01-02",
      "2026-03-02",
      "2027-03-02",
    ],
    [
      "12 months after the check when it is earlier still",
      "2026-01-01",
      "2026-03-02",
      "2027-01-01",
    ],
    ["on 28 February after a check on a leap day", "2024-02-29", null, "2025-02-28"],
    [
      "by the months' own ends: two months before 30 April is 28 February",
      "2026-02-28",
      "2026-04-30",
      "2027-04-30",
    ],
  ])("%s", (_name, checkedOn, previousDue, due) => {
    expect(nextInspectionDue(checkedOn, previousDue)).toBe(due);
  });

  it("on no day if the check has no date", () => {
    expect(nextInspectionDue("", null)).toBeNull();
    expect(nextInspectionDue("2026-02-30", "2026-03-02")).toBeNull();
  });

  it("as if there had been no earlier check, if the earlier day is malformed", () => {
    expect(nextInspectionDue("2026-03-02", "next spring")).toBe("2027-03-02");
  });

  it("never sooner than 12 months and never later than 14 after the check", () => {
    fc.assert(
      fc.property(day, fc.option(day, { nil: null }), (checkedOn, previousDue) => {
        const due = nextInspectionDue(checkedOn, previousDue) ?? "";
        expect(isCalendarDay(due)).toBe(true);
        expect(due >= addMonths(checkedOn, 12)).toBe(true);
        // Days are lost if a month is too short for them, never months.
        expect(due.slice(0, 7) <= addMonths(checkedOn, 14).slice(0, 7)).toBe(true);
      }),
    );
  });

  it("either 12 months after the check or 12 months after the earlier due day", () => {
    fc.assert(
      fc.property(day, day, (checkedOn, previousDue) => {
        expect([addMonths(checkedOn, 12), addMonths(previousDue, 12)]).toContain(
          nextInspectionDue(checkedOn, previousDue),
        );
      }),
    );
  });
});

describe("The combustion ratio", () => {
  test.each([
    [72, 9, 0.0008],
    [0, 9, 0],
    [360, 9, 0.004],
    [900, 9, 0.01],
  ])("of %d ppm CO with %d per cent CO2 is %d", (co, co2, ratio) => {
    expect(combustionRatio(co, co2)).toBe(ratio);
  });

  test.each([
    [72, 0],
    [-1, 9],
    ["72", 9],
    [undefined, 9],
    [Number.NaN, 9],
    [72, Number.POSITIVE_INFINITY],
  ])("of %s and %s is null", (co, co2) => {
    expect(combustionRatio(co, co2)).toBeNull();
  });

  it("is good up to 0.004, needs attention up to 0.008 and is unsafe above", () => {
    expect([0, 0.004, 0.0041, 0.008, 0.0081].map(classifyRatio)).toEqual([
      "good",
      "good",
      "attention",
      "attention",
      "unsafe",
    ]);
  });
});

describe("A reading", () => {
  it("that was not taken is good", () => {
    expect([undefined, null, ""].map((value) => classifyReading("co", value))).toEqual([
      "good",
      "good",
      "good",
    ]);
  });

  it("is impossible if it is not a number", () => {
    for (const value of ["20", true, Number.NaN, Number.POSITIVE_INFINITY, {}])
      expect(classifyReading("operatingPressure", value)).toBe("impossible");
  });

  test.each(Object.keys(readings) as Reading[])("of %s is classified at its limits", (reading) => {
    const { possible, usual } = readings[reading];
    expect(classifyReading(reading, possible[0] - 1)).toBe("impossible");
    expect(classifyReading(reading, possible[1] + 1)).toBe("impossible");
    expect(usual.map((value) => classifyReading(reading, value))).toEqual(["good", "good"]);
    expect(possible[0] <= usual[0] && usual[1] <= possible[1]).toBe(true);
  });
});

describe("An unsafe appliance", () => {
  it("needs a warning notice if it is Immediately Dangerous or At Risk", () => {
    expect(["ID", "AR", "NCS", "", undefined].map(needsWarningNotice)).toEqual([
      true,
      true,
      false,
      false,
      false,
    ]);
  });

  it("may be left on if it is Immediately Dangerous only if permission was refused", () => {
    expect(mayStayOn("ID", "leftOn")).toBe(false);
    expect(mayStayOn("ID", "refused")).toBe(true);
    expect(mayStayOn("ID", "disconnected")).toBe(true);
    expect(mayStayOn("AR", "leftOn")).toBe(true);
  });
});

describe("A home and its gas safety record", () => {
  test.each([
    ["has none", null, "missing"],
    ["ran out yesterday", "2026-11-22", "overdue"],
    ["runs out today", "2026-11-23", "window"],
    ["runs out in two months to the day", "2027-01-23", "window"],
    ["runs out a day later than that", "2027-01-24", "valid"],
  ] as const)("%s", (_name, dueOn, state) => {
    expect(classifyGasRecord(dueOn, "2026-11-23")).toBe(state);
  });

  test.each([
    ["two months before the due date, on a weekday", "2027-03-18", "2027-01-18"],
    ["the Monday after, when that is a Sunday", "2027-03-17", "2027-01-18"],
    ["tomorrow, when the window is open", "2026-12-20", "2026-11-24"],
    ["tomorrow, when the record has run out", "2026-10-01", "2026-11-24"],
    ["tomorrow, when there is no record", null, "2026-11-24"],
  ] as const)("its next check is proposed for %s", (_name, dueOn, day) => {
    expect(proposeCheckDay(dueOn, "2026-11-23")).toBe(day);
  });

  it("is proposed at the weekend only where the next weekday would be late", () => {
    expect(proposeCheckDay("2026-11-29", "2026-11-27")).toBe("2026-11-28");
    expect(proposeCheckDay("2026-11-30", "2026-11-27")).toBe("2026-11-30");
    expect(proposeCheckDay("2026-11-26", "2026-11-27")).toBe("2026-11-30");
  });

  it("keeps its due date when it is checked on the first day of the window", () => {
    fc.assert(
      fc.property(day, (dueOn) => {
        expect(nextInspectionDue(earliestCheckOn(dueOn), dueOn)).toBe(addMonths(dueOn, 12));
      }),
    );
  });
});
