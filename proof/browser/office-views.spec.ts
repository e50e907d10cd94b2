import { randomUUID } from "node:crypto";
import { type BrowserContext, expect, type Page, type Route, test } from "@playwright/test";
import { setUpFixture } from "./fixture.ts";
import { createOfficePage, officeEmail, openDesk } from "./office-page.ts";

let context: BrowserContext;
let page: Page;
let desk: ReturnType<typeof createOfficePage>;

const fixture = setUpFixture({
  prepare: async (office) => {
    await office.raise("1 View Street", { formattedJobId: "VIEW-1" });
  },
});

test.beforeAll(async ({ browser }) => {
  context = await openDesk(browser);
  desk = createOfficePage(await context.newPage());
  ({ page } = desk);
});
test.afterAll(() => context.close());

test("a view brings filters and columns back, its address works for a colleague, and a change of it is shown", async () => {
  await page.goto(`${fixture.system.url}/office/jobs?search=view+street&hidden=jobPriority`);
  await desk.signIn(undefined, officeEmail);
  const jobs = desk.table("Jobs");
  await expect(jobs.getByRole("link")).toHaveText(["VIEW-1"]);
  await desk.button("Columns").click();
  await expect(page.getByRole("menuitemcheckbox", { name: "Priority" })).not.toBeChecked();
  await desk.inspect("Columns, opened");
  await page.keyboard.press("Escape");
  await desk.button("Views").click();
  await expect(page.getByRole("menuitem", { name: "Save as a new view" })).toBeVisible();
  await desk.inspect("Views, opened");
  await page.getByRole("menuitem", { name: "Save as a new view" }).click();
  const dialog = desk.dialog("Save as a new view");
  await desk.inspect("Save a view");
  await desk.button("Save view").click();
  await expect(dialog.getByText("Fill this in")).toBeVisible();
  await dialog.getByLabel("Name").fill("View Street");
  await dialog.getByLabel("Share with everybody").check();
  await desk.button("Save view").click();
  await expect(dialog).toBeHidden();
  await expect(desk.button("View: View Street")).toBeVisible();

  // A name that people would read as the same is the same view.
  await page.getByRole("searchbox").first().fill("view street 1");
  await expect(desk.button("View: View Street (changed)")).toBeVisible();
  await desk.button("View: View Street (changed)").click();
  await page.getByRole("menuitem", { name: "Save as a new view" }).click();
  await dialog.getByLabel("Name").fill(" view STREET ");
  await desk.button("Save view").click();
  const question = desk.dialog("Replace the view View Street?");
  await desk.inspect("Replace a view");
  await question.getByRole("button", { name: "Choose another name" }).click();
  await expect(dialog.getByLabel("Name")).toHaveValue(" view STREET ");
  await desk.button("Save view").click();
  await question.getByRole("button", { name: "Replace view" }).click();
  await expect(question).toBeHidden();
  await desk.button("View: view STREET").click();
  await expect(page.getByRole("menuitem", { name: /^view street$/i })).toHaveCount(1);
  await page.getByRole("menuitem", { name: "Change the view view STREET" }).click();
  await page.getByRole("dialog").getByLabel("Name").fill("View Street");
  await desk.button("Save view").click();
  await expect(desk.button("View: View Street")).toBeVisible();
  const address = page.url();

  await desk.button("Clear filters").click();
  await expect(desk.button("View: View Street (changed)")).toBeVisible();
  await page.goto(`${fixture.system.url}/office/jobs`);
  await expect(jobs.getByRole("columnheader", { name: "Priority" })).toBeVisible();
  await desk.button("Views").click();
  await page.getByRole("menuitem", { name: "View Street" }).click();
  await expect(jobs.getByRole("columnheader", { name: "Priority" })).toBeHidden();
  await expect(jobs.getByRole("link")).toHaveText(["VIEW-1"]);
  await desk.inspect("Jobs with a view");
  expect(new URL(page.url()).search).toBe(new URL(address).search);

  const other = createOfficePage(await context.newPage());
  await other.page.goto(address);
  for (const one of [desk, other]) {
    await one.button("View: View Street").click();
    await one.page.getByRole("menuitem", { name: "Change the view View Street" }).click();
  }
  await page.getByRole("dialog").getByLabel("Name").fill("Streets");
  await desk.button("Save view").click();
  await expect(desk.button("View: Streets")).toBeVisible();
  const late = other.dialog(/^Change the view/);
  await late.getByLabel("Name").fill("Roads");
  await other.button("Save view").click();
  const notice = late.getByRole("alert");
  await expect(notice).toContainText("Name, now: Streets");
  await other.inspect("A view that somebody else has changed");
  await notice.getByRole("button", { name: "Go on with what I chose" }).click();
  await expect(late.getByLabel("Name")).toHaveValue("Roads");
  await late.getByLabel("Name").fill("View Street");
  await other.button("Save view").click();
  await expect(late).toBeHidden();
  await other.button("View: View Street").click();
  await other.page.getByRole("menuitem", { name: "Delete the view View Street" }).click();
  await page.reload();

  await desk.button("View: View Street").click();
  await page.getByRole("menuitem", { name: "Delete the view View Street" }).click();
  await desk
    .dialog("Delete the view View Street?")
    .getByRole("button", { name: "Delete view" })
    .click();
  await expect(desk.button("Views")).toBeVisible();
  await other.button("Delete view").click();
  const deleting = other.dialog(/^Delete the view/);
  await expect(deleting.getByRole("alert")).toContainText("Somebody has deleted this view");
  await expect(other.button("Delete view")).toBeHidden();
  await other.page.close();
});

test("who saves a view under a name that another window has just taken is asked whether to replace it", async () => {
  const views = `${fixture.system.url}/api/office/job-views`;
  await page.goto(`${fixture.system.url}/office/jobs?search=view+street`);
  await desk.button("Views").click();
  await page.getByRole("menuitem", { name: "Save as a new view" }).click();
  const dialog = desk.dialog("Save as a new view");
  await dialog.getByLabel("Name").fill("Damp");
  const saveInOtherWindow = async (route: Route) => {
    const headers = { ...route.request().headers(), "idempotency-key": randomUUID() };
    await route.fetch({ url: `${views}/${randomUUID()}`, headers });
    await route.continue();
  };
  await page.route(`${views}/*`, saveInOtherWindow, { times: 1 });
  await desk.button("Save view").click();
  await expect(dialog.getByRole("alert")).toContainText('Another view of yours is called "Damp"');
  await desk.button("Save view").click();
  const question = desk.dialog("Replace the view Damp?");
  await expect(question.getByRole("button", { name: "Replace view" })).toBeVisible();
  await expect(question.getByRole("alert")).toHaveCount(0);
  await question.getByRole("button", { name: "Replace view" }).click();
  await expect(desk.button("View: Damp")).toBeVisible();
});

test("the list says how visits ended, and is narrowed to an outcome and to those that need a follow-on job", async () => {
  const jobs = desk.table("Jobs");
  const outcomes = jobs.locator("tbody tr td:nth-child(8)");
  await page.goto(`${fixture.system.url}/office/jobs?status=Closed`);
  await expect(jobs.getByRole("columnheader")).toContainText(["Status", "Outcome", "Received"]);
  await expect(jobs.getByText("All received").first()).toBeVisible();
  await page.getByLabel("Outcome", { exact: true }).selectOption("No access");
  await expect(page).toHaveURL(/outcome=no-access/);
  await expect(outcomes.filter({ hasNotText: "No access" })).toHaveCount(0);
  await expect(outcomes.first()).toBeVisible();
  await jobs.locator("tbody").getByRole("link").first().click();
  // Without access nobody signs off any work.
  await expect(page.getByRole("region", { name: "Outcome" })).toContainText("Closed by");
  await page.goBack();
  await page.getByLabel("Outcome", { exact: true }).selectOption("Needs a follow-on job");
  await expect(page).toHaveURL(/outcome=follow-on/);
  await expect(page.locator("[aria-busy=false]").filter({ has: jobs })).toBeVisible();
  await desk.inspect("Jobs that need a follow-on job");
});
