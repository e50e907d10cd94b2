import { randomUUID } from "node:crypto";
import { readFile } from "node:fs/promises";
import { type BrowserContext, expect, type Page, test } from "@playwright/test";
import { setUpFixture } from "./fixture.ts";
import { locker } from "./office.ts";
import { createOfficePage, officeEmail, openDesk } from "./office-page.ts";

let context: BrowserContext;
let desk: ReturnType<typeof createOfficePage>;
let page: Page;

const home = { propertyId: randomUUID() };
const address = "9 Follow-on Street";

const fixture = setUpFixture({
  prepare: async (office) => {
    await office.raise(address, {
      formattedJobId: "LEFT-1",
      parts: [{ qty: 1, shortDescription: "Inhibitor", location: locker }],
      property: home,
    });
  },
});

test.beforeAll(async ({ browser }) => {
  context = await openDesk(browser);
  desk = createOfficePage(await context.newPage());
  ({ page } = desk);
});
test.afterAll(() => context.close());

const states = () => page.getByRole("navigation", { name: "Parts by state" });
const state = (name: RegExp) => states().getByRole("link", { name });
const rows = () => desk.table("Parts").locator("tbody").getByRole("row");

type Part = Awaited<ReturnType<typeof fixture.office.partsToOrder>>["parts"][number];
let ordered: Part;

const jobOfSam = ({ openJobs }: Part) =>
  openJobs.find(({ fieldOperativeId }) => fieldOperativeId === fixture.office.sam.fieldOperativeId);

/** A part to order of a home at which Sam has an open job. */
async function findForSam(): Promise<Part> {
  const { parts } = await fixture.office.partsToOrder();
  const found = parts.find(jobOfSam);
  if (!found) throw new Error("The demo has no such part");
  return found;
}

test("the parts that engineers asked for are listed first, with the job and the engineer", async () => {
  await page.goto(`${fixture.system.url}/office/`);
  await desk.signIn("Fieldfare-1", officeEmail);
  await page.getByRole("link", { name: "Parts", exact: true }).click();
  await desk.seesTitle("Parts");
  await expect(state(/^To order/)).toHaveAttribute("aria-current", "page");
  await expect(rows().first()).toContainText("Asked for on site");
  await desk.inspect("Parts to order");
});

test("a part is ordered with its number and day, and not by somebody who has not seen that", async () => {
  ordered = await findForSam();
  const reference = ordered.job.formattedJobId;
  const part = rows().filter({ hasText: reference });
  const before = Number(/\d+$/.exec((await state(/^To order/).textContent()) ?? "")?.[0]);
  const other = createOfficePage(await context.newPage());
  await other.page.goto(page.url());
  await other.seesTitle("Parts");
  await other
    .table("Parts")
    .locator("tbody")
    .getByRole("row")
    .filter({ hasText: reference })
    .getByRole("button", { name: /^Not needed: / })
    .click();
  await other
    .dialog(/is not needed\?$/)
    .getByLabel("Reason")
    .fill("Found in the van");

  await part.getByRole("button", { name: /^Ordered: / }).click();
  const ordering = desk.dialog(/ is ordered$/);
  await ordering.getByLabel("Purchase order").fill("PO 12");
  await ordering.getByRole("button", { name: "Save" }).click();
  await expect(ordering).toContainText("Enter a number without letters");
  await ordering.getByLabel("Purchase order").fill("4711");
  await ordering.getByLabel("Supplier's reference").fill("CP-20331");
  await ordering.getByLabel("Expected on").fill("2026-01-08");
  await desk.inspect("A part is ordered");
  await ordering.getByRole("button", { name: "Save" }).click();
  await expect(ordering).toBeHidden();
  await expect(state(/^To order/)).toContainText(String(before - 1));

  const late = other.dialog(/is not needed\?$/);
  await late.getByRole("button", { name: "Save" }).click();
  const notice = late.getByRole("alert");
  await expect(notice).toContainText("Somebody else has changed this part meanwhile");
  await expect(notice).toContainText("State, now: Ordered");
  await expect(notice).toContainText("Purchase order, now: 4711");
  await expect(notice).toContainText("Expected on, now: Thu, 8 Jan 2026");
  await other.inspect("A part that somebody has ordered meanwhile");
  await late.getByRole("button", { name: "Go on with what I typed" }).click();
  await expect(notice).toBeHidden();
  await expect(late.getByLabel("Reason")).toHaveValue("Found in the van");
  await late.getByRole("button", { name: "Cancel" }).click();
  await other.page.close();

  await state(/^Ordered/).click();
  await expect(page).toHaveURL(/state=ordered/);
  await expect(part).toContainText("Order 4711");
  await expect(part).toContainText("Overdue");
});

test("a part that has arrived is on the engineer's phone with its place, and is collected there", async () => {
  const { phone, sam } = fixture;
  await sam.openJobs();
  await page.goto(`${fixture.system.url}/office/parts?state=ordered`);
  await rows()
    .filter({ hasText: "CP-20331" })
    .getByRole("button", { name: /^Ready/ })
    .click();
  const ready = desk.dialog(/is ready to collect$/);
  await expect(ready.getByLabel("Collect it for job").locator("option:checked")).toContainText(
    "Sam Taylor",
  );
  await ready.getByLabel("Place", { exact: true }).selectOption({ label: "Another place" });
  await ready.getByRole("button", { name: "Save" }).click();
  await expect(ready).toContainText("Say where it waits");
  await ready.getByLabel("Name of the place").fill("Headingley Boiler Parts");
  await ready.getByLabel("Counter or locker").fill("Counter 3");
  await desk.inspect("A part is ready to collect");

  const other = createOfficePage(await context.newPage());
  await other.page.goto(`${fixture.system.url}/office/parts?state=ordered`);
  const theirRow = other.table("Parts").locator("tbody").getByRole("row");
  const theirs = theirRow.filter({ hasText: "CP-20331" });
  await theirs.getByRole("button", { name: /^Not needed: / }).click();
  const late = other.dialog(/is not needed\?$/);
  await late.getByLabel("Reason").fill("Found in the van");
  await ready.getByRole("button", { name: "Save" }).click();
  await expect(ready).toBeHidden();
  await late.getByRole("button", { name: "Save" }).click();
  await expect(late.getByRole("alert")).toContainText("this can no longer be done");
  await expect(late.getByLabel("Reason")).toHaveValue("Found in the van");
  await expect(late.getByRole("button", { name: "Save" })).toBeHidden();
  await other.inspect("A part that can no longer be turned down");
  await late.getByRole("button", { name: "Close" }).last().click();

  const changePlace = /^Change place: /;
  for (const one of [desk, other]) {
    await one.page.goto(`${fixture.system.url}/office/parts?state=ready`);
    await one
      .table("Parts")
      .getByRole("row")
      .filter({ hasText: "CP-20331" })
      .getByRole("button", { name: changePlace })
      .click();
    const place = one.dialog(/^Change where .* waits$/).getByLabel("Place", { exact: true });
    await place.selectOption({ label: "Another place" });
  }
  const moving = other.dialog(/^Change where .* waits$/);
  const first = desk.dialog(/^Change where .* waits$/);
  await moving.getByLabel("Name of the place").fill("Headingley Boiler Parts");
  await first.getByLabel("Name of the place").fill("Kirkstall Depot");
  await first.getByRole("button", { name: "Save" }).click();
  await expect(first).toBeHidden();
  await moving.getByRole("button", { name: "Save" }).click();
  await expect(moving.getByRole("alert")).toContainText("Where it waits, now: Kirkstall Depot");
  await other.inspect("A part whose place somebody has changed meanwhile");
  await moving.getByRole("button", { name: "Go on with what I typed" }).click();
  await moving.getByRole("button", { name: "Save" }).click();
  await expect(moving).toBeHidden();
  await other.page.close();

  const screen = sam.page();
  await screen.goto(`${fixture.proxy.url}/alerts`);
  await sam.seesScreen("Alerts");
  await phone.reconnect();
  await expect(
    screen.getByText(/^Ready to collect: 1 x Diverter valve cartridge, at Headingley/).first(),
  ).toBeVisible();
  await screen.goto(`${fixture.proxy.url}/parts`);
  await sam.seesScreen("Parts to Collect");
  await expect(screen.getByText("Headingley Boiler Parts")).toBeVisible();
});

test("a part ordered in advance that was not collected before its job closed is collected for another job", async () => {
  const { office, sam } = fixture;
  await sam.open("/");
  await sam.openJobs();
  await sam.openJob(address);
  await sam.answer("Parts Required", "Confirm");
  await sam.step("Start Travel");
  await sam.step("On-Site");
  await sam.step("Access");
  await sam.close(undefined, { unusedParts: "The depot was closed" });
  await sam.sentAll();
  const { jobId } = await office.raise(address, { formattedJobId: "LEFT-2", property: home });

  await page.goto(`${fixture.system.url}/office/parts?state=ready`);
  const row = rows().filter({ hasText: address });
  await expect(row).toContainText("The job is closed, the part was not collected");
  await desk.inspect("A part is left at its store");
  await row.getByRole("button", { name: "Collect for another job: Inhibitor" }).click();
  const ready = desk.dialog("Inhibitor is ready to collect");
  await expect(ready.getByLabel("Collect it for job").locator("option:checked")).toContainText(
    "LEFT-2",
  );
  await expect(ready.getByLabel("Place", { exact: true }).locator("option:checked")).toContainText(
    "Leeds Depot, Locker 12",
  );
  await desk.inspect("A part that is left is collected for another job");
  await ready.getByRole("button", { name: "Save" }).click();
  await expect(ready).toBeHidden();
  await expect(row).toContainText("LEFT-2");
  await expect(row).not.toContainText("The job is closed");
  expect((await office.job(jobId)).job.parts).toMatchObject([
    { shortDescription: "Inhibitor", status: "Collect", qty: 1 },
  ]);
});

test("what is shown is filtered by the address and downloaded as CSV", async () => {
  await page.goto(`${fixture.system.url}/office/parts?state=ready`);
  await expect(rows().filter({ hasText: "Headingley Boiler Parts" })).toHaveCount(1);
  await page.getByLabel("Engineer").selectOption({ label: "Sam Taylor" });
  await expect(page).toHaveURL(/engineer=/);
  await page.getByRole("searchbox", { name: "Search" }).fill("no home is called this");
  await expect(page.getByText("No part matches")).toBeVisible();
  await desk.inspect("No part matches");
  await desk.button("Clear filters").click();
  await expect(rows().first()).toBeVisible();
  const downloading = page.waitForEvent("download");
  await desk.button(/^Download CSV/).click();
  const file = await downloading;
  expect(file.suggestedFilename()).toBe("parts.csv");
  const text = await readFile(await file.path(), "utf8");
  expect(text).toContain("State,Part,Code,Quantity,Collected,Asked for,Job,Address");
  expect(text.trim().split("\r\n")).toHaveLength((await rows().count()) + 1);
});

test("with keys: the page, the row, the job", async () => {
  await page.goto(`${fixture.system.url}/office/jobs`);
  await desk.seesTitle("Jobs");
  await page.keyboard.press("r");
  await desk.seesTitle("Parts");
});
