import { expect, type Page, test } from "@playwright/test";
import { noLockSettings } from "./fault-proxy.ts";
import { setUpFixture } from "./fixture.ts";
import { listKeys } from "./storage.ts";

const address = "15 Idle Lane";
const laterAddress = "16 Idle Lane";

const fixture = setUpFixture({
  prepare: async (office) => {
    await office.raise(address);
  },
});

const earlyScreen = (page: Page) => page.locator("#early-screen");
const readStored = (page: Page) => page.evaluate(() => localStorage.getItem("fieldfare.screen"));

/** Tells the page that the app is hidden, or that it is shown again. */
const setHidden = (page: Page, isHidden: boolean) =>
  page.evaluate((hides) => {
    if (hides)
      Object.defineProperty(document, "visibilityState", { configurable: true, value: "hidden" });
    else Reflect.deleteProperty(document, "visibilityState");
    document.dispatchEvent(new Event("visibilitychange"));
  }, isHidden);

/** Runs before the app, where a test asks for it: its databases seem to open only when `release` is called. */
function holdOpening(): void {
  if (localStorage.getItem("test.hold") === null) return;
  const open = indexedDB.open.bind(indexedDB);
  const held: IDBOpenDBRequest[] = [];
  let isHeld = true;
  IDBFactory.prototype.open = function (name, version) {
    // Without a version it is not the app that opens it.
    if (version === undefined) return open(name);
    const request = open(name, version);
    request.addEventListener("success", (event) => {
      if (!isHeld) return;
      event.stopImmediatePropagation();
      held.push(request);
    });
    return request;
  };
  const release = () => {
    localStorage.removeItem("test.hold");
    isHeld = false;
    for (const request of held) request.dispatchEvent(new Event("success"));
  };
  Object.assign(window, { release });
}

const hold = (page: Page) => page.evaluate(() => localStorage.setItem("test.hold", ""));
const release = (page: Page) =>
  page.evaluate(() => (window as unknown as { release: () => void }).release());

/** Opens a screen, and waits until the app stores it when it is hidden. */
async function openStored(path: string): Promise<Page> {
  const { phone, sam } = fixture;
  await sam.open(path);
  const { page } = phone;
  await expect(async () => {
    await setHidden(page, true);
    expect(await readStored(page)).not.toBeNull();
  }).toPass();
  await setHidden(page, false);
  expect(await readStored(page)).toBeNull();
  return page;
}

/** Runs before the app: notes that a screen was shown before it. */
function noteEarlyScreen(): void {
  new MutationObserver(() => {
    if (document.querySelector("#early-screen > *")) localStorage.setItem("test.saw", "");
  }).observe(document, { subtree: true, childList: true });
}

/** Whether a screen was shown before the app since this was asked last. */
const sawEarlyScreen = (page: Page) =>
  page.evaluate(() => {
    const saw = localStorage.getItem("test.saw") !== null;
    localStorage.removeItem("test.saw");
    return saw;
  });

async function prepareContext(): Promise<void> {
  await fixture.phone.context.addInitScript(holdOpening);
  await fixture.phone.context.addInitScript(noteEarlyScreen);
}

test.beforeAll(prepareContext);

test("a reload shows the list before the app is there, and opens the job that was tapped", async () => {
  const { sam } = fixture;
  const page = await openStored("/jobs");
  await hold(page);
  await page.reload();
  const card = earlyScreen(page).getByRole("button").filter({ hasText: address });
  await expect(card).toBeVisible();
  await expect(page.locator("#root main")).toHaveCount(0);
  await expect(page.getByText("Fieldfare is starting")).toBeHidden();
  // Alerts come after the first screen of the app.
  await expect(earlyScreen(page).locator("header section")).toHaveCount(0);
  // It is used once.
  expect(await readStored(page)).toBeNull();
  await card.click();
  await expect(card).toHaveAttribute("aria-busy", "true");
  await release(page);
  await sam.seesScreen(/^Job /);
  await expect(earlyScreen(page)).toHaveCount(0);
});

test("a reload shows home, and opens what was tapped first", async () => {
  const { sam } = fixture;
  const page = await openStored("/");
  await hold(page);
  await page.reload();
  const home = earlyScreen(page);
  await expect(home.getByRole("heading", { name: "Home" })).toBeVisible();
  // What is said of the outbox must be true.
  await expect(home.getByRole("button", { name: /^Messages/ })).toBeHidden();
  await home.getByRole("link", { name: /Parts to collect/ }).click();
  await home.getByRole("link", { name: /^Settings$/ }).click();
  await release(page);
  await sam.seesScreen("Parts to Collect");
});

test("a list that was scrolled before the app is there stays where it is", async () => {
  const { sam } = fixture;
  const page = await openStored("/jobs");
  await hold(page);
  await page.reload();
  await expect(earlyScreen(page).getByRole("button").filter({ hasText: address })).toBeVisible();
  await page.evaluate(() => scrollTo(0, 300));
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(300);
  await page.evaluate(() => new Promise(requestAnimationFrame));
  await release(page);
  await expect(earlyScreen(page)).toHaveCount(0);
  await expect(sam.button("Refresh jobs")).toBeVisible();
  await page.evaluate(() => new Promise(requestAnimationFrame));
  // Cards that are higher than was estimated move the list by some pixels.
  expect(Math.abs((await page.evaluate(() => scrollY)) - 300)).toBeLessThan(50);
  await page.evaluate(() => scrollTo(0, 0));
});

test("a tap on a job that has changed opens nothing", async () => {
  const { sam } = fixture;
  const page = await openStored("/jobs");
  await hold(page);
  await page.reload();
  const card = earlyScreen(page).getByRole("button").filter({ hasText: address });
  await card.evaluate((element) => element.append("Changed"));
  await card.click();
  await release(page);
  await expect(sam.jobCard(address)).toBeVisible();
  await sam.jobCard(address).click();
  await sam.seesScreen(/^Job /);
});

test("a tap on the next job of home opens nothing if that is another one now", async () => {
  const { sam } = fixture;
  const page = await openStored("/");
  await hold(page);
  await page.reload();
  const visit = earlyScreen(page).locator("section").first();
  await visit.evaluate((element) => element.append("Another home"));
  await visit.getByRole("button", { name: /^Open/ }).click();
  await release(page);
  await expect(earlyScreen(page)).toHaveCount(0);
  await expect(sam.button(/^Open/)).toBeVisible();
  await page.evaluate(() => new Promise(requestAnimationFrame));
  await sam.seesScreen("Home");
});

test("another screen than the stored one shows nothing of it", async () => {
  const { phone, proxy, sam } = fixture;
  await openStored("/jobs");
  const { page } = phone;
  await sawEarlyScreen(page);
  await page.goto(`${proxy.url}/`);
  await sam.seesScreen("Home");
  expect(await sawEarlyScreen(page)).toBe(false);
});

test("the stored screen follows what changes while the app is hidden", async () => {
  const { office, phone, sam } = fixture;
  const page = await openStored("/jobs");
  await setHidden(page, true);
  await office.raise(laterAddress);
  const other = await phone.context.newPage();
  await other.goto(page.url());
  await other.getByRole("button", { name: "Refresh" }).click();
  await expect(sam.jobCard(laterAddress)).toBeAttached();
  await other.close();
  await hold(page);
  await page.reload();
  await expect(earlyScreen(page).locator("main").getByText(laterAddress)).toBeVisible();
  await release(page);
  await expect(sam.jobCard(laterAddress)).toBeVisible();
});

test("a lock deletes the stored screen", async () => {
  const { phone, proxy, sam } = fixture;
  const page = await openStored("/jobs");
  await setHidden(page, true);
  expect(await readStored(page)).not.toBeNull();
  const other = await phone.context.newPage();
  await other.goto(`${proxy.url}/icons/fieldfare.svg`);
  await other.evaluate(() =>
    new BroadcastChannel("fieldfare-events").postMessage({ kind: "app-locked" }),
  );
  await expect.poll(() => readStored(page)).toBeNull();
  await other.close();
  await setHidden(page, false);
  await sam.unlock();
  await expect(sam.jobCard(address)).toBeVisible();
});

/** Runs in a page without the app: what the service worker stores when it learns that the office has locked the device, or unlocked it. */
function setEnabled(enabled: boolean): Promise<void> {
  return new Promise((resolve, reject) => {
    const opening = indexedDB.open(`fieldfare-${localStorage.getItem("fieldfare.user")}`);
    opening.addEventListener("error", () => reject(opening.error));
    opening.addEventListener("success", () => {
      const writing = opening.result.transaction("setting", "readwrite");
      const settings = writing.objectStore("setting");
      const reading = settings.get(1);
      reading.addEventListener("success", () => settings.put({ ...reading.result, enabled }));
      writing.addEventListener("complete", () => {
        opening.result.close();
        resolve();
      });
    });
  });
}

test("a device that the office has locked meanwhile shows nothing", async () => {
  const { proxy } = fixture;
  const page = await openStored("/jobs");
  await page.goto(`${proxy.url}/icons/fieldfare.svg`);
  await page.evaluate(setEnabled, false);
  await sawEarlyScreen(page);
  await page.goto(`${proxy.url}/jobs`);
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  expect(await sawEarlyScreen(page)).toBe(false);
  await page.goto(`${proxy.url}/icons/fieldfare.svg`);
  await page.evaluate(setEnabled, true);
});

test("a scrolled list is not stored", async () => {
  const page = await openStored("/jobs");
  await page.evaluate(() => scrollTo(0, 200));
  await setHidden(page, true);
  expect(await readStored(page)).toBeNull();
  await setHidden(page, false);
  await page.evaluate(() => scrollTo(0, 0));
});

test("after the time without use the PIN is asked, and nothing is shown before it", async () => {
  const { phone, proxy, sam } = fixture;
  const page = await openStored("/jobs");
  await page.goto(`${proxy.url}/icons/fieldfare.svg`);
  expect(await readStored(page)).not.toBeNull();
  await page.evaluate(() =>
    localStorage.setItem("fieldfare.last-use", String(Date.now() - 15 * 60_000)),
  );
  await sawEarlyScreen(page);
  await phone.page.goto(`${proxy.url}/jobs`);
  await sam.seesScreen("Unlock");
  expect(await sawEarlyScreen(page)).toBe(false);
  expect(await readStored(page)).toBeNull();
  await sam.unlock();
  await expect(sam.jobCard(address)).toBeVisible();
});

test("a start in a new tab asks for the PIN, and shows nothing before it", async () => {
  const { phone, proxy, sam } = fixture;
  const page = await openStored("/jobs");
  await page.goto(`${proxy.url}/icons/fieldfare.svg`);
  expect(await readStored(page)).not.toBeNull();
  await sawEarlyScreen(page);
  await phone.quit();
  await phone.start({ offline: true });
  await prepareContext();
  await phone.page.goto(`${proxy.url}/jobs`);
  await sam.seesScreen("Unlock");
  expect(await sawEarlyScreen(phone.page)).toBe(false);
  expect(await readStored(phone.page)).toBeNull();
  await sam.unlock();
  await expect(sam.jobCard(address)).toBeVisible();
});

test("where the operator wants no lock, a new start shows the list before the app is there", async () => {
  const { phone, proxy, sam } = fixture;
  await phone.context.setOffline(false);
  proxy.inject(({ path }) => (path === "/api/client-settings" ? noLockSettings : undefined));
  await phone.page.reload();
  await expect.poll(() => phone.page.evaluate(listKeys)).toContain("data");
  const page = await openStored("/jobs");
  await page.goto(`${proxy.url}/icons/fieldfare.svg`);
  await hold(page);
  await phone.quit();
  await phone.start({ offline: true });
  await prepareContext();
  await phone.page.goto(`${proxy.url}/jobs`);
  const card = earlyScreen(phone.page).getByRole("button").filter({ hasText: address });
  await card.click();
  await release(phone.page);
  await sam.seesScreen(/^Job /);
});

test("after a sign-out nothing is shown any more", async () => {
  const { phone, proxy, sam } = fixture;
  const { page } = phone;
  await page.goto(`${proxy.url}/jobs`);
  await sam.seesScreen("Jobs");
  await page.goto(`${proxy.url}/signout`);
  await sam.seesScreen("Sign in");
  await sawEarlyScreen(page);
  await page.goto(`${proxy.url}/jobs`);
  await sam.seesScreen("Sign in");
  expect(await sawEarlyScreen(page)).toBe(false);
});
