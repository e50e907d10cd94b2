import { expect, type Locator, test } from "@playwright/test";
import { setUpFixture } from "./fixture.ts";
import { inspect } from "./inspection.ts";

const address = "16 Tab Lane";
const title = "Put Fieldfare on the home screen";
const day = 24 * 60 * 60 * 1000;
const phoneHeight = 844;
const keyboardHeight = 336;

let jobId: string;

const fixture = setUpFixture({
  backgroundSync: false,
  prepare: async (office) => {
    ({ jobId } = await office.raise(address));
  },
});

test("in a tab of an iPhone home says that Safari deletes, what waits, and how the home screen helps", async () => {
  const { phone, sam } = fixture;
  const page = sam.page();
  await expect(page.getByText(title)).toBeHidden();
  await phone.context.addInitScript(beInTabOfIphone);
  await page.reload();
  await sam.seesScreen("Home");
  await expect(page.getByText(title)).toBeVisible();
  await expect(page.getByText("Select 'Add to Home Screen'")).toBeVisible();
  await expect(page.getByText(/waits? here/)).toBeHidden();
  await inspect(page, "Home in a tab of an iPhone");
  await phone.context.setOffline(true);
  await sam.openJobs();
  await sam.openJob(address);
  await sam.step("Start Travel");
  await sam.open("/");
  await expect(page.getByText(/^1 message waits here/)).toBeVisible();
});

test("without what Safari lacks the app says that work is stored once, and still works and sends", async () => {
  const { office, phone, sam } = fixture;
  await phone.context.addInitScript(lackWhatSafariLacks);
  const page = sam.page();
  await sam.open("/jobs/selected");
  await sam.step("On-Site");
  await sam.open("/");
  await expect(page.getByText("Only one copy of your unsent work")).toBeVisible();
  await inspect(page, "Home without a second copy");
  await phone.context.setOffline(false);
  await expect(sam.syncIndicator("All sent")).toBeVisible();
  await expect.poll(async () => (await office.job(jobId)).messages.length).toBe(3);
});

test("it is put off for some days", async () => {
  const { sam } = fixture;
  const page = sam.page();
  await sam.button("Remind me in a few days").click();
  await expect(page.getByText(title)).toBeHidden();
  await sam.open("/");
  await expect(page.getByRole("link", { name: "Settings" })).toBeVisible();
  await expect(page.getByText(title)).toBeHidden();
  await sam.setClock(Date.now() + 6.5 * day);
  await expect(page.getByText(title)).toBeVisible();
});

test("the footer and the field in use are above the keyboard, which Safari lays over the page", async () => {
  const { sam } = fixture;
  const page = sam.page();
  await sam.open("/absences/request/holiday");
  const footer = page.locator("footer");
  const bottomOf = async (element: Locator) => {
    const box = await element.boundingBox();
    return box && Math.round(box.y + box.height);
  };
  await expect.poll(() => bottomOf(footer)).toBe(phoneHeight);
  const comment = page.getByLabel("Comment");
  await comment.focus();
  await page.evaluate(coverByKeyboard, keyboardHeight);
  await expect.poll(() => bottomOf(footer)).toBe(phoneHeight - keyboardHeight);
  const footerTop = (await footer.boundingBox())?.y ?? 0;
  await expect.poll(() => bottomOf(comment)).toBeLessThanOrEqual(Math.round(footerTop));
  await page.evaluate(coverByKeyboard, 0);
  await expect.poll(() => bottomOf(footer)).toBe(phoneHeight);
});

/** Runs in the page: the visible part of the page becomes smaller, and the page does not. */
function coverByKeyboard(height: number): void {
  const viewport = window.visualViewport;
  if (!viewport) throw new Error("This browser has no visual viewport");
  const visible = document.documentElement.clientHeight - height;
  Object.defineProperty(viewport, "height", { value: visible, configurable: true });
  viewport.dispatchEvent(new Event("resize"));
}

/** Runs in the page before the app. */
function beInTabOfIphone(): void {
  Object.defineProperty(navigator, "standalone", { value: false });
}

/** Runs in the page before the app: no private files, no promise to keep data, no Background Sync. */
function lackWhatSafariLacks(): void {
  Object.defineProperty(navigator, "storage", { value: undefined });
  Reflect.deleteProperty(ServiceWorkerRegistration.prototype, "sync");
}
