import { type CDPSession, expect, type Page, test } from "@playwright/test";
import { pin } from "./engineer.ts";
import { noLockSettings, onApiCalls } from "./fault-proxy.ts";
import { setUpFixture } from "./fixture.ts";
import { inspect } from "./inspection.ts";
import { listKeys } from "./storage.ts";

const address = "15 Idle Lane";
const noteText = "Flue joints checked, and the seals of the case";

let jobId: string;

const fixture = setUpFixture({
  prepare: async (office) => {
    ({ jobId } = await office.raise(address));
  },
});

const lockHeading = (page: Page) => page.getByRole("heading", { name: "Unlock", exact: true });

/** Enters six wrong PINs. */
async function lockOut(page: Page) {
  for (let attempt = 1; attempt <= 6; attempt += 1) {
    await page.getByLabel("PIN", { exact: true }).fill(`90909${attempt}`);
    await page.getByRole("button", { name: "Unlock", exact: true }).click();
    await expect(page.getByRole("alert")).toBeVisible();
  }
}

/** Records when the screen is shown without a job on it. */
function recordEmptyList(): void {
  new MutationObserver(() => {
    const isOpen = !document.querySelector("dialog[open]") && document.querySelector("main");
    if (isOpen && !document.querySelector("main h2")) Object.assign(window, { wasEmpty: true });
  }).observe(document, { subtree: true, childList: true, attributes: true });
}

/** Returns how often the page has loaded the code that its worker otherwise has. */
const countPageHashes = (page: Page) =>
  page.evaluate(
    () =>
      performance.getEntriesByType("resource").filter(({ name }) => /hash-secret-/.test(name))
        .length,
  );

/** Counts what the app's router hears of the browser's history from now on. */
async function countNavigations(page: Page) {
  await page.evaluate(() => {
    const { __TSR_ROUTER__: router } = globalThis as unknown as {
      __TSR_ROUTER__: { history: { subscribe(listener: () => void): void } };
    };
    const counted = { navigations: 0 };
    router.history.subscribe(() => (counted.navigations += 1));
    Object.assign(globalThis, { counted });
  });
  return () =>
    page.evaluate(
      () => (globalThis as unknown as { counted: { navigations: number } }).counted.navigations,
    );
}

test("each start asks for the PIN, also without a network, and then shows what was opened", async () => {
  const { phone, proxy, sam } = fixture;
  await sam.openJobs();
  await sam.openJob(address);
  for (const label of ["Start Travel", "On-Site"] as const) await sam.step(label);
  await sam.sentAll();
  await phone.quit();
  await phone.start({ offline: true });
  const page = sam.page();
  await page.goto(`${proxy.url}/jobs`);
  await sam.seesScreen("Unlock");
  await expect(page.getByText("Enter your PIN to go on.")).toBeVisible();
  await expect(page.getByText("sam.taylor@fieldfare.example")).toBeVisible();
  await expect(page.getByLabel("PIN", { exact: true })).toBeFocused();
  await expect(page).toHaveTitle("Unlock - Fieldfare");
  await inspect(page, "Locked");
  // Nothing of the engineer's work can be seen, and no screen reader or key reaches it.
  await expect(page.getByText(address)).toBeHidden();
  expect(await page.locator("body").ariaSnapshot()).not.toContain(address);
  for (let key = 0; key < 12; key += 1) {
    await page.keyboard.press("Tab");
    expect(
      await page.evaluate(
        () => document.activeElement === document.body || document.activeElement?.closest("dialog"),
      ),
    ).toBeTruthy();
  }
  await page.getByLabel("PIN", { exact: true }).fill("111222");
  await sam.button("Unlock").click();
  await expect(page.getByRole("alert")).toContainText(
    "Unable to login. Please verify your username and password are correct.",
  );
  await inspect(page, "Locked, wrong PIN");
  await sam.unlock();
  await sam.seesScreen("Jobs");
  await expect(page).toHaveTitle("Jobs - Fieldfare");
  await expect(sam.jobCard(address)).toBeVisible();
});

test("the PIN is hashed in a worker, and by the page where the worker does not run", async () => {
  const { phone, proxy, sam } = fixture;
  await phone.quit();
  await phone.start({ offline: true });
  await phone.page.goto(`${proxy.url}/jobs`);
  await sam.seesScreen("Unlock");
  const hashWorkers = () => phone.page.workers().filter((one) => one.url().includes("hash-secret"));
  await expect.poll(() => hashWorkers().length).toBe(1);
  await phone.page.evaluate(recordEmptyList);
  await sam.unlock();
  await expect(sam.jobCard(address)).toBeVisible();
  // The list was not drawn before its rows, and the page has not hashed the PIN itself.
  expect(await phone.page.evaluate(() => Object.hasOwn(window, "wasEmpty"))).toBe(false);
  expect(await countPageHashes(phone.page)).toBe(0);
  // What it has hashed, and the memory for that, are gone with the worker.
  await expect.poll(() => hashWorkers().length).toBe(0);

  await phone.quit();
  await phone.start({ offline: true });
  await phone.page.addInitScript(() => {
    const StartedWorker = Worker;
    window.Worker = class extends StartedWorker {
      constructor(url: string | URL, options?: WorkerOptions) {
        if (String(url).includes("hash-secret")) throw new Error("This worker does not run");
        super(url, options);
      }
    };
  });
  await phone.page.goto(`${proxy.url}/jobs`);
  await sam.unlock();
  await expect(sam.jobCard(address)).toBeVisible();
  expect(hashWorkers()).toHaveLength(0);
  expect(await countPageHashes(phone.page)).toBe(1);
});

test("a reload is no start, but a locked app stays locked over it", async () => {
  const { phone, sam } = fixture;
  const page = sam.page();
  await phone.context.setOffline(false);
  // The page that is loaded next has the clock that the tests move.
  await page.clock.install();
  await page.reload();
  await sam.seesScreen("Jobs");
  await page.clock.fastForward("15:01");
  await sam.seesScreen("Unlock");
  await page.reload();
  await sam.seesScreen("Unlock");
  await sam.unlock();
  await sam.seesScreen("Jobs");
});

test("what was recorded is sent behind the lock, also after a tap on the way to another sign-in", async () => {
  const { office, phone, proxy, sam } = fixture;
  const page = sam.page();
  await sam.open("/jobs/selected");
  const { length } = (await office.job(jobId)).messages;
  proxy.inject(onApiCalls({ kind: "lost" }));
  await sam.step("Access");
  await expect(sam.syncIndicator("1 waiting")).toBeVisible();
  await page.clock.fastForward("15:01");
  await sam.seesScreen("Unlock");
  await sam.button("Sign in as somebody else").click();
  await sam.seesScreen("Sign in");
  await expect(page.getByLabel("Username")).toHaveValue("");
  await expect(page.getByText("1 message waits on this phone")).toBeVisible();
  await expect(page.getByText("It is sent as soon as there is a network.")).toBeVisible();
  await expect(page.getByText(address)).toBeHidden();
  await inspect(page, "Sign-in of somebody else at the lock");
  await sam.button("Back").click();
  await sam.seesScreen("Unlock");
  proxy.inject();
  await phone.reconnect();
  await expect.poll(async () => (await office.job(jobId)).messages.length).toBeGreaterThan(length);
  await sam.seesScreen("Unlock");
  await sam.unlock();
  await expect(sam.syncIndicator("All sent")).toBeVisible();
});

test("after 15 minutes without use the PIN is asked, and a half-typed note is there as it was", async () => {
  const { sam } = fixture;
  const page = sam.page();
  // The list is the screen before in the history: the phone's Back would lead there.
  await sam.open("/jobs/selected/engineer/notes");
  await sam.button("Add").click();
  const description = page.getByLabel("Description");
  await description.pressSequentially(noteText);
  await page.clock.fastForward("14:00");
  await description.press("End");
  await page.clock.fastForward("14:00");
  await expect(description).toBeVisible();
  await page.evaluate(() => Object.assign(globalThis, { isSamePage: true }));
  await page.clock.fastForward("01:01");
  await sam.seesScreen("Unlock");
  await expect(description).toBeHidden();
  // The phone's Back and Escape leave everything as it is.
  await page.keyboard.press("Escape");
  await page.keyboard.press("Escape");
  const navigations = await countNavigations(page);
  await page.goBack().catch(() => undefined);
  await sam.seesScreen("Unlock");
  await sam.unlock();
  // Had the router seen Back, it would have drawn the screen below once more, at times before Back was undone.
  expect(await navigations()).toBe(0);
  await expect(description).toHaveValue(noteText);
  await expect(description).toBeFocused();
  await page.keyboard.type(", dry");
  await expect(description).toHaveValue(`${noteText}, dry`);
  expect(await page.evaluate(() => "isSamePage" in globalThis)).toBe(true);
});

test("a dialog that was open stays open below the lock", async () => {
  const { sam } = fixture;
  const page = sam.page();
  await sam.open("/jobs");
  await sam.openJob(address);
  await sam.button("Close").click();
  await expect(sam.dialog("Was access gained?")).toBeVisible();
  await page.clock.fastForward("15:01");
  await sam.seesScreen("Unlock");
  await expect(sam.dialog("Was access gained?")).toBeHidden();
  await page.goBack().catch(() => undefined);
  await sam.seesScreen("Unlock");
  await sam.unlock();
  await expect(sam.dialog("Was access gained?")).toBeVisible();
  await page.goBack().catch(() => undefined);
  await expect(sam.dialog("Was access gained?")).toBeHidden();
  await expect(page).toHaveURL(/\/jobs\/selected$/);
  await sam.button("Close").click();
  await page.keyboard.press("Escape");
  await expect(sam.dialog("Was access gained?")).toBeHidden();
});

test("two tabs lock and unlock together, and a second tab is no start", async () => {
  const { phone, proxy, sam } = fixture;
  const page = sam.page();
  const other = await phone.context.newPage();
  await other.goto(`${proxy.url}/jobs`);
  await expect(other.getByRole("heading", { level: 1, name: "Jobs" })).toBeVisible();
  await page.bringToFront();
  await page.clock.fastForward("15:01");
  await sam.seesScreen("Unlock");
  await expect(lockHeading(other)).toBeVisible();
  await sam.unlock();
  await expect(lockHeading(other)).toBeHidden();
  await other.close();
});

test("wrong PINs lock out, and leave the ways out", async () => {
  const { sam } = fixture;
  const page = sam.page();
  await page.clock.fastForward("15:01");
  await sam.seesScreen("Unlock");
  await lockOut(page);
  await expect(page.getByText(/maximum number of login attempts/)).toBeVisible();
  await expect(page.getByLabel("PIN", { exact: true })).toBeHidden();
  await inspect(page, "Locked out at the lock");
  await page.reload();
  await expect(page.getByText(/maximum number of login attempts/)).toBeVisible();
  await sam.button("Forgotten PIN?").click();
  await sam.seesScreen("Forgotten Pin?");
  // The list of messages, which names jobs, is no way round the lock.
  await expect(page.getByRole("button", { name: /^Messages/ })).toBeHidden();
  await page.goBack();
  await sam.seesScreen("Unlock");
  await sam.button("Sign in as somebody else").click();
  await sam.seesScreen("Sign in");
  await expect(page.getByLabel("Username")).toHaveValue("");
  await sam.button("Back").click();
  await sam.seesScreen("Unlock");
  await page.clock.fastForward("15:10");
  await expect(page.getByLabel("PIN", { exact: true })).toBeVisible();
  await sam.unlock();
  await page.clock.fastForward("15:01");
  await sam.seesScreen("Unlock");
  await sam.button("Sign in as somebody else").click();
  await sam.signIn();
  await sam.seesScreen(/Home|Job/);
  await sam.open("/signout");
  await page.getByRole("link", { name: "Sign in" }).click();
  await expect(page.getByLabel("Username")).toHaveValue(sam.email);
  await sam.signIn();
  await sam.seesScreen(/Home|Job/);
});

test("the screen below is never drawn when the sign-in ends behind the lock", async () => {
  const { phone, proxy, sam } = fixture;
  const page = sam.page();
  await sam.open("/jobs");
  await page.clock.fastForward("15:01");
  await sam.seesScreen("Unlock");
  await page.evaluate(() => {
    const seen: string[] = [];
    Object.assign(globalThis, { seen });
    // Each change of the document, before it is drawn.
    new MutationObserver(() => {
      const jobs = [...document.querySelectorAll("h1")].find(
        (title) => title.textContent === "Jobs",
      );
      if (jobs && getComputedStyle(jobs).visibility === "visible") seen.push(location.pathname);
    }).observe(document, { subtree: true, childList: true, attributes: true });
  });
  const other = await phone.context.newPage();
  await other.goto(`${proxy.url}/signout`);
  await expect(other.getByText("You've been signed out")).toBeVisible();
  await page.bringToFront();
  await sam.seesScreen("Sign in");
  expect(await page.evaluate(() => Reflect.get(globalThis, "seen"))).toEqual([]);
  await other.close();
  await sam.signIn();
  await sam.seesScreen(/Home|Job/);
});

test.describe("A fingerprint or face", () => {
  let session: CDPSession;
  let authenticatorId: string;
  const useFinger = (isUserVerified: boolean) =>
    session.send("WebAuthn.setUserVerified", { authenticatorId, isUserVerified });
  const addAuthenticator = async (options: { isUserVerified: boolean; hasPrf: boolean }) => {
    ({ authenticatorId } = await session.send("WebAuthn.addVirtualAuthenticator", {
      options: {
        protocol: "ctap2",
        ctap2Version: "ctap2_1",
        transport: "internal",
        hasResidentKey: true,
        hasUserVerification: true,
        automaticPresenceSimulation: true,
        ...options,
      },
    }));
  };
  /** What the phone has stored of the credential. */
  const readStored = () =>
    fixture.sam.page().evaluate(async () => {
      const name = (await indexedDB.databases()).find((found) => found.name === "fieldfare")?.name;
      const database = await new Promise<IDBDatabase>((resolve) => {
        const request = indexedDB.open(name ?? "");
        request.onsuccess = () => resolve(request.result);
      });
      const rows = await new Promise<{ authenticator?: { hasPrf: boolean } | null }[]>(
        (resolve) => {
          const request = database.transaction("login").objectStore("login").getAll();
          request.onsuccess = () => resolve(request.result);
        },
      );
      database.close();
      return rows.map(({ authenticator }) => authenticator?.hasPrf ?? null);
    });

  /** Turns it on with the PIN, from Settings. */
  const turnOn = async (secret = pin) => {
    const { sam } = fixture;
    await sam.page().getByRole("link", { name: "Turn on" }).click();
    await sam.seesScreen("Fingerprint or face");
    await sam.page().getByLabel("PIN", { exact: true }).fill(secret);
    await sam.button("Turn on").click();
  };

  test("is not offered on a phone without one", async () => {
    const { phone, sam } = fixture;
    const page = sam.page();
    await sam.open("/settings");
    await sam.seesScreen("Settings");
    await expect(page.getByText("Display")).toBeVisible();
    await expect(page.getByText("Fingerprint or face")).toBeHidden();
    session = await phone.context.newCDPSession(page);
    await session.send("WebAuthn.enable");
  });

  test("is offered once after the PIN, and not turned on where it is not recognised", async () => {
    const { sam } = fixture;
    const page = sam.page();
    await addAuthenticator({ isUserVerified: false, hasPrf: true });
    await page.clock.fastForward("15:01");
    await sam.seesScreen("Unlock");
    await expect(sam.button("Use fingerprint or face")).toBeHidden();
    await sam.unlock();
    const offer = "You can open the app with your fingerprint or face instead of the PIN.";
    await sam.seesToast(offer);
    await sam.button("Turn on").click();
    await sam.seesScreen("Fingerprint or face");
    await expect(page.getByLabel("PIN", { exact: true })).toBeEmpty();
    await page.getByRole("link", { name: "Cancel" }).click();
    await sam.seesScreen("Settings");
    await sam.dismissToasts();
    await page.clock.fastForward("15:01");
    await sam.unlock();
    await sam.seesScreen("Settings");
    await expect(page.getByText(offer)).toBeHidden();
    await sam.open("/settings");
    await turnOn();
    await expect(page.getByRole("alert")).toContainText(
      "Your fingerprint or face was not recognised, so nothing was changed.",
    );
    expect(await readStored()).toEqual([null]);
    // The phone does not recognise anything any more after so many tries.
    await session.send("WebAuthn.removeVirtualAuthenticator", { authenticatorId });
  });

  test("is turned on in Settings", async () => {
    const { sam } = fixture;
    const page = sam.page();
    await addAuthenticator({ isUserVerified: true, hasPrf: true });
    // The tests before have put the clock hours ahead, which the app says above the screen.
    await sam.setClock(Date.now());
    await sam.dismissToasts();
    await sam.open("/settings");
    await inspect(page, "Settings, fingerprint or face");
    await turnOn("909091");
    await expect(page.getByRole("alert")).toContainText("The PIN is not right.");
    expect(await readStored()).toEqual([null]);
    await inspect(page, "The PIN before the fingerprint or face");
    await page.getByLabel("PIN", { exact: true }).fill(pin);
    await sam.button("Turn on").click();
    await sam.seesToast("Your fingerprint or face now opens the app.");
    await sam.seesScreen("Settings");
    await expect(sam.button("Turn off")).toBeVisible();
    expect(await readStored()).toEqual([true]);
  });

  test("opens the app without a network", async () => {
    const { phone, sam } = fixture;
    const page = sam.page();
    await phone.context.setOffline(true);
    for (let time = 0; time < 2; time += 1) {
      await page.clock.fastForward("15:01");
      await sam.seesScreen("Unlock");
      await sam.button("Use fingerprint or face").click();
      await sam.seesScreen("Settings");
    }
    await phone.context.setOffline(false);
  });

  test("that is not recognised leaves the PIN", async () => {
    const { sam } = fixture;
    const page = sam.page();
    await useFinger(false);
    await page.clock.fastForward("15:01");
    await sam.seesScreen("Unlock");
    await inspect(page, "Locked, with fingerprint or face");
    await sam.button("Use fingerprint or face").click();
    await expect(page.getByRole("alert")).toContainText(
      "Your fingerprint or face was not recognised. Try again or enter your PIN.",
    );
    await sam.unlock();
    await sam.seesScreen("Settings");
  });

  test("is turned off in Settings", async () => {
    const { sam } = fixture;
    const page = sam.page();
    await sam.button("Turn off").click();
    await sam.seesToast("Only your PIN opens the app now.");
    expect(await readStored()).toEqual([null]);
    await page.clock.fastForward("15:01");
    await sam.seesScreen("Unlock");
    await expect(sam.button("Use fingerprint or face")).toBeHidden();
    await sam.unlock();
    await session.send("WebAuthn.removeVirtualAuthenticator", { authenticatorId });
  });

  test("opens the app as well if it derives no secrets", async () => {
    const { sam } = fixture;
    const page = sam.page();
    await addAuthenticator({ isUserVerified: true, hasPrf: false });
    await sam.open("/settings");
    await turnOn();
    await sam.seesToast("Your fingerprint or face now opens the app.");
    expect(await readStored()).toEqual([false]);
    await page.clock.fastForward("15:01");
    await sam.seesScreen("Unlock");
    await sam.button("Use fingerprint or face").click();
    await sam.seesScreen("Settings");
  });
});

test("a phone whose operator wants no lock asks for no PIN", async () => {
  const { phone, proxy, sam } = fixture;
  proxy.inject(({ path }) => (path === "/api/client-settings" ? noLockSettings : undefined));
  await sam.open("/");
  await expect
    .poll(() => sam.page().evaluate(() => localStorage.getItem("fieldfare.client-settings")))
    .toContain('"lockAfterMinutes":null');
  await expect.poll(() => sam.page().evaluate(listKeys)).toContain("data");
  await phone.quit();
  await phone.start();
  await sam.page().goto(proxy.url);
  await sam.seesScreen("Home");
});
