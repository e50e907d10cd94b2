import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { startEmbeddedDatabase } from "../../apps/server/src/database/embedded.ts";
import { type ScenarioResult, runScenario } from "./scenario.ts";
import { openWorld, type World } from "./world.ts";

const help = `npm run simulate -- --seed 137              one scenario, step by step
npm run simulate -- --seed 137 --shrink     the same, without the steps that are not needed for the failure
npm run simulate -- --seed 137 --without 3,4,9
npm run simulate -- --seed 1 --count 50     many, one line each
npm run simulate -- --seed 201 --wipe       the office wipes a phone at the end`;

const { values } = parseArgs({
  options: {
    seed: { type: "string", default: "1" },
    count: { type: "string", default: "1" },
    without: { type: "string", default: "" },
    wipe: { type: "boolean", default: false },
    shrink: { type: "boolean", default: false },
    help: { type: "boolean", default: false },
  },
});
const seed = Number(values.seed);
const wipesPhone = values.wipe;
const without = new Set(values.without.split(",").filter(Boolean).map(Number));

if (values.help) console.log(help);
else process.exitCode = (await withWorld(run)) ? 0 : 1;

/** True when no scenario broke a rule. */
async function run(world: World): Promise<boolean> {
  if (values.shrink) {
    const removableSteps = await shrink(world);
    console.log(`npm run simulate -- --seed ${seed} --without ${[...removableSteps].join(",")}`);
    return printResult(
      await runScenario(world, { seed, wipesPhone, without: removableSteps, onLine: printLine }),
    );
  }
  const count = Number(values.count);
  let isClean = true;
  for (let each = seed; each < seed + count; each++) {
    const result = await runScenario(world, {
      seed: each,
      wipesPhone,
      without,
      ...(count === 1 && { onLine: printLine }),
    });
    isClean = printResult(result) && isClean;
  }
  return isClean;
}

/** Returns the steps that can be left out while the scenario still fails. Tries one step at a time, the last first. */
async function shrink(world: World): Promise<ReadonlySet<number>> {
  const omittedSteps = new Set(without);
  const fullRun = await runScenario(world, { seed, wipesPhone, without: omittedSteps });
  if (fullRun.violations.length === 0) return omittedSteps;
  for (const step of fullRun.steps.toReversed()) {
    const { violations } = await runScenario(world, {
      seed,
      wipesPhone,
      without: new Set([...omittedSteps, step]),
    });
    if (violations.length > 0) omittedSteps.add(step);
  }
  return omittedSteps;
}

function printResult({
  seed: scenarioSeed,
  violations,
  messages,
  milliseconds,
}: ScenarioResult): boolean {
  const verdict = violations.length === 0 ? "broke no rule" : "BROKE A RULE";
  console.log(
    `seed ${scenarioSeed} ${verdict}: ${messages} messages, ${Math.round(milliseconds)} ms`,
  );
  for (const violation of violations) console.log(`  ${violation}`);
  return violations.length === 0;
}

function printLine(line: string): void {
  console.log(line);
}

async function withWorld<T>(work: (world: World) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), "fieldfare-simulate-"));
  const cluster = await startEmbeddedDatabase(folder, { durable: false });
  const world = await openWorld(cluster.connectionString);
  try {
    return await work(world);
  } finally {
    await world.close();
    await cluster.stop();
    await rm(folder, { recursive: true, force: true });
  }
}
