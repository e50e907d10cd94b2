import { describe, expect, it } from "vitest";
import {
  daysOf,
  formatDays,
  formatMonth,
  isWorkingDay,
  placeInMonth,
  shortWeekday,
  shiftMonth,
} from "./month.ts";

describe("A month of the calendar", () => {
  it("has its days, also in a leap year", () => {
    expect(daysOf("2028-02")).toHaveLength(29);
    expect(daysOf("2026-12").at(-1)).toBe("2026-12-31");
    expect(formatMonth("2026-12")).toBe("December 2026");
  });

  it("goes over the turn of the year", () => {
    expect(shiftMonth("2026-12", 1)).toBe("2027-01");
    expect(shiftMonth("2026-01", -1)).toBe("2025-12");
  });

  it("knows weekends and bank holidays", () => {
    expect(isWorkingDay("2026-12-24", ["2026-12-25"])).toBe(true);
    expect(isWorkingDay("2026-12-25", ["2026-12-25"])).toBe(false);
    expect(isWorkingDay("2026-12-26", [])).toBe(false);
  });

  it("shows the part of an absence that lies in it", () => {
    const days = daysOf("2026-12");
    expect(placeInMonth({ dateFrom: "2026-11-20", dateTo: "2026-12-02" }, days)).toEqual({
      first: 0,
      last: 1,
    });
    expect(placeInMonth({ dateFrom: "0001-01-01", dateTo: "9999-12-31" }, days)).toEqual({
      first: 0,
      last: 30,
    });
    expect(placeInMonth({ dateFrom: "2027-01-01", dateTo: "2027-01-02" }, days)).toBeNull();
    expect(placeInMonth({ dateFrom: "2026-11-01", dateTo: "2026-11-30" }, days)).toBeNull();
  });

  it("names days and ranges in order", () => {
    expect(
      formatDays([
        { dateFrom: "2026-12-31", dateTo: "2026-12-31" },
        { dateFrom: "2026-12-21", dateTo: "2026-12-22" },
      ]),
    ).toBe("Mon, 21 Dec 2026 to Tue, 22 Dec 2026, Thu, 31 Dec 2026");
  });
});

it("names a day by its first two letters", () => {
  expect(["2026-11-23", "2026-11-28", "2026-11-29"].map(shortWeekday)).toEqual(["Mo", "Sa", "Su"]);
});
