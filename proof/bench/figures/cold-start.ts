import type { Page } from "@playwright/test";
import type { Phone } from "../../browser/phone.ts";
import { pin } from "../../browser/engineer.ts";
import { openLockedPhone, openPhone } from "../app.ts";
import type { Figure } from "../figure.ts";
import { servePages } from "../page-server.ts";
import { median, ms, sideBySide } from "../rounds.ts";

const rounds = 3;

/** How long somebody takes to enter a PIN. */
const typingMs = 3_000;

export const coldStart: Figure = {
  name: "coldStart",
  ratioOf:
    "offline start to the interactive list of 200 jobs / a hand-written page over the same rows, worse of 4x and 6x",
  target: 1.5,
  better: "lower",
  async measure(resources) {
    const { phone, url } = await openPhone(resources);
    const floor = `${(await servePages(resources)).url}/floor/index.html`;
    await phone.quit();
    await phone.start();
    await phone.page.goto(`${url}/jobs`);
    await prepareFloor(phone, floor);
    await hide(phone);
    await phone.quit();
    const locked = await openLockedPhone(resources);
    await locked.phone.quit();
    await locked.phone.start();
    await locked.phone.page.goto(`${locked.url}/jobs`);
    await locked.phone.quit();
    const notes: string[] = [];
    const ratios: number[] = [];
    const lockedRatios: number[] = [];
    const unlocked: number[] = [];
    const taken: number[] = [];
    for (const throttle of [4, 6]) {
      const times = await sideBySide(rounds, {
        ours: async () => {
          const toList = await start(phone, `${url}/jobs`, throttle);
          taken.push(await waitForApp(phone));
          await hide(phone);
          await phone.quit();
          return toList;
        },
        floor: async () => {
          const toList = await start(phone, floor, throttle);
          await phone.quit();
          return toList;
        },
        pin: async () => {
          const toPin = await start(locked.phone, `${locked.url}/jobs`, throttle, "input");
          await locked.phone.page.waitForTimeout(typingMs);
          unlocked.push(await unlock(locked.phone));
          await locked.phone.quit();
          return toPin;
        },
      });
      const [ours, theirs, asked] = [median(times.ours), median(times.floor), median(times.pin)];
      ratios.push(ours / theirs);
      lockedRatios.push(asked / theirs);
      notes.push(
        `throttled ${throttle} times: ours ${ms(ours)}, hand-written ${ms(theirs)}, the PIN is asked for ${ms(asked)}, medians of ${rounds}`,
      );
    }
    notes.push(
      `from the start to the app, which carries out what was tapped: ${taken.map(ms).join(", ")}`,
      `from the PIN to the list: ${unlocked.map(ms).join(", ")}`,
    );
    return {
      ratio: Math.max(...ratios),
      also: [
        {
          what: "offline start to the field for the PIN, where a start asks for it / the same page",
          value: Math.max(...lockedRatios),
          limit: 1.5,
          better: "lower",
        },
      ],
      notes,
    };
  },
};

/** Hides the app, as somebody who puts the phone away, and waits until it has stored its screen. */
async function hide({ page }: Phone): Promise<void> {
  await page.waitForFunction(() => {
    Object.defineProperty(document, "visibilityState", { configurable: true, value: "hidden" });
    document.dispatchEvent(new Event("visibilitychange"));
    return localStorage.getItem("fieldfare.screen") !== null;
  });
}

/** Returns the ms from the navigation to the app, which has taken the place of the early screen. */
async function waitForApp({ page }: Phone): Promise<number> {
  const time = await page.waitForFunction(() => window.appAt, null, { polling: 50 });
  return (await time.jsonValue()) as number;
}

/** What a start leads to: the list of jobs, or the field for the PIN. */
type Shown = "list" | "input";

/** Starts the browser offline: returns the ms from the navigation to a list that responds to taps. */
export async function start(
  phone: Phone,
  url: string,
  throttle: number,
  what: Shown = "list",
): Promise<number> {
  await phone.quit();
  await phone.start({ offline: true });
  const { page } = phone;
  const cdp = await phone.context.newCDPSession(page);
  await page.addInitScript<Shown>(watch, what);
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
    appAt?: number;
  }
}

/** Enters the PIN: returns the ms from the tap to the list. */
async function unlock({ page }: Phone): Promise<number> {
  await page.getByLabel("PIN", { exact: true }).fill(pin);
  await page.evaluate<void, Shown>(watch, "list");
  const tapped = await page.evaluate(() => {
    const at = performance.now();
    delete window.interactiveAt;
    document.querySelector("form")?.requestSubmit();
    return at;
  });
  const time = await page.waitForFunction(() => window.interactiveAt, null, { polling: 50 });
  return ((await time.jsonValue()) as number) - tapped;
}

/** Records when cards are shown under a heading, or a field, and the main thread is free after that frame. */
function watch(what: Shown): void {
  const appObserver = new MutationObserver(() => {
    if (document.querySelectorAll("#root main button").length <= 3) return;
    appObserver.disconnect();
    window.appAt = performance.now();
  });
  appObserver.observe(document, { subtree: true, childList: true });
  const observer = new MutationObserver(() => {
    const isThere =
      what === "input"
        ? document.querySelector("input")
        : document.querySelector("main h2") && document.querySelectorAll("main button").length > 3;
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
