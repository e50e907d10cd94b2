import { expect, type Page, test } from "@playwright/test";
import { setUpFixture } from "./fixture.ts";
import { createPhoto } from "./image-files.ts";

const address = "12 Back Lane";

const fixture = setUpFixture({
  prepare: async (office) => {
    await office.raise(address);
  },
});

/** Taps the phone's Back a second time while the first tap is still on its way. */
const tapTwice: readonly (readonly [string, (page: Page) => Promise<void>])[] = [
  [
    "in one go",
    (page) =>
      page.evaluate(() => {
        history.back();
        history.back();
      }),
  ],
  [
    "before the app has undone the first tap",
    (page) =>
      page.evaluate(() => {
        navigation.addEventListener("currententrychange", () => history.back(), { once: true });
        history.back();
      }),
  ],
];

test("the phone's Back closes the upper one of two dialogs first", async () => {
  const { sam } = fixture;
  const page = sam.page();
  await sam.openJobs();
  await sam.openJob(address);
  for (const label of ["Start Travel", "On-Site", "Access"] as const) await sam.step(label);
  await sam.photograph(await createPhoto(page));
  await page.getByRole("button", { name: /^Photo 1, taken/ }).click();
  await expect(sam.dialog(/^Photo 1, taken/)).toBeVisible();
  await page.goBack();
  await expect(sam.dialog(/^Photo 1, taken/)).toBeHidden();
  await expect(sam.dialog("Photo review")).toBeVisible();
});

for (const [how, tap] of tapTwice)
  test(`two taps ${how} close both dialogs, and the screen below stays`, async () => {
    const { sam } = fixture;
    const page = sam.page();
    const index = await page.evaluate(() => navigation.currentEntry?.index);
    await page.getByRole("button", { name: /^Photo 1, taken/ }).click();
    await expect(sam.dialog(/^Photo 1, taken/)).toBeVisible();
    await tap(page);
    await expect(page.getByRole("dialog")).toBeHidden();
    await expect.poll(() => page.evaluate(() => navigation.currentEntry?.index)).toBe(index);
    await sam.seesScreen(/^Job \(/);
    await expect(page).toHaveURL(/\/jobs\/selected$/);
    await page.getByRole("button", { name: /photo/ }).last().click();
    await expect(sam.dialog("Photo review")).toBeVisible();
  });

test("a tap without a dialog still leaves the screen", async () => {
  const { sam } = fixture;
  const page = sam.page();
  await page.goBack();
  await expect(sam.dialog("Photo review")).toBeHidden();
  await page.goBack();
  await sam.seesScreen("Jobs");
});
