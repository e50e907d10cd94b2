import { expect, it } from "vitest";
import { describePeriod, isShorter, listUndecided, readChoice } from "./periods.ts";

const period = {
  kind: "device-logs",
  days: 180,
  effect: "deleted",
  minimumDays: 1,
  maximumDays: 1_096,
  mayKeepForEver: false,
  law: null,
  source: "default",
  otherwiseDays: 180,
  changedOn: null,
} as const;

it("writes a period in days, and in years where it is whole years", () => {
  expect([null, 0, 1, 90, 365, 366, 731, 2_192, 36_525].map(describePeriod)).toEqual([
    "For ever",
    "Until the next run",
    "1 day",
    "90 days",
    "365 days (1 year)",
    "366 days (1 year)",
    "731 days (2 years)",
    "2,192 days (6 years)",
    "36,525 days (100 years)",
  ]);
});

it("reads what was typed, or says what is wrong with it", () => {
  const read = (text: string) => readChoice({ kind: "days", text }, period);
  expect(read(" 1,000 ")).toEqual({ days: 1_000 });
  for (const text of ["", "-1", "1.5", "six years"])
    expect(read(text)).toEqual({ issue: "Type a number of days" });
  expect(read("0")).toEqual({ issue: "The shortest period is 1 day" });
  expect(read("1097")).toEqual({ issue: "The longest period is 1,096 days (3 years)" });
  expect(readChoice({ kind: "for-ever" }, period)).toEqual({ days: null });
  expect(readChoice({ kind: "otherwise" }, period)).toEqual({ days: 180 });
});

it("knows which of two periods deletes earlier", () => {
  expect([isShorter(1, 2), isShorter(2, 2), isShorter(2, null), isShorter(null, 2)]).toEqual([
    true,
    false,
    true,
    false,
  ]);
});

it("names what is kept for ever without a decision", () => {
  const undecided = { ...period, days: null } as const;
  expect(
    listUndecided([
      period,
      undecided,
      { ...undecided, source: "environment" },
      { ...undecided, source: "office" },
    ]),
  ).toEqual([undecided]);
});
