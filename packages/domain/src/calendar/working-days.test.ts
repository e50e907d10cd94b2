import { describe, expect, it } from "vitest";
import { bankHolidays, createWorkingDays } from "./working-days.ts";

describe("The bank holidays of England", () => {
  it("are those that the government published", () => {
    expect(bankHolidays(2025)).toEqual([
      "2025-01-01",
      "2025-04-18",
      "2025-04-21",
      "2025-05-05",
      "2025-05-26",
      "2025-08-25",
      "2025-12-25",
      "2025-12-26",
    ]);
    expect(bankHolidays(2026)).toEqual([
      "2026-01-01",
      "2026-04-03",
      "2026-04-06",
      "2026-05-04",
      "2026-05-25",
      "2026-08-31",
      "2026-12-25",
      "2026-12-28",
    ]);
    expect(bankHolidays(2027)).toEqual([
      "2027-01-01",
      "2027-03-26",
      "2027-03-29",
      "2027-05-03",
      "2027-05-31",
      "2027-08-30",
      "2027-12-27",
      "2027-12-28",
    ]);
  });

  it("move to the next free weekday from a weekend", () => {
    expect(bankHolidays(2028)).toContain("2028-01-03");
    expect(bankHolidays(2022).slice(-2)).toEqual(["2022-12-26", "2022-12-27"]);
  });
});

describe("Working days", () => {
  it("leave out the weekend, and the day from which they count", () => {
    const days = createWorkingDays();
    expect(days.add("2026-11-06", 1)).toBe("2026-11-09");
    expect(days.add("2026-11-07", 1)).toBe("2026-11-09");
    expect(days.add("2026-11-09", 10)).toBe("2026-11-23");
  });

  it("leave out bank holidays, over the end of a year", () => {
    expect(createWorkingDays().add("2026-12-21", 10)).toBe("2027-01-07");
    expect(createWorkingDays().isWorkingDay("2026-12-28")).toBe(false);
  });

  it("leave out a further bank holiday that was proclaimed", () => {
    const days = createWorkingDays(["2026-11-10"]);
    expect(days.isWorkingDay("2026-11-10")).toBe(false);
    expect(days.add("2026-11-09", 1)).toBe("2026-11-11");
  });
});
