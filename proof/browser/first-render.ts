import { type BrowserContext, expect, type Page } from "@playwright/test";

declare global {
  interface Window {
    firstRenderAt?: number;
  }
}

/** Makes every page record when its first screen is rendered: what it loads later delays nobody. */
export async function recordFirstRender(context: BrowserContext): Promise<void> {
  await context.addInitScript(() => {
    const observer = new MutationObserver(() => {
      if (!document.querySelector("h1")) return;
      observer.disconnect();
      window.firstRenderAt = performance.now();
    });
    observer.observe(document, { subtree: true, childList: true });
  });
}

/** Checks the script that the page requested before its first render against a budget in KB. */
export async function expectScriptWithin(page: Page, budgetKb: number): Promise<void> {
  const files = await page.evaluate(() =>
    performance
      .getEntriesByType("resource")
      .filter((entry) => entry instanceof PerformanceResourceTiming)
      .filter(({ name, startTime }) => {
        const isScript = name.endsWith(".js") && !name.includes("worker");
        return isScript && startTime <= (window.firstRenderAt ?? 0);
      })
      .map(({ name, decodedBodySize }) => ({ name, size: decodedBodySize })),
  );
  // A browser may name the page's own script twice: as a hint, and as the script.
  const sizes = new Map(files.map(({ name, size }) => [name, size]));
  const kb = [...sizes.values()].reduce((sum, size) => sum + size, 0) / 1_000;
  const message = `KB of script of the first screen: ${JSON.stringify(files)}`;
  // The app cannot be smaller than half the budget: then nothing was measured.
  expect(kb, message).toBeGreaterThan(budgetKb / 2);
  expect(kb, message).toBeLessThanOrEqual(budgetKb);
}
