import { expect, it } from "vitest";
import { firstIssue } from "./issues.ts";

it("The first fault is that of the first field in error", () => {
  expect(firstIssue({ a: undefined, b: "second", c: "third" })).toBe("second");
  expect(firstIssue({})).toBeNull();
});
