import { randomUUID } from "node:crypto";
import { gzipSync } from "node:zlib";
import { type Browser, chromium, type Page } from "@playwright/test";
import { londonDay, startOfLondonDay } from "@fieldfare/domain";
import { hashCredential } from "../../../apps/server/src/database/secrets.ts";
import { findChromium } from "../../browser/chromium.ts";
import { createOfficePage, openDesk } from "../../browser/office-page.ts";
import { buildApps, officeApp } from "../app.ts";
import type { Figure } from "../figure.ts";
import type { BenchResources } from "../resources.ts";
import { median, ms } from "../rounds.ts";
import { type BenchSystem, registerDevices, startSystem } from "../system.ts";

const engineers = 300;
const jobsEach = 10;
const rounds = 5;
const throttle = 4;
const drawnMs = 1_500;
const scriptKb = 350;
const email = "planner@fieldfare.example";
const password = "Bench-office-1";

export const office: Figure = {
  name: "office",
  ratioOf: `the board of ${engineers} engineers and ${engineers * jobsEach} jobs drawn, throttled ${throttle} times / ${drawnMs} ms`,
  target: 1,
  better: "lower",
  async measure(resources) {
    const system = await openFilledOffice(resources);
    const browser = await chromium.launch(await findChromium());
    resources.atEnd(() => browser.close());
    const script = await measureScript(browser, system);
    const page = await (await openDesk(browser)).newPage();
    await page.goto(`${system.url}/office/today`);
    await createOfficePage(page).signIn(password, email);
    await page.locator("[data-visit]").first().waitFor();
    await page.addInitScript(watchBoard);
    const cdp = await page.context().newCDPSession(page);
    await cdp.send("Emulation.setCPUThrottlingRate", { rate: throttle });
    const times: number[] = [];
    for (let round = 0; round < rounds; round++) {
      await page.goto("about:blank");
      times.push(await openBoard(page, system));
    }
    await browser.close();
    const drawn = median(times);
    return {
      ratio: drawn / drawnMs,
      also: [
        {
          what: "KB of script, gzip, until the first screen of /office is there",
          value: script.kb,
          limit: scriptKb,
          better: "lower",
        },
      ],
      notes: [
        `drawn after ${ms(drawn)}, median of ${rounds} (${times.map((time) => ms(time)).join(", ")}), from the browser's cache`,
        `script in ${script.files} files, ${Math.round(script.signInKb)} KB of it until the sign-in`,
      ],
    };
  },
};

/** Starts a server with the office's app, a planner and a day of work for each engineer, spread from 8 to 17 o'clock. */
async function openFilledOffice(resources: BenchResources): Promise<BenchSystem> {
  await buildApps();
  const system = await startSystem(resources, { officeApp });
  const { pool } = system.database;
  await registerDevices(system, engineers, jobsEach);
  await pool.query(
    `update job set appointment_date_time = $1::timestamptz + number * interval '54 minutes'
       from (select job_id, row_number() over (partition by field_operative_id) - 1 as number
               from appointment) place
      where place.job_id = job.job_id`,
    [new Date(startOfLondonDay(londonDay(new Date())).getTime() + 8 * 3_600_000)],
  );
  await pool.query(
    `insert into account (account_id, name, email, password_hash, user_type, roles)
     values ($1, 'Planner', $2, $3, 2, '{administrator}')`,
    [randomUUID(), email, await hashCredential(password)],
  );
  await pool.query("analyze");
  return system;
}

/** Measures the scripts that a browser with nothing in its cache loads. */
async function measureScript(browser: Browser, { url }: BenchSystem) {
  const context = await openDesk(browser);
  const page = await context.newPage();
  const sizes: Promise<number>[] = [];
  page.on("response", (response) => {
    if (/javascript/.test(response.headers()["content-type"] ?? ""))
      sizes.push(response.body().then((body) => gzipSync(body).length / 1_000));
  });
  const sum = async () => (await Promise.all(sizes)).reduce((total, size) => total + size, 0);
  await page.goto(`${url}/office`);
  const desk = createOfficePage(page);
  await desk.button("Sign in").waitFor();
  const signInKb = await sum();
  await desk.signIn(password, email);
  await page.locator("[data-visit]").first().waitFor();
  const measured = { signInKb, kb: await sum(), files: sizes.length };
  await context.close();
  return measured;
}

/** Returns the ms from the navigation to a board that is drawn and responds. */
async function openBoard(page: Page, { url }: BenchSystem): Promise<number> {
  await page.goto(`${url}/office/today`, { waitUntil: "commit" });
  const time = await page.waitForFunction(() => window.boardDrawnAt, null, { polling: 50 });
  return (await time.jsonValue()) as number;
}

declare global {
  interface Window {
    boardDrawnAt?: number;
  }
}

/** Records when visits are shown and the main thread is free after that frame. */
function watchBoard(): void {
  const observer = new MutationObserver(() => {
    if (!document.querySelector("[data-visit]")) return;
    observer.disconnect();
    requestAnimationFrame(() => {
      const { port1, port2 } = new MessageChannel();
      port1.addEventListener("message", () => (window.boardDrawnAt = performance.now()));
      port1.start();
      port2.postMessage(null);
    });
  });
  observer.observe(document, { subtree: true, childList: true });
}
