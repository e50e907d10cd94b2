import { describe, expect, it } from "vitest";
import { abandonedOutcomes, classifyUnsent, fixedOutcomes, percentOf } from "./figures.ts";
import { outcomes } from "./outcome.ts";

it("An outcome is fixed, abandoned, or needs another visit", () => {
  const rest = outcomes.filter(
    ({ outcomeId }) => !fixedOutcomes.includes(outcomeId) && !abandonedOutcomes.includes(outcomeId),
  );
  expect(rest.map(({ name }) => name)).toEqual(["Parts Required", "Revisit Required", "Referral"]);
});

describe("The age of unsent work", () => {
  const at = new Date("2026-11-23T12:00:00Z");
  it.each([
    [null, "none"],
    ["2026-11-23T11:00:01Z", "hour"],
    ["2026-11-23T11:00:00Z", "day"],
    ["2026-11-22T12:00:00Z", "threeDays"],
    ["2026-11-20T12:00:00Z", "longer"],
    ["2026-11-23T12:05:00Z", "hour"],
  ])("since %s is %s", (since, age) => {
    expect(classifyUnsent(since === null ? null : new Date(since), at)).toBe(age);
  });
});

it("A share is rounded, and there is none of nothing", () => {
  expect(percentOf(2, 3)).toBe(67);
  expect(percentOf(0, 3)).toBe(0);
  expect(percentOf(0, 0)).toBeNull();
});
