import { expect, test } from "@playwright/test";
import { ping } from "@fieldfare/contract";
import { setUpFixture } from "./fixture.ts";

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
  // Everything that the start has put off has run, and the app polls while it is visible.
  await page.clock.fastForward("05:00");
  const polled = nextPoll();
  await page.clock.fastForward("01:00");
  await polled;
  await page.waitForLoadState("networkidle");

  await show("hidden");
  calls.length = 0;
  const shown = nextPoll();
  for (let minute = 0; minute < 130; minute += 10) await page.clock.fastForward("10:00");
  expect(calls).toEqual([]);
  await show("visible");
  await shown;
});
