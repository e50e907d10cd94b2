import { readFile } from "node:fs/promises";
import { type BrowserContext, expect, test } from "@playwright/test";
import { addDays, londonDay } from "@fieldfare/domain";
import { password, pin, samEmail } from "./engineer.ts";
import { type Office, openOffice } from "./office.ts";
import { createOfficePage, officeEmail, openDesk } from "./office-page.ts";
import { startFromSnapshot } from "./make-snapshot.ts";
import type { System } from "./system.ts";

const newEmail = "frankie.lane@fieldfare.example";
const ownPassword = "chosen by Frankie";
let system: System;
let office: Office;
let jobId: string;
let contexts: BrowserContext[] = [];
let admin: ReturnType<typeof createOfficePage>;
let frankie: ReturnType<typeof createOfficePage>;
let firstPassword = "";
const refusedByPolicy: string[] = [];

test.describe.configure({ mode: "serial" });

test.beforeAll(async ({ browser }) => {
  system = await startFromSnapshot("installed");
  office = await openOffice(system.url);
  ({ jobId } = await office.raise("1 Permission Row", { formattedJobId: "PERMISSION-1" }));
  contexts = [await openDesk(browser), await openDesk(browser)];
  const [first, second] = await Promise.all(contexts.map((context) => context.newPage()));
  if (!first || !second) throw new Error("A page is missing");
  [admin, frankie] = [createOfficePage(first), createOfficePage(second)];
  for (const page of [first, second])
    page.on("console", (message) => {
      if (message.text().includes("Content Security Policy")) refusedByPolicy.push(message.text());
    });
});
test.afterAll(async () => {
  await Promise.all(contexts.map((context) => context.close()));
  await system.remove();
});

const open = ({ page }: typeof admin, path: string) => page.goto(`${system.url}/office${path}`);
const row = ({ table }: typeof admin, name: RegExp) =>
  table("Office accounts").getByRole("row", { name });

test("a dialog asks before it discards what was typed, and closes at once if nothing was", async () => {
  const { page, button, dialog } = admin;
  await open(admin, "/administration/accounts");
  await admin.signIn(password, officeEmail);
  await button("Change: Robin Ellis").click();
  const change = dialog("Change the account of Robin Ellis");
  const name = change.getByLabel("Name", { exact: true });
  await expect(name).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(change).toBeHidden();

  await button("Change: Robin Ellis").click();
  await name.fill("Robin Ellison");
  await page.keyboard.press("Escape");
  const question = dialog("Discard your changes?");
  await expect(question.getByRole("button", { name: "Go on" })).toBeFocused();
  await admin.inspect("A dialog that asks before it discards");
  await page.keyboard.press("Escape");
  await expect(question).toBeHidden();
  await expect(name).toBeFocused();
  await expect(name).toHaveValue("Robin Ellison");
  await name.fill("Robin Ellis");
  await change.getByRole("button", { name: "Close" }).click();
  await expect(change).toBeHidden();

  await button("Change: Robin Ellis").click();
  await change.getByRole("checkbox", { name: "viewer" }).check();
  await change.getByRole("button", { name: "Close" }).click();
  await question.getByRole("button", { name: "Go on" }).click();
  await expect(change.getByRole("checkbox", { name: "viewer" })).toBeChecked();
  await page.keyboard.press("Escape");
  await question.getByRole("button", { name: "Discard" }).click();
  await expect(question).toBeHidden();
  await expect(change).toBeHidden();
});

test("an administrator adds an account, and sees its password once", async () => {
  const { page, button, dialog } = admin;
  await admin.seesTitle("Office accounts");
  await expect(row(admin, /^Robin Ellis You/)).toBeVisible();
  await admin.inspect("Office accounts");
  await button("Add account").click();
  await dialog("Add an office account").getByRole("button", { name: "Add account" }).click();
  await expect(page.getByText("Choose at least one role")).toBeVisible();
  await page.getByLabel("Name", { exact: true }).fill("Frankie Lane");
  await page.getByLabel("Email address").fill(newEmail);
  await page.getByRole("checkbox", { name: "viewer" }).check();
  await admin.inspect("Add an office account");
  await dialog("Add an office account").getByRole("button", { name: "Add account" }).click();
  const added = dialog("Frankie Lane has an account");
  firstPassword = (await added.getByText(/^\w{4}(-\w{4}){3}$/).textContent()) ?? "";
  await admin.inspect("A password that is shown once");
  await expect(added.getByRole("button", { name: "Close" })).toHaveCount(0);
  await page.keyboard.press("Escape");
  await page.mouse.click(5, 5);
  await expect(page.getByText(firstPassword)).toBeVisible();
  await added.getByRole("button", { name: "I have noted it" }).click();
  await expect(row(admin, /^Frankie Lane/)).toContainText("Must choose password");
  await expect(page.getByText(firstPassword)).toBeHidden();
});

test("its owner has to choose another password first", async () => {
  const { page, button } = frankie;
  await open(frankie, "/jobs");
  await frankie.signIn(firstPassword, newEmail);
  await frankie.seesTitle("Choose a password");
  await frankie.inspect("Choose a password");
  await page.getByLabel("The password that you were given").fill("not this one");
  await page.getByLabel("New password", { exact: true }).fill("short");
  await page.getByLabel("New password again").fill("shorter");
  await button("Change password").click();
  await expect(page.getByText("The two new passwords are different")).toBeVisible();
  for (const label of ["New password", "New password again"])
    await page.getByLabel(label, { exact: true }).fill(ownPassword);
  await button("Change password").click();
  await expect(page.getByText("The password is not right")).toBeVisible();
  await page.getByLabel("The password that you were given").fill(firstPassword);
  await button("Change password").click();
  await frankie.seesTitle("Jobs");
  await page.reload();
  await frankie.seesTitle("Jobs");
});

test("a viewer sees no action and no page that the role does not allow, and reads what an address needs", async () => {
  const { page, button } = frankie;
  const links = page.getByRole("navigation", { name: "Main" }).getByRole("link");
  await expect(links).toHaveText([
    "Today",
    "Jobs",
    "Parts",
    "Compliance",
    "Engineers",
    "Absences",
    "Data",
    "Forms",
  ]);
  await expect(button(/^Administration/)).toBeHidden();
  await open(frankie, `/jobs/${jobId}`);
  await frankie.seesTitle(/^PERMISSION-1/);
  for (const name of ["Move", "Change details", "Copy", "Comment", "Request removal"])
    await expect(button(name)).toBeHidden();
  await open(frankie, "/engineers");
  await frankie.table("Engineers and devices").getByRole("link", { name: "Sam Taylor" }).click();
  await frankie.seesTitle("Sam Taylor");
  await expect(page.getByRole("article").first()).toBeVisible();
  for (const name of ["Lock", "Name", "Wipe", "Disable account", "Code for a forgotten PIN"])
    await expect(button(name)).toBeHidden();
  await open(frankie, "/absences");
  await frankie.seesTitle("Absences");
  await expect(page.getByText(/^Requested on/).first()).toBeVisible();
  await expect(button("Approve")).toHaveCount(0);
  await open(frankie, "/parts");
  await frankie.seesTitle("Parts");
  await expect(frankie.table("Parts").getByRole("link").first()).toBeVisible();
  await expect(button(/^(Ordered|Ready to collect|Not needed): /)).toHaveCount(0);
  await open(frankie, "/reference-data");
  await frankie.seesTitle("Reference data");
  await expect(page.getByRole("row").nth(1)).toBeVisible();
  await expect(page.getByRole("link", { name: "Import CSV" })).toHaveCount(0);
  await expect(button(/^Add /)).toHaveCount(0);
  for (const path of [
    "/mileage",
    "/audit",
    "/reference-data/import",
    "/homes/import",
    "/alarms",
    "/administration/accounts",
    "/administration/api-clients",
    "/administration/retention",
    "/administration/phones",
  ]) {
    await open(frankie, path);
    await frankie.seesTitle("You may not open this page");
  }
  await expect(page.getByText("Unspecified, Administrate; 0#")).toBeVisible();
  await frankie.inspect("You may not open this page");
});

test("an account that may do nothing reads at each screen which permission is missing, and no screen asks the server for more", async () => {
  const { page } = frankie;
  const account = "**/api/office/account";
  await page.route(account, async (route) => {
    const answer = await route.fetch();
    await route.fulfill({ json: { ...(await answer.json()), permissions: [] } });
  });
  const requested: string[] = [];
  page.on("request", (request) => {
    const { pathname } = new URL(request.url());
    if (/^\/api\/office\/(?!account$|session)/.test(pathname)) requested.push(pathname);
  });
  await open(frankie, "/");
  await frankie.seesTitle("You may not open this page");
  // Every route of the app's router, so that a new screen is covered from the start.
  const paths = await page.evaluate<string[]>("Object.keys(__TSR_ROUTER__.routesByPath)");
  expect(paths.length).toBeGreaterThan(20);
  for (const path of paths)
    await test.step(path, async () => {
      await open(frankie, path.replaceAll(/\$\w+/g, jobId));
      await frankie.seesTitle("You may not open this page");
    });
  expect(requested).toEqual([]);
  await page.unroute(account);
  page.removeAllListeners("request");
});

test("another role counts at once, and shows its pages", async () => {
  await admin.button("Change: Frankie Lane").click();
  const change = admin.dialog("Change the account of Frankie Lane");
  await change.getByRole("checkbox", { name: "supervisor" }).check();
  await change.getByRole("button", { name: "Save" }).click();
  await expect(change).toBeHidden();
  await frankie.page.reload();
  await expect(frankie.page.getByRole("navigation", { name: "Main" }).getByRole("link")).toHaveText(
    [
      "Today",
      "Jobs",
      "Parts",
      "Compliance",
      "Engineers",
      "Absences",
      "Mileage",
      "Alarms",
      "Data",
      "Forms",
    ],
  );
  await frankie.button(/^Administration/).click();
  await expect(frankie.page.getByRole("menuitem")).toHaveText(["Audit", "Retention"]);
  await frankie.inspect("The menu of the administration");
  await frankie.page.getByRole("menuitem", { name: "Audit" }).click();
  await frankie.seesTitle("Audit");
});

test("a job is raised at a known home, for an engineer who is free", async () => {
  const { page, button } = admin;
  await open(admin, "/jobs");
  await page.getByRole("link", { name: "Raise a job" }).click();
  await admin.seesTitle("Raise a job");
  await button("Raise job").click();
  await expect(page.getByText("Choose a home, or enter another address")).toBeInViewport();
  await button("Enter another address").click();
  await page.getByLabel("Address line 1").fill("1 Nowhere");
  await page.getByLabel("Postcode").fill("LS1 1AA EXTRA");
  await page.getByLabel("Tenant", { exact: true }).fill("Kim Example");
  await page.getByLabel("Telephone of the tenant").fill("not a number");
  await button("Raise job").click();
  await expect(page.getByText("This is not a postcode")).toBeInViewport();
  await expect(page.getByText("This is not a telephone number")).toBeVisible();
  await button("Search for a home instead").click();
  await page.getByRole("searchbox", { name: "Home" }).fill("permission row");
  await expect(button(/^1 Permission Row/)).toBeVisible();
  await page.keyboard.press("ArrowDown");
  await expect(button(/^1 Permission Row/)).toBeFocused();
  await page.keyboard.press("ArrowUp");
  await expect(page.getByRole("searchbox", { name: "Home" })).toBeFocused();
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await expect(button("Choose another home")).toBeVisible();
  await page.getByLabel("Type", { exact: true }).selectOption({ index: 1 });
  await page.getByLabel("What is to be done").fill("Bleed the radiators");
  const appointment = page.getByLabel("Appointment (time in London)");
  await appointment.fill("2027-03-28T01:30");
  await expect(page.getByText("this time does not exist")).toBeVisible();
  await appointment.fill("1900-01-01T09:00");
  await button("Raise job").click();
  const confirmation = page.getByRole("checkbox", { name: /^I mean .*1 Jan 1900, 09:00$/ });
  await expect(confirmation).toBeFocused();
  await expect(page.getByText("Confirm the appointment, or enter another time")).toBeVisible();
  // Behind the absences that the demo gives Sam from today on, and within the year that needs no confirmation.
  await appointment.fill(`${addDays(londonDay(new Date()), 200)}T09:00`);
  await expect(confirmation).toBeHidden();
  const engineers = page.getByLabel("Engineer", { exact: true });
  const sam = engineers.getByRole("option", { name: /^Sam Taylor/ });
  await expect(sam).toHaveText("Sam Taylor: no job that day");
  await engineers.selectOption((await sam.getAttribute("value")) ?? "");
  await admin.inspect("Raise a job");

  // The session ends while somebody types: the sign-in is shown above the page, and nothing that is typed is lost.
  await contexts[0]?.clearCookies();
  const jobs = "**/api/office/jobs";
  await page.route(jobs, (route) =>
    route.fulfill({
      status: 401,
      contentType: "application/problem+json",
      body: JSON.stringify({ title: "Sign in first", status: 401, code: "unauthorised" }),
    }),
  );
  await button("Raise job").click();
  const ended = admin.dialog("Your session has ended");
  await expect(ended.getByLabel("Email address")).toHaveValue(officeEmail);
  await expect(ended).toContainText(
    "What you typed stays if Robin Ellis signs in. If somebody else signs in here, it is lost.",
  );
  await admin.inspect("Your session has ended");
  await page.unroute(jobs);
  await expect(page.getByLabel("What is to be done")).toHaveValue("Bleed the radiators");
  await admin.signIn();
  await expect(ended).toBeHidden();
  await admin.seesTitle(/1 Permission Row, LS1 1AA$/);
  await expect(page.getByText("Bleed the radiators").first()).toBeVisible();
  await expect(page.getByRole("link", { name: "Sam Taylor" })).toBeVisible();
  await open(admin, "/administration/accounts");
});

test("two administrators who change the same account are told", async () => {
  const { button, dialog, page } = admin;
  const other = await contexts[0]?.newPage();
  if (!other) throw new Error("There is no page");
  const second = createOfficePage(other);
  await open(second, "/administration/accounts");
  await button("Change: Frankie Lane").click();
  await second.button("Change: Frankie Lane").click();
  await other.getByLabel("Name", { exact: true }).fill("Frankie Lane-Lee");
  await second.button("Save").click();
  await expect(row(second, /^Frankie Lane-Lee/)).toBeVisible();
  await page.getByLabel("Name", { exact: true }).fill("Frankie L.");
  await button("Save").click();
  await expect(page.getByText("Name, now: Frankie Lane-Lee")).toBeVisible();
  await admin.inspect("Somebody else has changed this account");
  await expect(page.getByLabel("Name", { exact: true })).toHaveValue("Frankie L.");
  await button("Go on with what I typed").click();
  await button("Save").click();
  await expect(dialog(/^Change the account/)).toBeHidden();
  await expect(row(admin, /^Frankie L\./)).toBeVisible();
  await other.close();
});

test("an API client gets its secret once, another one without a pause, and is revoked", async () => {
  const { page, button, dialog } = admin;
  await open(admin, "/administration/api-clients");
  await expect(page.getByText("No system has access yet")).toBeVisible();
  await admin.inspect("API clients, empty");
  await button("Add API client").click();
  await page.getByLabel("Name", { exact: true }).fill("Housing system");
  await page.getByRole("checkbox", { name: "list jobs" }).check();
  await admin.inspect("Add an API client");
  await button("Add, and make a secret").click();
  await button("Make secret").click();
  const shown = dialog("A secret for Housing system").getByRole("status").locator("code");
  await expect(shown).toHaveCount(2);
  const [clientId = "", secret = ""] = await shown.allTextContents();
  const getToken = (using: string) =>
    fetch(`${system.url}/api/oauth/token`, {
      method: "POST",
      body: new URLSearchParams({
        grant_type: "client_credentials",
        client_id: clientId,
        client_secret: using,
      }),
    });
  expect((await getToken(secret)).status).toBe(200);
  await dialog(/secret for/)
    .getByRole("button", { name: "I have noted it" })
    .click();
  await admin.inspect("API clients");

  await button("New secret").click();
  await expect(page.getByLabel("The present secret ends")).toHaveValue(String(86_400_000));
  await button("Make secret").click();
  const again = dialog("Another secret for Housing system").getByRole("status").locator("code");
  await expect(again).toHaveCount(2);
  const [, next = ""] = await again.allTextContents();
  expect([(await getToken(secret)).status, (await getToken(next)).status]).toEqual([200, 200]);
  await dialog(/secret for/)
    .getByRole("button", { name: "I have noted it" })
    .click();
  const colleague = createOfficePage(await page.context().newPage());
  await open(colleague, "/administration/api-clients");
  for (const one of [colleague, admin]) {
    await one.button("Change").click();
    await one.page.getByLabel("Name", { exact: true }).fill("Housing system 2");
  }
  await page.getByRole("checkbox", { name: "change a job", exact: false }).first().check();
  await button("Save").click();
  await expect(dialog("Change Housing system")).toBeHidden();
  await colleague.button("Save").click();
  const late = colleague.dialog("Change Housing system");
  await expect(late.getByRole("alert")).toContainText("Name, now: Housing system 2");
  await expect(late.getByRole("alert")).toContainText("It may now: Change a job");
  await colleague.inspect("Somebody else has changed this API client");
  await late.getByRole("button", { name: "Go on with what I chose" }).click();
  await expect(late.getByRole("checkbox", { name: "change a job" }).first()).toBeChecked();
  await late.getByLabel("Name", { exact: true }).fill("Housing system");
  await colleague.button("Save").click();
  await expect(late).toBeHidden();

  for (const one of [colleague, admin])
    await one.page
      .getByRole("button", { name: /^Remove the secret/ })
      .first()
      .click();
  await button("Remove secret").click();
  await expect(page.getByRole("button", { name: /^Remove the secret/ })).toHaveCount(1);
  await colleague.button("Remove secret").click();
  const removing = colleague.dialog(/^Remove this secret/);
  await expect(removing.getByRole("alert")).toContainText("Somebody has removed this secret");
  await expect(colleague.button("Remove secret")).toBeHidden();
  await colleague.inspect("A secret that somebody has removed meanwhile");
  await removing.getByRole("button", { name: "Close" }).last().click();
  await expect(colleague.page.getByRole("button", { name: /^Remove the secret/ })).toHaveCount(1);
  await colleague.page.close();
  expect([(await getToken(secret)).status, (await getToken(next)).status]).toEqual([401, 200]);
  await button("Revoke").click();
  await button("Revoke for ever").click();
  await expect(
    page.getByRole("article").getByText("Revoked", { exact: true }).first(),
  ).toBeVisible();
  expect((await getToken(next)).status).toBe(401);
});

test("the audit is filtered in the address, and downloaded", async () => {
  const { page, table, button } = admin;
  await open(admin, "/audit");
  await expect(table("Audit")).toBeVisible();
  await admin.inspect("Audit");
  await page.getByLabel("What", { exact: true }).fill("account-changed");
  await expect(page).toHaveURL(/action=account-changed/);
  await expect(table("Audit").getByRole("row").nth(1)).toContainText("Account changed");
  await expect(table("Audit")).not.toContainText("Account added");
  await page
    .getByText(/^1 value$/)
    .first()
    .click();
  await expect(table("Audit")).toContainText('["viewer"] → ["supervisor","viewer"]');
  const file = page.waitForEvent("download");
  await button("Download CSV (all that match)").click();
  const csv = await readFile(await (await file).path(), "utf8");
  expect(csv.trim().split("\r\n").length).toBeGreaterThan(2);
  await page.reload();
  await expect(page.getByLabel("What", { exact: true })).toHaveValue("account-changed");
});

test("a period of retention says what it deletes before it counts, and a supervisor only reads it", async () => {
  const { page, table, button, dialog } = admin;
  await open(admin, "/administration/accounts");
  await button(/^Administration/).click();
  await page.getByRole("menuitem", { name: "Retention" }).click();
  await admin.seesTitle("Retention");
  const logs = table("Periods").getByRole("row", { name: /^Device logs/ });
  await expect(logs).toContainText("180 days");
  await expect(logs).toContainText("Default");
  await expect(page.getByText("Nobody has decided how long some evidence is kept")).toBeVisible();
  await admin.inspect("Retention");
  await button("Change the period of device logs").click();
  await page.getByLabel("Days", { exact: true }).fill("2000");
  await button("Save").click();
  await expect(page.getByText("The longest period is 1,096 days (3 years)")).toBeVisible();
  await page.getByLabel("Days", { exact: true }).fill("400");
  await expect(page.getByRole("status").getByText(/^Nothing more is deleted/)).toBeVisible();
  await admin.inspect("Change a period of retention");
  await button("Save").click();
  await expect(logs).toContainText("400 days");
  await expect(logs).toContainText("The office");

  // The demo has documents of earlier months. One is made when it is opened.
  const [earlier] = await office.closedUntil(addDays(londonDay(new Date()), -60));
  const { documents: promised } = await office.job(earlier?.jobId ?? "");
  await office.document(promised[0]?.documentId ?? "");
  const documents = table("Periods").getByRole("row", { name: /^Documents/ });
  await button("Change the period of documents").click();
  await page.getByRole("radio", { name: "For a number of days" }).check();
  await page.getByLabel("Days", { exact: true }).fill("28");
  await expect(
    page.getByRole("status").getByText(/^The next run would delete or reduce [1-9]\d* records?/),
  ).toBeVisible();
  await button("Save").click();
  await expect(dialog(/^Delete \d+ records?\?$/)).toContainText("This cannot be undone");
  await admin.inspect("What a period of retention deletes");
  await button("Back").click();
  await page.getByLabel("Days", { exact: true }).fill("2192");
  await expect(
    page.getByRole("status").getByText(/would delete nothing of what is there now/),
  ).toBeVisible();
  await button("Save").click();
  await expect(documents).toContainText("2,192 days (6 years)");

  await open(frankie, "/administration/retention");
  await frankie.seesTitle("Retention");
  await expect(frankie.table("Periods").getByRole("row", { name: /^Device logs/ })).toContainText(
    "400 days",
  );
  await expect(frankie.button(/^Change the period/)).toHaveCount(0);
});

test("settings of phones are reviewed, count at once, and go back to the server's", async () => {
  const { page, button, dialog } = admin;
  const lockOfPhones = async () => {
    const answer = await fetch(`${system.url}/api/client-settings`);
    return ((await answer.json()) as { lockAfterMinutes: unknown }).lockAfterMinutes;
  };
  await open(admin, "/administration/phones");
  await admin.seesTitle("Settings of phones");
  await expect(page.getByText(/ phones in use have fetched the present settings$/)).toBeVisible();
  await admin.inspect("Settings of phones");
  const minutes = page.getByRole("textbox", { name: "Ask for the PIN again" });
  const before = await lockOfPhones();
  await minutes.fill("0");
  await button("Review changes").click();
  await expect(page.getByText("A whole number of minutes from 1 to 1,440")).toBeVisible();
  await minutes.fill("7");
  await page.getByRole("switch", { name: "Approve further phones" }).click();
  await button("Review changes").click();
  const review = dialog("Change the settings of phones?");
  await expect(review).toContainText("→ 7 minutes without use");
  await expect(review).toContainText("Approve further phones: Off → On");
  await admin.inspect("Review of the settings of phones");
  await review.getByRole("button", { name: "Save" }).click();
  await expect(review).toBeHidden();
  expect(await lockOfPhones()).toBe(7);
  await button("Use the server's value: Ask for the PIN again").click();
  await button("Use the server's value: Approve further phones").click();
  await button("Review changes").click();
  await review.getByRole("button", { name: "Save" }).click();
  await expect(review).toBeHidden();
  expect(await lockOfPhones()).toBe(before);
});

test("an alarm says what to do, and does it", async () => {
  const { page, button } = admin;
  await open(admin, "/alarms");
  await expect(page.getByText("There is no alarm")).toBeVisible();
  const device = (await office.devices()).find(({ operativeName }) =>
    operativeName.startsWith("Sam"),
  );
  if (!device) throw new Error("Sam has no phone");
  const { deviceId } = device;
  const refused = await fetch(`${system.url}/api/auth/changepin`, {
    method: "POST",
    headers: { "Content-Type": "application/json", "X-Device-Id": deviceId },
    body: JSON.stringify({
      logonName: { email: samEmail },
      pin,
      reEnterPin: pin,
      deviceId,
      password,
    }),
  });
  expect(refused.ok).toBe(false);
  await page.reload();
  const alarm = page.getByRole("article", {
    name: "Somebody tried to act as a phone without its key",
  });
  await expect(alarm.getByRole("link", { name: "Sam Taylor" })).toBeVisible();
  await admin.inspect("Alarms");
  await alarm.getByRole("button", { name: "Lock the phone" }).click();
  await button("Lock device").click();
  await expect(alarm.getByText("The phone is locked")).toBeVisible();
  const phones = await office.devices();
  expect(phones.find((phone) => phone.deviceId === deviceId)?.locked).toBe(true);
});

test("a disabled account is signed out, and one's own password is changed in the menu", async () => {
  await open(admin, "/administration/accounts");
  await admin.button(/^Disable: Frankie/).click();
  await admin.inspect("Disable an account");
  await admin.button("Disable account").click();
  await expect(row(admin, /^Frankie/)).toContainText("Disabled");
  await open(frankie, "/jobs");
  await frankie.seesTitle("Sign in to the office");
  await frankie.signIn(ownPassword, newEmail);
  await expect(
    frankie.page.getByText("This account is disabled. Ask an administrator."),
  ).toBeVisible();

  await admin.button("Robin Ellis").click();
  await admin.page.getByRole("menuitem", { name: "Change password" }).click();
  await admin.inspect("Change password");
  const wrong = admin.page.getByText("The password is not right");
  await admin.page.getByLabel("Present password").fill("not the password");
  for (const label of ["New password", "New password again"])
    await admin.page.getByLabel(label, { exact: true }).fill("another for Robin");
  await admin.button("Change password").click();
  await expect(wrong).toBeVisible();
  await admin.page.getByLabel("Present password").fill(password);
  await expect(wrong).toBeHidden();
  await admin.button("Change password").click();
  await expect(admin.page.getByText("Your password is changed")).toBeVisible();
  await admin.page.reload();
  await admin.seesTitle("Office accounts");
  expect(refusedByPolicy).toEqual([]);
});
