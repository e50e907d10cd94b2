import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "@playwright/test";
import { startFromSnapshot } from "./make-snapshot.ts";
import { type Engineer, createEngineer } from "./engineer.ts";
import { inspect } from "./inspection.ts";
import { parseLines, type Office, openOffice } from "./office.ts";
import { type Phone, startPhone } from "./phone.ts";
import { readWaitingExport } from "./storage.ts";
import type { System } from "./system.ts";

test.describe.configure({ mode: "serial" });

let folder: string;
let system: System;
let office: Office;
let phone: Phone;
let sam: Engineer;
/** A database exported on this phone. */
let file: Buffer;

test.beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "fieldfare-emulation-"));
  await buildForTraining(join(folder, "app"));
  system = await startFromSnapshot("demo", {
    env: { ENGINEER_APP: join(folder, "app") },
  });
  office = await openOffice(system.url);
  phone = await startPhone();
  sam = createEngineer(phone, system.url);
  await sam.install();
  await sam.waitUntilReady();
});
test.afterAll(async () => {
  await phone?.remove();
  await system?.remove();
  await rm(folder, { recursive: true, force: true });
});

async function buildForTraining(outDir: string): Promise<void> {
  const app = fileURLToPath(new URL("../../apps/engineer", import.meta.url));
  const vite = fileURLToPath(new URL("../../node_modules/vite/bin/vite.js", import.meta.url));
  const build = spawn(
    process.execPath,
    [vite, "build", "--outDir", outDir, "--logLevel", "error"],
    {
      cwd: app,
      // A development build registers no service worker.
      env: { ...process.env, NODE_ENV: "production", VITE_FIELDFARE_BUILD: "emulation" },
      stdio: ["ignore", "ignore", "inherit"],
    },
  );
  const [code] = (await once(build, "exit")) as [number];
  if (code !== 0) throw new Error("The training build failed");
}

test("a training session takes a job to Closed, and no live job changes", async () => {
  const before = await office.jobs();
  await expect(sam.page().getByText("What you record here is for practice")).toBeVisible();
  await sam.openJobs();
  await sam.openJob("1 Training Street");
  await sam.step("Start Travel");
  await sam.step("On-Site");
  await sam.step("Access");
  await sam.close();
  await expect(sam.syncIndicator("All sent")).toBeVisible();
  expect(await office.jobs()).toEqual(before);
});

test("the planner of a training session shows no live appointments", async () => {
  const page = sam.page();
  await sam.open("/planner");
  await sam.seesScreen("Planner");
  await expect(page.getByRole("main").getByText("No planner in training")).toBeVisible();
  await inspect(page, "Planner in training");
});

test("a database that was exported is imported, and one that is damaged changes nothing", async () => {
  const page = sam.page();
  await sam.open("/settings/export");
  await phone.context.setOffline(true);
  await sam.button("Export database").click();
  await sam.seesToast("Export not completed, try again later");
  // Training exports never reach the office, so the test reads the file from the queue.
  file = Buffer.from(await page.evaluate(readWaitingExport), "base64");
  await phone.context.setOffline(false);

  await sam.open("/tools/import");
  await sam.seesScreen("Database import");
  await expect(
    page.getByText("This completely replaces the current database and cannot be recovered."),
  ).toBeVisible();
  await sam.button("Submit").click();
  await expect(page.getByText("Select an exported database file")).toBeVisible();
  await inspect(page, "Database import");
  const choose = (name: string, buffer: Buffer) =>
    page
      .getByLabel("File", { exact: true })
      .setInputFiles({ name, mimeType: "application/octet-stream", buffer });
  await choose("half.gz", file.subarray(0, file.length - 20));
  await sam.button("Submit").click();
  await sam.seesToast("This file is damaged or incomplete. Nothing was changed.");
  await choose("whole.gz", file);
  await sam.button("Submit").click();
  await sam.seesToast("Import completed");
  await sam.open("/jobs");
  await expect(sam.jobCard("2 Training Street")).toBeVisible();
});

test("field op data is read as JSON, row by row", async () => {
  const page = sam.page();
  const choose = (text: string) =>
    page.getByLabel("File", { exact: true }).setInputFiles({
      name: "dump.json",
      mimeType: "application/json",
      buffer: Buffer.from(text),
    });
  await sam.open("/tools/fieldOpData");
  await sam.seesScreen("Field Op Data");
  await sam.button("Submit").click();
  await expect(page.getByText("Select a table dump file")).toBeVisible();
  await inspect(page, "Field Op Data");
  await choose("[[[");
  await sam.button("Submit").click();
  await sam.seesToast("This file is not JSON. Nothing was changed.");
  const lines = parseLines(file);
  const jobs = lines.find((proxy) => proxy["table"] === "job");
  const [job] = (jobs?.["rows"] ?? []) as { property: object }[];
  const row = {
    ...job,
    jobId: "0190a000-0000-7000-8000-0000000000d1",
    isSelected: false,
    property: { ...job?.property, addressLine1: "99 Dumped Drive" },
  };
  await choose(JSON.stringify({ job: [row] }));
  await sam.button("Submit").click();
  await sam.seesToast("Import completed");
  await sam.open("/jobs");
  await expect(async () => {
    await page.keyboard.press("End");
    await expect(sam.jobCard("99 Dumped Drive")).toBeVisible({ timeout: 500 });
  }).toPass();
});
