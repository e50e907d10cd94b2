import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { AxeBuilder } from "@axe-core/playwright";
import { expect, type Locator, type Page, test } from "@playwright/test";
import { createServer, type ViteDevServer } from "vite";
import { inspect } from "./inspection.ts";
import { readPlaces } from "./moves.ts";

const app = fileURLToPath(new URL("../../apps/engineer/", import.meta.url));

let server: ViteDevServer;
let address: string;

/** Vite sets it to development for the whole process, which builds and starts systems for later tests. */
const nodeEnvironment = process.env.NODE_ENV;

test.beforeAll(async () => {
  server = await createServer({
    root: app,
    cacheDir: fileURLToPath(new URL("../.cache/catalogue", import.meta.url)),
    logLevel: "error",
    server: { host: "127.0.0.1", port: 0 },
  });
  await server.listen();
  address = new URL("catalogue.html", server.resolvedUrls?.local[0]).href;
});

// Colours would be measured in the middle of a transition.
test.use({ contextOptions: { reducedMotion: "reduce" } });

test.afterAll(async () => {
  await server.close();
  if (nodeEnvironment === undefined) delete process.env.NODE_ENV;
  else process.env.NODE_ENV = nodeEnvironment;
});

for (const theme of ["light", "night", "sunlight"]) {
  test(`every component is accessible in the ${theme} theme`, async ({ page }) => {
    await page.goto(`${address}?theme=${theme}`);
    await expect(page.getByRole("heading", { name: `Components, ${theme} theme` })).toBeVisible();
    await page.getByRole("button", { name: "Submit" }).click();
    // The frames are inspected as pages of their own, below.
    const { violations } = await new AxeBuilder({ page }).exclude("iframe").analyze();
    expect(violations.map(({ id, nodes }) => [id, ...nodes.map(({ html }) => html)])).toEqual([]);
  });
}

test("the parts that fill the screen are accessible, and cut off nothing on a small phone", async ({
  page,
}) => {
  await page.goto(`${address}?theme=light`);
  const frames = page.locator("iframe");
  const paths = await frames.evaluateAll((all) => all.map((frame) => frame.getAttribute("src")));
  expect(paths.length).toBeGreaterThan(5);
  for (const path of paths) {
    await page.goto(new URL(path ?? "", address).href);
    await expect(page.getByRole("button").first()).toBeVisible();
    await inspect(page, `Catalogue ${path}`);
  }
});

test("on a short screen header and footer leave the height to the content", async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 640 });
  await page.goto(`${address}?theme=light&part=Page`);
  await expect(page.getByRole("button", { name: "Main action" })).toBeVisible();
  const height = (role: "banner" | "contentinfo") =>
    page.getByRole(role).evaluate((element) => element.getBoundingClientRect().height);
  expect((await height("banner")) + (await height("contentinfo"))).toBeLessThan(120);
});

test("the last button of a page can be scrolled above the toasts", async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 640 });
  await page.goto(`${address}?theme=light&part=ToastHost%20above%20buttons`);
  const last = page.getByRole("main").getByRole("button").last();
  await last.click({ trial: true });
});

for (const part of ["ToastHost with a dialog", "ToastHost with a long sheet"])
  test(`${part}: toasts move and cover nothing of it, and can be heard and dismissed`, async ({
    page,
  }) => {
    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto(`${address}?theme=light&part=${encodeURIComponent(part)}`);
    const dialog = page.getByRole("dialog");
    const toasts = (where: Page | Locator) => where.getByRole("status");
    await expect(toasts(page)).toContainText("Part added");
    await page.getByRole("button", { name: "Open" }).click();
    // What is outside of a modal dialog is neither heard nor tapped.
    await expect(toasts(dialog)).toContainText("Part added");

    const send = dialog.getByRole("button", { name: "Send" });
    await send.scrollIntoViewIfNeeded();
    const { Dismiss: _older, ...before } = await readPlaces(page);
    await send.click();
    await expect(toasts(dialog).getByText("Unable to send")).toBeInViewport({ ratio: 1 });
    expect(await readPlaces(page)).toMatchObject(before);
    for (const name of ["Close", "Send", "Cancel"])
      await dialog.getByRole("button", { name }).click({ trial: true });

    const dismiss = dialog.getByRole("button", { name: "Dismiss" });
    await expect(dismiss).toHaveCount(3);
    await dismiss.first().click();
    await expect(dismiss).toHaveCount(2);
    await dialog.getByRole("button", { name: "Close" }).click();
    await expect(dialog).toBeHidden();
    await expect(toasts(page)).toContainText("Synchronisation completed successfully");
    await expect(toasts(page).getByText("Part added")).toBeInViewport();
  });

for (const part of ["ToastHost with a dialog", "ToastHost with a long sheet"])
  test(`${part}: a toast is read without scrolling on a small phone with large text`, async ({
    page,
  }) => {
    await page.setViewportSize({ width: 360, height: 640 });
    await page.goto(`${address}?theme=light&part=${encodeURIComponent(part)}`);
    await page.evaluate(() => (document.documentElement.style.fontSize = "200%"));
    await page.getByRole("button", { name: "Open" }).click();
    const dialog = page.getByRole("dialog");
    const send = dialog.getByRole("button", { name: "Send" });
    const { Dismiss: _older, ...before } = await readPlaces(page);
    await send.click();
    const dismiss = dialog.getByRole("button", { name: "Dismiss" });
    await dismiss.first().click();
    await expect(dismiss.first()).toBeInViewport({ ratio: 1 });
    const text = dialog.getByText("Synchronisation completed successfully");
    await expect(text).toBeInViewport({ ratio: 1 });
    expect(await readPlaces(page)).toMatchObject(before);
  });

test("without a theme the three themes are side by side", async ({ page }) => {
  await page.goto(address);
  for (const theme of ["light", "night", "sunlight"])
    await expect(
      page.frameLocator(`iframe[title=${theme}]`).getByRole("heading", { level: 1 }),
    ).toHaveText(`Components, ${theme} theme`);
});

test("the built app contains nothing of the catalogue, and the worker stores nothing of it", () => {
  const dist = `${app}dist`;
  const files = readdirSync(dist, { recursive: true, encoding: "utf8" });
  expect(files).toContain("index.html");
  expect(files.filter((file) => file.includes("catalogue.html"))).toEqual([]);
  const texts = files.filter((file) => /\.(js|html|css)$/.test(file));
  for (const file of texts) {
    const text = readFileSync(`${dist}/${file}`, "utf8");
    expect(/catalogue\.html|A link within the app/.test(text), file).toBe(false);
  }
});
