import { expect, test } from "@playwright/test";
import { alexEmail, createEngineer, password, pin } from "./engineer.ts";
import { expectOnceInOrder } from "./expect-delivered.ts";
import { carriesStatus, noLockSettings, onApiCalls } from "./fault-proxy.ts";
import { setUpFixture } from "./fixture.ts";
import { removeToken } from "./storage.ts";
import { inspect } from "./inspection.ts";

const address = "3 Kept Road";
let jobId: string;
const fixture = setUpFixture({
  prepare: async (office) => {
    ({ jobId } = await office.raise(address));
  },
});

/** The body of our server's 401; a proxy's 401 does not end a sign-in. */
const unauthorised = {
  kind: "answer",
  status: 401,
  type: "application/problem+json",
  body: '{"title":"Sign in again","status":401,"code":"unauthorised"}',
} as const;

test.afterEach(() => fixture.proxy.inject());

const failed = "Unable to login. Please verify your username and password are correct.";

test("a wrong PIN is refused with and without a network, and the right one opens offline", async () => {
  const { proxy, sam } = fixture;
  await sam.page().getByRole("link", { name: "Sign out" }).click();
  await expect(sam.page().getByText("You've been signed out")).toBeVisible();
  await sam.page().getByRole("link", { name: "Sign in" }).click();
  await sam.page().getByLabel("Username").fill("");
  await sam.button("Sign in").click();
  await expect(sam.page().getByText("Please enter a valid email address.")).toBeVisible();
  await expect(sam.page().getByText("Please enter your PIN.")).toBeVisible();
  await sam.signIn({ pin: "111119" });
  await expect(sam.page().getByRole("alert").getByText(failed)).toBeVisible();
  await sam.button("Sign in with a password").click();
  await expect(sam.page().getByLabel("Password", { exact: true })).toBeVisible();
  await expect(sam.page().getByText("Please enter a password.")).toBeHidden();
  await sam.button("Sign in with a PIN").click();
  proxy.inject(onApiCalls({ kind: "lost" }));
  await sam.signIn({ pin: "111118" });
  await expect(sam.page().getByRole("alert").getByText(failed)).toBeVisible();
  await sam.signIn({ pin });
  await sam.seesScreen("Home");
});

test("more than 5 failures lock the application: the message is shown and the form is hidden", async () => {
  const { proxy, phone, sam } = fixture;
  const alex = createEngineer(phone, proxy.url, alexEmail);
  await sam.page().getByRole("link", { name: "Sign out" }).click();
  await sam.page().getByRole("link", { name: "Sign in" }).click();
  for (let attempt = 1; attempt <= 5; attempt += 1) {
    await alex.signIn({ password: `90909${attempt}` });
    await expect(sam.page().getByRole("alert").getByText(failed)).toBeVisible();
  }
  await alex.signIn({ password: "909096" });
  await expect(
    sam
      .page()
      .getByText(
        "You have exceeded the maximum number of login attempts. The Application has been locked. Please close the application.",
      ),
  ).toBeVisible();
  await expect(sam.page().getByLabel("Username")).toBeHidden();
  await expect(sam.button("Sign in")).toBeHidden();
  await sam.open("/");
  await sam.signIn({ pin });
  await sam.seesScreen("Home");
});

test("the sign-in leads to the screen that the visitor wanted to open", async () => {
  const { sam } = fixture;
  await sam.open("/signout");
  await expect(sam.page().getByText("You've been signed out")).toBeVisible();
  await sam.open("/jobs");
  await sam.signIn({ pin });
  await sam.seesScreen("Jobs");
  await expect(sam.page()).toHaveURL(/\/jobs$/);
});

test("an expired access token is renewed silently", async () => {
  const { proxy, office, sam } = fixture;
  await sam.openJob(address);
  let refused = 0;
  proxy.inject(({ path }) => {
    if (!carriesStatus(path) || refused > 0) return undefined;
    refused += 1;
    return unauthorised;
  });
  await sam.step("Start Travel");
  await expect.poll(() => refused).toBe(1);
  await expect(sam.syncIndicator("All sent")).toBeVisible();
  await expect.poll(async () => (await office.job(jobId)).messages.length).toBe(2);
});

test("a sign-in that cannot be renewed shows a message; signing out keeps queued messages for the next sign-in", async () => {
  const { proxy, office, sam } = fixture;
  const page = sam.page();
  proxy.inject(({ path }) =>
    carriesStatus(path) || path === "/api/auth/refresh" ? unauthorised : undefined,
  );
  await sam.step("On-Site");
  await sam.seesToast("Unable to verify your login. Please sign out and log back in.");
  await expect(sam.syncIndicator("1 waiting")).toBeVisible();
  await page.getByRole("status").getByRole("button", { name: "Sign out" }).click();
  // The app does not offer to stay, because it could send nothing.
  await expect(page.getByText("You've been signed out")).toBeVisible();
  await expect(page.getByText("1 message still waits")).toBeVisible();
  proxy.inject();
  await page.getByRole("link", { name: "Sign in" }).click();
  await sam.signIn({ pin });
  await expect(sam.syncIndicator("All sent")).toBeVisible();
  await expectOnceInOrder(office, jobId, Array<string>(3).fill("JobStatusChange"));
});

test("after an offline sign-in and a killed app, the next sign-in sends what is queued", async () => {
  const { proxy, office, phone, sam } = fixture;
  await sam.open("/signout");
  await expect(sam.page().getByText("You've been signed out")).toBeVisible();
  // The PIN of the app's own lock would sign in: the operator wants no lock. The sign-in then stores the key of the data.
  const lost = onApiCalls({ kind: "lost" });
  proxy.inject((request) =>
    request.path === "/api/client-settings" ? noLockSettings : lost(request),
  );
  await sam.open("/signout");
  await expect
    .poll(() => sam.page().evaluate(() => localStorage.getItem("fieldfare.client-settings")))
    .toContain('"lockAfterMinutes":null');
  await sam.page().getByRole("link", { name: "Sign in" }).click();
  await sam.signIn({ pin });
  await sam.openJobs();
  await sam.openJob(address);
  await sam.step("Access");
  await expect(sam.syncIndicator("1 waiting")).toBeVisible();
  await phone.quit();
  proxy.inject();
  await phone.start();
  await sam.open("/jobs");
  const page = sam.page();
  await sam.seesToast("Unable to verify your login. Please sign out and log back in.");
  await expect(page.getByText("Synchronisation failed")).toBeHidden();
  await sam.syncIndicator("1 waiting").click();
  const messages = sam.dialog("Messages");
  // The toast above the sheet offers it too, after the sheet's own.
  const signOut = messages.getByRole("button", { name: "Sign out" }).first();
  await phone.context.setOffline(true);
  await expect(
    messages.getByText(
      "1 message is saved on this phone. It is sent after you sign in again when there is a network.",
    ),
  ).toBeVisible();
  // The specification has the sign-out on home at any time, so the sheet has it too. Both say first what waits for a network.
  const noNetwork = page.getByText(
    "It is saved on this phone. There is no network: it is sent after your next sign-in once there is one.",
  );
  await signOut.click();
  await expect(noNetwork).toBeVisible();
  await page.getByRole("link", { name: "Stay signed in" }).click();
  await sam.seesScreen("Home");
  await page.getByRole("main").getByRole("link", { name: "Sign out" }).click();
  await expect(noNetwork).toBeVisible();
  await page.getByRole("link", { name: "Stay signed in" }).click();
  await sam.syncIndicator("1 waiting").click();
  await phone.context.setOffline(false);
  await expect(
    messages.getByText(
      "1 message is saved on this phone. It is sent after you sign out and log back in.",
    ),
  ).toBeVisible();
  await signOut.click();
  await expect(page.getByText("1 message still waits")).toBeVisible();
  await page.getByRole("link", { name: "Sign in" }).click();
  await sam.signIn({ pin });
  await expect(sam.syncIndicator("All sent")).toBeVisible();
  await expectOnceInOrder(office, jobId, Array<string>(4).fill("JobStatusChange"));
});

test("a token that is missing on this phone leads to the error page with its sign-out", async () => {
  const { sam } = fixture;
  const page = sam.page();
  await sam.open("/jobs");
  await sam.seesScreen("Jobs");
  await page.evaluate(removeToken);
  await sam.button("Refresh jobs").click();
  await expect(page.getByText("There's been an error")).toBeVisible();
  await page.getByRole("link", { name: "Sign out" }).click();
  await expect(page.getByText("You've been signed out")).toBeVisible();
  await page.getByRole("link", { name: "Sign in" }).click();
  await sam.signIn({ pin });
  await sam.seesScreen(/^(Home|Jobs)$/);
});

test("a device that the office locks shows the lock screen at every address, and works again when unlocked", async () => {
  const { office, phone, sam } = fixture;
  const [device] = await office.devices();
  if (!device) throw new Error("The phone is not registered");
  await office.lock(device.deviceId);
  await phone.reconnect();
  await sam.seesScreen("Locked");
  await expect(sam.page().getByText("Your access is locked.")).toBeVisible();
  await expect(
    sam.page().getByText(/Continued use of the application has been blocked on this device\./),
  ).toBeVisible();
  await sam.open("/jobs");
  await sam.seesScreen("Locked");
  await office.unlock(device.deviceId);
  await phone.reconnect();
  await sam.seesScreen(/^(Home|Jobs)$/);
});

test("that the lock has ended the sign-in is said on every screen until the next one, without a network and after a restart", async () => {
  const { phone, sam } = fixture;
  const notice = "Your work is saved here until then.";
  await expect(sam.page().getByText(notice)).toBeVisible();
  await phone.quit();
  await phone.start();
  await sam.page().context().setOffline(true);
  await sam.open("/jobs");
  await sam.seesScreen("Jobs");
  await expect(sam.page().getByText(notice)).toBeVisible();
  await inspect(sam.page(), "A sign-in that the office has ended");
  await sam.page().context().setOffline(false);
  await sam.page().getByRole("link", { name: "Sign in" }).click();
  await expect(sam.page().getByText("You've been signed out")).toBeVisible();
  await sam.page().getByRole("link", { name: "Sign in" }).click();
  await sam.signIn({ pin });
  await sam.seesScreen(/^(Home|Jobs)$/);
  await expect(sam.page().getByText(notice)).toBeHidden();
});

test("after six wrong PINs a colleague, the password and an unlock by the office help, also after a reload", async () => {
  const { office, proxy, sam } = fixture;
  const page = sam.page();
  const [device] = await office.devices();
  if (!device) throw new Error("The phone is not registered");
  const locked = page.getByText(/maximum number of login attempts/);
  const lockPin = async () => {
    await sam.open("/signout");
    await expect(page.getByText("You've been signed out")).toBeVisible();
    await sam.open("/login");
    proxy.inject(onApiCalls({ kind: "lost" }));
    for (let attempt = 1; attempt <= 5; attempt += 1) {
      await sam.signIn({ pin: `90909${attempt}` });
      await expect(page.getByRole("alert").getByText(failed)).toBeVisible();
    }
    await sam.signIn({ pin: "909096" });
    await expect(locked).toBeVisible();
  };

  await lockPin();
  await sam.button("Sign in as somebody else").click();
  await expect(page.getByLabel("Username")).toHaveValue("");
  await sam.signIn({ pin });
  await expect(locked).toBeVisible();
  await sam.button("Sign in with a password").click();
  proxy.inject();
  await sam.signIn({ password: "Wrong-1" });
  await expect(page.getByRole("alert").getByText(failed)).toBeVisible();
  await sam.signIn({ password });
  await sam.seesScreen("Home");

  await lockPin();
  // The username is remembered, so the screen is locked at once.
  await sam.open("/login");
  await expect(locked).toBeVisible();
  await office.unlock(device.deviceId);
  proxy.inject();
  await sam.open("/login");
  await expect(page.getByLabel("Username")).toBeVisible();
  await sam.signIn({ pin });
  await sam.seesScreen("Home");
});
