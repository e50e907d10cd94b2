import { expect, test } from "@playwright/test";
import { setUpFixture } from "./fixture.ts";
import { createPhoto } from "./image-files.ts";

const address = "16 Idle Lane";
const business = "Fieldfare Heating, 4 Kiln Road";
const dayMs = 86_400_000;

const fixture = setUpFixture({
  prepare: async (office) => {
    await office.raise(address, { jobCategoryId: 1, jobDetailTypeId: 12 });
  },
});

test("a half-filled form is there after the lock exactly as it was", async () => {
  const { sam } = fixture;
  const page = sam.page();
  await page.clock.install();
  await page.reload();
  await sam.openJobs();
  await sam.openJob(address);
  for (const label of ["Start Travel", "On-Site", "Access"] as const) await sam.step(label);
  await sam.open("/jobs/selected/forms");
  await page.getByRole("link", { name: /gas safety record/ }).click();
  const field = page.getByLabel("Business", { exact: true });
  await field.fill("");
  await field.pressSequentially(business);
  await page.evaluate(() => Object.assign(globalThis, { isSamePage: true }));
  const scrolledTo = await page.evaluate(() => scrollY);
  await page.clock.fastForward("15:01");
  await sam.seesScreen("Unlock");
  await expect(field).toBeHidden();
  await sam.unlock();
  await expect(field).toHaveValue(business);
  await expect(field).toBeFocused();
  expect(await page.evaluate(() => [scrollY, "isSamePage" in globalThis])).toEqual([
    scrolledTo,
    true,
  ]);
});

test("photos that were chosen after the time are there after the lock", async () => {
  const { sam } = fixture;
  const page = sam.page();
  await sam.open("/jobs/selected/engineer/notes/add");
  const photo = await createPhoto(page);
  const chooser = page.waitForEvent("filechooser");
  await sam.button("Take photo").click();
  const opened = await chooser;
  await page.clock.fastForward("15:01");
  await sam.seesScreen("Unlock");
  await opened.setFiles([photo]);
  await sam.unlock();
  await expect(page.getByRole("img", { name: /^Photo 1/ })).toBeVisible();
});

test("a page that ended behind the camera is no start, unless that took too long", async () => {
  const { sam } = fixture;
  const page = sam.page();
  await page.clock.fastForward("10:00");
  await page.reload();
  await sam.seesScreen(/note/i);
  const end = await page.evaluate(() => Date.now() + 15 * 60_000);
  await page.goto("about:blank");
  await page.clock.setSystemTime(end);
  await page.goBack();
  await sam.seesScreen("Unlock");
  await sam.unlock();
  await sam.seesScreen(/note/i);
});

test("a clock that is three days off asks once, in both directions, and the time goes on from there", async () => {
  const { sam } = fixture;
  const page = sam.page();
  const now = await page.evaluate(() => Date.now());
  for (const time of [now + 3 * dayMs, now - 3 * dayMs]) {
    await sam.setClock(time);
    await page.clock.fastForward("14:00");
    await page.keyboard.press("Shift");
    await page.clock.fastForward("14:00");
    await page.keyboard.press("Shift");
    await sam.seesScreen(/note/i);
    await page.reload();
    await sam.seesScreen(/note/i);
    await page.clock.fastForward("15:01");
    await sam.seesScreen("Unlock");
    await sam.unlock();
  }
  await sam.setClock(now);
});

test("the tap on a notification asks for the PIN first, and then opens the alerts", async () => {
  const { phone, proxy, sam } = fixture;
  await phone.quit();
  await phone.start();
  // The address that the service worker opens when the app is closed.
  await sam.page().goto(`${proxy.url}/alerts`);
  await sam.seesScreen("Unlock");
  await expect(sam.heading("Alerts")).toBeHidden();
  await sam.unlock();
  await sam.seesScreen("Alerts");
});
