import type { Page } from "@playwright/test";
import type { Phone } from "../../browser/phone.ts";
import { openPhone } from "../app.ts";
import type { Figure } from "../figure.ts";
import { servePages } from "../page-server.ts";
import { median, ms, sideBySide } from "../rounds.ts";

const rounds = 3;

export const coldStart: Figure = {
  name: "coldStart",
  ratioOf:
    "offline start to the interactive list of 200 jobs / a hand-written page over the same rows, worse of 4x and 6x",
  target: 1.8,
  better: "lower",
  async measure(resources) {
    const { phone, url } = await openPhone(resources);
    const floor = `${(await servePages(resources)).url}/floor/index.html`;
    await phone.quit();
    await phone.start();
    await phone.page.goto(`${url}/jobs`);
    await prepareFloor(phone, floor);
    const notes: string[] = [];
    const ratios: number[] = [];
    for (const throttle of [4, 6]) {
      const times = await sideBySide(rounds, {
        ours: () => start(phone, `${url}/jobs`, throttle),
        floor: () => start(phone, floor, throttle),
      });
      const [ours, theirs] = [median(times.ours), median(times.floor)];
      ratios.push(ours / theirs);
      notes.push(
        `throttled ${throttle} times: ours ${ms(ours)}, hand-written ${ms(theirs)}, medians of ${rounds}`,
      );
    }
    return { ratio: Math.max(...ratios), notes };
  },
};

/** Starts the browser offline: returns the ms from the navigation to a list that responds to taps. */
export async function start(phone: Phone, url: string, throttle: number): Promise<number> {
  await phone.quit();
  await phone.start({ offline: true });
  const { page } = phone;
  const cdp = await phone.context.newCDPSession(page);
  await page.addInitScript(watchList);
  await cdp.send("Emulation.setCPUThrottlingRate", { rate: throttle });
  await page.goto(url, { waitUntil: "commit" });
  const time = await page.waitForFunction(() => window.interactiveAt, null, {
    polling: 50,
    timeout: 60_000,
  });
  return (await time.jsonValue()) as number;
}

declare global {
  interface Window {
    interactiveAt?: number;
  }
}

/** Records when cards are shown under a heading and the main thread is free after that frame. */
function watchList(): void {
  const observer = new MutationObserver(() => {
    const isThere =
      document.querySelector("main h2") && document.querySelectorAll("main button").length > 3;
    if (!isThere) return;
    observer.disconnect();
    requestAnimationFrame(() => {
      const { port1, port2 } = new MessageChannel();
      port1.addEventListener("message", () => (window.interactiveAt = performance.now()));
      port1.start();
      port2.postMessage(null);
    });
  });
  observer.observe(document, { subtree: true, childList: true });
}

/** Copies the app's rows to the hand-written page, and waits until its worker has cached its files. */
async function prepareFloor(phone: Phone, floor: string): Promise<void> {
  const rows = await phone.page.evaluate(readJobs);
  const page: Page = await phone.context.newPage();
  await page.goto(floor);
  await page.evaluate(async (jobs) => {
    const database = await new Promise<IDBDatabase>((resolve) => {
      const opening = indexedDB.open("floor", 1);
      opening.addEventListener("success", () => resolve(opening.result));
    });
    const writing = database.transaction("job", "readwrite");
    for (const job of jobs) writing.objectStore("job").put(job);
    await new Promise((resolve) => writing.addEventListener("complete", resolve));
    await navigator.serviceWorker.ready;
    if (!navigator.serviceWorker.controller)
      await new Promise((resolve) =>
        navigator.serviceWorker.addEventListener("controllerchange", resolve, { once: true }),
      );
  }, rows);
  await page.close();
}

function readJobs(): Promise<unknown[]> {
  return readStoredRows("job");
}
