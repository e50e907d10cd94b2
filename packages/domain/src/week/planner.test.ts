import fc from "fast-check";
import { expect, it } from "vitest";
import { addDays, startOfWeek, isoWeekday } from "../calendar/days.ts";
import { plannerWeeks } from "./planner.ts";

it("The planner's weeks start on Monday, and the first is the week of today", () => {
  const weeks = plannerWeeks("2026-11-22", 4);
  expect(weeks.map(({ from, to }) => [from, to])).toEqual([
    ["2026-11-16", "2026-11-22"],
    ["2026-11-23", "2026-11-29"],
    ["2026-11-30", "2026-12-06"],
    ["2026-12-07", "2026-12-13"],
  ]);
  expect(weeks[0]?.days).toHaveLength(7);
});

it("Every day is in the week of its Monday, across clock changes and new year", () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 20_000 }), (offset) => {
      const day = addDays("2000-01-01", offset);
      const monday = startOfWeek(day);
      expect(isoWeekday(monday)).toBe(1);
      expect(monday <= day && day <= addDays(monday, 6)).toBe(true);
    }),
  );
});
