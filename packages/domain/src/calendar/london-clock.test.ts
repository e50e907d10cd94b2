import fc from "fast-check";
import { expect, test } from "vitest";
import { londonTime, readLondonClock } from "./london-clock.ts";

/** The clock as the time zones of Node have it. */
const zone = new Intl.DateTimeFormat("sv-SE", {
  timeZone: "Europe/London",
  dateStyle: "short",
  timeStyle: "short",
});

function readZone(at: Date): string {
  return zone.format(at).replace(" ", "T");
}

test("The clock in London is that of its time zone, in every year of the rule", () => {
  const from = Date.UTC(1960, 0, 1);
  const to = Date.UTC(2037, 11, 31);
  fc.assert(
    fc.property(fc.integer({ min: from / 1000, max: to / 1000 }), (seconds) => {
      const at = new Date(seconds * 1000);
      expect(readLondonClock(at)).toBe(readZone(at));
    }),
    { numRuns: 2000 },
  );
});

test("The clock changes at 01:00 UTC on the last Sunday of March and October, in each year", () => {
  for (let year = 1996; year <= 2037; year++)
    for (const month of [2, 9])
      for (let day = 22; day <= 31; day++)
        for (const at of [Date.UTC(year, month, day, 0, 59, 59), Date.UTC(year, month, day, 1)])
          expect(readLondonClock(new Date(at))).toBe(readZone(new Date(at)));
});

test("The time is written with the day first", () => {
  expect(londonTime(new Date("2026-07-05T23:30:00Z"))).toBe("06/07/2026 00:30");
  expect(londonTime(new Date("1970-07-05T23:30:00Z"))).toBe("06/07/1970 00:30");
});

test("A date that is none is an error", () => {
  expect(() => readLondonClock(new Date(Number.NaN))).toThrow(RangeError);
});
