import { expect, test } from "vitest";
import { advisoryLock } from "./advisory-locks.ts";

test("no two advisory locks have the same number", () => {
  const numbers = Object.values(advisoryLock);
  expect(new Set(numbers).size).toBe(numbers.length);
});
