import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { generateRowChecks, rowChecksFile } from "./generate-row-checks.ts";

test("the checks of rows are those of the contract (after a change: npm run row-checks)", () => {
  expect(readFileSync(rowChecksFile, "utf8")).toBe(generateRowChecks());
});
