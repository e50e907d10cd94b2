import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { startEmbeddedDatabase } from "../../apps/server/src/database/embedded.ts";
import { tellStory } from "./story.ts";
import { openWorld } from "./world.ts";

const help = `npm run simulate -- --seed 137            one story, step by step
npm run simulate -- --seed 1 --count 50   many, only those that fail are told`;

const { values } = parseArgs({
  options: {
    seed: { type: "string", default: "1" },
    count: { type: "string", default: "1" },
    help: { type: "boolean", default: false },
  },
});
if (values.help) console.log(help);
else process.exitCode = (await simulate(Number(values.seed), Number(values.count))) ? 0 : 1;

/** True when no story of these seeds breaks a promise. */
async function simulate(first: number, count: number): Promise<boolean> {
  const folder = await mkdtemp(join(tmpdir(), "fieldfare-simulate-"));
  const cluster = await startEmbeddedDatabase(folder, { durable: false });
  const world = await openWorld(cluster.connectionString);
  let broken = 0;
  try {
    for (let seed = first; seed < first + count; seed++) {
      const ending = await tellStory(world, {
        seed,
        ...(count === 1 && { onLine: (line: string) => console.log(line) }),
      });
      if (ending.violations.length > 0) broken += 1;
      const word = ending.violations.length === 0 ? "kept every promise" : "BROKE";
      console.log(
        `seed ${seed} ${word}: ${ending.messages} messages, ${Math.round(ending.milliseconds)} ms`,
      );
      for (const violation of ending.violations) console.log(`  ${violation}`);
    }
  } finally {
    await world.close();
    await cluster.stop();
    await rm(folder, { recursive: true, force: true });
  }
  return broken === 0;
}
