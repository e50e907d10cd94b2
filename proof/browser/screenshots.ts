import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Page } from "@playwright/test";
import { engineerWith } from "./engineer.ts";
import { type Phone, takePhone } from "./phone.ts";
import { startSystem } from "./system.ts";

/** Walks the built app on a fresh demo and writes what is seen as PNG files into `folder`. */
export async function drawScreenshots(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  const system = await startSystem();
  try {
    const phone = await takePhone();
    try {
      await walk(phone, system.url, folder);
    } finally {
      await phone.remove();
    }
  } finally {
    await system.remove();
  }
}

async function walk(phone: Phone, url: string, folder: string): Promise<void> {
  const sam = engineerWith(phone, url);
  const page = sam.at();
  const keep = (name: string) => picture(page, join(folder, `${name}.png`));
  const choose = async (theme: string) => {
    await sam.open("/settings");
    await page.getByRole("radio", { name: theme, exact: true }).check();
  };
  await sam.open("/");
  await sam.seesScreen("Sign in");
  await page.getByRole("list", { name: "Demo logins" }).waitFor();
  await keep("sign-in");

  await sam.install();
  await sam.isReady();
  await keep("home");
  await sam.open("/planner");
  await page.getByRole("heading", { name: /^Today, / }).waitFor();
  await keep("planner");
  await sam.open("/settings");
  await sam.seesScreen("Settings");
  await keep("settings");
  await sam.open("/");
  await sam.openJobs();
  await keep("jobs");

  await sam.jobCard("Gas safety record only").click();
  await sam.dialog(/^Warning Code/).waitFor();
  await keep("notice");
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
  // It comes once, where the network went: later pages open without it.
  await page.getByText("Unable to contact server").first().waitFor();
  await keep("hub");
  await page.getByRole("link", { name: /^Forms/ }).click();
  await page.getByRole("link", { name: /^Landlord gas safety record/ }).click();
  await page.getByRole("button", { name: "Next", exact: true }).waitFor();
  await keep("form");
  await sam.button("Next").click();
  await page.getByRole("heading", { level: 2, name: "Appliances" }).waitFor();
  await keep("appliances");
  await sam.open("/jobs/selected");
  await readyToClose(page);
  await sam.syncSign(/waiting/).click();
  await sam.dialog("Messages").getByText("Job status").first().waitFor();
  await keep("messages");
  await sam.closeDialog("Messages");

  await choose("Night");
  await sam.open("/jobs/selected");
  await readyToClose(page);
  await keep("night");
  await choose("Sunlight");
  await sam.open("/jobs/selected");
  await readyToClose(page);
  await keep("sunlight");
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
  await keep("signature");
}

/** A button rests for a moment after a step. */
async function readyToClose(page: Page): Promise<void> {
  await page.locator("button:not([aria-disabled=true])", { hasText: "Close" }).waitFor();
}

async function picture(page: Page, path: string): Promise<void> {
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
  // One that goes by itself meanwhile is as good.
  while (await dismiss.first().isVisible())
    await dismiss
      .first()
      .click({ timeout: 1000 })
      .catch(() => undefined);
}
