import { expect, it } from "vitest";
import {
  comesTwice,
  isUnusualTime,
  parseLondonTime,
  writeLondonTime,
  describeTimeDoubt,
  describeTimeProblem,
} from "./london-time.ts";

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

it("a time of the hour in which the clocks go back comes twice", () => {
  expect(comesTwice("2026-10-25T01:00")).toBe(true);
  expect(comesTwice("2026-10-25T01:59")).toBe(true);
  for (const once of ["2026-10-25T00:59", "2026-10-25T02:00", "2026-03-29T01:30", "", "x"])
    expect(comesTwice(once)).toBe(false);
});

it("a time is unusual more than a day ago and in more than a year", () => {
  const now = Date.parse("2026-11-23T09:00:00Z");
  for (const moment of [
    "1900-01-01T09:00:00.000Z",
    "2026-11-22T08:59:00.000Z",
    "2100-01-01T09:00:00Z",
  ])
    expect(isUnusualTime(moment, now)).toBe(true);
  for (const moment of ["2026-11-22T09:01:00.000Z", "2026-11-23T08:00:00Z", "2027-11-22T09:00:00Z"])
    expect(isUnusualTime(moment, now)).toBe(false);
});

it("a field without a moment says why", () => {
  expect(describeTimeProblem("")).toBe("Enter a day and a time");
  expect(describeTimeProblem("2027-03-28T01:30")).toContain("does not exist");
});

it("an appointment in the past or far away is pointed out", () => {
  const now = Date.parse("2026-11-23T09:00:00Z");
  const about = (moment: string | null) => describeTimeDoubt(moment, now);
  expect(about("1900-01-01T09:00:00.000Z")).toContain("passed");
  expect(about("2026-11-23T08:59:00.000Z")).toContain("passed");
  expect(about("2026-11-23T09:01:00.000Z")).toBeNull();
  expect(about("2100-01-01T09:00:00.000Z")).toContain("more than a year");
  expect(about(null)).toBeNull();
});
