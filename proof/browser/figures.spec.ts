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

const picture = (name: string) => page.getByRole("region", { name, exact: true });

test("each figure says what it counts, and has its numbers as a table", async () => {
  await page.goto(`${fixture.system.url}/office/compliance/figures`);
  await desk.signIn("Fieldfare-1", officeEmail);
  await expect(picture("First-time fix")).toContainText("ended with the outcome Complete");
  await desk.inspect("Figures");
  for (const name of [
    "First-time fix",
    "First-time access",
    "Jobs by state and day",
    "Age of unsent work",
  ]) {
    const numbers = picture(name).getByText("Numbers as a table");
    await numbers.focus();
    await page.keyboard.press("Enter");
    await expect(desk.table(name)).toBeVisible();
  }
  await expect(desk.table("First-time access").getByRole("row")).toHaveCount(14);
  await expect(
    desk.table("Jobs by state and day").getByRole("row", { name: /^\w{3}, / }),
  ).toHaveCount(14);
  await desk.inspect("Figures with their tables");
});

test("the period is chosen with the keyboard and stands in the address", async () => {
  const period = page.getByLabel("Period of the visits");
  await period.selectOption({ label: "Last 4 weeks" });
  await expect(page).toHaveURL(/weeks=4/);
  await expect(desk.table("First-time fix").getByRole("row")).toHaveCount(5);
  await page.reload();
  await expect(period).toHaveValue("4");
  await period.selectOption({ label: "Last 13 weeks" });
  await expect(page).not.toHaveURL(/weeks=/);
});

test("a phone that has sent everything is counted as such", async () => {
  const { sam } = fixture;
  await sam.openJobs();
  const numbers = picture("Age of unsent work").getByText("Numbers as a table");
  await expect(async () => {
    await page.reload();
    await numbers.click();
    await expect(
      desk.table("Age of unsent work").getByRole("row", { name: /^All sent 1/ }),
    ).toBeVisible({ timeout: 2_000 });
  }).toPass();
});
