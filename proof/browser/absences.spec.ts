import { addDays, londonDay, startOfWeek } from "@fieldfare/domain";
import { expect, type Page, test } from "@playwright/test";
import { alexEmail, createEngineer, pin } from "./engineer.ts";
import { onApiCalls } from "./fault-proxy.ts";
import { inspect } from "./inspection.ts";
import { setUpFixture } from "./fixture.ts";

const fixture = setUpFixture();

const today = londonDay(new Date());
const days = (count: number) => addDays(today, count);
/** A Monday at least `weeks` ahead, in a week in which no holiday year ends. */
const monday = (weeks: number) => {
  const found = addDays(startOfWeek(today), 7 * weeks);
  return holidayYearStart(found) === holidayYearStart(addDays(found, 6))
    ? found
    : addDays(found, 7);
};
/** Holiday years start in April. */
const holidayYearStart = (day: string) =>
  Number(day.slice(0, 4)) - (day.slice(5) < "04-01" ? 1 : 0);

/** Selects the holiday year of `day`; the dashboard first shows that of today. */
const showYear = async (page: Page, day: string) => {
  const year = holidayYearStart(day);
  await page.getByRole("radio", { name: `${year} to ${year + 1}`, exact: true }).check();
};

const fill = async (page: Page, from: string, to: string) => {
  await page.getByLabel("First day").fill(from);
  await page.getByLabel("Last day").fill(to);
};
const firstDay = ({ days: [range] }: { days: readonly { dateFrom: string }[] }) =>
  range?.dateFrom ?? "";
const cards = (page: Page, name: RegExp) => page.getByRole("main").getByRole("link", { name });

test("the dashboard that was never loaded says so, and nothing of the absences", async () => {
  const { sam, proxy, phone } = fixture;
  const page = sam.page();
  proxy.inject(onApiCalls({ kind: "lost" }));
  await phone.context.setOffline(true);
  await sam.open("/absences/holidays");
  await sam.seesScreen("Absence Dashboard");
  await expect(page.getByText("It has not been loaded on this phone yet.")).toBeVisible();
  await expect(page.getByText("No absences in this holiday year")).toBeHidden();
  await inspect(page, "absence dashboard, never loaded");
  proxy.inject();
  await phone.context.setOffline(false);
});

test("the dashboard lists upcoming, pending, previous and rejected by holiday year", async () => {
  const { sam, proxy, office } = fixture;
  const page = sam.page();
  await page.goto(`${proxy.url}/absences`);
  await sam.seesScreen("Absences");
  await inspect(page, "absences");
  await page.getByRole("link", { name: /^Dashboard/ }).click();
  await sam.seesScreen("Absence Dashboard");
  const absences = await office.absences();
  for (const [group, status] of [
    ["Upcoming", 2],
    ["Pending", 1],
  ] as const) {
    const ahead = absences.filter((one) => one.status === status).map(firstDay);
    await showYear(page, ahead.toSorted().at(-1) ?? today);
    await expect(page.getByRole("heading", { name: new RegExp(`^${group} \\d`) })).toBeVisible();
  }
  await expect(page.getByText(/of 25 days of holiday left/)).toBeVisible();
  await inspect(page, "absence dashboard");
});

test("a request shows its days, and every broken rule has a message", async () => {
  const { sam, office } = fixture;
  const page = sam.page();
  await sam.button("New Request").click();
  await sam.seesScreen("New Request");
  await page.getByRole("link", { name: /^Holiday/ }).click();
  await sam.seesScreen("New Request: Holiday");
  await sam.button("Submit").click();
  await expect(page.getByText("Please enter the first day.")).toBeVisible();
  await expect(page.getByText("Please enter the last day.")).toBeVisible();
  const taken = (await office.absences()).find(({ comment }) => comment === "Family visit");
  const first = firstDay(taken ?? { days: [] });
  const last = [addDays(first, 4), `${holidayYearStart(first) + 1}-03-31`].toSorted()[0] ?? first;
  const expected: [string, string, string][] = [
    [days(-7), days(-1), "Holiday cannot start in the past."],
    [monday(4), addDays(monday(4), -7), "The last day cannot be before the first day."],
    [monday(4), days(900), "One request can cover a year at most."],
    [addDays(monday(4), 5), addDays(monday(4), 6), "There is no working day in these dates."],
    [first, last, "You have already asked for an absence on some of these days."],
  ];
  for (const [from, to, words] of expected) {
    await fill(page, from, to);
    await sam.button("Submit").click();
    await expect(page.getByText(words)).toBeVisible();
  }
  await fill(page, monday(15), addDays(monday(15), 4));
  await expect(page.getByText(/^[345] working days$/)).toBeVisible();
  const chosen = monday(15).split("-").toReversed().join("/");
  await expect(page.getByText(`Mon ${chosen}`, { exact: true })).toBeVisible();
  const next = holidayYearStart(today) + 1;
  await fill(page, `${next}-05-01`, `${next}-07-31`);
  await expect(page.getByText(/This is \d+ days more than you have left/)).toBeVisible();
  await inspect(page, "absence request over the allowance");
  await fill(page, monday(15), addDays(monday(15), 4));
  await expect(page.getByText(/more than you have left/)).toBeHidden();
  await page.getByLabel("Comment").fill("A".repeat(2001));
  await sam.button("Submit").click();
  await expect(page.getByText("Please use at most 2,000 characters.")).toBeVisible();
  await page.getByLabel("Comment").fill("Wedding");
  await inspect(page, "absence request");
});

test("typed text survives a killed page, and a request made offline is sent later", async () => {
  const { sam, office, phone } = fixture;
  const page = sam.page();
  await page.reload();
  await expect(page.getByLabel("Comment")).toHaveValue("Wedding");
  await phone.context.setOffline(true);
  await sam.button("Submit").click();
  await sam.seesToast("Your request is saved and will be sent to the office.");
  await sam.seesScreen("Absence Dashboard");
  // The dashboard has switched to the holiday year of the request.
  await expect(cards(page, /Not sent yet/)).toHaveCount(1);
  await sam.button("New Request").click();
  await sam.seesScreen("New Request");
  await page.getByRole("link", { name: /^Holiday/ }).click();
  await expect(page.getByLabel("Comment")).toHaveValue("");
  const before = await page.getByLabel("Comment").boundingBox();
  await fill(page, monday(15), addDays(monday(15), 4));
  await expect(page.getByText(/^[345] working days$/)).toBeVisible();
  expect(await page.getByLabel("Comment").boundingBox(), "no field moves").toEqual(before);
  await fill(page, "", "");
  await sam.button("Back").click();
  await sam.seesScreen("New Request");
  await sam.button("Back").click();
  await sam.seesScreen("Absence Dashboard");
  await showYear(page, monday(15));
  await expect(cards(page, /Not sent yet/)).toHaveCount(1);
  await phone.context.setOffline(false);
  await expect(cards(page, /Not sent yet/)).toHaveCount(0);
  const requestedAbsences = (await office.absences()).filter(
    ({ comment }) => comment === "Wedding",
  );
  expect(requestedAbsences).toMatchObject([
    { type: "holiday", status: 1, days: [{ dateFrom: monday(15) }] },
  ]);
});

test("cancelling an approved absence needs a comment and waits for the office; a pending one is removed at once", async () => {
  const { sam, office, phone } = fixture;
  const page = sam.page();
  const [wedding] = (await office.absences()).filter(({ comment }) => comment === "Wedding");
  await office.decideAbsence(wedding?.id ?? "", 2);
  await phone.reconnect();
  const alert = page.getByRole("region", { name: "Alert from the office" });
  await expect(alert).toContainText("Holiday approved");
  await alert.getByRole("button", { name: "Read" }).click();
  await expect(sam.dialog("Your absence")).toContainText("Holiday approved");
  await sam.answer("Your absence", "Mark as read");
  await expect(alert).toBeEmpty();
  await sam.button("Back").click();
  await page.getByRole("link", { name: /^Dashboard/ }).click();
  await showYear(page, monday(15));
  const date = monday(15).split("-").toReversed().join("/");
  await cards(page, new RegExp(date)).click();
  await sam.seesScreen("Absence");
  await expect(page.getByText("Approved")).toBeVisible();
  await sam.button("Cancel Absence").click();
  await expect(page.getByText("Please provide a comment.")).toBeVisible();
  await page.getByLabel("Why do you want to cancel it?").fill("It is off");
  await sam.dismissToasts();
  await inspect(page, "cancel absence");
  await sam.button("Cancel Absence").click();
  await sam.seesToast("Your request to cancel is saved and will be sent to the office.");
  await showYear(page, monday(15));
  await cards(page, /Cancel requested/).click();
  await expect(
    page.getByText("You have asked to cancel this absence. The office has not decided yet."),
  ).toBeVisible();
  await expect(sam.button("Cancel Absence")).toBeHidden();
  await sam.button("Back").click();
  const unpaid = (await office.absences()).find(({ comment }) => comment === "House move");
  await showYear(page, firstDay(unpaid ?? { days: [] }));
  await cards(page, /^Unpaid/)
    .first()
    .click();
  await sam.button("Cancel Absence").click();
  await sam.answer("Cancel this absence?", "Cancel Absence");
  await sam.seesToast("Your cancellation is saved and will be sent to the office.");
  await showYear(page, firstDay(unpaid ?? { days: [] }));
  await expect(cards(page, /^Unpaid/)).toHaveCount(0);
  await expect
    .poll(async () => (await office.absences()).map((row) => row.cancelStatus ?? row.removedOn))
    .toContain(1);
});

test("the chosen holiday year stays chosen after Back and after a cancellation", async () => {
  const { sam } = fixture;
  const page = sam.page();
  const next = holidayYearStart(today) + 1;
  await sam.button("New Request").click();
  await page.getByRole("link", { name: /^Unpaid/ }).click();
  await fill(page, `${next}-05-04`, `${next}-05-08`);
  await page.getByLabel("Comment").fill("Course");
  await sam.button("Submit").click();
  await sam.seesScreen("Absence Dashboard");
  const card = cards(page, new RegExp(`04/05/${next}`));
  const expectYear = async () => {
    await sam.seesScreen("Absence Dashboard");
    await expect(
      page.getByRole("radio", { name: `${next} to ${next + 1}`, exact: true }),
    ).toBeChecked();
  };
  await card.click();
  await sam.seesScreen("Absence");
  await page.goBack();
  await expectYear();
  await card.click();
  await sam.seesScreen("Absence");
  await sam.button("Back").click();
  await expectYear();
  await card.click();
  await sam.button("Cancel Absence").click();
  await sam.answer("Cancel this absence?", "Cancel Absence");
  await expectYear();
  await expect(card).toHaveCount(0);
});

test("documents are downloaded, and offline a message says why not", async () => {
  const { sam, phone } = fixture;
  const page = sam.page();
  await sam.button("Back").click();
  await page.getByRole("link", { name: /^Documents/ }).click();
  const download = page.waitForEvent("download");
  await sam.button(/^Absence policy/).click();
  expect((await download).suggestedFilename()).toBe("Absence policy.pdf");
  await inspect(page, "absence documents");
  await phone.context.setOffline(true);
  await sam.button("Back").click();
  await page.getByRole("link", { name: /^Documents/ }).click();
  await expect(
    page.getByText("You must have Internet connectivity to review documents and images."),
  ).toBeVisible();
  await phone.context.setOffline(false);
  await expect(sam.button(/^Absence policy/)).toBeVisible();
});

test("the planner shows weeks from Monday, and offline a week that was seen before", async () => {
  const { sam, office, proxy, phone } = fixture;
  const page = sam.page();
  await office.raise("3 Planner Row");
  await page.goto(`${proxy.url}/planner`);
  await sam.seesScreen("Planner");
  await expect(page.getByText("This week", { exact: true })).toBeVisible();
  await expect(page.getByRole("region", { name: "Alert from the office" })).toContainText(
    "New job",
  );
  const todayHeading = page.getByRole("heading", { name: /^Today, / });
  await expect(todayHeading).toBeVisible();
  await expect.poll(() => todayHeading.evaluate(distanceFromPlace)).toBeLessThan(2);
  await inspect(page, "planner");
  await sam.button("Next week").click();
  await expect(page.getByText("Week 2 of 4")).toBeVisible();
  await sam.button("Previous week").click();
  await phone.context.setOffline(true);
  await page.reload();
  await expect(page.getByRole("heading", { name: /^Today, / })).toBeVisible();
  await expect(page.getByText(/^As of /)).toBeVisible();
  for (let week = 0; week < 3; week += 1) await sam.button("Next week").click();
  const notLoaded = page.getByText(/not been loaded on this phone yet/);
  await expect(notLoaded).toHaveText(["This week has not been loaded on this phone yet."]);
  await phone.context.setOffline(false);
  await expect(page.getByText("No appointments in this week")).toBeVisible();
});

test("a card of the planner opens its job", async () => {
  const { sam, proxy } = fixture;
  const page = sam.page();
  await page.goto(`${proxy.url}/planner`);
  const first = page.getByRole("button", { name: /^Open job/ }).first();
  const address = ((await first.innerText()) ?? "").replace(/^Open job\s*/, "").trim();
  await first.click();
  await sam.seesScreen(/^Job \(/);
  await expect(page.getByRole("main")).toContainText(address);
  await page.goBack();
  await sam.seesScreen("Jobs");
  await page.goBack();
  await sam.seesScreen("Planner");
});

test("what is typed stays with its engineer when somebody else signs in in another tab, and no job is said to be gone", async () => {
  const { proxy, phone, sam } = fixture;
  const alex = createEngineer(phone, proxy.url, alexEmail);
  const page = sam.page();
  await sam.open("/signout");
  await expect(page.getByText("You've been signed out")).toBeVisible();
  await alex.install();
  const other = await phone.context.newPage();
  const comment = page.getByLabel("Comment");
  const signInOther = async (email: string) => {
    await other.goto(`${proxy.url}/login`);
    await other.getByLabel("Username").fill(email);
    await other.getByLabel("PIN", { exact: true }).fill(pin);
    await other.getByRole("button", { name: "Sign in", exact: true }).click();
    await expect(other.getByRole("heading", { level: 1, name: "Home" })).toBeVisible();
  };
  /** The earlier sign-in ends first, so this tab leaves the screen. */
  const switchTo = async (email: string) => {
    await signInOther(email);
    await expect(comment).toBeHidden();
    await sam.open("/absences/request/holiday");
  };
  await sam.open("/absences/request/holiday");
  await comment.fill("Alex goes to the sea");
  await switchTo(sam.email);
  await expect(comment).toHaveValue("");
  await comment.fill("Sam stays at home");
  await switchTo(alexEmail);
  await expect(comment).toHaveValue("Alex goes to the sea");
  await switchTo(sam.email);
  await expect(comment).toHaveValue("Sam stays at home");
  await sam.open("/jobs");
  await sam.openJob("3 Planner Row");
  await signInOther(alexEmail);
  await sam.seesScreen("Sign in");
  await expect(page.getByText(/no longer on this device/)).toBeHidden();
  await other.close();
});

/** How far a heading is from its place right below the header, or from where the end of the page leaves it. */
function distanceFromPlace(heading: Element): number {
  const header = document.querySelector("header")?.getBoundingClientRect().height ?? 0;
  const top = heading.closest("div")?.getBoundingClientRect().top ?? 0;
  const space = 8;
  const lowestScroll = document.documentElement.scrollHeight - innerHeight;
  const wanted = Math.min(Math.max(top + scrollY - header - space, 0), lowestScroll);
  return Math.abs(scrollY - wanted);
}
