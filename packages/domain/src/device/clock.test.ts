import { expect, it } from "vitest";
import { hoursClockOff } from "./clock.ts";

const server = new Date("2026-11-22T12:00:00.000Z");

it.each([
  ["2026-11-22T12:59:59.000Z", null],
  ["2026-11-22T11:00:01.000Z", null],
  ["2026-11-22T11:00:00.000Z", 1],
  ["2026-11-22T15:10:00.000Z", -3],
  ["1970-01-01T00:00:00.000Z", 498_708],
])("A phone that says %s at noon is off by %s hours", (phone, hours) => {
  expect(hoursClockOff(server, new Date(phone))).toBe(hours);
});
