import { readFile } from "node:fs/promises";
import { AxeBuilder } from "@axe-core/playwright";
import { type BrowserContext, expect, type Page, test } from "@playwright/test";
import { password } from "./engineer.ts";
import { setUpFixture } from "./fixture.ts";

const officeEmail = "office@fieldfare.example";
const address = "1 Office Walk";
const hostile = `2 <script>alert("x")</script> "Walk"`;
let context: BrowserContext;
let page: Page;
const refusedByPolicy: string[] = [];

const fixture = setUpFixture({
  prepare: async (office) => {
    const uprn = "100099900011";
    const tenants = [{ fullName: "Ziggy O’Tenant", isPrimaryTenant: true }];
    await office.raise(address, {
      formattedJobId: "OFFICE-1",
      property: { uprn, tenants },
    });
    await office.raise(hostile, { formattedJobId: "=OFFICE-2" });
  },
});

test.beforeAll(async ({ browser }) => {
  context = await browser.newContext({
    viewport: { width: 1280, height: 800 },
    locale: "en-GB",
    timezoneId: "Europe/London",
    reducedMotion: "reduce",
  });
  page = await context.newPage();
  page.on("console", (message) => {
    if (message.text().includes("Content Security Policy")) refusedByPolicy.push(message.text());
  });
});
test.afterAll(() => context.close());

const button = (name: string) => page.getByRole("button", { name, exact: true });
const seesTitle = (name: string | RegExp) =>
  expect(page.getByRole("heading", { level: 1, name })).toBeVisible();
const table = (name: string) => page.getByRole("table", { name });

async function signIn() {
  await page.getByLabel("Password", { exact: true }).fill(password);
  await button("Sign in").click();
}

/** Checks the shown screen for accessibility in both themes, and that a window of 1024 pixels cuts nothing off. */
async function inspect(name: string) {
  await test.step(name, async () => {
    for (const colorScheme of ["light", "dark"] as const) {
      await page.emulateMedia({ colorScheme });
      const html = page.locator(`html[data-mantine-color-scheme=${colorScheme}]`);
      await expect(html).toHaveCount(1);
      const { violations } = await new AxeBuilder({ page })
        .withTags(["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"])
        .analyze();
      const found = violations.map(
        ({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(" | ")}`,
      );
      expect.soft(found, `${name}, ${colorScheme}`).toEqual([]);
    }
    await page.emulateMedia({ colorScheme: "light" });
    await page.setViewportSize({ width: 1024, height: 768 });
    const overflow = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    );
    expect.soft(overflow, `${name}, at 1024 pixels`).toBe(0);
    await page.setViewportSize({ width: 1280, height: 800 });
  });
}

test("the office signs in, and a reload keeps the session and the page", async () => {
  await page.goto(`${fixture.system.url}/office/engineers`);
  await seesTitle("Sign in to the office");
  await inspect("Sign in");
  await page.getByLabel("Email address").fill(officeEmail);
  await page.getByLabel("Password", { exact: true }).fill("wrong");
  await button("Sign in").click();
  await expect(page.getByText("The email address or the password is not right.")).toBeVisible();
  await signIn();
  await seesTitle("Engineers and devices");
  await expect(table("Engineers and devices")).toContainText("Sam Taylor");
  await inspect("Engineers and devices");
  await page.reload();
  await expect(table("Engineers and devices")).toContainText("Sam Taylor");
  expect(await page.evaluate(() => document.cookie)).toBe("");
});

test("jobs are found by tenant, UPRN and address; the filters stay in the address, and the CSV is harmless", async () => {
  await page.keyboard.press("j");
  await seesTitle("Jobs");
  await expect(table("Jobs")).toBeVisible();
  await inspect("Jobs");
  await page.keyboard.press("/");
  const search = page.getByRole("searchbox", { name: "Search" });
  await expect(search).toBeFocused();
  for (const text of ["ziggy otenant", "100099900011", "office walk 1"]) {
    await search.fill(text);
    await expect(page).toHaveURL(/search=/);
    await expect(table("Jobs").getByRole("link")).toHaveText(["OFFICE-1"]);
  }
  await search.fill("nothing like it");
  await expect(page.getByText("No job matches")).toBeVisible();
  await inspect("Jobs, empty");
  await search.fill("ls1 1aa");
  await page.getByRole("button", { name: /^Reference/ }).click();
  await expect(table("Jobs").getByRole("link")).toHaveText(["=OFFICE-2", "OFFICE-1"]);
  await page.reload();
  await expect(search).toHaveValue("ls1 1aa");
  await expect(table("Jobs")).toContainText(hostile);
  const file = page.waitForEvent("download");
  await button("Download CSV (2 shown)").click();
  const csv = await readFile(await (await file).path(), "utf8");
  expect(csv).toContain("\r\n'=OFFICE-2,");
  expect(csv).toContain(`"2 <script>alert(""x"")</script> ""Walk"", LS1 1AA"`);

  await table("Jobs").getByRole("link", { name: "=OFFICE-2" }).focus();
  await page.keyboard.press("ArrowDown");
  await expect(table("Jobs").getByRole("link", { name: /^OFFICE-1/ })).toBeFocused();
  await page.keyboard.press("Control+k");
  await page.getByRole("textbox", { name: "Find a job or a page" }).fill("office-1");
  await expect(page.getByRole("button", { name: /OFFICE-1 1 Office Walk/ })).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("textbox", { name: "Find a job or a page" })).toBeHidden();
  await page.getByRole("button", { name: /^Keys/ }).click();
  await expect(page.getByRole("dialog", { name: "Keys" })).toBeVisible();
  await inspect("Keys");
  await page.keyboard.press("Escape");
  expect(refusedByPolicy).toEqual([]);
});
