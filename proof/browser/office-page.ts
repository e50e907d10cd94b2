import { AxeBuilder } from "@axe-core/playwright";
import { type Browser, type BrowserContext, expect, type Page, test } from "@playwright/test";
import { password } from "./engineer.ts";

export const officeEmail = "office@fieldfare.example";

/** A browser at a desk, without anybody signed in. */
export function openDesk(browser: Browser): Promise<BrowserContext> {
  return browser.newContext({
    viewport: { width: 1280, height: 800 },
    locale: "en-GB",
    timezoneId: "Europe/London",
    reducedMotion: "reduce",
  });
}

/** A page of the office's app: actions and expectations in the words of the screens. */
export function createOfficePage(page: Page) {
  const button = (name: string | RegExp) =>
    page.getByRole("button", { name, exact: typeof name === "string" });
  return {
    page,
    button,
    table: (name: string) => page.getByRole("table", { name, exact: true }),
    dialog: (name: string | RegExp) => page.getByRole("dialog", { name }),
    seesTitle: (name: string | RegExp) =>
      expect(page.getByRole("heading", { level: 1, name })).toBeVisible(),
    /** Fills in the sign-in. Without an email address it is the one that is already there. */
    signIn: async (secret = password, email?: string) => {
      if (email !== undefined) await page.getByLabel("Email address").fill(email);
      await page.getByLabel("Password", { exact: true }).fill(secret);
      await button("Sign in").click();
    },
    /** Checks the shown screen for accessibility in both themes, and that small windows and large text cut nothing off. */
    inspect: (name: string) => test.step(name, () => inspect(page, name)),
  };
}

/**
 * What the automated audit finds on the page. What an open dialog covers in part is no target of a pointer then, which the audit does
 * not know.
 */
async function findViolations(page: Page) {
  const audit = () =>
    new AxeBuilder({ page }).withTags([
      "wcag2a",
      "wcag2aa",
      "wcag21a",
      "wcag21aa",
      "wcag22aa",
      "best-practice",
    ]);
  const dialog = "[role=dialog][aria-modal=true]";
  if ((await page.locator(dialog).count()) === 0) return (await audit().analyze()).violations;
  const whole = await audit().disableRules("target-size").analyze();
  const targets = await new AxeBuilder({ page }).include(dialog).withRules("target-size").analyze();
  return [...whole.violations, ...targets.violations];
}

async function inspect(page: Page, name: string) {
  // In a page that is scrolled, the sticky header covers parts of targets, which the audit takes for small ones.
  await page.evaluate(() => scrollTo(0, 0));
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme });
    const html = page.locator(`html[data-mantine-color-scheme=${colorScheme}]`);
    await expect(html).toHaveCount(1);
    // In the middle of a transition the colours are those of neither scheme.
    await page.waitForFunction(() =>
      document.getAnimations().every((animation) => !(animation instanceof CSSTransition)),
    );
    const violations = await findViolations(page);
    const found = violations.map(
      ({ id, nodes }) => `${id}: ${nodes.map(({ html: element }) => element).join(" | ")}`,
    );
    expect.soft(found, `${name}, ${colorScheme}`).toEqual([]);
  }
  await page.emulateMedia({ colorScheme: "light" });
  for (const { what, width, height, text } of cramped) {
    await page.setViewportSize({ width, height });
    await setTextSize(page, text);
    // An open menu takes its new place a moment after the resize.
    await expect
      .configure({ soft: true })
      .poll(
        () =>
          page.evaluate(
            () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
          ),
        `${name}, ${what}`,
      )
      .toBe(0);
  }
  await setTextSize(page, "100%");
  await page.setViewportSize({ width: 1280, height: 800 });
}

/** A small window, a page at twice its size, and a browser whose user has chosen text of twice the size. */
const cramped = [
  { what: "1024 pixels wide", width: 1024, height: 768, text: "100%" },
  { what: "zoomed to 200%", width: 640, height: 400, text: "100%" },
  { what: "text at 200%", width: 1280, height: 800, text: "200%" },
] as const;

async function setTextSize(page: Page, size: string): Promise<void> {
  await page.evaluate((value) => (document.documentElement.style.fontSize = value), size);
}
