import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestDatabase, type TestDatabase } from "../../apps/server/src/database/testing.ts";
import type { Mutant } from "./scene.ts";
import { type Ending, tellStory } from "./story.ts";
import { openWorld, type World } from "./world.ts";

/** A world of its own for one test file. */
export function useWorld(): () => World {
  let database: TestDatabase | null = null;
  let world: World | null = null;
  beforeAll(async () => {
    database = await createTestDatabase();
    world = await openWorld(database.connectionString);
  });
  afterAll(async () => {
    await world?.close();
    await database?.drop();
  });
  return () => {
    if (!world) throw new Error("The world is not open yet");
    return world;
  };
}

/** One test for each seed: nothing lost, nothing twice, order kept, whatever happens. */
export function testSeeds(first: number, count: number): void {
  const world = useWorld();
  const seeds = Array.from({ length: count }, (_, index) => first + index);
  test.each(seeds)("seed %i keeps every promise", async (seed) => {
    const ending = await tellStory(world(), { seed });
    expect.soft(ending.violations, account(ending)).toEqual([]);
  });
}

/** The first story that a mutant breaks in the way that is expected of it, or null. */
export async function firstCaught(
  world: World,
  mutant: Mutant,
  { first, most, noticed }: { first: number; most: number; noticed: RegExp },
): Promise<Ending | null> {
  for (let seed = first; seed < first + most; seed++) {
    const ending = await tellStory(world, { seed, mutant });
    if (ending.violations.some((violation) => noticed.test(violation))) return ending;
  }
  return null;
}

/** What somebody needs who wants to know why. */
function account({ seed, violations, lines }: Ending): string {
  return [
    `Seed ${seed} broke a promise:`,
    ...violations.map((violation) => `  ${violation}`),
    `Replay it alone: npm run simulate -- --seed ${seed}`,
    "The end of its story:",
    ...lines.slice(-40),
  ].join("\n");
}
