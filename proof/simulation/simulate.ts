import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { startEmbeddedDatabase } from "../../apps/server/src/database/embedded.ts";
import { type Ending, tellStory } from "./story.ts";
import { openWorld, type World } from "./world.ts";

const help = `npm run simulate -- --seed 137              one story, step by step
npm run simulate -- --seed 137 --shrink     the same with the steps left out that it fails without
npm run simulate -- --seed 137 --without 3,4,9
npm run simulate -- --seed 1 --count 50     many, each in one line`;

const { values } = parseArgs({
  options: {
    seed: { type: "string", default: "1" },
    count: { type: "string", default: "1" },
    without: { type: "string", default: "" },
    shrink: { type: "boolean", default: false },
    help: { type: "boolean", default: false },
  },
});
const seed = Number(values.seed);
const without = new Set(values.without.split(",").filter(Boolean).map(Number));

if (values.help) console.log(help);
else process.exitCode = (await inWorld(run)) ? 0 : 1;

/** True when no story broke a promise. */
async function run(world: World): Promise<boolean> {
  if (values.shrink) {
    const needless = await shrink(world);
    console.log(`npm run simulate -- --seed ${seed} --without ${[...needless].join(",")}`);
    return tell(await tellStory(world, { seed, without: needless, onLine }));
  }
  const count = Number(values.count);
  let isGood = true;
  for (let each = seed; each < seed + count; each++) {
    const ending = await tellStory(world, {
      seed: each,
      without,
      ...(count === 1 && { onLine }),
    });
    isGood = tell(ending) && isGood;
  }
  return isGood;
}

/** Leaves out step by step, the last first, what the story fails without. */
async function shrink(world: World): Promise<ReadonlySet<number>> {
  const left = new Set(without);
  const whole = await tellStory(world, { seed, without: left });
  if (whole.violations.length === 0) return left;
  for (const step of whole.steps.toReversed()) {
    const { violations } = await tellStory(world, { seed, without: new Set([...left, step]) });
    if (violations.length > 0) left.add(step);
  }
  return left;
}

function tell({ seed: told, violations, messages, milliseconds }: Ending): boolean {
  const word = violations.length === 0 ? "kept every promise" : "BROKE";
  console.log(`seed ${told} ${word}: ${messages} messages, ${Math.round(milliseconds)} ms`);
  for (const violation of violations) console.log(`  ${violation}`);
  return violations.length === 0;
}

function onLine(line: string): void {
  console.log(line);
}

async function inWorld<T>(work: (world: World) => Promise<T>): Promise<T> {
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
