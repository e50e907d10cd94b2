import { expect, it } from "vitest";
import { parseLondonTime, writeLondonTime } from "./london-time.ts";

it.each([
  ["in winter", "2026-11-23T09:00", "2026-11-23T09:00:00.000Z"],
  ["in summer", "2026-07-01T09:00", "2026-07-01T08:00:00.000Z"],
  ["after the clocks went forward", "2026-03-29T02:00", "2026-03-29T01:00:00.000Z"],
  ["in the hour that comes twice", "2026-10-25T01:30", "2026-10-25T00:30:00.000Z"],
  ["after the clocks went back", "2026-10-25T02:00", "2026-10-25T02:00:00.000Z"],
])("a time %s is that moment, and back", (_, time, moment) => {
  expect(parseLondonTime(time)).toBe(moment);
  expect(writeLondonTime(moment)).toBe(time);
});

it.each(["", "2026-11-23T", "2026-03-29T01:30"])("no moment has the time %j", (time) => {
  expect(parseLondonTime(time)).toBeNull();
});
