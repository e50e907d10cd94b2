import { type BrowserContext, expect, type Page, test } from "@playwright/test";
import { password } from "./engineer.ts";
import { setUpFixture } from "./fixture.ts";
import { createOfficePage, officeEmail, openDesk } from "./office-page.ts";

const fixture = setUpFixture();
let contexts: BrowserContext[] = [];
let first: ReturnType<typeof createOfficePage>;
let second: ReturnType<typeof createOfficePage>;

test.beforeAll(async ({ browser }) => {
  contexts = [await openDesk(browser), await openDesk(browser)];
  const [one, other] = await Promise.all(contexts.map((context) => context.newPage()));
  if (!one || !other) throw new Error("A page is missing");
  [first, second] = [createOfficePage(one), createOfficePage(other)];
});
test.afterAll(() => Promise.all(contexts.map((context) => context.close())));

const openSam = (page: Page) =>
  page.goto(`${fixture.system.url}/office/engineers/${fixture.office.sam.fieldOperativeId}`);

/** While nothing is expected the page is read every 30 seconds, so what it shows before is due to the changes. */
const beforePoll = { timeout: 12_000 };

test("somebody who does not follow the changes is told before a name, a password or a code is replaced", async () => {
  await second.page.route("**/api/office/changes", (route) => route.abort());
  for (const desk of [first, second]) {
    await openSam(desk.page);
    await desk.signIn(password, officeEmail);
    await desk.button("Name").click();
  }
  await first.page.getByLabel("Name", { exact: true }).fill("Phone A");
  await second.page.getByLabel("Name", { exact: true }).fill("Phone B");
  await first.button("Save name").click();
  await expect(first.page.getByRole("article", { name: "Phone A" })).toBeVisible();
  await second.button("Save name").click();
  await expect(second.page.getByText("Name, now: Phone A")).toBeVisible();
  await second.inspect("Somebody else has changed this name");
  await expect(second.page.getByLabel("Name", { exact: true })).toHaveValue("Phone B");
  await second.button("Go on with what I typed").click();
  await second.button("Save name").click();
  await expect(second.page.getByRole("article", { name: "Phone B" })).toBeVisible();

  for (const desk of [first, second]) await desk.button("New password").click();
  await first.button("Set password").click();
  await expect(first.page.getByText("Give it to Sam Taylor now")).toBeVisible();
  await second.button("Set password").click();
  await expect(second.page.getByText("Somebody else has set a new password")).toBeVisible();
  await second.inspect("Somebody else has set a new password");
  await second.button("Set another all the same").click();
  await expect(second.page.getByText("Give it to Sam Taylor now")).toBeVisible();
  await expect(first.page.getByText("this one no longer works")).toBeVisible(beforePoll);
  await first.inspect("A password that was replaced");
  for (const desk of [first, second])
    await desk.page.getByRole("dialog").getByRole("button", { name: "I have noted it" }).click();

  for (const desk of [first, second]) await desk.button("Code for a forgotten PIN").click();
  await first.button("Make code").click();
  await expect(first.page.getByText("Read it out now")).toBeVisible();
  await second.button("Make code").click();
  await expect(second.page.getByText("Somebody has made a code")).toBeVisible();
  await second.inspect("Somebody has made a code");
  await second.button("Make another all the same").click();
  await expect(second.page.getByText("Read it out now")).toBeVisible();
  await expect(first.page.getByText("this one no longer works")).toBeVisible(beforePoll);
  await expect(first.page.getByText("Read it out now")).toBeHidden();
  await first.inspect("A code that was replaced");
});

test("a wipe is not confirmed over its withdrawal, and a lock is not set twice", async () => {
  await fixture.sam.page().context().setOffline(true);
  await second.page.unroute("**/api/office/changes");
  for (const desk of [first, second]) await openSam(desk.page);
  const works = (desk: typeof first) =>
    desk.page.getByRole("article").getByText("Works", { exact: true });
  await expect(works(second)).toBeVisible();
  await first.button("Wipe").click();
  await first.button("Wipe device").click();
  await expect(second.button("Wipe without sending")).toBeVisible(beforePoll);
  await second.button("Wipe without sending").click();
  await second.button("Wipe device").click();
  await expect(second.button("Delete, and lose this work")).toBeVisible();
  await first.button("Withdraw the wipe").click();
  await first.page.getByRole("dialog").getByRole("button", { name: "Withdraw the wipe" }).click();
  await expect(second.page.getByText("Somebody has withdrawn the wipe")).toBeVisible(beforePoll);
  await second.inspect("Somebody has withdrawn the wipe");
  await expect(second.button("Delete, and lose this work")).toBeHidden();
  await second.button("Cancel").click();
  await expect(works(second)).toBeVisible();

  await expect(works(first)).toBeVisible();
  for (const desk of [first, second]) await desk.button("Lock").click();
  await first.button("Lock device").click();
  await expect(second.page.getByText("Somebody has locked this phone meanwhile")).toBeVisible(
    beforePoll,
  );
  await second.inspect("Somebody has locked this phone meanwhile");
  await expect(second.button("Lock device")).toBeHidden();
});

/** The accounts are read every 15 seconds. */
const nextReading = { timeout: 20_000 };

test("an administrator is told before the password of an account is replaced, and of one that was", async () => {
  for (const desk of [first, second]) {
    await desk.page.goto(`${fixture.system.url}/office/administration/accounts`);
    await desk.button("Reset password: Jamie Shaw").click();
  }
  const reset = "**/api/office/accounts/*/password";
  await second.page.route(reset, (route) => route.abort());
  await second.button("Reset password").click();
  await expect(second.page.getByText("Unable to contact server")).toBeVisible();
  await second.page.unroute(reset);
  await first.button("Reset password").click();
  await expect(first.page.getByText("it is not shown again")).toBeVisible();
  await expect(second.page.getByText("A new password was set meanwhile")).toBeVisible(nextReading);
  await expect(second.page.getByText("Unable to contact server")).toBeHidden();
  await second.inspect("A new password was set meanwhile");
  await second.button("Set another all the same").click();
  await expect(second.page.getByText("it is not shown again")).toBeVisible();
  await expect(first.page.getByText("this one no longer works")).toBeVisible(nextReading);
  await first.inspect("A password of an account that was replaced");
});

test("a job is not raised for an engineer whose account was disabled meanwhile, and what was typed stays", async () => {
  const { page, button } = first;
  await page.goto(`${fixture.system.url}/office/jobs/new`);
  await button("Enter another address").click();
  await page.getByLabel("Address line 1").fill("1 Meanwhile Road");
  await page.getByLabel("Postcode").fill("LS1 1AA");
  await page.getByLabel("Type", { exact: true }).selectOption({ index: 1 });
  await page.getByLabel("What is to be done").fill("Bleed the radiators");
  const engineers = page.getByLabel("Engineer", { exact: true });
  const { fieldOperativeId } = fixture.office.sam;
  await engineers.selectOption(fieldOperativeId);
  await openSam(second.page);
  await second.button("Disable account").click();
  await second.page.getByRole("dialog").getByRole("button", { name: "Disable account" }).click();
  await expect(second.button("Enable account")).toBeVisible();
  await button("Raise job").click();
  await expect(page.getByText("The account of Sam Taylor is disabled.")).toBeVisible();
  await expect(page.getByText("Choose another engineer.")).toBeVisible();
  await first.inspect("The account of this engineer is disabled");
  await expect(page.getByLabel("What is to be done")).toHaveValue("Bleed the radiators");
  await expect(engineers.locator("option:checked")).toHaveText("Sam Taylor (account disabled)");
  await engineers.selectOption({ label: "Nobody yet" });
  await expect(page.getByText("The account of Sam Taylor is disabled.")).toBeHidden();
  await button("Raise job").click();
  await first.seesTitle(/1 Meanwhile Road, LS1 1AA$/);
});
