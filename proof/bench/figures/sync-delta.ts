import type { Figure } from "../figure.ts";
import { openPayloads } from "../payloads.ts";
import { median, ms } from "../rounds.ts";
import { deltaPayload } from "../payload.ts";

const fullRounds = 3;
const deltasEach = 5;

export const syncDelta: Figure = {
  name: "syncDelta",
  ratioOf: "500 changed rows of 105,000, to ready for search / the full apply",
  target: 0.05,
  better: "lower",
  async measure(resources) {
    const { server } = await openPayloads(resources);
    const browser = await resources.browser();
    const page = await browser.open(server.url);
    await page.evaluate(() => bench.applyOurs("warm", "/payload/tenth"));
    const fulls: number[] = [];
    const deltas: number[] = [];
    for (let round = 0; round < fullRounds; round++) {
      await page.evaluate(() => bench.deleteBenchDatabase("delta"));
      fulls.push(
        await page.evaluate(async () => (await bench.applyOurs("delta", "/payload/full")).ms),
      );
      for (let delta = 0; delta < deltasEach; delta++) {
        server.answer("/payload/delta", deltaPayload(delta).json);
        deltas.push(
          await page.evaluate(async () => (await bench.applyOurs("delta", "/payload/delta")).ms),
        );
      }
    }
    await browser.close();
    const [full, delta] = [median(fulls), median(deltas)];
    return {
      ratio: delta / full,
      notes: [
        `a delta ${ms(delta)}, median of ${deltas.length}; the full apply ${ms(full)}, of ${fulls.length}`,
      ],
    };
  },
};
