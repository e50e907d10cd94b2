import { type BrowserContext, expect, test } from "@playwright/test";
import {
  receiverNetworks,
  startWebhookReceiver,
  type WebhookReceiver,
} from "../../apps/server/src/testing/webhook-receiver.ts";
import { password } from "./engineer.ts";
import { type Office, openOffice } from "./office.ts";
import { createOfficePage, officeEmail, openDesk } from "./office-page.ts";
import { startFromSnapshot } from "./make-snapshot.ts";
import type { System } from "./system.ts";

let system: System;
let office: Office;
let context: BrowserContext;
let admin: ReturnType<typeof createOfficePage>;
let receiver: WebhookReceiver;

test.describe.configure({ mode: "serial" });

test.beforeAll(async ({ browser }) => {
  receiver = await startWebhookReceiver();
  system = await startFromSnapshot("installed", {
    env: { WEBHOOK_HTTP: "on", WEBHOOK_NETWORKS: receiverNetworks.join(",") },
  });
  office = await openOffice(system.url);
  context = await openDesk(browser);
  admin = createOfficePage(await context.newPage());
});
test.afterAll(async () => {
  await context.close();
  await system.remove();
  await receiver.close();
});

test("an endpoint gets a secret, which is shown once, and a test", async () => {
  const { page, button, dialog } = admin;
  await page.goto(`${system.url}/office/administration/webhooks`);
  await admin.signIn(password, officeEmail);
  await admin.seesTitle("Webhooks");
  await expect(page.getByText("No events are sent yet")).toBeVisible();
  await admin.inspect("Webhooks, empty");
  await button("Add webhook").click();
  await button("Add, and make a secret").click();
  await expect(page.getByText("Fill this in")).toBeVisible();
  await page.getByLabel("Name", { exact: true }).fill("Housing system");
  await page.getByLabel("Address").fill(receiver.url);
  await admin.inspect("Add a webhook");
  await button("Add, and make a secret").click();
  await button("Make secret").click();
  const made = dialog("A secret for Housing system");
  await expect(made.getByRole("status").locator("code")).toHaveText(/^whsec_/);
  await admin.inspect("A secret that is shown once");
  await made.getByRole("button", { name: "I have noted it" }).click();
  await expect(page.getByText("Active", { exact: true })).toBeVisible();
  await expect(page.getByText(/^whsec_/)).toBeHidden();
  await button("Send a test").click();
  await expect
    .poll(() => receiver.received.map(({ message }) => message.type))
    .toContain("webhook.ping");
  await admin.inspect("Webhooks");
});

test("its deliveries show each attempt, and are sent again", async () => {
  const { page, button, table, dialog } = admin;
  await page.getByRole("link", { name: "Deliveries of Housing system" }).click();
  await admin.seesTitle("Deliveries to Housing system");
  const ofTest = table("Deliveries").getByRole("row", { name: /webhook\.ping/ });
  await expect(ofTest).toContainText("Delivered");

  receiver.answer = (response) => response.writeHead(503).end("Closed until nine");
  await office.raise("1 Webhook Row", { formattedJobId: "WEBHOOK-1" });
  const raised = table("Deliveries").getByRole("row", { name: /job\.raised/ });
  await expect(raised).toContainText("The receiver answered 503", { timeout: 30_000 });
  await raised.locator("summary").click();
  await expect(raised).toContainText("Closed until nine");
  await admin.inspect("Deliveries");

  receiver.answer = (response) => response.writeHead(204).end();
  await raised.getByRole("button", { name: /^Send again: job\.raised/ }).click();
  await expect(raised).toContainText("Delivered", { timeout: 30_000 });
  await page.getByLabel("State").selectOption({ label: "Given up" });
  await expect(page).toHaveURL(/state=failed/);
  await expect(page.getByText("No delivery is in this state")).toBeVisible();
  await button("Send again").click();
  await page.getByLabel("Everything after an event").check();
  await admin.inspect("Send events again");
  const before = receiver.received.length;
  await page.getByLabel("After the event with the number").fill("0");
  await dialog(/^Send events/)
    .getByRole("button", { name: "Send again" })
    .click();
  await expect.poll(() => receiver.received.length, { timeout: 30_000 }).toBeGreaterThan(before);
});

test("a webhook that a colleague has changed or deleted meanwhile says so", async () => {
  const { page, button, dialog } = admin;
  const address = `${system.url}/office/administration/webhooks`;
  const colleague = createOfficePage(await context.newPage());
  for (const one of [colleague, admin]) {
    await one.page.goto(address);
    await one.button("Change").click();
  }
  await page.getByLabel("Enabled").uncheck();
  await button("Save").click();
  await expect(dialog("Change Housing system")).toBeHidden();
  const changing = colleague.dialog("Change Housing system");
  await changing.getByLabel("Name", { exact: true }).fill("Housing");
  await colleague.button("Save").click();
  await expect(changing.getByRole("alert")).toContainText("Enabled, now: no");
  await colleague.inspect("Somebody else has changed this webhook");
  await changing.getByRole("button", { name: "Go on with what I typed" }).click();
  await expect(changing.getByLabel("Enabled")).not.toBeChecked();
  await button("Delete").click();
  await dialog(/^Delete /)
    .getByRole("button", { name: "Delete" })
    .click();
  await expect(page.getByText("No events are sent yet")).toBeVisible();
  await colleague.button("Save").click();
  await expect(changing.getByRole("alert")).toContainText("Somebody has deleted this webhook");
  await expect(colleague.button("Save")).toBeHidden();
  await expect(changing.getByLabel("Name", { exact: true })).toHaveValue("Housing");
  await colleague.inspect("A webhook that somebody has deleted meanwhile");
  await changing.getByRole("button", { name: "Close" }).last().click();
  await expect(colleague.page.getByText("No events are sent yet")).toBeVisible();
  await colleague.page.close();
});

test("an export for a data warehouse is started, and its files are listed", async () => {
  const { page } = admin;
  await page.goto(`${system.url}/office/administration/exports`);
  await admin.seesTitle("Exports for a data warehouse");
  await expect(page.getByText("There are no exports yet")).toBeVisible();
  await admin.button("Start an export now").click();
  const row = admin.table("Exports").getByRole("row").nth(1);
  await expect(row).toContainText("Done", { timeout: 120_000 });
  await admin.inspect("Exports");
  await row.getByRole("button", { name: /^Files of/ }).click();
  const files = admin.dialog(/^Files of the export/);
  await expect(files.getByRole("cell", { name: "jobs", exact: true })).toBeVisible();
  await admin.inspect("Files of an export");
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    files.getByRole("button", { name: "Download the manifest" }).click(),
  ]);
  expect(download.suggestedFilename()).toMatch(/^manifest-\d{4}-\d\d-\d\d\.json$/);
});
