import { describe, expect, test } from "vitest";
import { mutants } from "./mutants.ts";
import { findFirstDetection, useWorld } from "./seeds.ts";

describe("the simulation can fail: it notices", () => {
  const world = useWorld();
  test.each(mutants)(
    "$name",
    async ({ mutant, fromSeed: first = 1, withinSeeds: maxSeeds, expectedViolation }) => {
      const result = await findFirstDetection(world(), mutant(), {
        first,
        maxSeeds,
        expectedViolation,
      });
      expect(result, `no story of ${maxSeeds} noticed it`).not.toBeNull();
    },
  );
});
