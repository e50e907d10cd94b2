import { expect, type Locator, type Page, test } from "@playwright/test";
import { setUpFixture } from "./fixture.ts";
import { locker } from "./office.ts";
import { type Places, readFirstDialog, readMoves, readPlaces, recordMoves } from "./moves.ts";

const address = "15 Standing Street";
const partsAddress = "16 Standing Street";

const fixture = setUpFixture({
  prepare: async (office) => {
    const phones = [{ phoneType: "Mobile" as const, number: "07700 900123" }];
    await office.raise(partsAddress, {
      parts: [{ qty: 3, shortDescription: "Pump head", location: locker, purchaseOrderId: 4711 }],
    });
    await office.raise(address, {
      plannedSors: [
        { sorCodeId: 7, sorCode: "GAS001", shortDescription: "Service a boiler", qty: 1 },
      ],
      property: { tenants: [{ fullName: "Robin Quill", isPrimaryTenant: true, phones }] },
    });
  },
});

/** Runs before the app: the browser says how full its storage is, nearly full, only when `release` is called. */
function holdStorage(): void {
  const gate = Promise.withResolvers<void>();
  StorageManager.prototype.estimate = () =>
    gate.promise.then(() => ({ usage: 990_000_000, quota: 1_000_000_000 }));
  Object.assign(window, { release: gate.resolve });
}

const release = (page: Page) =>
  page.evaluate(() => (window as unknown as { release: () => void }).release());

test.beforeAll(async () => {
  await fixture.phone.context.addInitScript(holdStorage);
  await recordMoves(fixture.phone.context);
});

/** Opens a screen, lets the browser say that its storage is nearly full, and returns where things were before and after. */
async function readPlacesAround(path: string): Promise<readonly [before: Places, after: Places]> {
  const { phone, proxy, sam } = fixture;
  const { page } = phone;
  await page.goto(proxy.url + path);
  await expect(sam.syncIndicator("All sent")).toBeVisible();
  await expect(page.getByRole("main").getByRole("link").nth(5)).toBeVisible();
  // An alert, which comes late as well.
  await expect(page.getByRole("banner")).toContainText(address);
  const before = await readPlaces(page);
  await release(page);
  await expect(page.getByRole("main").getByText("Unsent work is in danger")).toBeAttached();
  return [before, await readPlaces(page)];
}

test("what endangers unsent work moves nothing on home, which marks Settings", async () => {
  const [{ Settings: settings, ...others }, after] = await readPlacesAround("/");
  expect(after).toMatchObject({ ...others, StorageSettings: settings });
  expect(others).toHaveProperty("Sign out");
});

test("a danger that comes late is also said over the screen, and stands at the top of the screens that are opened later", async () => {
  const { page } = fixture.phone;
  const danger = page.getByRole("main").getByText("Unsent work is in danger");
  await expect(page.getByText("Scroll down to read why")).toBeVisible();
  const expectAbove = async (first: string) => {
    const below = page.getByRole("main").getByRole("link", { name: first });
    await expect(below).toBeVisible();
    const [notice, row] = [await danger.boundingBox(), await below.boundingBox()];
    expect(notice?.y).toBeLessThan(row?.y ?? 0);
  };
  await page.getByRole("link", { name: "Settings" }).click();
  await expectAbove("Message queue");
  await page.getByRole("button", { name: "Back" }).click();
  await expectAbove("Jobs to Complete");
});

test("what endangers unsent work moves nothing on Settings", async () => {
  const [{ "Device storage\u00a0": _size, ...others }, after] = await readPlacesAround("/settings");
  expect(after).toMatchObject(others);
  expect(others).toHaveProperty("Rescue file");
});

test("an alert has its space from the first drawing of a start", async () => {
  const { page } = fixture.phone;
  for (const path of ["/", "/jobs"]) {
    await page.goto(fixture.proxy.url + path);
    await expect(page.getByRole("banner")).toContainText(address);
    expect(await readMoves(page)).toEqual([]);
  }
});

test("alerts, which come late as well, are read for the following tests", async () => {
  const { phone, sam } = fixture;
  for (const each of [partsAddress, address]) {
    await sam.open("/jobs");
    await sam.openJob(each);
    // The page that marks the alert as read must not be left before it has done so.
    await expect
      .poll(() => phone.page.evaluate(countUnreadAlerts))
      .toBe(each === partsAddress ? 1 : 0);
  }
  await sam.open("/");
  await expect(phone.page.getByRole("link", { name: "Alerts", exact: true })).toBeVisible();
  // The next start leaves no space for an alert.
  await expect
    .poll(() => phone.page.evaluate(() => localStorage.getItem("fieldfare.alerts-height")))
    .toBe("0px");
});

/** Runs in the page. */
async function countUnreadAlerts(): Promise<number> {
  const alerts = await readStoredRows<{ readOn: string | null }>("alert");
  return alerts.filter(({ readOn }) => readOn === null).length;
}

/** Runs before the app: the browser registers the worker only when `releaseWorker` is called. */
function holdWorker(): void {
  const gate = Promise.withResolvers<void>();
  const workers = navigator.serviceWorker;
  const register = workers.register.bind(workers);
  workers.register = (...args) => gate.promise.then(() => register(...args));
  Object.assign(window, { releaseWorker: gate.resolve });
}

test("looking for a new version is offered from the first drawing of Settings on, and moves nothing with what it finds", async () => {
  const page = await fixture.phone.context.newPage();
  await page.addInitScript(holdWorker);
  await page.goto(`${fixture.proxy.url}/settings`);
  const look = page.getByRole("button", { name: "Look for a new version" });
  await expect(look).toBeVisible();
  await expect(look).toBeDisabled();
  await expect(page.getByRole("button", { name: /^Messages: All sent/ })).toBeVisible();
  const before = await readPlaces(page);
  await page.evaluate(() => (window as unknown as { releaseWorker: () => void }).releaseWorker());
  await expect(look).toBeEnabled();
  expect(await readPlaces(page)).toEqual(before);
  await look.click();
  await expect(page.getByText("This is the latest version.")).toBeVisible();
  await expect(look).toBeEnabled();
  expect(await readPlaces(page)).toEqual(before);
  await page.close();
});

interface WorkerWindow {
  refuseWorker(): void;
  allowWorker(): void;
}

/** Runs before the app: the browser refuses the worker at `refuseWorker`, as a private window does, until `allowWorker`. */
function decideOnWorker(): void {
  const workers = navigator.serviceWorker;
  const register = workers.register.bind(workers);
  const getRegistration = workers.getRegistration.bind(workers);
  const refusal = Promise.withResolvers<never>();
  let isAllowed = false;
  workers.register = (...args) => (isAllowed ? register(...args) : refusal.promise);
  workers.getRegistration = (...args) =>
    isAllowed ? getRegistration(...args) : Promise.resolve(undefined);
  Object.assign(window, {
    refuseWorker: () => refusal.reject(new DOMException("Refused", "SecurityError")),
    allowWorker: () => (isAllowed = true),
  });
}

test("settings say why the app cannot look for a new version while the browser refuses it, and move nothing", async () => {
  const page = await fixture.phone.context.newPage();
  await page.addInitScript(decideOnWorker);
  await page.goto(`${fixture.proxy.url}/settings`);
  const look = page.getByRole("button", { name: "Look for a new version" });
  const reason = page.getByText("The browser has not saved the app");
  await expect(page.getByRole("button", { name: /^Messages: All sent/ })).toBeVisible();
  await expect(look).toBeDisabled();
  await expect(reason).toBeHidden();
  const before = await readPlaces(page);
  await page.evaluate(() => (window as unknown as WorkerWindow).refuseWorker());
  await expect(reason).toBeVisible();
  await expect(look).toBeDisabled();
  expect(await readPlaces(page)).toEqual(before);
  await page.evaluate(() => (window as unknown as WorkerWindow).allowWorker());
  await expect(look).toBeEnabled();
  await expect(reason).toBeHidden();
  expect(await readPlaces(page)).toEqual(before);
  await page.close();
});

/** Runs in a page without the app: the browser has lost the lists, and what was sent of them. */
function loseLists(): Promise<void> {
  return new Promise((resolve, reject) => {
    const opening = indexedDB.open("fieldfare");
    opening.addEventListener("error", () => reject(opening.error));
    opening.addEventListener("success", () => {
      const writing = opening.result.transaction("synchronisedData", "readwrite");
      writing.objectStore("synchronisedData").clear();
      writing.addEventListener("complete", () => {
        opening.result.close();
        resolve();
      });
    });
  });
}

test("missing lists move nothing on home, and are loaded from there", async () => {
  const { phone, proxy, sam } = fixture;
  const { page } = phone;
  let lostCount = 0;
  proxy.inject(({ path }) => {
    if (path !== "/api/sync") return undefined;
    lostCount += 1;
    return { kind: "lost" };
  });
  await page.goto(`${proxy.url}/icons/fieldfare.svg`);
  await page.evaluate(loseLists);
  await page.goto(proxy.url);
  await sam.seesScreen("Home");
  await expect(sam.button("Load the lists")).toBeAttached();
  expect(await readMoves(page)).toEqual([]);
  // The start has tried, so that it does not load them itself just before the tap.
  await expect.poll(() => lostCount).toBeGreaterThan(0);
  await expect(sam.button("Load the lists")).toBeEnabled();
  proxy.inject();
  await sam.button("Load the lists").click();
  await sam.seesToast("Synchronisation completed successfully");
  await expect(sam.button("Load the lists")).toBeHidden();
});

/** Runs before the app: collects what the line about the connection has said. */
function recordConnectionNotes(): void {
  const notes = new Set<string>();
  const record = () => {
    for (const { textContent } of document.querySelectorAll("#root p"))
      if (textContent.startsWith("Offline")) notes.add(textContent);
  };
  new MutationObserver(record).observe(document, {
    subtree: true,
    childList: true,
    characterData: true,
  });
  Object.assign(window, { notes });
}

test("the line about the connection is drawn once", async () => {
  const { phone, proxy, sam } = fixture;
  const page = await phone.context.newPage();
  await page.addInitScript(recordConnectionNotes);
  await phone.context.setOffline(true);
  await page.goto(proxy.url);
  const note = "Offline. Your work is saved on this phone.";
  await expect(page.getByText(note)).toBeVisible();
  const notes = await page.evaluate(() => [...(window as unknown as { notes: Set<string> }).notes]);
  expect(notes).toEqual([note]);
  await page.close();
  await phone.context.setOffline(false);
  await sam.page().bringToFront();
});

test("a job and its links to call and navigate are drawn once", async () => {
  const { phone, proxy, sam } = fixture;
  const { page } = phone;
  await sam.open("/jobs");
  await sam.openJob(address);
  await page.goto(`${proxy.url}/jobs/selected`);
  await sam.seesScreen(/^Job \(/);
  await expect(page.getByRole("link", { name: "Call Robin Quill" })).toBeVisible();
  await expect(page.getByRole("link", { name: /^Who/ })).toContainText("1");
  expect(await readMoves(page)).toEqual([]);
});

test("the parts to collect are drawn with their list", async () => {
  const { phone, proxy, sam } = fixture;
  const { page } = phone;
  await sam.open("/jobs");
  await sam.openJob(partsAddress);
  await page.goto(`${proxy.url}/jobs/selected`);
  await expect(sam.dialog("Parts Required").getByText("Pump head")).toBeVisible();
  expect((await readMoves(page)).filter(({ control }) => control === "Confirm")).toEqual([]);
  await sam.answer("Parts Required", "Confirm");
});

test("the list of messages is drawn once", async () => {
  const { phone, proxy, sam } = fixture;
  const { page } = phone;
  await page.goto(proxy.url);
  await expect(sam.syncIndicator("All sent")).toBeVisible();
  const firstText = readFirstDialog(page);
  await sam.syncIndicator("All sent").click();
  await expect(sam.dialog("Messages").getByText("Last synchronised")).toBeVisible();
  expect(await firstText).toContain("The server has received all of your messages.");
  await sam.closeDialog("Messages");
});

test("what the check of an outcome says moves nothing that is drawn", async () => {
  const { phone, sam } = fixture;
  const { page } = phone;
  await sam.open("/jobs");
  await sam.openJob(address);
  for (const step of ["Start Travel", "On-Site", "Access"] as const) await sam.step(step);
  await sam.button("Close").click();
  await sam.answer("Was access gained?", "Yes");
  await sam.seesScreen("Complete Job");
  await expect(page.getByRole("link", { name: "Review SORs" })).toBeVisible();
  await readMoves(page);
  await page.getByLabel("Outcome").selectOption({ label: "Abandoned - Not Required" });
  await expect(page.getByText("Job valid")).toBeVisible();
  await expect(page.getByRole("link", { name: "Review SORs" })).toBeVisible();
  expect(await readMoves(page)).toEqual([]);
});

test("a message lies above the footer, and the last row can be scrolled above the message", async () => {
  const { sam } = fixture;
  const page = sam.page();
  await sam.open("/jobs/selected");
  await expect(page.getByRole("button", { name: "Take photos" })).toBeVisible();
  await page.locator("input[type=file]").dispatchEvent("cancel");
  const message = page.getByRole("status").filter({ hasText: "No photo was added" });
  await expect(message).toBeVisible();
  await sam.button("Close").click({ trial: true });
  await page.getByRole("main").getByRole("link").last().click({ trial: true });
  const place = (locator: Locator) =>
    locator.evaluate((element) => element.getBoundingClientRect().toJSON() as DOMRect);
  const { top } = await place(page.getByRole("contentinfo"));
  // The height is published in whole pixels.
  expect((await place(message)).bottom).toBeCloseTo(top, 0);
});

test("the rescue file's fields are drawn together", async () => {
  const { phone, proxy, sam } = fixture;
  const { page } = phone;
  await page.goto(`${proxy.url}/settings/rescue`);
  await sam.seesScreen("Rescue file");
  await expect(page.getByLabel("Repeat the passphrase").first()).toBeVisible();
  expect(await readMoves(page)).toEqual([]);
});

/** Runs before the app: notes which secrets the sign-in has asked for. */
function noteSecrets(): void {
  const secrets = new Set<string>();
  new MutationObserver(() => {
    for (const label of document.querySelectorAll("label"))
      if (/^(PIN|Password)$/.test(label.textContent)) secrets.add(label.textContent);
  }).observe(document, { subtree: true, childList: true });
  Object.assign(window, { secrets });
}

test("the sign-in asks a remembered engineer for the PIN from the beginning", async () => {
  const { phone, proxy, sam } = fixture;
  const { page } = phone;
  await phone.context.addInitScript(noteSecrets);
  await page.goto(`${proxy.url}/signout`);
  await sam.seesScreen("Sign in");
  await page.evaluate((email) => localStorage.setItem("fieldfare.email", email), sam.email);
  await page.goto(`${proxy.url}/login`);
  await expect(page.getByLabel("PIN", { exact: true })).toBeVisible();
  const readSecrets = () =>
    page.evaluate(() => [...(window as unknown as { secrets: Set<string> }).secrets]);
  expect(await readSecrets()).toEqual(["PIN"]);
});
