import { expect, type Page, test } from "@playwright/test";
import { pin } from "./engineer.ts";
import { setUpFixture } from "./fixture.ts";
import { inspect } from "./inspection.ts";

const address = "15 Idle Lane";

const fixture = setUpFixture({
  prepare: async (office) => {
    await office.raise(address);
  },
});

const earlyLock = (page: Page) => page.locator("#early-lock");
const pinField = (page: Page) => page.getByLabel("PIN", { exact: true });
const readMarkup = (page: Page) => page.evaluate(() => localStorage.getItem("fieldfare.lock"));

/** Runs in a page without the app: the app's database cannot be opened until `release` is called. */
function holdDatabase(): Promise<void> {
  return new Promise((resolve, reject) => {
    const name = `fieldfare-${localStorage.getItem("fieldfare.user")}`;
    const reading = indexedDB.open(name);
    reading.addEventListener("error", () => reject(reading.error));
    reading.addEventListener("success", () => {
      const { version } = reading.result;
      reading.result.close();
      const upgrade = indexedDB.open(name, version + 1);
      upgrade.addEventListener("upgradeneeded", () => {
        const { transaction } = upgrade;
        let isHeld = true;
        const wait = () => {
          if (isHeld) transaction?.objectStore("job").count().addEventListener("success", wait);
          else transaction?.abort();
        };
        wait();
        Object.assign(window, { release: () => (isHeld = false) });
        resolve();
      });
    });
  });
}

/** Starts the app without a network, and keeps it from opening its database. Returns what lets it go on. */
async function startHeld(
  prepare: (holder: Page) => Promise<void> = () => Promise.resolve(),
): Promise<() => Promise<void>> {
  const { phone, proxy } = fixture;
  await phone.quit();
  await phone.start({ offline: true });
  const holder = await phone.context.newPage();
  await holder.goto(`${proxy.url}/icons/fieldfare.svg`);
  await holder.evaluate(holdDatabase);
  await prepare(holder);
  await phone.page.bringToFront();
  await phone.page.goto(`${proxy.url}/jobs`);
  return async () => {
    await holder.evaluate(() => (window as unknown as { release: () => void }).release());
    await holder.close();
  };
}

test("a start asks for the PIN before the app is there, and takes the tap that follows it", async () => {
  const { phone, proxy, sam } = fixture;
  // The first lock stores what later starts draw.
  await phone.quit();
  await phone.start({ offline: true });
  await phone.page.goto(`${proxy.url}/jobs`);
  await sam.unlock();
  await expect(sam.jobCard(address)).toBeVisible();

  const release = await startHeld();
  const { page } = phone;
  await expect(earlyLock(page)).toBeVisible();
  await expect(page.locator("#root dialog")).toHaveCount(0);
  await expect(page.getByText("Enter your PIN to go on.")).toBeVisible();
  await expect(pinField(page)).toBeFocused();
  await inspect(page, "Early lock");
  // The markup is not sealed: it names nobody, and no PIN.
  expect(await readMarkup(page)).not.toMatch(/sam|value=/);
  await page.keyboard.type(pin);
  await sam.button("Unlock").click();
  await expect(sam.button("Unlocking")).toBeVisible();
  await release();
  await expect(sam.jobCard(address)).toBeVisible();
  await expect(earlyLock(page)).toHaveCount(0);
  expect(await readMarkup(page)).not.toMatch(/value=/);
});

test("what was typed before the app is there stays in the field, and so does the focus", async () => {
  const { phone, sam } = fixture;
  const release = await startHeld();
  const { page } = phone;
  await expect(pinField(page)).toBeFocused();
  await page.keyboard.type(`${pin.slice(0, 2)}a`);
  await release();
  await expect(page.getByText("sam.taylor@fieldfare.example")).toBeVisible();
  await expect(earlyLock(page)).toHaveCount(0);
  await expect(pinField(page)).toHaveValue(pin.slice(0, 2));
  await expect(pinField(page)).toBeFocused();
  await page.keyboard.type(pin.slice(2));
  await page.keyboard.press("Enter");
  await expect(sam.jobCard(address)).toBeVisible();
});

test("a wrong PIN that was entered before the app is there is refused with words", async () => {
  const { phone, sam } = fixture;
  const release = await startHeld();
  const { page } = phone;
  await page.keyboard.type("111222");
  await page.keyboard.press("Enter");
  await expect(sam.button("Unlocking")).toBeVisible();
  await release();
  await expect(page.getByRole("alert")).toContainText("Unable to login.");
  await expect(pinField(page)).toHaveValue("");
  await sam.unlock();
  await expect(sam.jobCard(address)).toBeVisible();
});

test("Back and Escape leave the early lock open, an empty PIN is not taken, and the eye shows what was typed", async () => {
  const { phone, sam } = fixture;
  const release = await startHeld();
  const { page } = phone;
  await expect(pinField(page)).toBeFocused();
  await page.keyboard.press("Escape");
  await page.keyboard.press("Escape");
  await page.evaluate(() => document.querySelector("dialog")?.close());
  await expect(pinField(page)).toBeFocused();
  await sam.button("Unlock").click();
  await page.keyboard.type(pin.slice(0, 3));
  await sam.button("Show PIN").click();
  await expect(pinField(page)).toHaveAttribute("type", "text");
  await pinField(page).focus();
  await release();
  // The empty tap counted as no try, and neither it nor the eye is repeated.
  await expect(page.locator("#root dialog")).toBeVisible();
  await expect(pinField(page)).toHaveValue(pin.slice(0, 3));
  await expect(pinField(page)).toHaveAttribute("type", "password");
  await expect(page.getByRole("alert")).toHaveCount(0);
  await sam.unlock();
  await expect(sam.jobCard(address)).toBeVisible();
});

test("the chosen theme holds from the early lock on", async () => {
  const { phone, proxy, sam } = fixture;
  await phone.page.evaluate(() => localStorage.setItem("fieldfare.theme", "night"));
  const release = await startHeld();
  const { page } = phone;
  await expect(pinField(page)).toBeFocused();
  expect(await page.evaluate(() => document.documentElement.dataset["theme"])).toBe("night");
  await page.evaluate(() => localStorage.removeItem("fieldfare.theme"));
  await release();
  await page.goto(`${proxy.url}/jobs`);
  await sam.unlock();
});

test("where the lock's own file is missing, another start is offered above everything", async () => {
  const { phone, proxy, sam } = fixture;
  const isLockFile = (url: string) => /\/unlock-[^/]*\.js/.test(url);
  proxy.inject(({ path }) => (isLockFile(path) ? { kind: "lost" } : undefined));
  const release = await startHeld(async (holder) => {
    await holder.evaluate(async () => {
      for (const name of await caches.keys()) {
        const cache = await caches.open(name);
        for (const { url } of await cache.keys())
          if (/\/unlock-[^/]*\.js/.test(url)) await cache.delete(url, { ignoreSearch: true });
      }
    });
    const cdp = await phone.context.newCDPSession(holder);
    await cdp.send("Network.clearBrowserCache");
  });
  await expect(earlyLock(phone.page)).toBeVisible();
  await release();
  await expect(sam.button("Try again")).toBeVisible();
  await expect(earlyLock(phone.page)).toHaveCount(0);
  proxy.inject();
  await phone.context.setOffline(false);
  await sam.button("Try again").click();
  await sam.unlock();
  await expect(sam.jobCard(address)).toBeVisible();
});

test("a tap on a way out before the app is there is taken too", async () => {
  const { phone, sam } = fixture;
  const release = await startHeld();
  await sam.button("Forgotten PIN?").click();
  await expect(earlyLock(phone.page)).toBeVisible();
  await release();
  await sam.seesScreen("Forgotten Pin?");
  await expect(earlyLock(phone.page)).toHaveCount(0);
});

test("a reload of the open app shows no lock, and a start after a sign-out shows the sign-in", async () => {
  const { phone, proxy, sam } = fixture;
  await phone.quit();
  await phone.start();
  const { page } = phone;
  await page.addInitScript(() => {
    new MutationObserver(() => {
      if (document.querySelector("#early-lock")) sessionStorage.setItem("saw-early-lock", "");
    }).observe(document, { subtree: true, childList: true });
  });
  const sawEarlyLock = () => page.evaluate(() => sessionStorage.getItem("saw-early-lock") !== null);
  await page.goto(`${proxy.url}/jobs`);
  await sam.unlock();
  await expect(sam.jobCard(address)).toBeVisible();
  expect(await sawEarlyLock()).toBe(true);
  await page.evaluate(() => sessionStorage.removeItem("saw-early-lock"));
  await page.reload();
  await expect(sam.jobCard(address)).toBeVisible();
  expect(await sawEarlyLock()).toBe(false);

  await sam.open("/signout");
  await sam.seesScreen("Sign in");
  await expect.poll(() => readMarkup(page)).toBe(null);
});
