import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestDatabase, type TestDatabase } from "../../apps/server/src/database/testing.ts";
import type { Mutant } from "./scenario-types.ts";
import { type ScenarioOptions, type ScenarioResult, runScenario } from "./scenario.ts";
import { openWorld, type World } from "./world.ts";

/** Opens one world for a test file. */
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

/** Defines one test for each seed: nothing is lost or recorded twice, and the order is kept, whatever happens. */
export function testSeeds(
  first: number,
  count: number,
  options: Pick<ScenarioOptions, "wipesPhone"> = {},
): void {
  const world = useWorld();
  const seeds = Array.from({ length: count }, (_, index) => first + index);
  test.each(seeds)("seed %i breaks no rule", async (seed) => {
    const result = await runScenario(world(), { seed, ...options });
    expect.soft(result.violations, describeFailure(result, options)).toEqual([]);
  });
}

/** Returns the first scenario in which the mutant causes the expected violation, or null. */
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

/** Describes a failed scenario: its violations, the command that replays it, and its last lines. */
function describeFailure(
  { seed, violations, lines }: ScenarioResult,
  { wipesPhone }: Pick<ScenarioOptions, "wipesPhone"> = {},
): string {
  return [
    `Seed ${seed} broke a rule:`,
    ...violations.map((violation) => `  ${violation}`),
    `Replay it: npm run simulate -- --seed ${seed}${wipesPhone ? " --wipe" : ""}`,
    "The end of its log:",
    ...lines.slice(-40),
  ].join("\n");
}
