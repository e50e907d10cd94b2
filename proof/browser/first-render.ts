import { type BrowserContext, expect, type Page } from "@playwright/test";

declare global {
  interface Window {
    firstRenderAt?: number;
  }
}

/** From now on every page notes when its first screen stands: what it loads later does not keep anybody waiting. */
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

/** Holds the bytes of script that the page asked for until its first screen stood to a budget in KB. */
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
  const kb = files.reduce((sum, { size }) => sum + size, 0) / 1_000;
  const message = `KB of script of the first screen: ${JSON.stringify(files)}`;
  // Less than that cannot be the whole app: then it was not measured.
  expect(kb, message).toBeGreaterThan(budgetKb / 2);
  expect(kb, message).toBeLessThanOrEqual(budgetKb);
}
