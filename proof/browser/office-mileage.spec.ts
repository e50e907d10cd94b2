import { readFile } from "node:fs/promises";
import { londonDay } from "@fieldfare/domain";
import { type BrowserContext, expect, type Page, test } from "@playwright/test";
import { setUpFixture } from "./fixture.ts";
import { createOfficePage, officeEmail, openDesk } from "./office-page.ts";

let context: BrowserContext;
let desk: ReturnType<typeof createOfficePage>;
let page: Page;

const fixture = setUpFixture();

test.beforeAll(async ({ browser }) => {
  context = await openDesk(browser);
  desk = createOfficePage(await context.newPage());
  ({ page } = desk);
});
test.afterAll(() => context.close());

test("what engineers drove in a month is listed by engineer, with the reading that Sam's phone sends", async () => {
  const { sam, proxy, system } = fixture;
  const phone = sam.page();
  await phone.goto(`${proxy.url}/mileage/add`);
  await sam.seesScreen("Add Mileage");
  await phone.getByLabel("Current Mileage").fill("48200");
  await sam.button("Submit").click();
  await sam.seesToast("Mileage added");
  await page.goto(`${system.url}/office/`);
  await desk.signIn("Fieldfare-1", officeEmail);
  await page.getByRole("link", { name: "Mileage", exact: true }).click();
  await desk.seesTitle("Mileage");
  await expect(desk.table("Mileage of Sam Taylor").getByText("48,200")).toBeVisible();
  await desk.inspect("Mileage");
});

test("the month and the filters are in the address, and what is shown is downloaded as CSV", async () => {
  const downloading = page.waitForEvent("download");
  await desk.button(/^Download CSV/).click();
  const file = await downloading;
  expect(file.suggestedFilename()).toBe(`mileage-${londonDay(new Date()).slice(0, 7)}.csv`);
  const text = await readFile(await file.path(), "utf8");
  expect(text).toContain("Engineer,Day,Vehicle,Reading (miles),Vehicle before");
  expect(text).toMatch(/Sam Taylor,.*,48200,/);

  await page.getByLabel("Month", { exact: true }).fill("2024-02");
  await expect(page).toHaveURL(/month=2024-02/);
  await expect(page.getByText("No mileage was recorded in February 2024")).toBeVisible();
  await desk.inspect("A month without mileage");
  await desk.button("Next month").click();
  await expect(page).toHaveURL(/month=2024-03/);
});
