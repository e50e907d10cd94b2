import type { Figure } from "../figure.ts";
import { median, ms, sideBySide } from "../rounds.ts";
import { openSystem, registerDevices } from "../system.ts";

const rounds = 3;
const statuses = 1_000;
const images = 100;

export const drain: Figure = {
  name: "drain",
  ratioOf:
    "1,000 status messages and 100 images of 100 KB through the outbox, one at a time / the same requests bare",
  target: 1.25,
  better: "lower",
  async measure(resources) {
    const system = await openSystem(resources);
    const [device] = await registerDevices(system, 1, 50);
    if (!device) throw new Error("There is no device");
    const browser = await resources.browser();
    const page = await browser.open(system.url);
    await page.evaluate((setup) => bench.prepareDrain(setup), {
      ...device,
      statuses: 50,
      images: 5,
    });
    await page.evaluate(() => bench.drainBare());
    await page.evaluate(() => bench.drainOneAtATime());
    await page.evaluate((setup) => bench.prepareDrain(setup), { ...device, statuses, images });
    const queued: number[] = [];
    const times = await sideBySide(rounds, {
      bare: async () => {
        const run = await page.evaluate(() => bench.drainBare());
        queued.push(run.queued);
        return run.ms;
      },
      ours: async () => {
        const run = await page.evaluate(() => bench.drainOneAtATime());
        queued.push(run.queued);
        return run.ms;
      },
    });
    await browser.close();
    const [ours, bare] = [median(times.ours), median(times.bare)];
    return {
      ratio: ours / bare,
      notes: [
        `outbox ${ms(ours)}, bare ${ms(bare)}, medians of ${rounds}, from a worker to the real server; ` +
          `the messages lie strictly persisted before the clock starts`,
        `queueing them in transactions of 100 takes ${ms(median(queued))} and is in neither`,
      ],
    };
  },
};
