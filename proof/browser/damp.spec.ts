import { readFile } from "node:fs/promises";
import { type BrowserContext, expect, type Page, test } from "@playwright/test";
import { setUpFixture } from "./fixture.ts";
import { createOfficePage, officeEmail, openDesk } from "./office-page.ts";

let context: BrowserContext;
let page: Page;
let desk: ReturnType<typeof createOfficePage>;

const fixture = setUpFixture();

test.beforeAll(async ({ browser }) => {
  context = await openDesk(browser);
  desk = createOfficePage(await context.newPage());
  ({ page } = desk);
});
test.afterAll(() => context.close());

const cases = () => desk.table("Damp and mould");
const groups = () => page.getByRole("navigation", { name: "Cases by where they stand" });
const clock = (name: string) =>
  desk.table("Clocks").getByRole("row", { name: new RegExp(`^${name}`) });

test("the case whose clock runs out first is listed first, with all its clocks", async () => {
  await page.goto(`${fixture.system.url}/office/compliance`);
  await desk.signIn("Fieldfare-1", officeEmail);
  await page.getByRole("link", { name: "Damp and mould" }).click();
  const first = cases().getByRole("row").nth(1);
  await expect(first).toContainText("Overdue");
  await expect(first).toContainText("Investigation");
  await expect(first).toContainText("Not inspected yet");
  await desk.inspect("Cases of damp and mould");
});

test("the board of today names the overdue case whose job nobody has, and leads to it", async () => {
  await page.goto(`${fixture.system.url}/office/today`);
  const line = page
    .getByRole("list", { name: /^To do/ })
    .getByRole("listitem")
    .filter({ hasText: "Damp and mould overdue: investigation" });
  await expect(line).toContainText(/Nobody has \w+\./);
  // The job that waits is assigned: another one beside it would be a mistake.
  await expect(line.getByRole("link", { name: "Open the job to assign it" })).toBeVisible();
  await expect(line.getByRole("link", { name: /^Raise job at / })).toBeHidden();
  await expect(page.getByText(/^Every job up to .* has an engineer\.$/)).toBeVisible();
  await desk.inspect("Board with an overdue case");
  await line.getByRole("link", { name: "Open the case" }).click();
  await desk.seesTitle(/^Damp and mould at /);
  await page.getByRole("link", { name: "All cases" }).click();
});

test("the groups are chosen with the keyboard, stand in the address, and have as many cases as they say", async () => {
  await expect(groups().getByRole("link").first()).toBeVisible();
  for (const link of await groups().getByRole("link").all()) {
    const text = (await link.textContent()) ?? "";
    await link.focus();
    await page.keyboard.press("Enter");
    await expect(link).toHaveAttribute("aria-current");
    const count = /^\d+/.exec(text)?.[0];
    if (count === "0") await expect(page.getByText("No case is here")).toBeVisible();
    else if (count !== undefined)
      await expect(page.getByText(new RegExp(`^${count} cases? shown$`)).last()).toBeVisible();
  }
  await expect(page).toHaveURL(/state=closed/);
  await expect(cases().getByRole("row").nth(1)).toContainText("No hazard");
  await groups().getByRole("link", { name: "All open" }).click();
  await page.getByLabel("Clock that runs").selectOption({ label: "Written summary" });
  await expect(page).toHaveURL(/clock=summary/);
  await expect(cases().getByRole("row").nth(1)).toContainText("Written summary");
  await page.reload();
  await expect(page.getByLabel("Clock that runs")).toHaveValue("summary");
});

test("a job that is raised from a case says that it belongs to it", async () => {
  const address = page.url();
  await cases()
    .getByRole("link", { name: /^Raise job at / })
    .first()
    .click();
  await expect(page.getByText("The job belongs to the case of damp and mould")).toBeVisible();
  await desk.inspect("Raise a job of a case");
  await page.goto(address);
});

test("what is shown is downloaded as CSV", async () => {
  const downloading = page.waitForEvent("download");
  await desk.button(/^Download CSV/).click();
  const file = await downloading;
  expect(file.suggestedFilename()).toBe("damp-and-mould.csv");
  const [heading, ...lines] = (await readFile(await file.path(), "utf8")).trim().split("\r\n");
  expect(heading).toContain("Written summary: Due,Written summary: Stopped");
  expect(lines).toHaveLength((await cases().getByRole("row").count()) - 1);
});

test("a case says what started and stopped each clock, and what the office records stops one", async () => {
  await cases()
    .getByRole("row")
    .filter({ hasText: "Emergency hazard" })
    .getByRole("link")
    .first()
    .click();
  await desk.seesTitle(/^Damp and mould at /);
  await expect(clock("Emergency")).toContainText("24 hours");
  await expect(clock("Written summary")).toContainText("Running");
  await expect(desk.table("What happened")).toContainText("Inspected: Emergency hazard");
  await expect(desk.table("Jobs and documents")).toContainText("Job sheet");
  await desk.inspect("A case of damp and mould");

  await desk.button("Record what was done").click();
  const dialog = desk.dialog("Record what was done");
  await dialog.getByLabel("When").fill("2999-01-01T10:00");
  await dialog.getByRole("button", { name: "Record what was done" }).click();
  await expect(dialog.getByText("not in the future")).toBeVisible();
  await dialog.getByLabel("When").fill("1999-12-31T10:00");
  await expect(dialog.getByText("from 2000 on")).toBeVisible();
  await expect(dialog.getByText("Choose what was done").last()).toBeVisible();
  await desk.inspect("Record what was done in a case");
  await dialog.getByRole("button", { name: "Cancel" }).click();
  await desk.button("Record what was done").click();
  await dialog
    .getByLabel("What was done")
    .selectOption({ label: "Written summary given to the tenant" });
  await dialog.getByLabel("When").fill("2025-11-01T10:00");
  await dialog.getByRole("button", { name: "Record what was done" }).click();
  await expect(dialog.getByText(/before the inspection of .* changes no clock/)).toBeVisible();
  await dialog.getByRole("button", { name: "Cancel" }).click();

  // Nobody makes an overdue case one that is not by a slip.
  await desk.button("Record what was done").click();
  await dialog
    .getByLabel("What was done")
    .selectOption({ label: "You became aware (set by the office)" });
  await dialog.getByRole("button", { name: "Record what was done" }).click();
  await expect(dialog.getByText("Confirm it, or correct the time")).toBeVisible();
  await desk.inspect("A later time at which the landlord became aware");
  await dialog.getByRole("button", { name: "Cancel" }).click();
  await desk.button("Record what was done").click();
  await dialog
    .getByLabel("What was done")
    .selectOption({ label: "Written summary given to the tenant" });
  await dialog.getByRole("button", { name: "Record what was done" }).click();
  await expect(clock("Written summary")).toContainText("In time");
  await expect(dialog).toBeHidden();
});

test("what was recorded by mistake is taken back and stays visible", async () => {
  await desk.button("Take back: Written summary given to the tenant").click();
  await desk.dialog("Take this back?").getByRole("button", { name: "Take back" }).click();
  await expect(clock("Written summary")).toContainText("Running");
  await expect(desk.table("What happened")).toContainText("Taken back on");
});

test("who records what a colleague has recorded meanwhile is told, and the case follows without a reload", async () => {
  const given = "Written summary given to the tenant";
  const recorded = (of: typeof desk) =>
    of.table("What happened").getByRole("row").filter({ hasText: given });
  const takenBack = (of: typeof desk) => recorded(of).filter({ hasText: "Taken back on" });
  const other = createOfficePage(await context.newPage());
  await other.page.goto(page.url());
  for (const one of [desk, other]) {
    await one.button("Record what was done").click();
    await one
      .dialog("Record what was done")
      .getByLabel("What was done")
      .selectOption({ label: given });
  }
  const record = (of: typeof desk) =>
    of.dialog("Record what was done").getByRole("button", { name: "Record what was done" }).click();
  await record(other);
  await expect(other.dialog("Record what was done")).toBeHidden();
  await record(desk);
  const notice = desk.dialog("Record what was done").getByRole("alert");
  await expect(notice).toContainText("Somebody else has recorded this meanwhile");
  await expect(notice).toContainText(/recorded by .+/);
  await desk.inspect("A colleague has recorded the same");
  await notice.getByRole("button", { name: "Record it as well" }).click();
  await expect(notice).toBeHidden();
  await record(desk);
  await expect(desk.dialog("Record what was done")).toBeHidden();
  await expect(recorded(desk)).toHaveCount(3);
  await expect(clock("Written summary")).toContainText("In time");

  await expect(recorded(other)).toHaveCount(3);
  for (const count of [2, 3]) {
    await other.button(`Take back: ${given}`).first().click();
    await other.dialog("Take this back?").getByRole("button", { name: "Take back" }).click();
    await expect(takenBack(other)).toHaveCount(count);
  }
  await expect(takenBack(desk)).toHaveCount(3);
  await expect(clock("Written summary")).toContainText("Running");
  await other.page.close();
});

test("a case is closed as done when no clock runs", async () => {
  await desk.button("Close case").click();
  const dialog = desk.dialog("Close this case?");
  await expect(dialog.getByLabel("All is done")).toBeDisabled();
  await expect(dialog.getByLabel("There was no damp and mould")).toBeDisabled();
  await expect(dialog.getByRole("button", { name: "Close case" })).toBeHidden();
  await desk.inspect("Close a case");
  await page.keyboard.press("Escape");
  await page.getByRole("link", { name: "All cases" }).click();
  const withoutClock = groups().getByRole("link", { name: "No clock runs" });
  await expect(withoutClock).toHaveText(/^\d/);
  const count = /^\d+/.exec((await withoutClock.textContent()) ?? "")?.[0];
  await withoutClock.click();
  // The table shows the cases of the group before until the answer is there.
  await expect(page.getByText(new RegExp(`^${count} cases? shown$`)).last()).toBeVisible();
  await cases().getByRole("row").nth(1).getByRole("link").first().click();
  await desk.seesTitle(/^Damp and mould at /);
  await desk.button("Close case").click();
  await dialog.getByRole("button", { name: "Close case" }).click();
  await expect(dialog.getByText("Choose why")).toBeVisible();
  await dialog.getByLabel("All is done").check();
  await dialog.getByRole("button", { name: "Close case" }).click();
  await expect(dialog).toBeHidden();
  await expect(desk.button("Close case")).toBeHidden();
  await expect(page.getByText(/ by .*: All is done$/)).toBeVisible();
});

test("a case that was closed by mistake is opened again, and both stay visible", async () => {
  await desk.inspect("A closed case");
  await desk.button("Open again").click();
  const dialog = desk.dialog("Open this case again?");
  await desk.inspect("Open a case again");
  await dialog.getByRole("button", { name: "Open again" }).click();
  await expect(desk.button("Close case")).toBeVisible();
  await expect(desk.table("What happened")).toContainText("Case closed");
  await expect(desk.table("What happened")).toContainText("Case opened again");
});

test("a job of a case that is closed meanwhile is raised without it", async () => {
  await page.goto(`${fixture.system.url}/office/compliance/damp`);
  await cases()
    .getByRole("link", { name: /^Raise job at / })
    .last()
    .click();
  await expect(page.getByText("The job belongs to the case of damp and mould")).toBeVisible();
  await page.getByLabel("Type", { exact: true }).selectOption({ index: 1 });
  const caseId = new URL(page.url()).searchParams.get("case");
  const other = createOfficePage(await context.newPage());
  await other.page.goto(`${fixture.system.url}/office/compliance/damp/${caseId}`);
  await other.button("Close case").click();
  const dialog = other.dialog("Close this case?");
  await dialog.getByRole("radio", { disabled: false }).first().check();
  await dialog.getByRole("button", { name: "Close case" }).click();
  await expect(dialog).toBeHidden();
  await other.page.close();
  await desk.button("Raise job").click();
  await expect(page.getByText("may have been closed meanwhile")).toBeVisible();
  await desk.inspect("A job whose case was closed");
  await desk.button("Raise it without the case").click();
  await expect(page.getByText("The job is raised")).toBeVisible();
});
