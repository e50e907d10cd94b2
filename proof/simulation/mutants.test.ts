import { describe, expect, test } from "vitest";
import { mutants } from "./mutants.ts";
import { findFirstDetection, useWorld } from "./seeds.ts";

describe("the simulation detects", () => {
  const world = useWorld();
  test.each(mutants)(
    "$name",
    async ({ mutant, fromSeed: first = 1, withinSeeds: maxSeeds, expectedViolation }) => {
      const result = await findFirstDetection(world(), mutant(), {
        first,
        maxSeeds,
        expectedViolation,
      });
      expect(result, `none of ${maxSeeds} scenarios detected it`).not.toBeNull();
    },
  );
});
