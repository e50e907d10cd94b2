import { expect, test } from "@playwright/test";
import { inspect } from "./inspection.ts";
import { setUpFixture } from "./fixture.ts";

const active = "9 Active Row";
const moved = "10 Moved Row";
let activeId: string;
let movedId: string;

const fixture = setUpFixture({
  prepare: async (office) => {
    ({ jobId: activeId } = await office.raise(active));
    ({ jobId: movedId } = await office.raise(moved));
  },
});

test("a changed job says what changed on every screen, until the job has been looked at", async () => {
  const { sam, office, phone } = fixture;
  const page = sam.page();
  const strip = page.getByRole("region", { name: "Alert from the office" });
  await sam.openJobs();
  await sam.openJob(active);
  await sam.step("Start Travel");
  await office.move(movedId, "2026-01-08T13:30:00.000Z");
  await sam.open("/settings/sync");
  await expect(strip).toContainText(moved, { timeout: 120_000 });
  await expect(strip).toContainText("Changed: Appointment");
  await sam.open("/jobs");
  await sam.seesScreen("Jobs");
  await office.comment(movedId, "Ring the side door");
  await phone.reconnect();
  await expect(sam.jobCard(moved)).toContainText("Comment from the office", { timeout: 60_000 });
  await expect(sam.jobCard(moved)).toContainText("Changed by the office");
  await inspect(page, "Jobs with the alert of a changed job");
  await sam.jobCard(moved).click();
  await sam.answer("You may only have one active job at a time.", "Look at this job");
  await expect(page.getByText("08/01/2026 13:30").first()).toBeVisible();
  await expect(page.getByRole("main")).toContainText("Ring the side door");
  await expect(strip).toBeEmpty();
  await sam.open("/alerts");
  await expect(page.getByRole("main").getByText("Appointment: 08/01/2026 13:30")).toBeVisible();
  await inspect(page, "The alert of a changed job");
});

test("an alert of the account shows all of its text before it counts as read", async () => {
  const { sam, office, phone } = fixture;
  const strip = sam.page().getByRole("region", { name: "Alert from the office" });
  const read = () => strip.getByRole("button", { name: "Read" }).click();
  const made = "The office made a code for a new PIN of yours on";
  await office.makeResetCode();
  await phone.reconnect();
  await sam.open("/settings/sync");
  await expect(strip).toContainText(made, { timeout: 120_000 });
  await read();
  const message = sam.dialog("Your account");
  await expect(message).toContainText(made);
  await expect(message).toContainText("If you did not expect this, call the office.");
  await inspect(sam.page(), "The message about the account");
  await sam.closeDialog("Your account");
  await expect(strip).toContainText(made);
  await read();
  await sam.answer("Your account", "Mark as read");
  await expect(strip).toBeEmpty();
});

test("with text at 200 % on a small screen the header scrolls away, and its alert is not cut off", async () => {
  const { sam, office, phone } = fixture;
  const page = sam.page();
  const strip = page.getByRole("region", { name: "Alert from the office" });
  const toAnswer = strip.getByText("Open the job to answer.");
  await office.requestRemoval(activeId, false);
  await phone.reconnect();
  await expect(toAnswer).toBeVisible({ timeout: 120_000 });
  await phone.context.setOffline(true);
  await sam.open("/absences/request/holiday");
  await expect(page.getByText("Offline. Your work is saved on this phone.")).toBeVisible();
  const last = page.getByRole("main").getByRole("textbox").last();
  await last.evaluate((element) => element.scrollIntoView({ block: "start" }));
  await expect(page.getByRole("banner")).toBeInViewport();
  await page.setViewportSize({ width: 360, height: 640 });
  await page.evaluate(() => {
    document.documentElement.style.fontSize = "200%";
  });
  await expect
    .poll(() => toAnswer.evaluate(({ scrollHeight, clientHeight }) => scrollHeight - clientHeight))
    .toBeLessThanOrEqual(1);
  const readFreeHeight = async () => {
    await last.evaluate((element) => element.scrollIntoView({ block: "start" }));
    const header = await page.getByRole("banner").boundingBox();
    const footer = await page.getByRole("contentinfo").boundingBox();
    return (footer?.y ?? 0) - Math.max(0, (header?.y ?? 0) + (header?.height ?? 0));
  };
  await expect.poll(readFreeHeight).toBeGreaterThanOrEqual(320);
  await expect(last).toBeInViewport({ ratio: 1 });
  await page.evaluate(() => {
    document.documentElement.style.removeProperty("font-size");
  });
  await page.setViewportSize({ width: 390, height: 844 });
  await last.evaluate((element) => element.scrollIntoView({ block: "start" }));
  await expect(page.getByRole("banner")).toBeInViewport();
  await phone.context.setOffline(false);
});
