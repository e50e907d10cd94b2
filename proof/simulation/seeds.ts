import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestDatabase, type TestDatabase } from "../../apps/server/src/database/testing.ts";
import type { Mutant } from "./scenario-types.ts";
import { type ScenarioResult, runScenario } from "./scenario.ts";
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
    const result = await runScenario(world(), { seed });
    expect.soft(result.violations, describeFailure(result)).toEqual([]);
  });
}

/** The first story that a mutant breaks in the way that is expected of it, or null. */
export async function findFirstDetection(
  world: World,
  mutant: Mutant,
  {
    first,
    maxSeeds,
    expectedViolation,
  }: { first: number; maxSeeds: number; expectedViolation: RegExp },
): Promise<ScenarioResult | null> {
  for (let seed = first; seed < first + maxSeeds; seed++) {
    const result = await runScenario(world, { seed, mutant });
    if (result.violations.some((violation) => expectedViolation.test(violation))) return result;
  }
  return null;
}

/** What somebody needs who wants to know why. */
function describeFailure({ seed, violations, lines }: ScenarioResult): string {
  return [
    `Seed ${seed} broke a promise:`,
    ...violations.map((violation) => `  ${violation}`),
    `Replay it alone: npm run simulate -- --seed ${seed}`,
    "The end of its story:",
    ...lines.slice(-40),
  ].join("\n");
}
