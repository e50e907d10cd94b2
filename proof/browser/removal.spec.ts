import { expect, test } from "@playwright/test";
import { setUpFixture } from "./fixture.ts";
import { inspect } from "./inspection.ts";

const [held, active, closed] = ["3 held Road", "3 active Road", "3 closed Road"];
let heldId: string;
let closedId: string;

const fixture = setUpFixture({
  prepare: async (office) => {
    heldId = (await office.raise(held)).jobId;
    await office.raise(active);
    closedId = (await office.raise(closed)).jobId;
  },
});

test("a removal request for a job on hold is answered while another job is active", async () => {
  const { office, phone, sam } = fixture;
  const page = sam.page();
  await sam.open("/jobs");
  await sam.openJob(held);
  for (const step of ["Start Travel", "On-Site", "Access"] as const) await sam.step(step);
  await sam.button("Hold").click();
  await page.getByLabel("Hold Reason").selectOption({ index: 1 });
  const details = page.getByLabel("Additional information");
  if (await details.isVisible()) await details.fill("Part on order");
  await sam.button("Hold").click();
  await sam.seesScreen("Jobs");
  await sam.openJob(active);
  await sam.step("Start Travel");
  await office.requestRemoval(heldId, false);
  await phone.reconnect();
  await sam.button("Back").click();
  await expect(sam.jobCard(held)).toContainText("Removal requested");
  await sam.jobCard(held).click();
  await sam.answer("You may only have one active job at a time.", "Look at this job");
  const main = page.getByRole("main");
  for (const words of ["Read-only", "Removal requested", "On hold", "On site"])
    await expect(main.getByText(words, { exact: true })).toBeVisible();
  await inspect(page, "A removal request for a job that is not active");
  await sam.button("Review request").click();
  await sam.button("Remove Job").click();
  await sam.answer("Remove Job?", "Remove Job");
  await sam.seesToast("Job removed");
  await sam.seesScreen("Jobs");
  await expect(sam.jobCard(held)).toBeHidden();
  await expect.poll(async () => (await office.job(heldId)).messages.at(-1)?.type).toBe("JobRemove");
  await sam.openJob(active);
  await expect(page.getByText("Travelling", { exact: true })).toBeVisible();
});

test("an engineer who closed a visit while the office removed its job by force reads that it counts", async () => {
  const { office, phone, sam } = fixture;
  const page = sam.page();
  await sam.button("Back").click();
  await sam.openJob(active);
  await sam.cancelJob();
  await sam.openJob(closed);
  for (const step of ["Start Travel", "On-Site", "Access"] as const) await sam.step(step);
  await sam.sentAll();
  await phone.context.setOffline(true);
  await sam.close();
  await office.requestRemoval(closedId, true);
  await phone.reconnect();
  const notice = sam.dialog(/has been removed$/);
  await expect(notice).toContainText("You had closed the visit. It counts as you closed it.");
  await inspect(page, "A closed visit whose job the office has removed by force");
  await notice.getByRole("button", { name: "Confirm" }).click();
  await expect
    .poll(async () => (await office.job(closedId)).messages.at(-1)?.type)
    .toBe("JobRemove");
  expect(await office.job(closedId)).toMatchObject({
    job: { status: "Closed" },
    closing: { closedBy: { fieldOperativeId: office.sam.fieldOperativeId } },
  });
});
