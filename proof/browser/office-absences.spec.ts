import { addDays, londonDay, startOfWeek } from "@fieldfare/domain";
import { type BrowserContext, expect, type Page, test } from "@playwright/test";
import { setUpFixture } from "./fixture.ts";
import { createOfficePage, officeEmail, openDesk } from "./office-page.ts";

let context: BrowserContext;
let desk: ReturnType<typeof createOfficePage>;
let page: Page;

const fixture = setUpFixture();

/** A Monday far ahead, on which the demo has no absence, with its Tuesday in the same month and holiday year. */
const monday = (() => {
  const found = addDays(startOfWeek(londonDay(new Date())), 7 * 30);
  return found.slice(0, 7) === addDays(found, 1).slice(0, 7) ? found : addDays(found, 7);
})();
const month = monday.slice(0, 7);

const card = () =>
  page
    .getByRole("list", { name: /^To decide/ })
    .getByRole("listitem")
    .filter({ hasText: "Comment: Wedding" });
const bar = (name: RegExp) =>
  page.getByRole("row").filter({ hasText: "Sam Taylor" }).getByRole("img", { name });

test.beforeAll(async ({ browser }) => {
  context = await openDesk(browser);
  desk = createOfficePage(await context.newPage());
  ({ page } = desk);
});
test.afterAll(() => context.close());

test("the month of the team is shown, and the month stays in the address", async () => {
  await page.goto(`${fixture.system.url}/office/absences`);
  await desk.signIn("Fieldfare-1", officeEmail);
  await desk.seesTitle("Absences");
  await expect(page.getByRole("row").filter({ hasText: "Alex Morgan" })).toBeVisible();
  await desk.inspect("Absences");
  await page.getByLabel("Month", { exact: true }).fill(month);
  await expect(page).toHaveURL(new RegExp(`month=${month}`));
  await page.getByRole("searchbox", { name: "Find an engineer" }).fill("nobody has this name");
  await expect(page.getByText("No engineer matches")).toBeVisible();
  await page.getByRole("searchbox", { name: "Find an engineer" }).fill("taylor");
  await expect(page.getByRole("row").filter({ hasText: "Sam Taylor" })).toBeVisible();
  await expect(page.getByRole("row").filter({ hasText: "Alex Morgan" })).toHaveCount(0);
});

test("a request of Sam's phone appears with what is left of the year, who else is away and the planned jobs", async () => {
  const { sam, proxy, office } = fixture;
  await office.raise("1 Holiday Road", { appointmentDateTime: `${monday}T09:00:00.000Z` });
  const phone = sam.page();
  await phone.goto(`${proxy.url}/absences/request/holiday`);
  await phone.getByLabel("First day").fill(monday);
  await phone.getByLabel("Last day").fill(addDays(monday, 1));
  await phone.getByLabel("Comment").fill("Wedding");
  await sam.button("Submit").click();
  await expect(card()).toContainText("Sam Taylor");
  await expect(card()).toContainText(/days? (is|are) left of the year/);
  await expect(card()).toContainText("1 job is planned on these days");
  await expect(bar(/^Holiday, requested/)).toBeVisible();
  await desk.inspect("Absences with a request");
});

test("the board of the day has the request among what is to be done, and leads to the decision", async () => {
  const line = page.getByRole("list", { name: /^To do/ }).getByRole("listitem");
  await page.goto(`${fixture.system.url}/office/today?day=${monday}`);
  await expect(line.filter({ hasText: "Asks to be away (holiday)" })).toContainText(
    "Sam Taylor, 1 open visit",
  );
  await desk.inspect("Board of a day with a request to be away");
  await line.getByRole("link", { name: "Decide" }).click();
  await expect(card()).toBeVisible();
  await page.getByLabel("Month", { exact: true }).fill(month);
});

test("a rejection needs a reason, and an approval reaches the phone", async () => {
  const { sam } = fixture;
  await card().getByRole("button", { name: "Reject" }).click();
  const rejecting = desk.dialog("Reject: Holiday of Sam Taylor?");
  await rejecting.getByRole("button", { name: "Reject" }).click();
  await expect(rejecting).toContainText("Give the reason.");
  await rejecting.getByRole("button", { name: "Go back" }).click();
  await card().getByRole("button", { name: "Approve" }).click();
  const approving = desk.dialog("Approve: Holiday of Sam Taylor?");
  await expect(approving).toContainText("Planned jobs stay with the engineer");
  await approving.getByLabel("Comment for the engineer").fill("Enjoy it");
  await approving.getByRole("button", { name: "Approve" }).click();
  await expect(page.getByText("The absence of Sam Taylor is approved")).toBeVisible();
  await expect(card()).toHaveCount(0);
  await expect(bar(/^Holiday, approved/)).toBeVisible();
  await sam.page().reload();
  await expect
    .poll(async () => (await fixture.office.absences()).find((one) => one.comment === "Wedding"))
    .toMatchObject({ status: 2, reviewerComment: "Enjoy it" });
});

test("on the board of that day each open visit of an absent engineer is named with its planned time", async () => {
  await page.goto(`${fixture.system.url}/office/today?day=${monday}`);
  const line = page.getByRole("list", { name: /^To do/ }).getByRole("listitem");
  await expect(line.filter({ hasText: "The engineer is away (holiday)" })).toContainText(
    /planned for .*, 1 Holiday Road/,
  );
  await page.goto(`${fixture.system.url}/office/absences`);
});

test("a decision that a colleague has made meanwhile is told, and the list follows", async () => {
  const { office } = fixture;
  const move = (await office.absences()).find(({ comment }) => comment === "House move");
  const waiting = page
    .getByRole("list", { name: /^To decide/ })
    .getByRole("listitem")
    .filter({ hasText: "Comment: House move" });
  await waiting.getByRole("button", { name: "Approve" }).click();
  // The list would follow by itself: the colleague is a moment faster than the change that says so.
  await page.route("**/api/office/absences/*/decision", async (route) => {
    await office.decideAbsence(move?.id ?? "", 3, "Too many are away");
    await route.continue();
  });
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("button", { name: "Approve" }).click();
  await expect(dialog).toContainText("The request has already been rejected");
  await expect(dialog.getByRole("button", { name: "Approve" })).toHaveCount(0);
});
