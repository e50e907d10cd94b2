import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { compiledChecks } from "./compile-checks.ts";

test.each(compiledChecks)(
  "the compiled checks are those of the contract (after a change: npm run compile-checks)",
  ({ file, generate }) => {
    expect(readFileSync(file, "utf8")).toBe(generate());
  },
);
