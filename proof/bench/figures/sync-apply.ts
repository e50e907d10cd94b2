import type { Figure } from "../figure.ts";
import { openPayloads } from "../payloads.ts";
import { median, ms, sideBySide } from "../rounds.ts";

const rounds = 5;

export const syncApply: Figure = {
  name: "syncApply",
  ratioOf: "30 MB from the network to ready for search / fetch and JSON.parse, both in a worker",
  target: 1.5,
  better: "lower",
  async measure(resources) {
    const payloads = await openPayloads(resources);
    const { url } = payloads.server;
    const browser = await resources.browser();
    const page = await browser.open(url);
    const tasks: number[] = [];
    // The first round starts the workers and is not counted.
    await page.evaluate(() => bench.applyFloor("/payload/tenth"));
    await page.evaluate(() => bench.applyOurs("warm", "/payload/tenth"));
    await page.evaluate(() => bench.deleteBenchDatabase("warm"));
    const times = await sideBySide(rounds, {
      floor: () => page.evaluate(() => bench.applyFloor("/payload/full")),
      ours: async () => {
        const applied = await page.evaluate(() => bench.applyOurs("apply", "/payload/full"));
        await page.evaluate(() => bench.deleteBenchDatabase("apply"));
        tasks.push(applied.longestTask);
        return applied.ms;
      },
    });
    const baseline =
      10 * (await page.evaluate(() => bench.applyBaseline("baseline", "/payload/tenth")));
    await browser.close();
    const [ours, floor] = [median(times.ours), median(times.floor)];
    return {
      ratio: ours / floor,
      also: [
        {
          what: "times faster than Dexie row by row",
          value: baseline / ours,
          limit: 15,
          better: "higher",
        },
        {
          what: "ms, the longest task of the page's thread (0: none over 50)",
          value: Math.max(...tasks),
          limit: 50,
          better: "lower",
        },
      ],
      notes: [
        `ours ${ms(ours)}, floor ${ms(floor)}, medians of ${rounds}; ` +
          `${payloads.full.rows} rows, ${(payloads.full.json.length / 1e6).toFixed(1)} MB`,
        `Dexie ${ms(baseline)}: a tenth of the rows, times ten`,
      ],
    };
  },
};
