import { parseArgs } from "node:util";
import { figures } from "./figures/figures.ts";
import { type Figure, type Outcome, measureFigure } from "./figure.ts";
import { describeMachine } from "./machine.ts";
import { openResources } from "./resources.ts";

const { values } = parseArgs({
  options: {
    json: { type: "boolean" },
    only: { type: "string", multiple: true },
    jobs: { type: "string", default: "20000" },
  },
});
const requestedFigures = values.only?.flatMap((names) => names.split(","));
const unknown =
  requestedFigures?.filter((name) => !figures.some((figure) => figure.name === name)) ?? [];
if (unknown.length > 0) {
  console.error(`No figure is called ${unknown.join(", ")}.`);
  console.error(`There are: ${figures.map(({ name }) => name).join(", ")}.`);
  process.exit(2);
}

// Not to standard output, which has the results alone.
const resources = openResources(Number(values.jobs), (text) => console.error(`  ${text}`));
const outcomes: Record<string, Outcome> = {};
// Ctrl+C also closes the database and the browser, and deletes the folders.
console.error(describeMachine());
process.once("SIGINT", () => void resources.close().finally(() => process.exit(130)));
try {
  for (const figure of figures.filter(
    ({ name }) => !requestedFigures || requestedFigures.includes(name),
  )) {
    if (!values.json) process.stdout.write(`${figure.name} ...\r`);
    const outcome = await measureFigure(figure, resources);
    outcomes[figure.name] = outcome;
    if (!values.json) print(figure, outcome);
  }
} finally {
  await resources.close();
}
console.error(describeMachine());
if (values.json) console.log(JSON.stringify(outcomes));
else {
  const heldCount = Object.values(outcomes).filter(({ holds }) => holds).length;
  console.log(`\n${heldCount} of ${Object.keys(outcomes).length} hold`);
}
process.exit(0);

function print({ name, ratioOf, better }: Figure, { ratio, target, holds, also, notes }: Outcome) {
  const sign = { lower: "at most", higher: "at least" };
  console.log(
    `${holds ? "holds" : "SHORT"}  ${name.padEnd(10)} ${String(ratio ?? "-").padStart(7)}` +
      `  (${sign[better]} ${target})  ${ratioOf}`,
  );
  for (const condition of also)
    console.log(
      `${condition.holds ? "     " : "SHORT"}  ${"".padEnd(10)} ${String(condition.value).padStart(7)}` +
        `  (${sign[condition.better]} ${condition.limit})  ${condition.what}`,
    );
  for (const note of notes) console.log(`${"".padEnd(19)}${note}`);
}
