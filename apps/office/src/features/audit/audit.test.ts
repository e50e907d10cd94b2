import { expect, it } from "vitest";
import { buildFilters, readFirstDay } from "./filters.ts";
import { parseAuditSearch } from "./routes.ts";
import { describeType, listChangedValues } from "./values.ts";

const now = Date.parse("2026-07-01T23:30:00Z");

it("shows the entries of today in London without a filter, and of any day with one", () => {
  expect(readFirstDay({}, now)).toBe("2026-07-02");
  expect(buildFilters({}, now)).toEqual({ from: "2026-07-01T23:00:00.000Z" });
  expect(buildFilters({ subject: "an id" }, now)).toEqual({ subject: "an id" });
});

it("begins and ends days in London, also on the days on which the clocks change", () => {
  expect(buildFilters({ from: "2026-03-29", to: "2026-03-29" }, now)).toEqual({
    from: "2026-03-29T00:00:00.000Z",
    until: "2026-03-29T23:00:00.000Z",
  });
  expect(buildFilters({ to: "2026-10-25", actor: "server" }, now)).toEqual({
    actor: "server",
    until: "2026-10-26T00:00:00.000Z",
  });
});

it("takes from an address only what fits", () => {
  const actor = "0190a000-0000-4000-8000-0000000000c1";
  expect(parseAuditSearch({ actor, from: "2026-02-30", other: "1", action: "job-raised" })).toEqual(
    { actor, action: "job-raised" },
  );
  expect(parseAuditSearch({ actor: "server", to: "tomorrow" })).toEqual({ actor: "server" });
});

it("lists what differs before and after", () => {
  expect(
    listChangedValues(
      { name: "Jamie", roles: ["planner"], email: "a@b.example" },
      { name: "Jamie", roles: ["viewer"], phone: null },
    ),
  ).toEqual([
    { name: "roles", before: '["planner"]', after: '["viewer"]' },
    { name: "email", before: "a@b.example", after: null },
  ]);
  expect(listChangedValues(null, { locked: true })).toEqual([
    { name: "locked", before: null, after: "true" },
  ]);
  expect(listChangedValues(null, null)).toEqual([]);
  expect(listChangedValues([1], [1, 2])).toEqual([
    { name: "Value", before: "[1]", after: "[1,2]" },
  ]);
});

it("writes a type as words", () => {
  expect(describeType("refresh-token-reused")).toBe("Refresh token reused");
});
