import { expect, it } from "vitest";
import { clockCorrection, clockOffsetHours, mayHaveBeenSet } from "./clock.ts";

const server = new Date("2026-11-22T12:00:00.000Z");

it.each([
  ["2026-11-22T12:59:59.000Z", null],
  ["2026-11-22T11:00:01.000Z", null],
  ["2026-11-22T11:00:00.000Z", 1],
  ["2026-11-22T15:10:00.000Z", -3],
  ["1970-01-01T00:00:00.000Z", 498_708],
])("A phone that shows %s at noon is off by %s hours", (phone, hours) => {
  expect(clockOffsetHours(server.getTime() - Date.parse(phone))).toBe(hours);
});

it.each([
  [299_999, 0],
  [-299_999, 0],
  [300_000, 300_000],
  [-7_200_000, -7_200_000],
])("For an offset of %s ms, %s ms are corrected", (offset, correction) => {
  expect(clockCorrection(offset)).toBe(correction);
});

it.each([
  ["goes on", 10, false],
  ["stands still", 0, false],
  ["goes back", -1, true],
  ["goes on by two hours", 120, true],
  ["goes on by nearly two hours", 118, true],
  ["goes on by less", 117, false],
])("A clock two hours off that %s", (_what, minutes, isSet) => {
  for (const hours of [2, -2])
    expect(mayHaveBeenSet(hours * 3_600_000, 0, minutes * 60_000)).toBe(isSet);
});
