import { describe, expect, it, test } from "vitest";
import { rankedChoices, selectorKind } from "./choices.ts";
import { londonDay } from "../calendar/london.ts";

test.each([
  [0, "buttons"],
  [4, "buttons"],
  [5, "dropdown"],
  [30, "dropdown"],
  [31, "typeahead"],
] as const)("A selector of %d options is shown as %s", (options, kind) => {
  expect(selectorKind(options)).toBe(kind);
});

describe("Ranked choices", () => {
  const named = (count: number) =>
    Array.from({ length: count }, (_, index) => ({ id: index + 1, name: `Maker ${index + 1}` }));
  const byId = ({ id }: { id: number }) => id;

  it("of rank 10 or lower come first, in the order of rank", () => {
    const { top } = rankedChoices(named(31), byId);
    expect(top.map(byId)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
  });

  it("offer the full list under 'See more...'", () => {
    const { all, more } = rankedChoices(named(31), byId);
    expect([all.length, more]).toEqual([31, "See more..."]);
  });

  it("of 30 or fewer show with 'See more'", () => {
    expect(rankedChoices(named(30), byId).more).toBe("See more");
  });

  it("are all shown at once if all or none have such a rank", () => {
    expect(rankedChoices(named(10), byId)).toMatchObject({ more: null });
    const none = rankedChoices(named(12), () => null);
    expect([none.top.length, none.more]).toEqual([12, null]);
  });
});

describe("The calendar day in London", () => {
  test.each([
    ["2026-01-31T23:59:00Z", "2026-01-31"],
    ["2026-06-30T23:30:00Z", "2026-07-01"],
  ])("at %s is %s", (time, day) => {
    expect(londonDay(new Date(time))).toBe(day);
  });
});
