import { type BrowserContext, expect, type Page, test } from "@playwright/test";
import { addDays, followOnReminderDays, londonDay, startOfLondonDay } from "@fieldfare/domain";
import { setUpFixture } from "./fixture.ts";
import { createOfficePage, officeEmail, openDesk } from "./office-page.ts";

let context: BrowserContext;
let page: Page;
let desk: ReturnType<typeof createOfficePage>;
const refusedByPolicy: string[] = [];

const fixture = setUpFixture();

/** A time of today in London. */
function todayAt(hour: number, minute = 0): string {
  const midnight = startOfLondonDay(londonDay(new Date())).getTime();
  return new Date(midnight + (hour * 60 + minute) * 60_000).toISOString();
}

const bar = (reference: string, on = page) =>
  on.getByRole("grid", { name: "Board of the day" }).getByRole("link", { name: reference });
const rowOf = (name: string) => page.getByRole("row").filter({ hasText: name });
const card = (reference: string) =>
  page
    .getByRole("list", { name: /^Not assigned/ })
    .getByRole("listitem")
    .filter({ hasText: reference });
const notice = (text: string) => page.getByRole("alert").filter({ hasText: text });
const undoOf = (text: string) => notice(text).getByRole("button", { name: "Undo" });

test.beforeAll(async ({ browser }) => {
  context = await openDesk(browser);
  desk = createOfficePage(await context.newPage());
  ({ page } = desk);
  page.on("console", (message) => {
    if (message.text().includes("Content Security Policy")) refusedByPolicy.push(message.text());
  });
});
test.afterAll(() => context.close());

test("the office opens with the board: the day of every engineer, and that it is live", async () => {
  await page.goto(`${fixture.system.url}/office`);
  await desk.signIn("Fieldfare-1", officeEmail);
  await desk.seesTitle(/^Today, /);
  await expect(page).toHaveURL(/\/office\/today$/);
  await expect(page.getByText("● Live")).toBeVisible();
  await expect(rowOf("Sam Taylor").getByRole("link").nth(1)).toBeVisible();
  await expect(rowOf("Alex Morgan").getByRole("link").nth(1)).toBeVisible();
  await desk.inspect("Board");
  // A reload would lose this.
  await page.evaluate(() => document.body.setAttribute("data-was-not-loaded-again", ""));
});

test("on a tablet a bar shows the whole postcode or nothing of it, and a tap opens the job", async () => {
  await page.setViewportSize({ width: 834, height: 1112 });
  const bars = page.getByRole("grid", { name: "Board of the day" }).locator("[data-visit]");
  const shown = await bars.evaluateAll((all) =>
    all.map((element) => {
      const [postcode = ""] = /^\S+ \S+/.exec(element.getAttribute("aria-label") ?? "") ?? [];
      const texts = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
      const box = element.getBoundingClientRect();
      for (let text = texts.nextNode(); text !== null; text = texts.nextNode()) {
        const start = text.textContent?.indexOf(postcode) ?? -1;
        if (start < 0) continue;
        const range = document.createRange();
        range.setStart(text, start);
        range.setEnd(text, start + postcode.length);
        const parts = [...range.getClientRects()].filter(({ width }) => width > 0);
        if (parts.length === 0) return "nothing";
        const isInside = parts.every(
          ({ left, right, top, bottom }) =>
            left >= box.left && right <= box.right && top >= box.top && bottom <= box.bottom,
        );
        return isInside ? "all" : `a part of ${postcode}`;
      }
      return "nothing";
    }),
  );
  expect(shown).toContain("all");
  expect(shown.filter((what) => what !== "all" && what !== "nothing")).toEqual([]);
  // The widest postcode: no home of the demo has it.
  const signed = await bars.evaluateAll((all) =>
    all.map((element) => {
      const postcode = element.firstElementChild;
      if (!(postcode instanceof HTMLElement)) return "no postcode";
      const own = postcode.textContent;
      postcode.textContent = "EC1W 9WW";
      const range = document.createRange();
      range.selectNodeContents(postcode);
      const lines = [...range.getClientRects()].filter(({ width }) => width > 0);
      postcode.textContent = own;
      const sign = getComputedStyle(element, "::before");
      if (sign.position !== "absolute" || lines.length === 0) return "not in a corner";
      const box = element.getBoundingClientRect();
      const left = box.left + element.clientLeft + Number.parseFloat(sign.left);
      const top = box.top + element.clientTop + Number.parseFloat(sign.top);
      const [right, bottom] = [
        left + Number.parseFloat(sign.width),
        top + Number.parseFloat(sign.height),
      ];
      const isCovered = lines.some(
        (line) =>
          line.right > left && line.left < right && line.bottom - 2 > top && line.top < bottom,
      );
      return isCovered ? "covers the postcode" : "next to the postcode";
    }),
  );
  expect(signed).toContain("next to the postcode");
  expect(signed).not.toContain("covers the postcode");
  const name = (await bars.last().getAttribute("aria-label")) ?? "";
  await bars.last().click();
  const [postcode = ""] = /^\S+ \S+/.exec(name) ?? [];
  await desk.seesTitle(new RegExp(`${postcode}$`));
  await page.goBack();
  await desk.seesTitle(/^Today, /);
  await page.setViewportSize({ width: 1280, height: 800 });
});

test("a raised job appears, and the board moves while Sam works it offline and comes back", async () => {
  const { office, proxy, phone, sam } = fixture;
  const address = "1 Board Street";
  await office.raise(address, { formattedJobId: "BOARD-1", appointmentDateTime: todayAt(6, 30) });
  await expect(bar("BOARD-1")).toHaveAccessibleName(/planned 06:30, New, not on a phone yet/);
  await phone.reconnect();
  await expect(bar("BOARD-1")).not.toHaveAccessibleName(/not on a phone yet/);

  proxy.inject(() => ({ kind: "lost" }));
  await phone.context.setOffline(true);
  await sam.openJobs();
  await sam.openJob(address);
  await sam.step("Start Travel");
  await sam.step("On-Site");
  await expect(bar("BOARD-1")).toHaveAccessibleName(/New/);
  proxy.inject();
  await phone.context.setOffline(false);
  await expect(bar("BOARD-1")).toHaveAccessibleName(/On site since/, { timeout: 60_000 });
  await sam.step("Access");
  await expect(bar("BOARD-1")).toHaveAccessibleName(/Access gained since/);
  await sam.close();
  await expect(bar("BOARD-1")).toHaveAccessibleName(/Closed since/);
  await expect(page.locator("body")).toHaveAttribute("data-was-not-loaded-again");
});

test("a job that nobody has is assigned by the menu, with what happens said before", async () => {
  const { office } = fixture;
  await office.raise("2 Board Street", {
    formattedJobId: "BOARD-2",
    fieldOperativeId: null,
    appointmentDateTime: todayAt(17),
  });
  await card("BOARD-2").getByRole("button", { name: "Assign to… BOARD-2" }).click();
  const dialog = desk.dialog("Assign job BOARD-2");
  await dialog.getByRole("button", { name: "Assign" }).click();
  await expect(dialog.getByRole("alert")).toHaveText("Choose an engineer");
  await dialog.getByLabel("Engineer").selectOption({ label: await labelOf("Alex Morgan") });
  await expect(dialog.getByRole("list", { name: "What happens" })).toContainText(
    "Alex Morgan has no phone yet: the job arrives when Alex Morgan signs in on one.",
  );
  await dialog.getByLabel("Appointment (time in London)").fill(`${londonDay(new Date())}T16:15`);
  await desk.inspect("Assign");
  await dialog.getByRole("button", { name: "Assign" }).click();
  await expect(dialog).toBeHidden();
  await expect(bar("BOARD-2")).toHaveAccessibleName(/planned 16:15/);
  await expect(card("BOARD-2")).toBeHidden();
});

test("an assignment is undone: nobody has the job, at the time that it had", async () => {
  await expect(rowOf("Alex Morgan").getByRole("link", { name: "BOARD-2" })).toBeVisible();
  const legend = page.getByRole("list", { name: "What the bars mean" });
  const bounds = await notice("BOARD-2: Alex Morgan").boundingBox();
  const { x, width } = (await legend.boundingBox()) ?? { x: 0, width: 0 };
  expect(bounds?.x, "the notice is next to the legend, not over it").toBeGreaterThan(x + width);
  await undoOf("BOARD-2: Alex Morgan").click();
  await expect(notice("Taken back")).toContainText("BOARD-2: Alex Morgan");
  await expect(card("BOARD-2")).toContainText("17:00");
  await expect(rowOf("Alex Morgan").getByRole("link", { name: "BOARD-2" })).toBeHidden();
  await card("BOARD-2").getByRole("button", { name: "Assign to… BOARD-2" }).click();
  const dialog = desk.dialog("Assign job BOARD-2");
  await dialog.getByLabel("Engineer").selectOption({ label: await labelOf("Alex Morgan") });
  await dialog.getByRole("button", { name: "Assign" }).click();
  await expect(rowOf("Alex Morgan").getByRole("link", { name: "BOARD-2" })).toBeVisible();
});

test("a key leads from the board to the Undo of the newest notice, which stays while the focus is in it", async () => {
  const second = await context.newPage();
  await second.clock.install();
  await second.goto(`${fixture.system.url}/office/today`);
  await fixture.office.raise("6 Board Street", {
    formattedJobId: "BOARD-6",
    fieldOperativeId: null,
    appointmentDateTime: todayAt(18, 45),
  });
  const assign = second
    .getByRole("list", { name: /^Not assigned/ })
    .getByRole("button", { name: "Assign to… BOARD-6" });
  await assign.click();
  const dialog = second.getByRole("dialog", { name: "Assign job BOARD-6" });
  const alex = dialog.getByRole("option", { name: /^Alex Morgan/ });
  await dialog.getByLabel("Engineer").selectOption((await alex.getAttribute("value")) ?? "");
  await dialog.getByRole("button", { name: "Assign" }).click();
  const notices = second.getByRole("alert");
  const undo = notices
    .filter({ hasText: "BOARD-6: Alex Morgan" })
    .getByRole("button", { name: "Undo" });
  await expect(undo).toBeVisible();
  await bar("BOARD-6", second).focus();
  await second.keyboard.press("z");
  await expect(undo).toBeFocused();
  await second.clock.fastForward(20_000);
  await expect(undo).toBeFocused();
  await second.keyboard.press("Enter");
  await expect(notices.filter({ hasText: "Taken back" })).toBeVisible();
  await expect(assign).toBeVisible();
  await second.clock.fastForward(20_000);
  await expect(notices).toHaveCount(0);
  await second.close();
});

test("an assignment that a phone has already is undone once the phone has removed the job", async () => {
  const { office, phone } = fixture;
  await office.raise("5 Board Street", {
    formattedJobId: "BOARD-5",
    fieldOperativeId: null,
    appointmentDateTime: todayAt(18, 30),
  });
  await card("BOARD-5").getByRole("button", { name: "Assign to… BOARD-5" }).click();
  const dialog = desk.dialog("Assign job BOARD-5");
  await dialog.getByLabel("Engineer").selectOption({ label: await labelOf("Sam Taylor") });
  await dialog.getByRole("button", { name: "Assign" }).click();
  // A notice stays as long as the pointer is on it.
  await notice("BOARD-5: Sam Taylor").hover();
  await phone.reconnect();
  await expect(bar("BOARD-5")).not.toHaveAccessibleName(/not on a phone yet/);
  await undoOf("BOARD-5: Sam Taylor").click();
  await expect(notice("The phone of Sam Taylor is asked to remove the job.")).toBeVisible();
  await phone.reconnect();
  await expect(card("BOARD-5")).toBeVisible();
  await expect(bar("BOARD-5")).toBeHidden();
});

test("it is dragged to another time and another engineer, undone, and swapped with a job", async () => {
  const track = rowOf("Sam Taylor").getByRole("gridcell");
  // In the evening the day has more hours than fit into the window.
  await page
    .getByRole("grid", { name: "Board of the day" })
    .evaluate((board) => board.scrollTo({ left: board.scrollWidth }));
  const bounds = await track.boundingBox();
  if (!bounds) throw new Error("The row is not drawn");
  await bar("BOARD-2").dragTo(track, {
    sourcePosition: { x: 4, y: 10 },
    targetPosition: { x: bounds.width * 0.99, y: bounds.height / 2 },
  });
  const dialog = desk.dialog("Move job BOARD-2");
  await expect(dialog.getByRole("list", { name: "What happens" })).toContainText(
    "The phone of Alex Morgan does not have this yet",
  );
  await dialog.getByRole("button", { name: "Move", exact: true }).click();
  await expect(rowOf("Sam Taylor").getByRole("link", { name: "BOARD-2" })).toBeVisible();
  await undoOf("BOARD-2: Sam Taylor").click();
  await expect(rowOf("Alex Morgan").getByRole("link", { name: "BOARD-2" })).toHaveAccessibleName(
    /planned 17:00/,
  );

  await expect(undoOf("BOARD-2: Sam Taylor")).toBeHidden();
  const { office } = fixture;
  await office.raise("3 Board Street", {
    formattedJobId: "BOARD-3",
    appointmentDateTime: todayAt(18),
  });
  await expect(bar("BOARD-3")).toBeVisible();
  await bar("BOARD-2").dragTo(bar("BOARD-3"), { sourcePosition: { x: 4, y: 10 } });
  await expect(dialog.getByLabel("Engineer").locator("option:checked")).toHaveText(/^Sam Taylor/);
  await expect(dialog.getByLabel("Swap with").locator("option:checked")).toHaveText(
    "18:00, BOARD-3",
  );
  await expect(dialog).toContainText(/BOARD-2: Sam Taylor, .*18:00/);
  await expect(dialog).toContainText(/BOARD-3: Alex Morgan, .*17:00/);
  // At 17:00 Alex has only the job that goes, and at 18:00 Sam only the other one.
  await expect(dialog).not.toContainText("has another job at this time");
  await desk.inspect("Swap");
  await dialog.getByRole("button", { name: "Swap" }).click();
  await expect(rowOf("Sam Taylor").getByRole("link", { name: "BOARD-2" })).toHaveAccessibleName(
    /planned 18:00/,
  );
  await expect(rowOf("Alex Morgan").getByRole("link", { name: "BOARD-3" })).toHaveAccessibleName(
    /planned 17:00/,
  );
  await expect(page.locator("[data-over]")).toHaveCount(0);
  // A colleague is faster than the Undo, which could then never work.
  await notice("are swapped").hover();
  const swapped = (await office.jobs()).find(({ formattedJobId }) => formattedJobId === "BOARD-2");
  await office.move(swapped?.jobId ?? "", todayAt(18, 15));
  await undoOf("are swapped").click();
  await expect(notice("It could not be undone")).toContainText("are swapped");
  await expect(undoOf("are swapped")).toBeHidden();
  await notice("It could not be undone").getByRole("button").click();
});

test("the keyboard goes from bar to bar, moves a job and opens it; a change meanwhile is told", async () => {
  const { office } = fixture;
  await bar("BOARD-3").focus();
  await page.keyboard.press("Home");
  await page.keyboard.press("End");
  await expect(bar("BOARD-3")).toBeFocused();
  await page.keyboard.press("ArrowDown");
  await expect(rowOf("Sam Taylor").locator(":focus")).toHaveCount(1);
  await bar("BOARD-2").focus();
  await page.keyboard.press("m");
  const dialog = desk.dialog("Move job BOARD-2");
  await dialog.getByLabel("Appointment (time in London)").fill(`${londonDay(new Date())}T16:00`);
  const jobs = await office.jobs();
  const moved = jobs.find(({ formattedJobId }) => formattedJobId === "BOARD-2");
  await office.move(moved?.jobId ?? "", todayAt(15));
  await expect(bar("BOARD-2")).toHaveAccessibleName(/planned 15:00/);
  await dialog.getByRole("button", { name: "Move", exact: true }).click();
  await expect(dialog.getByRole("alert")).toContainText("Meanwhile job BOARD-2 is planned for");
  await expect(dialog.getByLabel("Appointment (time in London)")).toHaveValue(/T16:00$/);
  await dialog.getByRole("button", { name: "Show the job as it is now" }).click();
  await expect(dialog.getByLabel("Appointment (time in London)")).toHaveValue(/T15:00$/);
  await expect(dialog.getByRole("alert")).toBeHidden();
  // A moved visit is in the row of another engineer, and has the focus there.
  await dialog.getByLabel("Engineer").selectOption({ label: await labelOf("Alex Morgan") });
  await dialog.getByRole("button", { name: "Move", exact: true }).click();
  await expect(dialog).toBeHidden();
  await expect(rowOf("Alex Morgan").locator(":focus")).toHaveAccessibleName(/BOARD-2/);
  await page.keyboard.press("Enter");
  await desk.seesTitle(/^BOARD-2/);
  await page.goBack();
  await desk.seesTitle(/^Today, /);
});

test("a list says the same without dragging, and what is looked for stays in the address", async () => {
  await page.getByText("List", { exact: true }).click();
  const list = page.getByRole("region", { name: "List of the day" });
  await expect(list.getByRole("link", { name: "BOARD-2" })).toBeVisible();
  await desk.inspect("List");
  await page.getByRole("searchbox", { name: "Find" }).fill("board-3");
  await expect(page).toHaveURL(/find=board-3/);
  await expect(list.getByRole("link", { name: "Sam Taylor" })).toBeHidden();
  await expect(list.getByRole("link", { name: "Alex Morgan" })).toBeVisible();
  await page.getByRole("searchbox", { name: "Find" }).fill("nothing like it");
  await expect(page.getByText("No engineer and no job matches")).toBeVisible();
  await page.goto(`${fixture.system.url}/office/today`);
});

test("closed visits that need a follow-on job are one line of what is to do, with the list of them", async () => {
  const { office } = fixture;
  const line = page
    .getByRole("list", { name: /^To do/ })
    .getByRole("listitem")
    .filter({ hasText: "a follow-on job" });
  const missing = await office.missingFollowOns(
    addDays(londonDay(new Date()), -followOnReminderDays),
  );
  const say = (count: number) =>
    count === 1 ? "1 visit needs a follow-on job" : `${count} visits need a follow-on job`;
  await expect(line).toContainText(say(missing.length));
  await line.getByRole("link", { name: "Show them in Jobs" }).click();
  await desk.seesTitle("Jobs");
  await expect(page.getByLabel("Outcome")).toHaveValue("follow-on");
  await expect(desk.table("Jobs").locator("tbody").getByRole("row")).toHaveCount(missing.length);
  const [first] = missing;
  if (!first) throw new Error("The demo has no visit that needs a follow-on job");
  const { property } = (await office.job(first.jobId)).job;
  const { addressLine1, postcode } = property;
  await office.raise(addressLine1 ?? "", {
    appointmentDateTime: todayAt(19, 30),
    property: { propertyId: property.propertyId, postcode },
  });
  await page.goto(`${fixture.system.url}/office/today`);
  // A job at the home answers every visit there.
  const others = missing.filter(({ address }) => address !== first.address);
  if (others.length === 0) await expect(line).toBeHidden();
  else await expect(line).toContainText(say(others.length));
  // It is about what is to do now.
  await desk.button("The day before").click();
  await desk.seesTitle(/^(?!Today)/);
  await expect(line).toBeHidden();
  await page.goto(`${fixture.system.url}/office/today`);
});

test("the rows of the board grow with the text while it is shown", async () => {
  const height = async () => (await rowOf("Sam Taylor").boundingBox())?.height ?? 0;
  await expect(bar("BOARD-2")).toBeVisible();
  const before = await height();
  await page.evaluate(() => (document.documentElement.style.fontSize = "150%"));
  // A row also has a line of one pixel.
  await expect.poll(height).toBeCloseTo((before - 1) * 1.5 + 1, 0);
  await page.evaluate(() => document.documentElement.style.removeProperty("font-size"));
  await expect.poll(height).toBe(before);
});

test("the board says when it is not live, and when it is again", async () => {
  await page.route("**/api/office/changes", (route) => route.abort());
  await page.reload();
  await expect(page.getByText(/Not live since \d\d:\d\d/)).toBeVisible();
  await expect(rowOf("Sam Taylor").getByRole("link").nth(1)).toBeVisible();
  await desk.inspect("Not live");
  await page.unroute("**/api/office/changes");
  await expect(page.getByText("● Live")).toBeVisible({ timeout: 30_000 });
  expect(refusedByPolicy).toEqual([]);
});

test("a job that is raised after the board was read and before it is drawn is on it", async () => {
  const second = await context.newPage();
  const code = Promise.withResolvers<void>();
  await second.route(/\/today-screen-[^/]*\.js$/, async (route) => {
    await code.promise;
    await route.continue();
  });
  const board = second.waitForResponse((answer) => answer.url().endsWith("/api/office/board"));
  await second.goto(`${fixture.system.url}/office/today`);
  await (await board).finished();
  await fixture.office.raise("30 Board Street", {
    formattedJobId: "BOARD-EARLY",
    appointmentDateTime: todayAt(7),
  });
  // Both pages are told at the same moment, and this one reads the job besides: the second has been told by now.
  await expect(bar("BOARD-EARLY")).toBeVisible();
  code.resolve();
  await expect(bar("BOARD-EARLY", second)).toBeVisible({ timeout: 10_000 });
  await second.close();
});

/** The choice of an engineer says how many jobs the engineer has. */
async function labelOf(name: string): Promise<string> {
  const option = page.getByRole("dialog").getByRole("option", { name });
  return (await option.textContent()) ?? "";
}
