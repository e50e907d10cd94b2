import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { addMonths, isCalendarDay } from "./days.ts";

const day = fc
  .date({ min: new Date("2000-01-01"), max: new Date("2099-12-31"), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10));

describe("Adding months to a day", () => {
  it("gives a calendar day in the intended month", () => {
    fc.assert(
      fc.property(day, fc.integer({ min: -240, max: 240 }), (from, months) => {
        const to = addMonths(from, months);
        expect(isCalendarDay(to)).toBe(true);
        const number = (text: string) => Number(text.slice(0, 4)) * 12 + Number(text.slice(5, 7));
        expect(number(to) - number(from)).toBe(months);
        expect(to.slice(8) <= from.slice(8)).toBe(true);
      }),
    );
  });
});
