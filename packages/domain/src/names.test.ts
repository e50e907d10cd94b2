import { expect, test } from "vitest";
import { isSameName } from "./names.ts";

test.each([
  ["Housing", "housing"],
  ["Housing", " HOUSING  "],
  ["Caf\u00e9", "CAFE\u0301"],
])("%j and %j are the same name", (one, other) => {
  expect(isSameName(one, other)).toBe(true);
});

test.each([
  ["Housing", "Housing 2"],
  ["Housing system", "Housingsystem"],
])("%j and %j are two names", (one, other) => {
  expect(isSameName(one, other)).toBe(false);
});
