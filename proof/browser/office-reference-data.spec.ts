import { readFile } from "node:fs/promises";
import { type BrowserContext, expect, type Page, test } from "@playwright/test";
import { createOfficePage, officeEmail, openDesk } from "./office-page.ts";
import { startFromSnapshot } from "./make-snapshot.ts";
import type { System } from "./system.ts";

let system: System;
let context: BrowserContext;
let desk: ReturnType<typeof createOfficePage>;
let page: Page;

test.describe.configure({ mode: "serial" });

test.beforeAll(async ({ browser }) => {
  system = await startFromSnapshot("demo");
  context = await openDesk(browser);
  desk = createOfficePage(await context.newPage());
  ({ page } = desk);
});
test.afterAll(async () => {
  await context.close();
  await system.remove();
});

const rows = () => desk.table("Parts").locator("tbody").getByRole("row");
const find = (words: string) => page.getByRole("searchbox", { name: "Search" }).fill(words);

test("the tables are listed, and a part is found and changed", async () => {
  await page.goto(`${system.url}/office/`);
  await desk.signIn("Fieldfare-1", officeEmail);
  await page.getByRole("link", { name: "Data", exact: true }).click();
  await desk.seesTitle("Reference data");
  await expect(rows().first()).toBeVisible();
  const spoken = page.getByRole("status").filter({ hasText: "are loaded" });
  await expect(spoken).toHaveCount(1);
  await page.getByRole("link", { name: "Alerts", exact: true }).click();
  await desk.seesTitle(/Alert/);
  await expect(spoken).toHaveCount(0);
  await page.goBack();
  await expect(rows().first()).toBeVisible();
  await desk.inspect("Parts");
  await rows().first().getByRole("button").click();
  const dialog = desk.dialog(/^Change /);
  await dialog.getByLabel("Description").fill("A part with another description");
  await desk.inspect("Change a part");
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(dialog).toBeHidden();
  await find("another description");
  await expect(rows()).toHaveCount(1);
  await expect(page).toHaveURL(/search=another/);
});

test("who changes a row again at once changes it as it is now", async () => {
  const released = Promise.withResolvers<void>();
  const list = /\/api\/office\/reference-data\/parts\?/;
  await page.route(list, async (route) => {
    await released.promise;
    await route.continue();
  });
  const dialog = desk.dialog(/^Change /);
  for (const description of ["With another description, once", "With another description, twice"]) {
    await rows().first().getByRole("button").click();
    await dialog.getByLabel("Description").fill(description);
    await dialog.getByRole("button", { name: "Save" }).click();
    await expect(dialog).toBeHidden();
    await expect(rows().first()).toContainText(description);
  }
  released.resolve();
});

test("two people who change the same row are told, and nothing typed is lost", async () => {
  const other = createOfficePage(await context.newPage());
  await other.page.goto(page.url());
  await other.table("Parts").locator("tbody").getByRole("button").first().click();
  const theirs = other.dialog(/^Change /);
  await theirs.getByLabel("Description").fill("What the other typed");
  await rows().first().getByRole("button").click();
  const mine = desk.dialog(/^Change /);
  await mine.getByLabel("Description").fill("Saved first");
  await mine.getByLabel("Manufacturer's code").fill("M-1");
  await mine.getByRole("button", { name: "Save" }).click();
  await expect(mine).toBeHidden();
  await theirs.getByRole("button", { name: "Save" }).click();
  const notice = theirs.getByRole("alert");
  await expect(notice).toContainText("Description, now: Saved first");
  await expect(notice.getByRole("listitem")).toHaveCount(2);
  await other.inspect("A row that somebody else has changed");
  await notice.getByRole("button", { name: "Go on with what I typed" }).click();
  await expect(theirs.getByLabel("Description")).toHaveValue("What the other typed");
  await expect(theirs.getByLabel("Manufacturer's code")).toHaveValue("M-1");
  await theirs.getByRole("button", { name: "Save" }).click();
  await expect(theirs).toBeHidden();
  await other.page.goto(`${system.url}/office/reference-data?search=What+the+other+typed`);
  const first = other.table("Parts").locator("tbody").getByRole("row").first();
  await expect(first).toContainText("What the other typed");
  await expect(first).toContainText("M-1");
  await other.page.close();
});

test("who leaves the page just after typing in its search is not brought back to it", async () => {
  const other = createOfficePage(await context.newPage());
  await other.page.clock.install();
  await other.page.goto(`${system.url}/office/reference-data`);
  await other.page.getByRole("searchbox", { name: "Search" }).fill("valve");
  await other.page.clock.runFor(1000);
  await expect(other.page).toHaveURL(/search=valve/);
  // The next page loads only after the text that is typed here would have come to count.
  let release = () => {};
  const isReleased = new Promise<void>((resolve) => (release = resolve));
  const requested = other.page.waitForRequest(/history-screen-.*\.js/);
  await other.page.route(/history-screen-.*\.js/, async (route) => {
    await isReleased;
    await route.continue();
  });
  await other.page.getByRole("searchbox", { name: "Search" }).fill("");
  await other.page.getByRole("link", { name: "Imports", exact: true }).click();
  await requested;
  await other.page.clock.runFor(1000);
  release();
  await other.seesTitle("Imports of reference data");
  await other.page.close();
});

test("a file with bad lines is checked, imported and undone", async () => {
  await find("");
  await page.getByRole("link", { name: "Import CSV" }).click();
  await desk.seesTitle("Import reference data");
  const empty = { name: "empty.csv", mimeType: "text/csv", buffer: Buffer.alloc(0) };
  await page.locator('input[type="file"]').setInputFiles(empty);
  await desk.button("Upload").click();
  const unusable = page.getByRole("alert").filter({ hasText: "This file cannot be used" });
  await expect(unusable).toContainText("The file is empty. Choose another file.");
  await expect(unusable).not.toContainText("try again");
  await page.locator('input[type="file"]').setInputFiles({
    name: "spares.csv",
    mimeType: "text/csv",
    buffer: Buffer.from(
      "SKU;Item;Category;UoM;Price\n" +
        '="00912";Caf\xe9 heater element;1;1;12\n' +
        "00913;=A1*2;1;1;9\n00914;No category;Nothing;1;9\n00912;Twice;1;1;9\n",
      "latin1",
    ),
  });
  await expect(unusable).toHaveCount(0);
  await desk.inspect("Choose a file");
  await desk.button("Upload").click();
  await expect(page.getByLabel("Encoding")).toHaveValue("windows-1252");
  await expect(page.getByRole("cell", { name: "Café heater element" })).toBeVisible();
  await expect(page.getByLabel("Column for SKU")).toHaveValue("partCode");
  await expect(page.getByLabel("Column for Price")).toHaveValue("");
  await desk.inspect("Confirm the columns");
  await desk.button("Check the file").click();
  const bad = desk.table("Bad lines by cause");
  await expect(bad.locator("tbody").getByRole("row")).toHaveCount(3);
  await expect(bad).toContainText("Line 2 of the file has the same part.");
  await expect(bad).toContainText("Description contains a formula");
  await desk.inspect("What a file does");
  const downloading = page.waitForEvent("download");
  await desk.button("Download bad lines").click();
  const csv = await readFile(await (await downloading).path(), "utf8");
  expect(csv).toContain("'=A1*2");
  await desk.button("Import 1 row").click();
  await expect(
    page.getByRole("heading", { name: "1 row is imported, 3 lines are left out" }),
  ).toBeVisible();
  await desk.inspect("An import that is applied");
  await page.getByRole("link", { name: "Show the table" }).click();
  await find("heater element");
  await expect(rows()).toHaveCount(1);
  await expect(rows().first()).toContainText("00912");

  await page.getByRole("link", { name: "Imports", exact: true }).click();
  await desk.seesTitle("Imports of reference data");
  await desk.inspect("Imports");
  await page.getByRole("link", { name: "spares.csv" }).click();
  await desk.button("Undo import").click();
  const undo = desk.dialog("Undo this import?");
  await expect(undo.getByRole("listitem")).toHaveText([
    "1 row that it added is withdrawn.",
    "3 lines changed nothing, so there is nothing to undo for them.",
    /^If one of the rows was changed/,
  ]);
  await undo.getByRole("button", { name: "Undo import" }).click();
  await expect(page.getByRole("heading", { name: "The import is undone" })).toBeVisible();
  await page.getByRole("link", { name: "Show the table" }).click();
  await find("heater element");
  await expect(page.getByText("No row contains these words")).toBeVisible();
});

test("an import whose lines were all skipped says that nothing is imported, and offers no undo", async () => {
  const other = createOfficePage(await context.newPage());
  for (const each of [desk, other]) {
    await each.page.goto(`${system.url}/office/reference-data/import`);
    await each.page.locator('input[type="file"]').setInputFiles({
      name: "same-part.csv",
      mimeType: "text/csv",
      buffer: Buffer.from("SKU,Item,Category,UoM\n00977,Chimney brush,1,1\n"),
    });
    await each.button("Upload").click();
    await each.button("Check the file").click();
    await expect(each.button("Import 1 row")).toBeVisible();
  }
  await other.button("Import 1 row").click();
  await expect(
    other.page.getByRole("heading", { name: "The file is imported", exact: true }),
  ).toBeVisible();
  await other.page.close();
  await desk.button("Import 1 row").click();
  await expect(page.getByRole("heading", { name: "Nothing is imported" })).toBeVisible();
  await expect(desk.table("Lines that were skipped")).toContainText("00977");
  await expect(desk.button("Undo import")).toHaveCount(0);
  await desk.inspect("An import that changed nothing");
  await page.getByRole("link", { name: "Imports", exact: true }).click();
  const latest = page.getByRole("row", { name: /^same-part\.csv/ });
  await expect(latest).toHaveText([/Imported.*1 new/, /Nothing imported.*1 skipped/]);
  await page.getByRole("link", { name: "Reference data", exact: true }).click();
});

test("a part is exported, added to a category and withdrawn", async () => {
  const downloading = page.waitForEvent("download");
  await page
    .getByRole("navigation", { name: "Tables" })
    .getByRole("link", { name: /^Part categories/ })
    .click();
  const categories = desk.table("Part categories").locator("tbody");
  await expect(categories.getByRole("row").first()).toBeVisible();
  await desk.button("Export CSV").click();
  expect((await downloading).suggestedFilename()).toBe("part-categories.csv");
  await desk.button("Add part category").click();
  const adding = desk.dialog("Add part category");
  await adding.getByRole("button", { name: "Save" }).click();
  await expect(adding).toContainText("Fill this in");
  await adding.getByLabel("Name").fill("Chimney sets");
  await adding.getByRole("button", { name: "Save" }).click();
  await expect(adding).toBeHidden();
  const other = createOfficePage(await context.newPage());
  await other.page.goto(`${system.url}/office/reference-data?table=part-categories`);
  const theirRow = other.table("Part categories").getByRole("button", { name: /^Chimney sets/ });
  await theirRow.click();
  const theirs = other.dialog(/^Change /);
  await theirs.getByRole("button", { name: "Withdraw" }).click();

  await categories.getByRole("button", { name: /^Chimney sets/ }).click();
  await desk
    .dialog(/^Change /)
    .getByLabel("Name")
    .fill("Chimney sets 2");
  await desk
    .dialog(/^Change /)
    .getByRole("button", { name: "Save" })
    .click();
  const late = other.dialog(/^Withdraw/);
  await late.getByRole("button", { name: "Withdraw" }).click();
  await expect(late.getByRole("alert")).toContainText("Name, now: Chimney sets 2");
  await other.inspect("A row to withdraw that somebody else has changed");
  await late.getByRole("button", { name: "Go on and withdraw it all the same" }).click();

  await categories.getByRole("button", { name: /^Chimney sets 2/ }).click();
  await desk
    .dialog(/^Change /)
    .getByRole("button", { name: "Withdraw" })
    .click();
  await desk
    .dialog(/^Withdraw/)
    .getByRole("button", { name: "Withdraw" })
    .click();
  await expect(categories.getByRole("button", { name: /^Chimney sets/ })).toHaveCount(0);
  await late.getByRole("button", { name: "Withdraw" }).click();
  await expect(late.getByRole("alert")).toContainText("Somebody has withdrawn this part category");
  await expect(late.getByRole("button", { name: "Withdraw" })).toBeHidden();
  await expect(other.page.getByText("Chimney sets 2")).toHaveCount(0);
  await other.page.close();
  await expect(
    categories.locator(":focus"),
    "the keyboard goes on from a row near it",
  ).toBeVisible();
});

test("a category of job types has one name: a new job type needs it, and a change renames it at all", async () => {
  await page.goto(`${system.url}/office/reference-data?table=job-types`);
  const types = desk.table("Job types").locator("tbody");
  await page.getByRole("button", { name: "Add job type" }).click();
  const added = desk.dialog("Add job type");
  await added.getByLabel("Name").fill("Chimney");
  await added.getByLabel("Category id").fill("6");
  const category = added.getByRole("textbox", { name: "Category", exact: true });
  await expect(category).toHaveAccessibleDescription(/write theirs/);
  await category.fill("Wrong name");
  await added.getByRole("button", { name: "Save" }).click();
  await expect(added.getByRole("alert")).toContainText('Category id 6 say "Responsive"');
  await category.fill("Responsive");
  await added.getByRole("button", { name: "Save" }).click();
  await expect(added).toBeHidden();
  await types.getByRole("button", { name: "Chimney" }).click();
  const changed = desk.dialog("Change Chimney");
  const renamed = changed.getByRole("textbox", { name: "Category", exact: true });
  await expect(renamed).toHaveAccessibleDescription(/renames the category/);
  await desk.inspect("Change a job type");
  await renamed.fill("Repairs");
  await changed.getByRole("button", { name: "Save" }).click();
  await expect(changed).toBeHidden();
  await expect(types.getByRole("cell", { name: "Responsive" })).toHaveCount(0);
  expect(await types.getByRole("cell", { name: "Repairs" }).count()).toBeGreaterThan(1);
});

test("a file of homes is checked, imported and listed", async () => {
  await page.getByRole("link", { name: "Imports of homes" }).click();
  await desk.seesTitle("Imports of homes");
  await expect(page.getByText("No homes were imported yet")).toBeVisible();
  await page.getByRole("link", { name: "Import homes and tenants" }).click();
  await desk.button("Upload and check").click();
  await desk.inspect("Choose a file of homes");
  await page.locator('input[type="file"]').setInputFiles({
    name: "homes.csv",
    mimeType: "text/csv",
    buffer: Buffer.from(
      "UPRN;Address line 1;Postcode;Tenant reference;Tenant name;Rent\n" +
        "100051230001;Caf\xe9 <b>Court</b>;LS1 1AA;T-1;Pat Reed;5\n" +
        "1.00E+11;2 Example Street;LS1 1AA;;;5\n100051230002;=A1;LS1;;;5\n",
      "latin1",
    ),
  });
  await desk.button("Upload and check").click();
  const refused = desk.table("Lines that are left out").locator("tbody");
  await expect(refused.getByRole("row")).toHaveCount(2);
  await expect(refused).toContainText("A spreadsheet has shortened the UPRN");
  await expect(refused).toContainText("It contains a formula");
  await expect(page.getByText("The import does not know Rent.")).toBeVisible();
  await desk.inspect("What a file of homes does");
  const downloading = page.waitForEvent("download");
  await desk.button("Download the report").click();
  expect(await readFile(await (await downloading).path(), "utf8")).toContain("shortened the UPRN");
  await desk.button("Import 1 line").click();
  await expect(page.getByRole("heading", { name: "1 line is imported, 2 left out" })).toBeVisible();
  await desk.inspect("An applied import of homes");
  await page.getByRole("link", { name: "Show all imports" }).click();
  const imports = desk.table("Imports of homes");
  await expect(imports).toContainText("Imported");
  await expect(imports).toContainText("New homes: 1");
  await desk.inspect("Imports of homes");
});

test("a job is raised at an imported home that never had one", async () => {
  await page.goto(`${system.url}/office/jobs/new`);
  await page.getByRole("searchbox", { name: "Home" }).fill("pat reed ls1");
  await page
    .getByRole("button", { name: /^Café <b>Court<\/b>, LS1 1AA.*UPRN 100051230001, Pat Reed/ })
    .click();
  await expect(desk.button("Choose another home")).toBeVisible();
  await page.getByLabel("Type", { exact: true }).selectOption({ index: 1 });
  await page.getByLabel("What is to be done").fill("First visit to this home");
  await desk.button("Raise job").click();
  await desk.seesTitle(/Café <b>Court<\/b>, LS1 1AA$/);
});

test("a second file of homes says which values it changes before it is imported, and how to go back", async () => {
  await page.goto(`${system.url}/office/homes/import`);
  await page.locator('input[type="file"]').setInputFiles({
    name: "homes.csv",
    mimeType: "text/csv",
    buffer: Buffer.from(
      "UPRN,Postcode,Tenant reference,Tenant mobile\n100051230001,LS1 1AB,T-1,07700 900123\n",
    ),
  });
  await desk.button("Upload and check").click();
  const changes = desk.table("What changes");
  await expect(changes).toContainText("Postcode: LS1 1AA → LS1 1AB");
  await expect(changes).toContainText("Pat Reed, mobile telephone: - → 07700 900123");
  await desk.inspect("What a second file of homes does");
  await desk.button("Import 1 line").click();
  await expect(page.getByText("An import of homes cannot be undone with a button.")).toBeVisible();
});

test("a file of homes that another import came before says that nothing is imported", async () => {
  const other = createOfficePage(await context.newPage());
  for (const each of [desk, other]) {
    await each.page.goto(`${system.url}/office/homes/import`);
    await each.page.locator('input[type="file"]').setInputFiles({
      name: "same-home.csv",
      mimeType: "text/csv",
      buffer: Buffer.from("UPRN,Postcode\n100051230001,LS1 1AC\n"),
    });
    await each.button("Upload and check").click();
    await expect(each.button("Import 1 line")).toBeVisible();
  }
  await other.button("Import 1 line").click();
  await expect(
    other.page.getByRole("heading", { name: "The file is imported", exact: true }),
  ).toBeVisible();
  await other.page.close();
  await desk.button("Import 1 line").click();
  await expect(page.getByRole("heading", { name: "Nothing is imported" })).toBeVisible();
  await page.getByRole("link", { name: "Show all imports" }).click();
  await expect(page.getByRole("row", { name: /^same-home\.csv/ })).toHaveText([
    /Imported.*Lines with changes: 1/,
    /Nothing imported.*Unchanged: 1/,
  ]);
});

test("alerts are added, changed by two people, removed, and offered to a new job", async () => {
  await page.goto(`${system.url}/office/reference-data`);
  await page.getByRole("link", { name: "Alerts", exact: true }).click();
  await desk.seesTitle("Alerts");
  const alerts = desk.table("Alerts").locator("tbody");
  await expect(alerts.getByRole("row", { name: /^DOG/ })).toContainText("Warning");
  await desk.inspect("Alerts");

  const other = createOfficePage(await context.newPage());
  await other.page.goto(page.url());
  await other.button("Change DOG").click();
  const theirs = other.dialog("Change DOG");
  await theirs.getByLabel("What the engineer reads").fill("Two dogs. Ring the bell and wait.");

  await desk.button("Add alert").click();
  const adding = desk.dialog("Add alert");
  await adding.getByRole("button", { name: "Save" }).click();
  await expect(adding).toContainText("Give it a code");
  await expect(adding).toContainText("Say what the engineer has to know");
  await adding.getByLabel("Code").fill("DOG");
  await expect(adding).toContainText("Another alert has this code");
  await adding.getByLabel("Code").fill("GATE");
  await adding.getByLabel("What the engineer reads").fill("Close the gate behind you.");
  await adding.getByRole("radio", { name: "Note" }).check();
  await adding.getByLabel("Engineer confirms it").uncheck();
  await desk.inspect("Add an alert");
  await adding.getByRole("button", { name: "Save" }).click();
  await expect(adding).toBeHidden();
  await expect(alerts.getByRole("row", { name: /^GATE/ })).toContainText("Note");

  await theirs.getByRole("button", { name: "Save" }).click();
  await expect(theirs.getByRole("alert")).toContainText("Somebody else has changed the alerts");
  await expect(theirs.getByLabel("What the engineer reads")).toHaveValue(/^Two dogs/);
  await theirs.getByRole("button", { name: "Save" }).click();
  await expect(theirs).toBeHidden();
  await expect(other.table("Alerts")).toContainText("Two dogs");
  await expect(other.table("Alerts")).toContainText("Close the gate");

  await other.button("Change PARKING").click();
  const first = other.dialog("Change PARKING");
  await first.getByLabel("What the engineer reads").fill("Park in Mill Lane.");
  await desk.button("Change PARKING").click();
  const second = desk.dialog("Change PARKING");
  await second.getByLabel("What the engineer reads").fill("Park anywhere.");
  await first.getByRole("button", { name: "Save" }).click();
  await expect(first).toBeHidden();
  await second.getByRole("button", { name: "Save" }).click();
  await expect(second.getByRole("alert")).toContainText("This one says now: Park in Mill Lane.");
  await expect(second.getByLabel("What the engineer reads")).toHaveValue("Park anywhere.");
  await second.getByRole("button", { name: "Cancel" }).click();
  await expect(alerts).toContainText("Park in Mill Lane.");
  await other.page.close();

  await desk.button("Remove PARKING").click();
  const removing = desk.dialog("Remove the alert PARKING?");
  await removing.getByRole("button", { name: "Remove" }).click();
  await expect(removing).toBeHidden();
  await expect(alerts.getByRole("row", { name: /^PARKING/ })).toHaveCount(0);
  await expect(alerts).toContainText("Two dogs");

  await page.goto(`${system.url}/office/jobs/new`);
  await page.getByRole("button", { name: /^Alerts/ }).click();
  await page.getByRole("combobox", { name: "Alerts of this job" }).click();
  await expect(page.getByRole("option", { name: /GATE|Close the gate/ })).toBeVisible();
  await expect(page.getByRole("option", { name: /PARKING|Parking/ })).toHaveCount(0);
});
