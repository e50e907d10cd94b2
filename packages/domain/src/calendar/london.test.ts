import { expect, test } from "vitest";
import { endOfLondonDay, londonDay } from "./london.ts";

test.each([
  ["2026-01-31", "2026-01-31T23:59:59.000Z"],
  ["2026-06-15", "2026-06-15T22:59:59.000Z"],
  ["2026-03-28", "2026-03-28T23:59:59.000Z"],
  ["2026-03-29", "2026-03-29T22:59:59.000Z"],
  ["2026-10-24", "2026-10-24T22:59:59.000Z"],
  ["2026-10-25", "2026-10-25T23:59:59.000Z"],
])("%s ends in London at %s", (day, end) => {
  const at = endOfLondonDay(day);
  expect(at.toISOString()).toBe(end);
  expect(londonDay(at)).toBe(day);
  expect(londonDay(new Date(at.getTime() + 1000))).not.toBe(day);
});

test("A day of an early year has four digits of the year", () => {
  expect(londonDay(new Date("0025-11-01T12:00:00Z"))).toBe("0025-11-01");
});
