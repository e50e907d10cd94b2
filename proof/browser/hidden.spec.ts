import { expect, test } from "@playwright/test";
import { ping } from "@fieldfare/contract";
import { startCountingProxy } from "./counting-proxy.ts";
import { createEngineer } from "./engineer.ts";
import { setUpFixture } from "./fixture.ts";
import { startPhone } from "./phone.ts";

const fixture = setUpFixture();

test.afterEach(() => fixture.proxy.inject());

test("a hidden app asks the server for nothing until it is shown again", async () => {
  const { proxy, sam } = fixture;
  const page = sam.page();
  await page.clock.install();
  await sam.open("/");
  await expect(sam.syncIndicator("All sent")).toBeVisible();
  const show = (state: DocumentVisibilityState) =>
    page.evaluate((visibilityState) => {
      Object.defineProperty(document, "visibilityState", {
        configurable: true,
        get: () => visibilityState,
      });
      document.dispatchEvent(new Event("visibilitychange"));
    }, state);
  const calls: string[] = [];
  /** Resolves with the next poll, whose first call is the ping. */
  const nextPoll = () =>
    new Promise<void>((resolve) =>
      proxy.inject(({ path }) => {
        if (path.startsWith("/api/")) calls.push(path);
        if (path === ping.path) resolve();
        return undefined;
      }),
    );
  // Everything that the start has put off has run, and the app polls while it is visible. What a poll requests after its ping may
  // come later, so the second of two polls has to be nothing but a ping.
  await page.clock.fastForward("05:00");
  await expect(async () => {
    for (let poll = 0; poll < 2; poll++) {
      calls.length = 0;
      const polled = nextPoll();
      await page.clock.fastForward("01:00");
      await polled;
      await page.clock.fastForward("00:01");
      expect(calls).toEqual([ping.path]);
    }
  }).toPass();

  await show("hidden");
  calls.length = 0;
  const shown = nextPoll();
  for (let minute = 0; minute < 130; minute += 10) await page.clock.fastForward("10:00");
  expect(calls).toEqual([]);
  await show("visible");
  await shown;
});

test("a poll that brings nothing costs at most 1 KB in both directions", async () => {
  const { proxy, system } = fixture;
  await fixture.phone.quit();
  const counting = await startCountingProxy(system.url, new URL(proxy.url).hostname);
  const phone = await startPhone({ proxy: counting, from: fixture.phone.profile });
  try {
    const { page } = phone;
    await page.clock.install();
    const sam = createEngineer(phone, proxy.url);
    await sam.open("/");
    await expect(sam.syncIndicator("All sent")).toBeVisible();
    // Everything that the start has put off has run.
    await page.clock.fastForward("05:00");
    const polls = 3;
    const quiet = { request: `GET ${ping.path}`, status: 304 };
    // What the start has begun may still be on its way.
    await expect(async () => {
      counting.reset();
      for (let n = 0; n < polls; n += 1) {
        const answered = counting.nextAnswer();
        await page.clock.fastForward("01:00");
        await answered;
      }
      expect(counting.exchanges().map(({ request, status }) => ({ request, status }))).toEqual(
        Array.from({ length: polls }, () => quiet),
      );
    }).toPass();
    expect(counting.bytes() / polls).toBeLessThanOrEqual(1024);
  } finally {
    await phone.remove();
    await counting.close();
  }
});
