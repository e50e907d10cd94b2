import { expect, it } from "vitest";
import { firstIssue } from "./issues.ts";

it("The first issue is that of the first field with an issue", () => {
  expect(firstIssue({ a: undefined, b: "second", c: "third" })).toBe("second");
  expect(firstIssue({})).toBeNull();
});
