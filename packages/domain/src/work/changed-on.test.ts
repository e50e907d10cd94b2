import { expect, it } from "vitest";
import { changedOn } from "./changed-on.ts";

it("A change is later than the one before it, whatever the clock has done", () => {
  const now = new Date("2026-07-01T09:00:00.000Z");
  const ahead = { modifiedOn: "2030-01-01T00:00:00.000Z" };
  expect(changedOn(ahead, now).toISOString()).toBe("2030-01-01T00:00:00.001Z");
  expect(changedOn({ modifiedOn: "2026-07-01T08:59:59.000Z" }, now)).toEqual(now);
});
