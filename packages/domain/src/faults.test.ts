import { expect, it } from "vitest";
import { firstFault } from "./faults.ts";

it("The first fault is that of the first field in error", () => {
  expect(firstFault({ a: undefined, b: "second", c: "third" })).toBe("second");
  expect(firstFault({})).toBeNull();
});
