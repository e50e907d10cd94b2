import type { Figure } from "../figure.ts";
import { openPayloads } from "../payloads.ts";
import { ms, percentile } from "../rounds.ts";

/** What an engineer types: words of a description, several words, a code, and words without a match. */
const queries = [
  "valve",
  "gasket",
  "copper",
  "pump",
  "flue seal",
  "brass",
  "sensor",
  "p1000",
  "p1059999",
  "mf-77",
  "washer",
  "meter",
  "bracket",
  "relay",
  "lower",
  "combi",
  "thermostat",
  "zebra",
  "quartz",
  "boiler",
];

export const search: Figure = {
  name: "search",
  ratioOf: "p95 of a key over 60,000 parts / a Dexie filter on the same words",
  target: 0.04,
  better: "lower",
  async measure(resources) {
    const { server } = await openPayloads(resources);
    const browser = await resources.browser();
    const page = await browser.open(server.url);
    await page.evaluate(() => bench.applyOurs("search", "/payload/full"));
    await page.evaluate(() => bench.applyBaseline("baseline", "/payload/parts"));
    const words = queries.map((query, index) => query.slice(0, 1 + ((index * 2) % query.length)));
    const ours = [];
    const baselineKeys = [];
    for (let round = 0; round < 2; round++) {
      ours.push(await page.evaluate((typed) => bench.search("search", typed), queries));
      baselineKeys.push(
        ...(await page.evaluate(
          (typed) => bench.searchBaseline("baseline", typed),
          words.filter((_, index) => index % 2 === round),
        )),
      );
    }
    await browser.close();
    const keys = ours.flatMap((run) => run.keys);
    const oursAll = percentile(
      keys.map((key) => key.ms),
      95,
    );
    const sameWords = keys.filter((key) => words.includes(key.words));
    const oursSame = percentile(
      sameWords.map((key) => key.ms),
      95,
    );
    const baseline = percentile(
      baselineKeys.map((key) => key.ms),
      95,
    );
    for (const key of baselineKeys) {
      const same = keys.find(({ words: typed }) => typed === key.words);
      if (same && same.hits !== key.hits)
        throw new Error(`"${key.words}" finds ${same.hits} of ours and ${key.hits} of Dexie's`);
    }
    return {
      ratio: oursSame / baseline,
      also: [{ what: "ms, p95 of every key", value: oursAll, limit: 16, better: "lower" }],
      notes: [
        `ours p95 ${ms(oursAll)} of ${keys.length} keys; on ${baselineKeys.length} words that were also searched with Dexie ` +
          `${ms(oursSame)}, Dexie ${ms(baseline)}`,
        `opening the search takes ${ms(
          percentile(
            ours.map(({ opened }) => opened),
            50,
          ),
        )}`,
      ],
    };
  },
};
