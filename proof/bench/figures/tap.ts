import { openPhone } from "../app.ts";
import type { Figure } from "../figure.ts";
import { ms, percentile } from "../rounds.ts";

const taps = 20;
const warmUps = 2;
const limitMs = 100;

export const tap: Figure = {
  name: "tap",
  ratioOf: `Start Travel to the redrawn hub, 200 jobs, offline, throttled 6 times, p95 / ${limitMs} ms`,
  target: 1,
  better: "lower",
  async measure(resources) {
    const tapOnce = await prepareTaps(await openPhone(resources));
    const times: number[] = [];
    for (let index = 0; index < warmUps + taps; index++) {
      const time = await tapOnce();
      if (index >= warmUps) times.push(time);
    }
    const p95 = percentile(times, 95);
    return {
      ratio: p95 / limitMs,
      notes: [`p95 ${ms(p95)}, median ${ms(percentile(times, 50))} of ${taps} taps`],
    };
  },
};

/** Starts the browser offline with the list of jobs. Each call of the result taps once and returns the ms. */
export async function prepareTaps({
  phone,
  url,
}: Awaited<ReturnType<typeof openPhone>>): Promise<() => Promise<number>> {
  await phone.quit();
  await phone.start({ offline: true });
  const { page } = phone;
  const cdp = await phone.context.newCDPSession(page);
  await page.addInitScript(watchTap);
  await page.goto(`${url}/jobs`);
  const button = (name: string) => page.getByRole("button", { name, exact: true });
  return async () => {
    await page.getByRole("button", { name: "1 Example Street" }).first().click();
    await button("Start Travel").waitFor();
    await cdp.send("Emulation.setCPUThrottlingRate", { rate: 6 });
    await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve)));
    await button("Start Travel").click();
    const redrawn = await page.waitForFunction(() => window.redrawnAfter, null, {
      timeout: 20_000,
    });
    const time = (await redrawn.jsonValue()) as number;
    await cdp.send("Emulation.setCPUThrottlingRate", { rate: 1 });
    await page.evaluate(() => delete window.redrawnAfter);
    // Cancels the job back to New, so that the tap can be repeated.
    await button("Cancel").click();
    await page.getByRole("dialog").getByRole("button", { name: "Cancel job" }).click();
    await page.getByRole("heading", { level: 1, name: "Jobs" }).waitFor();
    return time;
  };
}

declare global {
  interface Window {
    redrawnAfter?: number;
  }
}

/** Measures from the time of the tap's event to the frame that shows the next step. */
function watchTap(): void {
  addEventListener(
    "click",
    ({ timeStamp, target }) => {
      const label = (target as Element).closest("button")?.textContent ?? "";
      if (label.trim() !== "Start Travel") return;
      const observer = new MutationObserver(() => {
        const labels = [...document.querySelectorAll("button")].map((button) =>
          button.textContent?.trim(),
        );
        if (!labels.includes("On-Site")) return;
        observer.disconnect();
        requestAnimationFrame(() => {
          const { port1, port2 } = new MessageChannel();
          port1.addEventListener(
            "message",
            () => (window.redrawnAfter = performance.now() - timeStamp),
          );
          port1.start();
          port2.postMessage(null);
        });
      });
      observer.observe(document, { subtree: true, childList: true, characterData: true });
    },
    { capture: true },
  );
}
