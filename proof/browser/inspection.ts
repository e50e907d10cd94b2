import { AxeBuilder } from "@axe-core/playwright";
import { type ElementHandle, expect, type Page, test } from "@playwright/test";

const themes = ["light", "night", "sunlight"] as const;

const rules = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];

/** The contrast rule of each other theme, which differ in colour only. The sunlight theme requires a contrast of 7. */
const contrast = { night: "color-contrast", sunlight: "color-contrast-enhanced" } as const;

/** Checks the shown screen for accessibility in every theme, and on a small phone with large text. */
export async function inspect(page: Page, name: string): Promise<void> {
  await test.step(name, async () => {
    // The window is so tall that the footer covers nothing.
    await page.setViewportSize({ width: 390, height: 2400 });
    for (const theme of themes) {
      await page.evaluate((value) => {
        document.documentElement.dataset["theme"] = value;
      }, theme);
      const { violations } =
        theme === "light"
          ? await new AxeBuilder({ page }).setLegacyMode().withTags(rules).analyze()
          : await page.evaluate(measureContrast, contrast[theme]);
      expect.soft(violations.map(describe), `${name}, ${theme}`).toEqual([]);
    }
    await page.evaluate(() => {
      document.documentElement.dataset["theme"] = "light";
    });
    await expectNothingCutOff(page, name, "100%");
    await expectNothingCutOff(page, name, "200%");
    await page.setViewportSize({ width: 390, height: 844 });
    await page.evaluate(() => {
      document.documentElement.style.removeProperty("font-size");
      scrollTo(0, 0);
    });
  });
}

type Results = Awaited<ReturnType<AxeBuilder["analyze"]>>;
type Violations = Results["violations"];

/** Runs in the page, with the axe script that AxeBuilder has injected. */
function measureContrast(rule: string): Promise<Results> {
  const { axe } = globalThis as unknown as {
    axe: { run(context: Document, options: object): Promise<Results> };
  };
  return axe.run(document, { runOnly: { type: "rule", values: [rule] } });
}

function describe({ id, nodes }: Violations[number]): string {
  return `${id}: ${nodes.map(({ html, failureSummary }) => `${html} ${failureSummary}`).join(" | ")}`;
}

/** Expects no horizontal scrolling and no cut-off text, and that every button can be tapped after scrolling. */
async function expectNothingCutOff(page: Page, name: string, text: string): Promise<void> {
  await page.setViewportSize({ width: 360, height: 640 });
  await page.evaluate((size) => {
    document.documentElement.style.fontSize = size;
  }, text);
  expect.soft(await page.evaluate(findOverflow), `${name}, text at ${text}`).toEqual([]);
  expect.soft(await page.evaluate(findSmallFields), `${name}, text at ${text}`).toEqual([]);
  const dialogs = page.getByRole("dialog");
  const area = (await dialogs.count()) > 0 ? dialogs.last() : page;
  const actions = area.getByRole("button").or(area.getByRole("link"));
  const handles = await actions.elementHandles();
  const covered = await page.evaluate(findCovered, handles);
  for (const action of covered.flatMap((index) => handles[index] ?? [])) {
    let reason = await explainUntappable(action);
    // A toast that was shown meanwhile disappears by itself.
    if (reason.includes('role="status"')) {
      await page.evaluate(hideToasts);
      reason = await explainUntappable(action);
    }
    if (reason === "" || !(await action.evaluate(isInUse))) continue;
    const label = await action.textContent();
    expect.soft(reason, `${name}, text at ${text}: ${label} can be tapped`).toBe("");
  }
}

function explainUntappable(action: ElementHandle): Promise<string> {
  return action.click({ trial: true, timeout: 3000 }).then(
    () => "",
    (error: unknown) => String(error),
  );
}

/**
 * Runs in the page: the indexes of the elements that are covered after scrolling to them. The caller tries them again.
 */
function findCovered(actions: readonly Node[]): number[] {
  return actions.flatMap((action, index) => {
    if (!(action instanceof HTMLElement)) return [index];
    action.scrollIntoView({ block: "center", behavior: "instant" });
    const { left, top, width, height } = action.getBoundingClientRect();
    const found = document.elementFromPoint(left + width / 2, top + height / 2);
    return action.contains(found) ? [] : [index];
  });
}

/** Runs in the page: hides the toasts that are shown. */
function hideToasts(): void {
  const toasts = '[role="status"] > :has([aria-label="Dismiss"])';
  for (const toast of document.querySelectorAll<HTMLElement>(toasts))
    toast.style.visibility = "hidden";
}

/**
 * Runs in the page: whether the element is enabled and still in the page; a toast or a card of a long list may be gone.
 */
function isInUse(element: Node): boolean {
  if (element instanceof HTMLButtonElement && element.disabled) return false;
  return element instanceof Element && element.isConnected && element.checkVisibility();
}

/** Runs in the page: the elements that are wider than the screen, or cut off their own text. */
function findOverflow(): string[] {
  const found: string[] = [];
  const root = document.documentElement;
  if (root.scrollWidth > root.clientWidth)
    found.push(`the page is ${root.scrollWidth} px wide on ${root.clientWidth}`);
  for (const element of document.querySelectorAll<HTMLElement>("body *")) {
    const box = element.getBoundingClientRect();
    if (box.width === 0 || box.height === 0 || !element.checkVisibility()) continue;
    const what = `${element.tagName.toLowerCase()} "${element.textContent?.trim().slice(0, 40)}"`;
    const hasText = [...element.childNodes].some(
      (node) => node.nodeType === Node.TEXT_NODE && node.textContent?.trim(),
    );
    if (!hasText) continue;
    const { overflowX, clip, position } = getComputedStyle(element);
    // Text for screen readers only is clipped on purpose.
    if (position === "absolute" && (clip !== "auto" || box.width <= 1)) continue;
    if (box.right > innerWidth + 1 || box.left < -1) found.push(`${what} leaves the screen`);
    if (overflowX !== "visible" && element.scrollWidth > element.clientWidth + 1)
      found.push(`${what} is cut off`);
  }
  return found;
}

/** Runs in the page: the fields with a text below 16 pixels, into which Safari zooms when one is tapped. */
function findSmallFields(): string[] {
  const withoutText = ["checkbox", "radio", "file", "range"].map((type) => `[type=${type}]`);
  const fields = document.querySelectorAll<HTMLElement>(
    `input:not(${withoutText.join()}), select, textarea`,
  );
  return [...fields]
    .filter((field) => Number.parseFloat(getComputedStyle(field).fontSize) < 16)
    .map((field) => `${field.tagName.toLowerCase()} "${field.id}" is smaller than 16 px`);
}
