import { addDays, londonDay } from "@fieldfare/domain";
import { type BrowserContext, expect, test } from "@playwright/test";
import { setUpFixture } from "./fixture.ts";
import { inspect } from "./inspection.ts";
import { createOfficePage, officeEmail, openDesk } from "./office-page.ts";

const address = "1 Moving Lane";
let context: BrowserContext;
let desk: ReturnType<typeof createOfficePage>;
let jobId: string;

const fixture = setUpFixture({
  prepare: async (office) => {
    ({ jobId } = await office.raise(address, { formattedJobId: "MOVE-1" }));
  },
});

test.beforeAll(async ({ browser }) => {
  context = await openDesk(browser);
  desk = createOfficePage(await context.newPage());
});
test.afterAll(() => context.close());

const move = async (engineer: RegExp) => {
  await desk.button("Move").click();
  const dialog = desk.dialog("Move the job");
  const select = dialog.getByLabel("Engineer");
  const option = await select.getByRole("option", { name: engineer }).getAttribute("value");
  await select.selectOption(option);
  return dialog;
};

test("an engineer without a network goes on with a job that is moved, and gets it back", async () => {
  const { sam, system } = fixture;
  const page = sam.page();
  await sam.openJobs();
  await sam.openJob(address);
  await sam.step("Start Travel");
  await sam.step("On-Site");
  await sam.sentAll();
  await page.context().setOffline(true);
  await sam.step("Access");

  await desk.page.goto(`${system.url}/office/jobs/${jobId}`);
  await desk.signIn("Fieldfare-1", officeEmail);
  await desk.seesTitle(/^MOVE-1/);
  const dialog = await move(/^Alex/);
  await expect(dialog).toContainText("Sam Taylor has begun. The phone asks");
  const tomorrow = addDays(londonDay(new Date()), 1);
  await dialog.getByLabel("Appointment (time in London)").fill(`${tomorrow}T09:00`);
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(dialog).toBeHidden();

  await page.context().setOffline(false);
  const strip = page.getByRole("region", { name: "Alert from the office" });
  await expect(strip).toContainText("Given to another engineer", { timeout: 120_000 });
  await expect(page.getByRole("main")).toContainText("your visit counts only when the office");
  await inspect(page, "A job that another engineer has");
  await strip.getByRole("button", { name: "Read" }).click();
  const message = page.getByRole("dialog", { name: /Given to another engineer/ });
  await expect(message).toContainText("It stays on your device");
  await inspect(page, "The message about a job that another engineer has");
  await message.getByRole("button", { name: "Mark as read" }).click();
  await expect(strip).toBeEmpty();
  await sam.open("/alerts");
  await expect(page.getByRole("main")).toContainText(
    "The office has given this job to another engineer. It stays on your device",
  );
  await inspect(page, "The alert of a job that another engineer has");

  await desk.page.goto(`${system.url}/office/today`);
  const toDo = desk.page.getByRole("list", { name: /^To do/ });
  const item = toDo.getByRole("listitem").filter({ hasText: "MOVE-1" });
  await expect(item).toContainText("Goes on with a job that was moved", { timeout: 60_000 });
  await expect(item).toContainText("Sam Taylor");
  const row = desk.page.getByRole("row").filter({ hasText: "Sam Taylor" });
  await expect(row).toContainText("On a job that was moved");
  await desk.inspect("The board of today with a job that was moved to tomorrow");
  await item.getByRole("link", { name: "Open the job" }).click();

  const notice = desk.page.getByText("Sam Taylor has gone on with this job");
  await expect(notice).toBeVisible({ timeout: 60_000 });
  await desk.inspect("A job with which an earlier engineer goes on");
  await desk.button("Give the job back to Sam Taylor").first().click();
  const confirm = desk.dialog("Give the job back to Sam Taylor");
  await expect(confirm).toContainText("The phone of Alex Morgan removes the job");
  await desk.inspect("Giving a job back");
  await confirm.getByRole("button", { name: "Give the job back to Sam Taylor" }).click();
  await expect(notice).toBeHidden();
  const { job, fieldOperativeId } = await fixture.office.job(jobId);
  expect(job.status).toBe("AccessGained");
  expect(fieldOperativeId).toBe(fixture.office.sam.fieldOperativeId);
  await sam.open("/jobs/selected");
  await expect(page.getByRole("main")).toContainText("given this job back", { timeout: 120_000 });
  await expect(page.getByRole("main")).not.toContainText("your visit counts only when");
});

test("a job with access gained is moved only when its user says so twice", async () => {
  const dialog = await move(/^Alex/);
  await expect(dialog).toContainText("Sam Taylor has gained access and keeps the job");
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(dialog.getByRole("alert")).toContainText("take the job away all the same");
  await desk.inspect("Moving a job with access gained");
  await dialog.getByLabel("Take the job away from Sam Taylor all the same").check();
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(dialog).toBeHidden();
  const removed = fixture.sam.page().getByRole("dialog", { name: /MOVE-1/ });
  await expect(removed).toContainText("another engineer", { timeout: 120_000 });
});
