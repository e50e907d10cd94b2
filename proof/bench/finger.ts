import type { Locator, Page } from "@playwright/test";

/**
 * Taps an element as a finger does, and not as Playwright does, whose click looks up what lies there at each of its events, in the
 * page's own time. The finger is down for two frames, so what the page does when it comes down is over when it is lifted.
 */
export async function tapWithFinger(page: Page, target: Locator): Promise<void> {
  await target.scrollIntoViewIfNeeded();
  const box = await target.boundingBox();
  if (!box) throw new Error(`There is nothing to tap: ${target.toString()}`);
  const point = { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  const cdp = await page.context().newCDPSession(page);
  await cdp.send("Input.dispatchTouchEvent", { type: "touchStart", touchPoints: [point] });
  await page.evaluate(
    () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))),
  );
  await cdp.send("Input.dispatchTouchEvent", { type: "touchEnd", touchPoints: [] });
  await cdp.detach();
}
