import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "@playwright/test";
import { password, samEmail } from "./engineer.ts";
import { startSystem } from "./system.ts";

test("npm start serves app, API and demo logins on a fresh folder, and leaves no process running", async ({
  page,
}) => {
  const system = await startSystem({ command: ["npm", "start"] });
  let databases: readonly number[] = [];
  try {
    databases = await databasesUnder(system.dataDirectory);
    expect(databases).toHaveLength(1);
    const health = await fetch(`${system.url}/api/health`);
    expect(await health.json()).toMatchObject({ status: "ok", buildNumber: 7321 });
    await page.goto(system.url);
    await expect(page.getByRole("heading", { name: "Sign in" })).toBeVisible();
    await page.getByRole("list", { name: "Demo logins" }).getByText(samEmail).click();
    // No provider is configured.
    await expect(page.getByRole("link", { name: "Sign in with your organisation" })).toBeHidden();
    await expect(page.getByLabel("Username")).toHaveValue(samEmail);
    await page.getByRole("button", { name: "Sign in", exact: true }).click();
    await expect(page.getByRole("heading", { name: "Welcome" })).toBeVisible();
    await system.stop();
    await expect.poll(() => isServed(system.url)).toBe(false);
    await expect.poll(() => databases.filter(isRunning)).toEqual([]);
  } finally {
    await system.remove();
  }
});

test("with DEMO=off the system is empty: no demo login is shown, and none works", async ({
  page,
}) => {
  const system = await startSystem({ demo: false });
  try {
    const demoAnswer = page.waitForResponse(/\/api\/demo$/);
    await page.goto(system.url);
    await page.getByLabel("Username").fill(samEmail);
    await page.getByLabel("Password", { exact: true }).fill(password);
    await (await demoAnswer).finished();
    await page.getByRole("button", { name: "Sign in", exact: true }).click();
    await expect(page.getByRole("alert").getByText("Unable to login.")).toBeVisible();
    await expect(page.getByText("Demo logins")).toBeHidden();
  } finally {
    await system.remove();
  }
});

/** The process ids in PostgreSQL's pid files below a folder. */
async function databasesUnder(folder: string): Promise<number[]> {
  const names = await readdir(folder, { recursive: true });
  const files = names.filter((name) => name.endsWith("postmaster.pid"));
  const texts = await Promise.all(files.map((file) => readFile(join(folder, file), "utf8")));
  return texts.map((text) => Number.parseInt(text, 10));
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

async function isServed(url: string): Promise<boolean> {
  try {
    return (await fetch(`${url}/api/health`)).ok;
  } catch {
    return false;
  }
}
