import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { chromium, type Page } from "@playwright/test";
import { findChromium } from "./chromium.ts";
import { createEngineer, password } from "./engineer.ts";
import { createOfficePage, officeEmail, openDesk } from "./office-page.ts";
import { type Phone, startPhone } from "./phone.ts";
import { startSystem } from "./system.ts";

/** Goes through the built app on a fresh demo and writes screenshots as PNG files into `folder`. */
export async function drawScreenshots(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  const system = await startSystem();
  try {
    const phone = await startPhone();
    try {
      await walk(phone, system.url, folder);
    } finally {
      await phone.remove();
    }
    await walkOffice(system.url, folder);
  } finally {
    await system.remove();
  }
}

async function walk(phone: Phone, url: string, folder: string): Promise<void> {
  const sam = createEngineer(phone, url);
  const page = sam.page();
  const capture = (name: string) => takeScreenshot(page, join(folder, `${name}.png`));
  const choose = async (theme: string) => {
    await sam.open("/settings");
    await page.getByRole("radio", { name: theme, exact: true }).check();
  };
  await sam.open("/");
  await sam.seesScreen("Sign in");
  await page.getByRole("list", { name: "Demo logins" }).waitFor();
  await capture("sign-in");

  await sam.install();
  await sam.waitUntilReady();
  await capture("home");
  await sam.open("/planner");
  await page.getByRole("heading", { name: /^Today, / }).waitFor();
  await capture("planner");
  await sam.open("/settings");
  await sam.seesScreen("Settings");
  await capture("settings");
  await sam.open("/");
  await sam.openJobs();
  await capture("jobs");

  await sam.jobCard("Gas safety record only").click();
  await sam.dialog(/^Warning Code/).waitFor();
  await capture("notice");
  while (await sam.dialog(/^Warning Code/).isVisible()) {
    const title = await sam
      .dialog(/^Warning Code/)
      .getByRole("heading")
      .innerText();
    await sam.answer(title, "Confirm");
  }
  await sam.seesScreen(/^Job \(/);
  await phone.context.setOffline(true);
  for (const step of ["Start Travel", "On-Site", "Access"] as const) await sam.step(step);
  await readyToClose(page);
  // The toast is shown once, when the network is lost; later pages do not show it.
  await page.getByText("Unable to contact server").first().waitFor();
  await capture("hub");
  await page.getByRole("link", { name: /^Forms/ }).click();
  await page.getByRole("link", { name: /^Landlord gas safety record/ }).click();
  await page.getByRole("button", { name: "Next", exact: true }).waitFor();
  await capture("form");
  await sam.button("Next").click();
  await page.getByRole("heading", { level: 2, name: "Appliances" }).waitFor();
  await capture("appliances");
  await sam.open("/jobs/selected");
  await readyToClose(page);
  await sam.syncIndicator(/waiting/).click();
  await sam.dialog("Messages").getByText("Job status").first().waitFor();
  await capture("messages");
  await sam.closeDialog("Messages");

  await choose("Night");
  await sam.open("/jobs/selected");
  await readyToClose(page);
  await capture("night");
  await choose("Sunlight");
  await sam.open("/jobs/selected");
  await readyToClose(page);
  await capture("sunlight");
  await choose("Light");

  await sam.open("/jobs/selected");
  await sam.button("Close").click();
  await sam.answer("Was access gained?", "Yes");
  await page.getByLabel("Outcome").selectOption({ label: "Abandoned - Not Required" });
  await page.getByText("Job valid").waitFor();
  await sam.button("Next").click();
  await sam.button("Contacts reviewed").click();
  await sam.answerHeating();
  await sam.button("Next").click();
  await sam.chooseCause("External", "Gas supply");
  await sam.button("Next").click();
  await page.getByLabel("Customer name").fill("Pat Example");
  await sam.sign("Customer signature");
  await capture("signature");
}

async function walkOffice(url: string, folder: string): Promise<void> {
  const browser = await chromium.launch(await findChromium());
  try {
    const desk = createOfficePage(await (await openDesk(browser)).newPage());
    const { page } = desk;
    await page.goto(`${url}/office/today`);
    await desk.signIn(password, officeEmail);
    await page.locator("[data-visit]").first().waitFor();
    await page.getByText("● Live").waitFor();
    await takeScreenshot(page, join(folder, "office-today.png"));
    await page.goto(`${url}/office/compliance`);
    await page.getByRole("table").first().getByRole("row").nth(1).waitFor();
    await takeScreenshot(page, join(folder, "office-compliance.png"));
    await page.goto(`${url}/office/jobs`);
    await desk.table("Jobs").getByRole("link").first().waitFor();
    await takeScreenshot(page, join(folder, "office-jobs.png"));
    await page.goto(`${url}/office/jobs?status=Closed`);
    await desk.table("Jobs").getByRole("link").first().click();
    await page.getByRole("heading", { level: 2, name: "Documents" }).waitFor();
    await page.waitForLoadState("networkidle");
    await takeScreenshot(page, join(folder, "office-job.png"));
    await page.goto(`${url}/office/reference-data`);
    await page.getByRole("link", { name: "Import CSV" }).click();
    await page.locator('input[type="file"]').setInputFiles(spareParts());
    await desk.button("Upload").click();
    await desk.button("Check the file").click();
    await desk.table("Bad lines by cause").waitFor();
    await takeScreenshot(page, join(folder, "office-import.png"));
  } finally {
    await browser.close();
  }
}

/** A price list of 60 spare parts, three lines of which cannot be imported. */
function spareParts(): { name: string; mimeType: string; buffer: Buffer } {
  const lines = Array.from(
    { length: 60 },
    (_, index) => `7${10_000 + index};Fan assembly, model ${index + 1};1;1`,
  );
  lines[20] = "70020;Fan assembly, model 21;Fans;1";
  lines[33] = "70002;Fan assembly, model 3;1;1";
  lines[47] = "70047;;1;1";
  const text = ["SKU;Item;Category;UoM", ...lines].join("\n");
  return { name: "spare-parts.csv", mimeType: "text/csv", buffer: Buffer.from(text) };
}

/** Waits until the button is enabled again after a step. */
async function readyToClose(page: Page): Promise<void> {
  await page.locator("button:not([aria-disabled=true])", { hasText: "Close" }).waitFor();
}

async function takeScreenshot(page: Page, path: string): Promise<void> {
  await dismissToasts(page);
  await page.evaluate(() => {
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
    scrollTo(0, 0);
  });
  const png = await page.screenshot({ animations: "disabled", caret: "hide" });
  await writeFile(path, png);
  console.log(`${path} ${Math.round(png.length / 1000)} KB`);
}

async function dismissToasts(page: Page): Promise<void> {
  const dismiss = page.getByRole("status").getByRole("button", { name: "Dismiss" });
  // A toast may also disappear by itself.
  while (await dismiss.first().isVisible())
    await dismiss
      .first()
      .click({ timeout: 1000 })
      .catch(() => undefined);
}
