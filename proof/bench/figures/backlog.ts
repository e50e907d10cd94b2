import type { Figure } from "../figure.ts";
import { ms } from "../rounds.ts";
import { openSlowLine } from "../slow-line.ts";
import { openSystem, registerDevices } from "../system.ts";

const statuses = 1_000;
const images = 100;
/** One at a time takes minutes: a tenth of the messages is sent, and its time taken ten times. */
const share = 10;
const line = { roundTripMs: 200, lostOneIn: 100 };

export const backlog: Figure = {
  name: "backlog",
  ratioOf:
    "1,000 status messages and 100 images of 100 KB one at a time / several in a request, over a line with a round trip of 200 ms that loses 1 % of the requests",
  target: 8,
  better: "higher",
  async measure(resources) {
    const system = await openSystem(resources);
    const [device] = await registerDevices(system, 1, 50);
    if (!device) throw new Error("There is no device");
    const slowLine = await openSlowLine(resources, system.url, line);
    const browser = await resources.browser();
    const page = await browser.open(slowLine.url);
    const drain = async (part: number, way: "one at a time" | "together") => {
      await page.evaluate((setup) => bench.prepareDrain(setup), {
        ...device,
        statuses: statuses / part,
        images: images / part,
      });
      slowLine.reset();
      const run =
        way === "together"
          ? await page.evaluate(() => bench.drainBacklog())
          : await page.evaluate(() => bench.drainOneAtATime());
      return { ms: run.ms * part, calls: slowLine.calls() };
    };
    await drain(share, "together");
    const single = await drain(share, "one at a time");
    const several = await drain(1, "together");
    await browser.close();
    return {
      ratio: single.ms / several.ms,
      notes: [
        `several in a request ${ms(several.ms)} in ${several.calls} calls; one at a time ${ms(single.ms)}, ` +
          `measured with a tenth of the messages (${single.calls} calls) and taken ten times`,
        "every hundredth call is lost with its connection, on the way there or on the way back; the sender's own wait before the next try is in both",
      ],
    };
  },
};
