import { openPhone } from "../app.ts";
import type { Figure } from "../figure.ts";
import { tapWithFinger } from "../finger.ts";
import { ms, percentile } from "../rounds.ts";

const taps = 20;
const warmUps = 2;
const limitMs = 100;
const savedLimitMs = 400;

/** Milliseconds from the tap. */
export interface TapTimes {
  /** To the frame that shows the next step. */
  readonly drawn: number;
  /** To the frame without "Saving": the database and the journal have the step. */
  readonly saved: number;
}

export const tap: Figure = {
  name: "tap",
  ratioOf: `Start Travel to the redrawn hub, 200 jobs, offline, throttled 6 times, p95 / ${limitMs} ms`,
  target: 1,
  better: "lower",
  async measure(resources) {
    const tapOnce = await prepareTaps(await openPhone(resources));
    const times: TapTimes[] = [];
    for (let index = 0; index < warmUps + taps; index++) {
      const time = await tapOnce();
      if (index >= warmUps) times.push(time);
    }
    const drawn = times.map((time) => time.drawn);
    const saved = times.map((time) => time.saved);
    const describe = (values: readonly number[]) =>
      `p95 ${ms(percentile(values, 95))}, median ${ms(percentile(values, 50))}`;
    return {
      ratio: percentile(drawn, 95) / limitMs,
      also: [
        {
          what: "saved, p95 in ms",
          value: percentile(saved, 95),
          limit: savedLimitMs,
          better: "lower",
        },
      ],
      notes: [`drawn: ${describe(drawn)}`, `saved: ${describe(saved)}, of ${taps} taps`],
    };
  },
};

/** Starts the browser offline with the list of jobs. Each call of the result taps once. */
export async function prepareTaps({
  phone,
  url,
}: Awaited<ReturnType<typeof openPhone>>): Promise<() => Promise<TapTimes>> {
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
    await tapWithFinger(page, button("Start Travel"));
    const times = await page.waitForFunction(
      () => window.savedAfter && { drawn: window.drawnAfter, saved: window.savedAfter },
      null,
      { timeout: 20_000 },
    );
    const time = (await times.jsonValue()) as TapTimes;
    await cdp.send("Emulation.setCPUThrottlingRate", { rate: 1 });
    await page.evaluate(() => {
      delete window.drawnAfter;
      delete window.savedAfter;
    });
    // Cancels the job back to New, so that the tap can be repeated.
    await button("Cancel").click();
    await page.getByRole("dialog").getByRole("button", { name: "Cancel job" }).click();
    await page.getByRole("heading", { level: 1, name: "Jobs" }).waitFor();
    return time;
  };
}

declare global {
  interface Window {
    drawnAfter?: number;
    savedAfter?: number;
  }
}

/** Measures from the time of the tap's event to the frames that show the next step, and that it is saved. */
function watchTap(): void {
  const afterFrame = (work: () => void) =>
    requestAnimationFrame(() => {
      const { port1, port2 } = new MessageChannel();
      port1.addEventListener("message", work);
      port1.start();
      port2.postMessage(null);
    });
  addEventListener(
    "click",
    ({ timeStamp, target }) => {
      const label = (target as Element).closest("button")?.textContent ?? "";
      if (label.trim() !== "Start Travel") return;
      let isDrawn = false;
      const observer = new MutationObserver(() => {
        const labels = [...document.querySelectorAll("button")].map((button) =>
          button.textContent?.trim(),
        );
        if (!labels.includes("On-Site")) return;
        if (!isDrawn) afterFrame(() => (window.drawnAfter = performance.now() - timeStamp));
        isDrawn = true;
        const isSaving = [...document.querySelectorAll("main span")].some(
          ({ textContent }) => textContent === "Saving",
        );
        if (isSaving) return;
        observer.disconnect();
        afterFrame(() => (window.savedAfter = performance.now() - timeStamp));
      });
      observer.observe(document, { subtree: true, childList: true, characterData: true });
    },
    { capture: true },
  );
}
