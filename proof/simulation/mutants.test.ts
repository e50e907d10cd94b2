import { describe, expect, test } from "vitest";
import { mutants } from "./mutants.ts";
import { firstCaught, useWorld } from "./seeds.ts";

describe("the simulation can fail: it notices", () => {
  const world = useWorld();
  test.each(mutants)(
    "$name",
    async ({ mutant, fromSeed: first = 1, withinSeeds: most, noticed }) => {
      const ending = await firstCaught(world(), mutant(), { first, most, noticed });
      expect(ending, `no story of ${most} noticed it`).not.toBeNull();
    },
  );
});
