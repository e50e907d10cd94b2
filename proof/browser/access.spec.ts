import { expect, test } from "@playwright/test";
import { alexEmail, createEngineer, password, pin } from "./engineer.ts";
import { expectOnceInOrder } from "./expect-delivered.ts";
import { inspect } from "./inspection.ts";
import { onApiCalls } from "./fault-proxy.ts";
import { setUpFixture } from "./fixture.ts";

const address = "7 Access Row";
const note = "Key safe code is Sam's secret";
const newPin = "739104";
let jobId: string;
const fixture = setUpFixture({
  isFresh: true,
  prepare: async (office) => {
    ({ jobId } = await office.raise(address));
  },
});

test.afterEach(() => fixture.proxy.inject());

/** The phone hears of an unlock by itself too, and the button is then gone. */
async function checkAgain() {
  await fixture.sam
    .button("Check again")
    .evaluateAll((buttons) =>
      buttons.forEach((button) => button instanceof HTMLElement && button.click()),
    );
}

test("the pre-check and the permissions lead to the right help", async () => {
  const { proxy, sam } = fixture;
  const page = sam.page();
  await sam.open("/");
  await sam.signIn({ password });
  await sam.seesScreen("Welcome");
  proxy.inject(onApiCalls({ kind: "lost" }));
  await sam.button("Get Started").click();
  await expect(page.getByRole("alert")).toContainText("Unable to contact server.");
  proxy.inject(({ path }) =>
    path.endsWith("/installation/check") ? outcome("UserConfigurationError") : undefined,
  );
  await sam.button("Get Started").click();
  await seesTopic("Configuration Error");
  await inspect(page, "Help with the installation");
  await sam.button("Go back").click();
  proxy.inject(({ path }) =>
    path.endsWith("/installation/check") ? outcome("ExistingDeviceRegistrationFound") : undefined,
  );
  await sam.button("Get Started").click();
  await seesTopic("Duplicate Installation Error");
  await sam.button("Go back").click();
  proxy.inject();

  await sam.button("Get Started").click();
  await page.getByLabel("Please enter the PIN you would like to use", { exact: true }).fill(pin);
  await page.getByLabel("Re-enter PIN", { exact: true }).fill(pin);
  await sam.button("Next").click();
  await sam.sign("Your Digital Signature");
  await sam.button("Next").click();
  await sam.setPermissions();
  await sam.button("Set Camera Access").click();
  const denied = sam.button("How to allow notifications");
  await expect(denied).toBeVisible();
  await denied.click();
  await seesTopic("Enable Notifications");
  await sam.button("Go back").click();
  await sam.seesScreen("Step 3 of 3");
  await expect(denied).toBeVisible();
  await sam.button("How to allow location").click();
  await seesTopic("Enable Location");
  await sam.button("Go back").click();
  await sam.button("Install App Icon").click();
  // Chromium has made no offer, and has no button "Share".
  const steps = sam.dialog("How to Add to Home Screen").getByRole("listitem");
  await expect(steps.first()).toHaveText("Open the menu of the browser");
  await expect(steps.filter({ hasText: "Share" })).toHaveCount(0);
  await sam.answer("How to Add to Home Screen", "Confirm");
  await page.getByRole("switch").click();
  proxy.inject(({ path }) =>
    path.endsWith("/installation/register") ? { kind: "answer-lost" } : undefined,
  );
  await sam.button("Finish").click();
  await expect(page.getByRole("alert")).toContainText("Unable to contact server.");
  proxy.inject();
  await sam.button("Finish").click();
  await expect(page.getByText("You've been signed out")).toBeVisible();
  await expect(page).toHaveURL(/\/signout\/installation$/);
  expect(await fixture.office.devices()).toHaveLength(1);
  await page.getByRole("link", { name: "Sign in" }).click();
  await expect(page.getByLabel("Username")).toHaveValue(sam.email);
  await expect(page.getByRole("switch", { name: "Remember Me" })).toBeChecked();
  await sam.signIn();
  await sam.seesScreen("Home");
  await sam.waitUntilReady();
});

test("after an offline restart the PIN opens the app, and work continues", async () => {
  const { proxy, phone, sam } = fixture;
  await expect(sam.syncIndicator("All sent")).toBeVisible();
  await sam.open("/signout");
  await expect(sam.page().getByText("You've been signed out")).toBeVisible();
  await phone.quit();
  await phone.start({ offline: true });
  proxy.inject(onApiCalls({ kind: "lost" }));
  const offline = sam.page().getByRole("banner").getByText("Offline. Your work is saved");
  for (const path of ["/no/such/page", "/signout"]) {
    await sam.open(path);
    await expect(offline).toBeVisible();
  }
  await sam.open("/");
  await sam.seesScreen("Sign in");
  await expect(offline).toBeVisible();
  await sam.signIn();
  await sam.seesScreen("Home");
  await sam.openJobs();
  await sam.openJob(address);
  await sam.step("Start Travel");
  await sam.step("On-Site");
  await sam.step("Access");
  await sam
    .page()
    .getByRole("link", { name: /Engineer Notes/ })
    .click();
  await sam
    .button("Add")
    .or(sam.page().getByRole("link", { name: "Add", exact: true }))
    .click();
  await sam.page().getByLabel("Description").fill(note);
  await sam.page().getByRole("radio", { name: "Private" }).check();
  await sam.button("Submit").click();
  // The field that is being left has the text too.
  await sam.seesScreen("Notes");
  await expect(sam.page().getByText(note)).toBeVisible();
});

test("a colleague on the same phone signs in by password and sees nothing of it", async () => {
  const { phone, proxy, sam } = fixture;
  const alex = createEngineer(phone, proxy.url, alexEmail);
  const page = sam.page();
  await sam.open("/signout");
  // Without a network the app asks first, because nothing could be sent.
  await sam.button("Sign out").click();
  // The page that had the PIN is closed, so only another sign-in can send the queued messages.
  await expect(page.getByText("You've been signed out")).toBeVisible();
  await expect(page.getByText(/^\d+ messages still wait$/)).toBeVisible();
  await phone.context.setOffline(false);
  await sam.open("/");
  await page.getByLabel("Username").fill(alexEmail);
  // An engineer without a PIN on this phone signs in with the password.
  await expect(page.getByLabel("Password", { exact: true })).toBeVisible();
  await inspect(page, "Sign in of a colleague");
  await alex.signIn({ password });
  // Alex has no phone in the demo, so the app shows the first steps.
  await alex.seesScreen(/Welcome|Step 1 of 2/);
  await sam.open("/jobs");
  await expect(page.getByText(address)).toBeHidden();
  await sam.open("/signout");
  await expect(page.getByText("You've been signed out")).toBeVisible();
  const stored = await page.evaluate(async () => {
    const open = indexedDB.open(`fieldfare-${localStorage.getItem("fieldfare.user")}`);
    await new Promise((resolve) => open.addEventListener("success", resolve));
    const read = open.result.transaction("job").objectStore("job").count();
    await new Promise((resolve) => read.addEventListener("success", resolve));
    open.result.close();
    return read.result;
  });
  expect(stored).toBe(0);
  await sam.open("/");
  await sam.signIn();
  await sam.seesScreen("Home");
  await expect(sam.syncIndicator("All sent")).toBeVisible();
  await expectOnceInOrder(fixture.office, jobId, Array<string>(4).fill("JobStatusChange"));
  await sam.openJobs();
  await sam.openJob(address);
  await sam
    .page()
    .getByRole("link", { name: /Engineer Notes/ })
    .click();
  await expect(page.getByText(note)).toBeVisible();
});

test("a locked device shows nothing and still sends its work, and an unlock shows everything again", async () => {
  const { proxy, office, phone, sam } = fixture;
  const page = sam.page();
  const [device] = await office.devices();
  if (!device) throw new Error("The phone is not registered");
  await sam.open("/jobs/selected");
  await sam.seesScreen(/^Job \(/);
  proxy.inject(onApiCalls({ kind: "lost" }));
  await sam.button("Hold").click();
  await page.getByLabel("Hold Reason").selectOption({ index: 1 });
  const details = page.getByLabel("Additional information");
  if (await details.isVisible()) await details.fill("Part on order");
  await sam.button("Hold").click();
  await sam.seesScreen("Jobs");
  await expect(sam.syncIndicator("1 waiting")).toBeVisible();
  await office.lock(device.deviceId);
  proxy.inject();
  await phone.reconnect();
  await sam.seesScreen("Locked");
  await expect(page.getByText(/Unable to contact server/)).toBeHidden();
  await inspect(page, "Locked");
  for (const words of [
    "Your access is locked.",
    "Continued use of the application has been blocked on this device. Please contact support directly to rectify the situation.",
  ])
    await expect(page.getByText(words)).toBeVisible();
  await expect.poll(async () => (await office.job(jobId)).messages.length).toBe(5);
  await expect(
    page.getByText("All messages have been sent. What you have recorded in a visit is sent"),
  ).toBeVisible();
  await expect(page.getByRole("link", { name: "Sign out" })).toBeVisible();
  for (const path of ["/", "/jobs", "/jobs/selected", "/install"]) {
    await sam.open(path);
    await sam.seesScreen("Locked");
    await expect(page.getByText(address)).toBeHidden();
  }
  await sam.button("Check again").click();
  await expect(page.getByRole("alert")).toContainText("This phone is still locked.");
  await expect(page.getByText("Unable to contact server.")).toHaveCount(0);
  proxy.inject(onApiCalls({ kind: "lost" }));
  await sam.button("Check again").click();
  await expect(page.getByRole("alert")).toContainText("Unable to contact server.");
  proxy.inject();
  await office.unlock(device.deviceId);
  // The check goes on after the unlock, and the engineer is at work by then.
  const answered = Promise.withResolvers<void>();
  proxy.inject(({ path }) =>
    path === "/api/auth/refresh" ? { kind: "held", until: answered.promise } : undefined,
  );
  await checkAgain();
  await sam.seesScreen("Home");
  await sam.openJobs();
  await expect(page.getByRole("heading", { name: /^Jobs on hold/ })).toBeVisible();
  const renewed = page.waitForResponse((response) => response.url().endsWith("/api/auth/refresh"));
  answered.resolve();
  await renewed;
  await expect(sam.jobCard(address)).toContainText("On site");
  await sam.openJob(address);
  await sam.button("Back").click();
  await sam.seesScreen("Jobs");
});

test("work recorded after a sign-in without a network reaches the office although the phone is locked meanwhile", async () => {
  const { office, sam } = fixture;
  const page = sam.page();
  const deviceId = await signInOffline();
  await sam.button("Remove Hold").click();
  await sam.answer("Remove Hold?", "Remove Hold");
  await expect(sam.syncIndicator("1 waiting")).toBeVisible();
  await office.lock(deviceId);
  await reachServer();
  await sam.seesScreen("Locked");
  await expect.poll(async () => (await office.job(jobId)).messages.length).toBe(6);
  await expect(
    page.getByText("All messages have been sent. What you have recorded in a visit is sent"),
  ).toBeVisible();
  await office.unlock(deviceId);
  await checkAgain();
  await sam.seesScreen("Home");
});

test("a locked phone whose page was closed after such work says that it needs a sign-in, and sends after it", async () => {
  const { proxy, office, phone, sam } = fixture;
  const deviceId = await signInOffline();
  await sam.step("Access");
  await sam.button("Hold").click();
  await sam.page().getByLabel("Hold Reason").selectOption({ index: 1 });
  const details = sam.page().getByLabel("Additional information");
  if (await details.isVisible()) await details.fill("Part on order");
  await sam.button("Hold").click();
  await expect(sam.syncIndicator("2 waiting")).toBeVisible();
  await phone.quit();
  await office.lock(deviceId);
  proxy.inject();
  await phone.start();
  const page = sam.page();
  // Nobody enters the PIN, with which the app would sign in: the office's lock takes the place of the app's own.
  await page.goto(proxy.url);
  await sam.seesScreen("Locked");
  await expect(page.getByText("2 messages still wait.")).toBeVisible();
  await inspect(page, "Locked with unsent work");
  await page.getByRole("link", { name: "Sign in" }).click();
  await sam.signIn();
  await sam.seesScreen("Locked");
  await expect.poll(async () => (await office.job(jobId)).messages.length).toBe(8);
  await expect(
    page.getByText("All messages have been sent. What you have recorded in a visit is sent"),
  ).toBeVisible();
  await sam.open("/jobs");
  await sam.seesScreen("Locked");
  await office.unlock(deviceId);
  await checkAgain();
  await sam.seesScreen("Home");
});

test("a forgotten PIN is changed with the office's code, and the new one opens the phone's data", async () => {
  const { proxy, office, phone, sam } = fixture;
  const page = sam.page();
  await sam.open("/signout");
  await page.getByRole("link", { name: "Sign in" }).click();
  await page.getByRole("link", { name: "Forgotten PIN?" }).click();
  await sam.seesScreen("Forgotten Pin?");
  await page.getByLabel("Username").fill("");
  await sam.button("Change PIN").click();
  await expect(page.getByText("Please enter a valid email address.")).toBeVisible();
  await expect(page.getByText("Please enter a PIN.")).toBeVisible();
  await expect(page.getByText("Please re-enter PIN.")).toBeVisible();
  await expect(page.getByText("Please enter your password.")).toBeVisible();
  await inspect(page, "Forgotten PIN with errors");
  const wanted = page.getByLabel("Please enter the PIN you would like to use", { exact: true });
  await page.getByLabel("Username").fill(sam.email);
  await wanted.fill("739");
  await expect(page.getByText("A PIN between 4 and 10 numbers is required")).toBeVisible();
  // The field takes digits only, at most ten.
  await wanted.fill("73910a473910");
  await expect(wanted).toHaveValue("7391047391");
  await wanted.fill(newPin);
  await page.getByLabel("Re-enter PIN", { exact: true }).fill("739105");
  await expect(page.getByText("PIN does not match")).toBeVisible();
  await page.getByLabel("Re-enter PIN", { exact: true }).fill(newPin);
  await page.getByLabel("Password", { exact: true }).fill(password);
  proxy.inject(onApiCalls({ kind: "lost" }));
  await sam.button("Change PIN").click();
  await expect(page.getByText("Device not online")).toBeVisible();
  await expect(
    page.getByText(
      "You must have Internet connectivity to reset your Pin. Please try again shortly.",
    ),
  ).toBeVisible();
  proxy.inject(({ path }) =>
    path.endsWith("/changepin")
      ? { kind: "answer", status: 500, type: "text/plain", body: "" }
      : undefined,
  );
  await sam.button("Change PIN").click();
  await expect(page.getByText("Unable to change PIN.")).toBeVisible();
  proxy.inject();
  await page.getByLabel("Password", { exact: true }).fill("not mine");
  await sam.button("Change PIN").click();
  await expect(page.getByText("Unable to change PIN. The password is not right.")).toBeVisible();
  await page.getByRole("radio", { name: "A code from the office" }).check();
  await page.getByLabel("Code", { exact: true }).fill("11112222");
  await sam.button("Change PIN").click();
  await expect(page.getByText("This code no longer works")).toBeVisible();
  const { code } = await office.makeResetCode();
  await page.getByLabel("Code", { exact: true }).fill(code);
  await expect(page.getByLabel("Code", { exact: true })).toHaveValue(code);
  await inspect(page, "Forgotten PIN with a code");
  await sam.button("Change PIN").click();
  await sam.seesScreen("Home");
  await expect(page).toHaveURL(/\/$/);
  await sam.open("/alerts");
  const alerts = page.getByRole("main");
  await expect(
    alerts.getByText(/^Your PIN was changed on \d{1,2} \w+ at \d\d:\d\d\.$/),
  ).toBeVisible({ timeout: 120_000 });
  await expect(
    alerts.getByText(/^The office made a code for a new PIN of yours on /),
  ).toBeVisible();
  await expect(alerts.getByText(/^A phone of yours \(.+\) was locked on /)).toHaveCount(3);
  await inspect(page, "Alerts about the account");

  await sam.open("/signout");
  await phone.context.setOffline(true);
  proxy.inject(onApiCalls({ kind: "lost" }));
  await page.getByRole("link", { name: "Sign in" }).click();
  await sam.signIn({ pin });
  await expect(page.getByRole("alert")).toContainText("Unable to login.");
  await sam.signIn({ pin: newPin });
  await sam.seesScreen("Home");
  await phone.context.setOffline(false);
});

test("when database and journal are lost, the app says what is missing, the office gets an alarm, and the open jobs are restored", async () => {
  const { proxy, office, phone, sam } = fixture;
  const page = sam.page();
  await expect(sam.syncIndicator("All sent")).toBeVisible();
  proxy.inject(onApiCalls({ kind: "lost" }));
  await sam.openJobs();
  await sam.openJob(address);
  await sam.button("Remove Hold").click();
  await sam.answer("Remove Hold?", "Remove Hold");
  await expect(sam.syncIndicator("1 waiting")).toBeVisible();
  const open = await phone.context.newCDPSession(page);
  await page.goto("about:blank");
  proxy.inject();
  // A browser that runs out of space deletes these; the local storage stays.
  await open.send("Storage.clearDataForOrigin", {
    origin: proxy.url,
    storageTypes: "indexeddb,file_systems,cache_storage",
  });
  await sam.open("/");
  await phone.context.setOffline(true);
  await sam.signIn({ password });
  const noNetwork = page.getByText("There is no network, and what the app had stored");
  await expect(noNetwork).toBeVisible();
  await phone.context.setOffline(false);
  await expect(noNetwork).toHaveCount(0);
  await sam.signIn({ password });
  await expect(page).toHaveURL(/\/install\/recover$/);
  await expect(page.getByText("1 message cannot be recovered")).toBeVisible();
  await expect(page.getByText(/^The last step that the server has: On site, job/)).toBeVisible();
  await inspect(page, "Recovery");
  await page.getByLabel("Please enter the PIN you would like to use", { exact: true }).fill(pin);
  await page.getByLabel("Re-enter PIN", { exact: true }).fill(pin);
  await sam.button("Recover").click();
  await sam.seesScreen("Home");
  await sam.openJobs();
  await expect(page.getByRole("heading", { name: /^Jobs on hold/ })).toBeVisible();
  await expect(sam.jobCard(address)).toContainText("On site");
  const [alarm] = await office.alarms();
  expect(alarm).toMatchObject({ kind: "device-data-lost" });
});

test("a lock-out hides the form, and ends by itself while the page is open", async () => {
  const { proxy, phone, sam } = fixture;
  const alex = createEngineer(phone, proxy.url, alexEmail);
  const page = sam.page();
  await expect(sam.syncIndicator("All sent")).toBeVisible();
  await page.clock.install();
  await sam.open("/signout");
  await expect(page.getByText("You've been signed out")).toBeVisible();
  await sam.open("/login");
  for (let attempt = 1; attempt <= 6; attempt += 1) {
    await alex.signIn({ password: `90909${attempt}` });
    await expect(page.getByRole("alert")).toBeVisible();
  }
  await expect(page.getByText(/maximum number of login attempts/)).toBeVisible();
  await expect(
    page.getByText(/^Or leave this screen open: you can then try again at \d\d:\d\d\./),
  ).toBeVisible();
  await expect(page.getByLabel("Username")).toBeHidden();
  await inspect(page, "Locked out");
  await page.clock.fastForward("15:10");
  await expect(page.getByLabel("Username")).toBeVisible();
  await sam.signIn();
  await sam.seesScreen("Home");
});

test("when so configured, a tab on a phone with the app installed leads to the installed app", async () => {
  const { proxy, sam } = fixture;
  const page = sam.page();
  proxy.inject(({ path }) => (path === "/api/client-settings" ? appOnly : undefined));
  await sam.open("/");
  await expect
    .poll(() => page.evaluate(() => localStorage.getItem("fieldfare.client-settings")))
    .toContain('"standaloneOnly":true');
  await sam.open("/jobs");
  await expect(page.getByText("Please open the installed app")).toBeVisible();
  await expect(page.getByText("01632 960100")).toBeVisible();
  await inspect(page, "Open the installed app");
});

const appOnly = {
  kind: "answer",
  status: 200,
  type: "application/json",
  body: JSON.stringify({ supportPhone: "01632 960100", standaloneOnly: true }),
} as const;

/** Answers the installation check in place of the server. */
function outcome(code: string) {
  return {
    kind: "answer",
    status: 200,
    type: "application/json",
    body: JSON.stringify({ outcome: code }),
  } as const;
}

/** Expects the help to be open at this topic. */
async function seesTopic(title: string) {
  const { sam } = fixture;
  await sam.seesScreen("Help");
  await expect(sam.page().locator("details[open] summary")).toHaveText(title);
}

/** Signs Sam out, and in again without a network, and opens the job. Returns the id of the phone. */
async function signInOffline(): Promise<string> {
  const { proxy, office, phone, sam } = fixture;
  const [device] = await office.devices();
  if (!device) throw new Error("The phone is not registered");
  await sam.open("/signout");
  await expect(sam.page().getByText("You've been signed out")).toBeVisible();
  await phone.context.setOffline(true);
  proxy.inject(onApiCalls({ kind: "lost" }));
  await sam.page().getByRole("link", { name: "Sign in" }).click();
  await sam.signIn();
  await sam.seesScreen("Home");
  await sam.openJobs();
  await sam.openJob(address);
  return device.deviceId;
}

async function reachServer(): Promise<void> {
  fixture.proxy.inject();
  await fixture.phone.context.setOffline(false);
}
