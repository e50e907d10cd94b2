import { fillDatabase, fillSizes } from "../../growth/fill-database.ts";
import { openReadPaths, type ReadPath } from "../../growth/read-paths.ts";
import type { Figure } from "../figure.ts";
import type { BenchResources } from "../resources.ts";
import { median, ms, percentile, sideBySide } from "../rounds.ts";
import { startSystem } from "../system.ts";

const passes = 3;
const roundsInPass = 40;
const warmUpRounds = 5;
const maxRatio = 1.3;
const limitMs = 50;

export const growth: Figure = {
  name: "growth",
  ratioOf:
    "the read path of office and phones that slows down most, median at ten times the jobs / at one times",
  target: maxRatio,
  better: "lower",
  async measure(resources) {
    const { growthJobs } = resources;
    const small = await openFilled(resources, Math.round(growthJobs / 10));
    const large = await openFilled(resources, growthJobs);
    const paths = large.map((path, index) => {
      const counterpart = small[index];
      if (!counterpart) throw new Error("The databases have different paths");
      return { name: path.name, small: counterpart, large: path };
    });
    for (const path of paths) {
      resources.report(`first reads of ${path.name}`);
      await timePath(path, warmUpRounds, 0);
    }
    // Other work on the machine comes and goes: each path is measured at three times, and in turn at both sizes.
    const timed: Timed[] = [];
    for (let pass = 0; pass < passes; pass++)
      for (const path of paths) {
        resources.report(`pass ${pass + 1} of ${passes}: ${path.name}`);
        timed.push(...(await timePath(path, roundsInPass, pass * roundsInPass)));
      }
    const measured = paths.map(({ name }) => summarise(name, timed));
    const same = measured.filter(({ longer }) => longer <= maxRatio);
    const growing = measured.filter(({ longer }) => longer > maxRatio);
    return {
      ratio: Math.max(...same.map(({ ratio }) => ratio)),
      also: [
        {
          what: "where the answer is longer too (more jobs on a day): ratio of the times / of the lengths",
          value: Math.max(0, ...growing.map(({ ratio, longer }) => ratio / longer)),
          limit: maxRatio,
          better: "lower",
        },
        {
          what: "p95 of the slowest path, ms",
          value: Math.max(...measured.map(({ p95 }) => p95)),
          limit: limitMs,
          better: "lower",
        },
      ],
      notes: [
        `${growthJobs} closed jobs against ${Math.round(growthJobs / 10)}, over HTTP, medians of ${passes * roundsInPass} in turn`,
        ...measured.map(
          ({ name, ratio, before, after, p95Before, p95, longer }) =>
            `${name}: ${ratio.toFixed(2)} (${ms(before)}, ${ms(after)}; p95 ${ms(p95Before)}, ${ms(p95)})` +
            (longer > maxRatio ? `, the answer ${longer.toFixed(1)} times as long` : ""),
        ),
      ],
    };
  },
};

interface ComparedPath {
  readonly name: string;
  readonly small: ReadPath;
  readonly large: ReadPath;
}

interface Timed {
  readonly name: string;
  readonly size: "small" | "large";
  readonly ms: number;
  readonly length: number;
}

/** Reads a path at both sizes in turn, each sample as often at the one as at the other. */
async function timePath(path: ComparedPath, rounds: number, first: number): Promise<Timed[]> {
  const timed: Timed[] = [];
  const read = (size: Timed["size"]) => async (round: number) => {
    const start = performance.now();
    const length = await path[size].read(first + round);
    const one = { name: path.name, size, ms: performance.now() - start, length };
    timed.push(one);
    return one.ms;
  };
  await sideBySide(rounds, { small: read("small"), large: read("large") });
  return timed;
}

function summarise(name: string, timed: readonly Timed[]) {
  const of = (size: Timed["size"]) => timed.filter((one) => one.name === name && one.size === size);
  const times = (size: Timed["size"]) => of(size).map((one) => one.ms);
  const meanLength = (size: Timed["size"]) =>
    of(size).reduce((sum, { length }) => sum + length, 0) / of(size).length;
  const [before, after] = [median(times("small")), median(times("large"))];
  return {
    name,
    before,
    after,
    ratio: after / before,
    p95Before: percentile(times("small"), 95),
    p95: percentile(times("large"), 95),
    longer: meanLength("large") / meanLength("small"),
  };
}

/** Starts a server whose database has so many jobs. */
async function openFilled(resources: BenchResources, jobs: number) {
  const { url, database } = await startSystem(resources);
  const onProgress = (done: number) => resources.report(`filled ${done} of ${jobs} jobs`);
  await fillDatabase(database, fillSizes(jobs), { until: new Date(), onProgress });
  return openReadPaths({ url, database }, roundsInPass);
}
