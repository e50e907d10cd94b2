import { expect, test } from "@playwright/test";
import { password, pin } from "./engineer.ts";
import { expectDelivered } from "./expect-delivered.ts";
import { expectScriptWithin, recordFirstRender } from "./first-render.ts";
import { createPhoto } from "./image-files.ts";
import { setUpFixture } from "./fixture.ts";

/** KB of script, with 3 % tolerance. What would exceed it must be loaded when it is needed. */
const budget = { signIn: 563, home: 617 };

const address = "14 Journey Lane";
let jobId: string;
const fixture = setUpFixture({
  isFresh: true,
  prepare: async (office) => {
    ({ jobId } = await office.raise(address));
  },
});

test("a visitor who is not signed in is led to the sign-in, and on a device without the app to the installation", async () => {
  const { phone, sam } = fixture;
  await recordFirstRender(phone.context);
  await sam.open("/");
  await sam.seesScreen("Sign in");
  await expect(sam.page()).toHaveURL(/\/login$/);
  await expectScriptWithin(sam.page(), budget.signIn);
  await sam.signIn({ password });
  await sam.seesScreen("Welcome");
  await expect(sam.page()).toHaveURL(/\/install$/);
});

test("the wizard has the three steps PIN, signature and Run As App, and leads back", async () => {
  const { office, sam } = fixture;
  const page = sam.page();
  await sam.button("Get Started").click();
  await sam.seesScreen("Step 1 of 3");
  await sam.button("Next").click();
  await expect(page.getByText("A PIN between 4 and 10 numbers is required")).toBeVisible();
  await page.getByLabel("Please enter the PIN you would like to use", { exact: true }).fill(pin);
  await page.getByLabel("Re-enter PIN", { exact: true }).fill("482914");
  await sam.button("Next").click();
  await expect(page.getByText("PIN does not match")).toBeVisible();
  await page.getByLabel("Re-enter PIN", { exact: true }).fill(pin);
  await sam.button("Next").click();

  await sam.seesScreen("Step 2 of 3");
  await sam.button("Next").click();
  await expect(page.getByText("Please sign", { exact: true })).toBeVisible();
  await sam.sign("Your Digital Signature");
  await sam.button("Next").click();
  await sam.seesScreen("Step 3 of 3");
  await page.goBack();
  await sam.seesScreen("Step 2 of 3");
  await sam.sign("Your Digital Signature");
  await sam.button("Next").click();

  await sam.button("Finish").click();
  await expect(
    page.getByText("Please use the Set Notifications button and select allow notifications."),
  ).toBeVisible();
  await expect(
    page.getByText(
      "Please use the Set Location Access button to determine location access setting",
    ),
  ).toBeVisible();
  await sam.setPermissions();
  await expect(
    page.getByText("Please use the Install App Icon button to install the application icon."),
  ).toBeVisible();
  await sam.button("Install App Icon").click();
  await sam.answer("How to Add to Home Screen", "Confirm");
  await expect(sam.button("Installed")).toBeDisabled();
  await expect(page.getByText("You must agree before submitting.")).toBeVisible();
  await page.getByRole("switch").click();
  await sam.button("Finish").click();
  await expect(page.getByText("You've been signed out")).toBeVisible();
  await expect.poll(async () => (await office.devices()).length).toBe(1);
});

test("the next sign-in uses the PIN, runs a full sync and fetches the jobs of the day", async () => {
  const { office, sam } = fixture;
  const page = sam.page();
  await page.getByRole("link", { name: "Sign in" }).click();
  await expect(page.getByLabel("Password", { exact: true })).toBeHidden();
  await sam.signIn({ pin });
  await sam.seesScreen("Home");
  await sam.waitUntilReady();
  const open = (await office.jobs()).filter(({ status }) => status === "New").length;
  await sam.seesJobs(open);
  await sam.openJobs();
  await expect(page.getByRole("heading", { name: `Scheduled Jobs ${open}` })).toBeVisible();
  await expect(sam.jobCard(address)).toContainText("Gas repair - No heating");
  await expect(sam.syncIndicator("All sent")).toBeVisible();
});

test("a job is worked from New to Closed offline, and every step is stored", async () => {
  const { proxy, office, phone, sam } = fixture;
  const page = sam.page();
  // The browser's offline switch does not affect a worker that is just starting; the proxy does.
  proxy.inject(() => ({ kind: "lost" }));
  await phone.context.setOffline(true);
  await sam.openJob(address);
  await sam.step("Start Travel");
  await sam.step("On-Site");
  await sam.step("Access");
  await sam.photograph(
    await createPhoto(page, { name: "boiler.jpg", width: 4000, height: 3000 }),
    await createPhoto(page, { name: "flue.jpg", width: 640, height: 480 }),
  );
  await sam.button("Upload 2 photos").click();
  await sam.seesToast(
    "Your photograph is saved on this device and will be uploaded when the server can be reached.",
  );
  await sam.close("Complete");
  await sam.seesClosedJob(address);
  await expect(sam.syncIndicator("8 waiting")).toBeVisible();
  const { messages, closing } = await office.job(jobId);
  expect(messages.map(({ type }) => type)).toEqual(["JobStatusChange"]);
  expect(closing).toBeNull();
});

test("after the browser is closed and started again offline, the app starts and has all data", async () => {
  const { phone, sam } = fixture;
  await phone.quit();
  await phone.start({ offline: true });
  await recordFirstRender(phone.context);
  await sam.open("/");
  await sam.seesScreen("Home");
  await expectScriptWithin(sam.page(), budget.home);
  await sam.open("/jobs");
  await sam.seesClosedJob(address);
  await expect(sam.syncIndicator("8 waiting")).toBeVisible();
});

test("with the network back everything is sent once, in order, and the job is delivered", async () => {
  const { proxy, office, phone, sam } = fixture;
  proxy.inject();
  await phone.context.setOffline(false);
  await expect(sam.syncIndicator("All sent")).toBeVisible({ timeout: 60_000 });
  await expectDelivered(office, jobId, [
    ...Array<string>(4).fill("JobStatusChange"),
    "JobImage",
    "JobImage",
    "JobStatusChange",
    "JobClose",
    "JobImage",
  ]);
  const { job, images } = await office.job(jobId);
  expect(job.status).toBe("Closed");
  expect(images).toHaveLength(3);
});
