import { fillDatabase, fillSizes } from "../../growth/fill-database.ts";
import { openReadPaths } from "../../growth/read-paths.ts";
import type { Figure } from "../figure.ts";
import type { BenchResources } from "../resources.ts";
import { median, ms, percentile, sideBySide } from "../rounds.ts";
import { startSystem } from "../system.ts";

const rounds = 40;
const warmUpRounds = 3;
const limitMs = 50;

export const growth: Figure = {
  name: "growth",
  ratioOf:
    "the read path of office and phones that slows down most, median at ten times the jobs / at one times",
  target: 1.3,
  better: "lower",
  async measure(resources) {
    const { growthJobs } = resources;
    const small = await openFilled(resources, Math.round(growthJobs / 10));
    const large = await openFilled(resources, growthJobs);
    const measured = [];
    for (const [index, path] of large.entries()) {
      const counterpart = small[index];
      if (!counterpart) throw new Error("The databases have different paths");
      const read = (one: typeof path) => async (round: number) => {
        const start = performance.now();
        await one.read(round);
        return performance.now() - start;
      };
      const candidates = { small: read(counterpart), large: read(path) };
      await sideBySide(warmUpRounds, candidates);
      const times = await sideBySide(rounds, candidates);
      const [before, after] = [median(times.small), median(times.large)];
      measured.push({
        name: path.name,
        ratio: after / before,
        before,
        after,
        p95: percentile(times.large, 95),
      });
    }
    const worst = Math.max(...measured.map(({ ratio }) => ratio));
    const slowest = Math.max(...measured.map(({ p95 }) => p95));
    return {
      ratio: worst,
      also: [
        { what: "p95 of the slowest path, ms", value: slowest, limit: limitMs, better: "lower" },
      ],
      notes: [
        `${growthJobs} closed jobs against ${Math.round(growthJobs / 10)}, over HTTP, medians of ${rounds} in turn`,
        ...measured.map(
          ({ name, ratio, before, after, p95 }) =>
            `${name}: ${ratio.toFixed(2)} (${ms(before)}, ${ms(after)}; p95 ${ms(p95)})`,
        ),
      ],
    };
  },
};

/** Starts a server whose database has so many jobs. */
async function openFilled(resources: BenchResources, jobs: number) {
  const { url, database } = await startSystem(resources);
  await fillDatabase(database, fillSizes(jobs), { until: new Date() });
  return openReadPaths({ url, database }, rounds);
}
