import { describe, expect, test } from "vitest";
import { mutants } from "./mutants.ts";
import { firstCaught, useWorld } from "./seeds.ts";

describe("the simulation can fail: it notices", () => {
  const world = useWorld();
  test.each(mutants)("$name", async ({ mutant, withinSeeds, noticed }) => {
    const ending = await firstCaught(world(), mutant(), withinSeeds, noticed);
    expect(ending, `no story of ${withinSeeds} noticed it`).not.toBeNull();
  });
});
