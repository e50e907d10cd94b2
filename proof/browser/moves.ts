import type { BrowserContext, Page } from "@playwright/test";

/** Something to tap that has moved in a drawn frame. */
interface Move {
  readonly screen: string;
  readonly control: string;
  /** In pixels. */
  readonly from: readonly [left: number, top: number];
  readonly to: readonly [left: number, top: number];
}

declare global {
  interface Window {
    /** What has moved since this was read last. */
    moves?: Move[];
  }
}

/** Left and top, in pixels of the screen, by the name or the text of a button, link or field. */
export type Places = Readonly<Record<string, readonly [number, number]>>;

interface LayoutShift extends PerformanceEntry {
  readonly sources: readonly {
    readonly node: Node | null;
    readonly previousRect: DOMRectReadOnly;
    readonly currentRect: DOMRectReadOnly;
  }[];
}

/** Makes every page of the context record what moves by more than eight pixels, as the browser has drawn it. */
export async function recordMoves(context: BrowserContext): Promise<void> {
  await context.addInitScript(() => {
    const largestPx = 8;
    const controls = "a, button, input, select, textarea";
    const moves: Move[] = [];
    const observer = new PerformanceObserver((list) => {
      const shifts = list.getEntries() as LayoutShift[];
      for (const { node, previousRect, currentRect } of shifts.flatMap(({ sources }) => sources)) {
        const element = node instanceof Element ? node : node?.parentElement;
        const control = element?.closest(controls) ?? element?.querySelector(controls);
        const [from, to] = [previousRect, currentRect].map(({ left, top }) => [left, top] as const);
        if (!control || !from || !to) continue;
        if (Math.max(Math.abs(to[0] - from[0]), Math.abs(to[1] - from[1])) <= largestPx) continue;
        moves.push({
          screen: `${document.querySelector("h1")?.textContent} (${location.pathname})`,
          control: control.getAttribute("aria-label") ?? control.textContent,
          from,
          to,
        });
      }
    });
    observer.observe({ type: "layout-shift", buffered: true });
    window.moves = moves;
  });
}

/** Returns what has moved on the page since this was asked last, once the browser has drawn what it has to. */
export function readMoves(page: Page): Promise<readonly Move[]> {
  return page.evaluate(async () => {
    await new Promise(requestAnimationFrame);
    await new Promise(requestAnimationFrame);
    return window.moves?.splice(0) ?? [];
  });
}

/** Returns where everything to tap is, by its name. A time of day in it is left out: it may go on meanwhile. */
export function readPlaces(page: Page): Promise<Places> {
  return page.evaluate(() => {
    const controls = document.querySelectorAll("main :is(a, button, input), dialog[open] button");
    return Object.fromEntries(
      [...controls].map((control) => {
        const { left, top } = control.getBoundingClientRect();
        const name = control.getAttribute("aria-label") ?? control.textContent;
        return [name?.replace(/\d\d:\d\d/, ""), [Math.round(left), Math.round(top)] as const];
      }),
    );
  });
}

/** Returns the text with which the next dialog is drawn first. Called before it is opened. */
export function readFirstDialog(page: Page): Promise<string> {
  return page.evaluate(
    () =>
      new Promise<string>((resolve) => {
        const observer = new MutationObserver(() => {
          const text = document.querySelector("dialog")?.textContent;
          if (text === undefined) return;
          observer.disconnect();
          resolve(text);
        });
        observer.observe(document, { subtree: true, childList: true });
      }),
  );
}
