import { expect, type Page, test } from "@playwright/test";
import type { FaultProxy } from "./fault-proxy.ts";
import { setUpFixture } from "./fixture.ts";
import { readDrafts } from "./storage.ts";

const address = "5 Update Close";
const fixture = setUpFixture({
  isFresh: true,
  prepare: async (office, proxy) => {
    await office.raise(address);
    publish("first", proxy);
  },
});

test.beforeAll(async () => {
  await fixture.sam.install();
  await fixture.sam.waitUntilReady();
});

/** Makes the server serve another version of the service worker, which knows its version name. */
function publish(version: string, proxy: FaultProxy = fixture.proxy, more = ""): void {
  const by = `
${more}
self.addEventListener("message", (event) => {
  if (event.data?.kind === "which") event.ports[0].postMessage(${JSON.stringify(version)});
});`;
  proxy.inject(({ path }) =>
    path === "/service-worker.js" ? { kind: "longer", suffix: by } : undefined,
  );
}

/** Checks for an update, as the browser does by itself from time to time. */
async function checkForUpdate(page: Page): Promise<void> {
  await watchesForUpdates(page);
  await page.evaluate(async () => {
    const registration = await navigator.serviceWorker.ready;
    await registration.update();
  });
}

/** Waits until the page has taken over or postponed a waiting version: until then it may reload. */
function watchesForUpdates(page: Page): Promise<void> {
  return expect
    .poll(() =>
      page
        .evaluate(() => performance.getEntriesByName("updates-watched").length)
        // The page is reloading at this moment.
        .catch(() => 0),
    )
    .toBe(1);
}

/** The name of the active version. */
function readActiveVersion(page: Page): Promise<string> {
  return page.evaluate(
    () =>
      new Promise<string>((resolve) => {
        const { controller } = navigator.serviceWorker;
        if (!controller) return resolve("none");
        // The page watches for updates once it has handled a waiting version: until then it may reload.
        if (performance.getEntriesByName("updates-watched").length === 0)
          return resolve("starting");
        const { port1, port2 } = new MessageChannel();
        port1.addEventListener("message", (event) => resolve(String(event.data)));
        port1.start();
        return controller.postMessage({ kind: "which" }, [port2]);
      }),
  );
}

/** The name of the newest version that is installed, whether it waits or is active already. */
function readNewestVersion(page: Page): Promise<string> {
  return page.evaluate(async () => {
    const registration = await navigator.serviceWorker.getRegistration();
    const newest = registration?.waiting ?? registration?.active;
    return new Promise<string>((resolve) => {
      const { port1, port2 } = new MessageChannel();
      port1.addEventListener("message", (event) => resolve(String(event.data)));
      port1.start();
      newest?.postMessage({ kind: "which" }, [port2]);
    });
  });
}

/**
 * Ends the workers, as the browser does when they are idle: only then does the next version take the place of the
 * active one. Chromium ends none while Playwright's debugger is attached to it.
 */
async function endIdleWorkers(page: Page): Promise<void> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send("ServiceWorker.enable");
  await devtools.send("ServiceWorker.stopAllWorkers");
  await devtools.detach();
}

/** Waits until the app reloads itself for a new version. */
async function expectReload(page: Page, act: () => Promise<void>): Promise<void> {
  await page.evaluate(() => Object.assign(globalThis, { isBeforeReload: true }));
  await act();
  const isBeforeReload = async () => {
    const found = await page
      .evaluate(async () => {
        const registration = await navigator.serviceWorker.getRegistration();
        return {
          isBefore: "isBeforeReload" in globalThis,
          isWaiting: Boolean(registration?.waiting),
        };
      })
      // The page is reloading at this moment, with the new worker: ending that would end the reload too.
      .catch(() => ({ isBefore: true, isWaiting: false }));
    if (found.isBefore && found.isWaiting) await endIdleWorkers(page);
    return found.isBefore;
  };
  await expect.poll(isBeforeReload, { intervals: [2_000] }).toBe(false);
}

/** Waits until this version is active. The app asks for that itself at its start. */
async function expectActiveVersion(page: Page, version: string): Promise<void> {
  const readVersion = async () => {
    const active = await readActiveVersion(page).catch(() => "reloading");
    // Ended while the page registers its worker, that would keep the page waiting for it.
    const isWaiting = await isVersionWaiting(page).catch(() => false);
    if (active !== version && isWaiting) await endIdleWorkers(page).catch(() => undefined);
    return active;
  };
  await expect.poll(readVersion, { intervals: [2_000] }).toBe(version);
}

function isVersionWaiting(page: Page): Promise<boolean> {
  return page.evaluate(async () => {
    const registration = await navigator.serviceWorker.getRegistration();
    return Boolean(registration?.waiting);
  });
}

test("a new version waits while a form is open, and typed text stays", async () => {
  const { sam } = fixture;
  const page = sam.page();
  await sam.openJobs();
  await sam.openJob(address);
  await sam.step("Start Travel");
  await sam.step("On-Site");
  await sam.button("Access").click();
  await sam.answer("Was access gained?", "No, access not gained");
  await sam.seesScreen("No Access");
  await page.getByLabel("Notes").fill("Rang twice, knocked, called");

  publish("second");
  await checkForUpdate(page);
  await sam.seesToast("A new version is ready");
  await sam.button("Update now").click();
  await sam.seesToast("Finish or leave this screen first, then update.");
  await expect(page.getByLabel("Notes")).toHaveValue("Rang twice, knocked, called");
  expect(await readActiveVersion(page)).toBe("first");
  expect(await isVersionWaiting(page)).toBe(true);
});

test("a tap on the notice at a safe point takes it over; a form in another tab continues, and its draft is saved", async () => {
  const { phone, sam } = fixture;
  const page = sam.page();
  await sam.button("Back").click();
  await sam.seesScreen(/^Job \(/);
  const other = await phone.context.newPage();
  await other.goto(`${fixture.proxy.url}/jobs/selected/noaccess`);
  await watchesForUpdates(other);
  await other.getByLabel("Notes").fill("Rang twice, knocked, called, left a card");
  await other.evaluate(() => Object.assign(globalThis, { isOfBefore: true }));
  await page.bringToFront();
  await expectReload(page, () => sam.button("Update now").click());
  await sam.seesScreen(/^Job \(/);
  await expect.poll(() => readActiveVersion(page).catch(() => "reloading")).toBe("second");
  expect(await isVersionWaiting(page)).toBe(false);
  // The old page runs with the new worker: it was not reloaded, and its drafts are saved.
  expect(await other.evaluate(() => "isOfBefore" in globalThis)).toBe(true);
  const notes = "Rang twice, knocked, called, left a card. Waited.";
  await other.getByLabel("Notes").fill(notes);
  await expect.poll(() => other.evaluate(readDrafts)).toContain(notes);
  await other.close();
  await sam.button("Access").click();
  await sam.answer("Was access gained?", "No, access not gained");
  await expect(page.getByLabel("Notes")).toHaveValue(notes);
});

test("a version that cannot take over is offered for as long as it waits", async () => {
  const { proxy, sam } = fixture;
  const page = sam.page();
  // As a browser that waits until the active version is idle.
  publish("stuck", proxy, "self.skipWaiting = () => new Promise(() => undefined);");
  await checkForUpdate(page);
  await sam.seesToast("A new version is ready");
  await sam.open("/settings");
  await sam.seesToast("A new version is ready");
  await expect(page.getByRole("main").getByText("A new version is ready.")).toBeVisible();
  await expect(page.getByText("This is the latest version.")).toBeHidden();
  expect(await isVersionWaiting(page)).toBe(true);
  await sam.open("/jobs/selected/noaccess");
  await sam.seesScreen("No Access");
});

test("a version that was published meanwhile is taken over at the next start", async () => {
  const { phone, sam } = fixture;
  await sam.button("Back").click();
  publish("third");
  await checkForUpdate(sam.page());
  // The page may reload by itself as soon as the version that it had asked to take over is gone.
  await expect.poll(() => readNewestVersion(sam.page()).catch(() => "reloading")).toBe("third");
  await phone.quit();
  await phone.start();
  await sam.open("/jobs");
  await sam.seesScreen("Jobs");
  await expectActiveVersion(sam.page(), "third");
  await sam.seesScreen("Jobs");
});

test("files of two versions are stored: a page of the previous version still gets its own", async () => {
  const { sam } = fixture;
  const page = sam.page();
  const piece = "/assets/piece-of-before.js";
  await page.evaluate(async (path) => {
    const name = (await caches.keys()).find((key) => key.includes("precache"));
    if (!name) throw new Error("There is no precache");
    const response = new Response("old", { headers: { "Content-Type": "text/javascript" } });
    await (await caches.open(name)).put(path, response);
  }, piece);
  publish("fourth");
  await checkForUpdate(page);
  await expectReload(page, () => sam.button("Update now").click());
  await sam.seesScreen("Jobs");
  await expect.poll(() => readActiveVersion(page).catch(() => "reloading")).toBe("fourth");
  expect(await page.evaluate(async (path) => (await fetch(path)).text(), piece)).toBe("old");
  const generations = await page.evaluate(async () => {
    const keys = (await caches.keys()).filter((key) => /precache|previous-shell/.test(key));
    return Promise.all(keys.map(async (key) => (await (await caches.open(key)).keys()).length));
  });
  expect(generations).toHaveLength(2);
  for (const pieces of generations) expect(pieces).toBeGreaterThan(10);
});

test("a version that waits is taken over at the sign-in", async () => {
  const { sam } = fixture;
  const page = sam.page();
  await sam.button("Back").click();
  await sam.seesScreen("Home");
  publish("fifth");
  await checkForUpdate(page);
  await sam.seesToast("A new version is ready");
  await expectReload(page, () => page.getByRole("link", { name: "Sign out" }).click());
  await expect.poll(() => readActiveVersion(page).catch(() => "reloading")).toBe("fifth");
  await sam.open("/");
  await sam.signIn();
  await sam.seesScreen("Home");
});

test("a new version is not offered over a signature pad, and is once that has gone", async () => {
  const { office, sam } = fixture;
  const page = sam.page();
  await office.requestSignature();
  await page.getByRole("link", { name: "Sign out" }).click();
  await expect(page.getByText("You've been signed out")).toBeVisible();
  await sam.open("/");
  await sam.signIn();
  await sam.seesScreen("Update Signature");
  await expect(page.getByRole("img", { name: /^Your Digital Signature: / })).toBeVisible();
  publish("sixth");
  await checkForUpdate(page);
  await expect.poll(() => isVersionWaiting(page)).toBe(true);
  await sam.sign("Your Digital Signature");
  await expect(page.getByText("A new version is ready")).toBeHidden();
  await sam.button("Update Signature").click();
  await sam.seesScreen("Home");
  await sam.seesToast("A new version is ready");
});
