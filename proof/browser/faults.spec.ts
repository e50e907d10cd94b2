import { expect, test } from "@playwright/test";
import { expectOnceInOrder } from "./expect-delivered.ts";
import { captivePortal, carriesStatus, onApiCalls } from "./fault-proxy.ts";
import { truncateImage, notAnImage, createPhoto } from "./image-files.ts";
import { setUpFixture } from "./fixture.ts";
import { inspect } from "./inspection.ts";
import { countReservedSpace, fillStorage } from "./storage.ts";

const names = [
  "camera",
  "portal",
  "ill",
  "clock",
  "ahead",
  "tabs",
  "forced",
  "retained",
  "removed",
  "full",
] as const;
type Name = (typeof names)[number];
const jobs = {} as Record<Name, string>;
const addressOf = (name: Name) => `3 ${name} Road`;

const fixture = setUpFixture({
  prepare: async (office) => {
    for (const name of names) jobs[name] = (await office.raise(addressOf(name))).jobId;
  },
});

const serverError = {
  kind: "answer",
  status: 500,
  type: "application/json",
  body: '{"title":"Broken","status":500}',
} as const;

const noRoomForPhotos = {
  kind: "answer",
  status: 503,
  type: "application/problem+json",
  body: '{"title":"Photos cannot be stored at the moment","status":503,"code":"images-unavailable"}',
} as const;

test.afterEach(() => fixture.proxy.inject());

test("an unknown address, or that of another engineer's job, shows the 404 page with a link home", async () => {
  const { sam } = fixture;
  await sam.open(`/jobs/${jobs.camera}`);
  await expect(
    sam.page().getByText("We're sorry but the page you requested was not found."),
  ).toBeVisible();
  await sam.page().getByRole("link", { name: "Return home" }).click();
  await sam.seesScreen("Home");
  await sam.open("/jobs/selected/when");
  await sam.seesScreen("Jobs");
});

test("no camera, a file that is not an image and a broken image add nothing, and a real photo is added", async () => {
  const { office, sam } = fixture;
  const page = sam.page();
  await sam.openJob(addressOf("camera"));
  await sam.step("Start Travel");
  await page.locator("input[type=file]").dispatchEvent("cancel");
  await sam.seesToast(/^No photo was added\./);
  const photo = await createPhoto(page);
  await sam.photograph(notAnImage);
  await sam.seesToast("This file is not a photo that can be read. Please take it again.");
  await expect(page.getByText("No photos taken yet.")).toBeVisible();
  await sam.photograph(truncateImage(photo));
  await expect(page.getByText("No photos taken yet.")).toBeVisible();
  await sam.photograph(photo);
  await sam.button("Upload 1 photo").click();
  await sam.seesToast("Your photograph has been uploaded.");
  await expect.poll(async () => (await office.job(jobs.camera)).images.length).toBe(1);
});

test("while a job is active another one cannot be started, and the message says what to do", async () => {
  const { sam } = fixture;
  await sam.button("Back").click();
  await sam.jobCard(addressOf("portal")).click();
  const activeJobDialog = sam.dialog("You may only have one active job at a time.");
  await expect(activeJobDialog).toContainText(
    "An active job may be cancelled before access is gained or put on hold afterwards.",
  );
  await activeJobDialog.getByRole("button", { name: "Look at this job" }).click();
  const main = sam.page().getByRole("main");
  await expect(main.getByText(addressOf("portal"))).toBeVisible();
  await expect(main.getByText("Access notes", { exact: true })).toBeVisible();
  await expect(sam.button("Start Travel")).toBeHidden();
  await sam.button("Back").click();
  await sam.jobCard(addressOf("portal")).click();
  await activeJobDialog.getByRole("button", { name: "Go to active job" }).click();
  await sam.seesScreen(/^Job \(/);
  await expect(sam.page().getByText("Travelling", { exact: true })).toBeVisible();
  await sam.cancelJob();
});

test("a new job is announced on any screen, also after a killed browser, until it is read", async () => {
  const { office, phone, sam } = fixture;
  const alert = () => sam.page().getByRole("region", { name: "Alert from the office" });
  await expect(sam.jobCard(addressOf("ill"))).toContainText("New");
  // The engineer has looked at this job.
  await expect(sam.jobCard(addressOf("portal"))).not.toContainText("New");
  await alert()
    .getByRole("link", { name: /^See all/ })
    .click();
  await sam.seesScreen("Alerts");
  await expect(alert().getByText("New job")).toBeHidden();
  await sam.button("Back").click();
  await sam.seesScreen("Home");
  await office.raise("3 news Road");
  await phone.reconnect();
  await expect(alert()).toContainText("3 news Road");
  await phone.kill();
  await phone.start();
  await sam.open("/");
  await expect(alert()).toContainText("3 news Road");
  await alert().getByRole("button", { name: "Read" }).click();
  await expect(alert().getByText("New job")).toBeHidden();
  await sam
    .page()
    .getByRole("link", { name: /^Alerts/ })
    .click();
  await expect(sam.page().getByRole("main").getByText("3 news Road").first()).toBeVisible();
  await sam.open("/jobs");
});

test("a captive portal's page is not a receipt: the message stays queued until the server has it", async () => {
  const { proxy, office, phone, sam } = fixture;
  await sam.openJob(addressOf("portal"));
  await expect(sam.syncIndicator("All sent")).toBeVisible();
  const requested = Promise.withResolvers<void>();
  proxy.inject(({ path }) => {
    if (!carriesStatus(path)) return undefined;
    requested.resolve();
    return captivePortal;
  });
  await sam.step("Start Travel");
  await requested.promise;
  await sam.seesToast("Unable to contact server. Another attempt will be made later.");
  await expect(sam.syncIndicator("1 waiting")).toBeVisible();
  proxy.inject();
  await phone.reconnect();
  await expect(sam.syncIndicator("All sent")).toBeVisible();
  await expectOnceInOrder(office, jobs.portal, Array<string>(2).fill("JobStatusChange"));
  await sam.cancelJob();
});

test("a failing server stops nobody from working, and gets everything once when it works again", async () => {
  const { proxy, office, phone, sam } = fixture;
  await sam.openJob(addressOf("ill"));
  await expect(sam.syncIndicator("All sent")).toBeVisible();
  proxy.inject(onApiCalls(serverError));
  await sam.step("Start Travel");
  await sam.step("On-Site");
  await expect(sam.syncIndicator("2 waiting")).toBeVisible();
  await sam.syncIndicator("2 waiting").click();
  await sam.button("Try now").click();
  const messages = sam.dialog("Messages");
  await expect(messages.getByRole("alert")).toHaveText(
    /The server cannot take messages at the moment. 2 messages wait. The app tries again by itself.$/,
  );
  // It is said once, next to the button.
  await expect(messages).not.toContainText("2 messages are saved on this phone");
  proxy.inject(({ path }) => (carriesStatus(path) ? noRoomForPhotos : undefined));
  await sam.button("Try now").click();
  await expect(sam.dialog("Messages")).toContainText(
    "The server cannot store photos at the moment. 2 messages wait.",
  );
  proxy.inject();
  await phone.reconnect();
  // The app sends without a tap.
  await expect(sam.dialog("Messages").getByText("All sent")).toBeVisible();
  await sam.closeDialog("Messages");
  await expectOnceInOrder(office, jobs.ill, Array<string>(3).fill("JobStatusChange"));
  await sam.cancelJob();
});

test("a phone whose clock is ahead says how long a message has really waited", async () => {
  const { proxy, phone, sam } = fixture;
  await sam.openJob(addressOf("ahead"));
  await sam.setClock(Date.now() + 3 * 3_600_000);
  await phone.reconnect();
  await sam.seesToast("This phone's clock is 3 hours ahead");
  await sam.dismissToasts();
  proxy.inject(onApiCalls({ kind: "lost" }));
  await sam.step("Start Travel");
  await expect(sam.syncIndicator("1 waiting, oldest from less than a minute ago$")).toBeVisible();
  await sam.setClock(Date.now());
  proxy.inject();
  await phone.reconnect();
  await expect(sam.syncIndicator("All sent")).toBeVisible();
  await sam.cancelJob();
});

test("a clock that jumps neither stops the work nor hides when it was really done", async () => {
  const { office, sam } = fixture;
  await sam.openJob(addressOf("clock"));
  await expect(sam.syncIndicator("All sent")).toBeVisible();
  const yearMs = 365 * 86_400_000;
  await sam.setClock(Date.now() + yearMs);
  await sam.step("Start Travel");
  await sam.setClock(Date.now() - yearMs);
  await sam.step("On-Site");
  await expect(sam.syncIndicator("All sent")).toBeVisible();
  await sam.setClock(Date.now());
  const types = Array<string>(3).fill("JobStatusChange");
  await expectOnceInOrder(office, jobs.clock, types, (flag) => flag.startsWith("clock-"));
  const { messages } = await office.job(jobs.clock);
  // A poll between jump and step corrects the time, and the flag has the offset.
  const [, ahead, behind] = messages.map(({ messageCreatedOn, flags }) => {
    const minutes = flags.map((flag) =>
      Number(/^clock-corrected: (-?\d+) min$/.exec(flag)?.[1] ?? 0),
    );
    return Date.parse(messageCreatedOn) - minutes.reduce((sum, one) => sum + one, 0) * 60_000;
  });
  expect(ahead).toBeGreaterThan(Date.now() + yearMs / 2);
  expect(behind).toBeLessThan(Date.now() - yearMs / 2);
  for (const { receivedOn } of messages)
    expect(Math.abs(Date.parse(receivedOn) - Date.now())).toBeLessThan(86_400_000);
  await sam.cancelJob();
});

test("two tabs show the same state of a job, and a step tapped in both is taken once", async () => {
  const { proxy, office, phone, sam } = fixture;
  await sam.openJob(addressOf("tabs"));
  const page = sam.page();
  const other = await phone.context.newPage();
  await other.goto(`${proxy.url}/jobs/selected`);
  await sam.step("Start Travel");
  await expect(other.getByRole("main").getByText("Travelling", { exact: true })).toBeVisible();
  const buttons = [page, other].map((tab) => tab.getByRole("button", { name: "On-Site" }));
  for (const button of buttons) await expect(button).toBeEnabled();
  await Promise.all(
    buttons.map((button) => button.evaluate((element: HTMLElement) => element.click())),
  );
  for (const tab of [page, other])
    await expect(tab.getByRole("main").getByText("On site", { exact: true })).toBeVisible();
  await expect(sam.syncIndicator("All sent")).toBeVisible();
  await expect
    .poll(async () =>
      (await office.job(jobs.tabs)).messages.map(
        ({ payload }) => (payload as { currentStatus: string }).currentStatus,
      ),
    )
    .toEqual(["Reset", "Travelling", "OnSite"]);
  await other.close();
  await page.bringToFront();
  await sam.cancelJob();
});

test("a job that is opened in another tab does not take the place of the one that this tab shows", async () => {
  const { proxy, phone, sam } = fixture;
  const page = sam.page();
  await sam.open("/jobs");
  await sam.openJob(addressOf("tabs"));
  const title = await page.getByRole("heading", { level: 1 }).textContent();
  const other = await phone.context.newPage();
  await other.goto(`${proxy.url}/jobs/view/${jobs.retained}`);
  await other.getByRole("button", { name: "Open job" }).click();
  await expect(other).toHaveURL(/selected$/);
  const warning = page.getByText(/^Job .* was opened in another tab$/);
  await expect(warning).toBeVisible();
  await inspect(page, "another job is open");
  await sam.button(/^Open /).click();
  await expect(page.getByRole("heading", { level: 1, name: title ?? "" })).toBeVisible();
  await expect(other.getByText(/^Job .* was opened in another tab$/)).toBeVisible();
  await other.getByRole("button", { name: /^Show / }).click();
  await expect(other.getByRole("heading", { level: 1, name: title ?? "" })).toBeVisible();
  await other.close();
  await page.bringToFront();
  await expect(page.getByRole("heading", { level: 1, name: title ?? "" })).toBeVisible();
  await sam.button("Back").click();
  await sam.seesScreen("Jobs");
});

test("a job that the office removes by force disappears while it is open, with a message", async () => {
  const { office, phone, sam } = fixture;
  await sam.openJob(addressOf("forced"));
  await office.requestRemoval(jobs.forced, true);
  await phone.reconnect();
  const notice = sam.dialog(/^Job .* has been removed$/);
  await expect(notice).toContainText("The office has removed this job from your device.");
  await expect(notice).toContainText("There was no unsaved text.");
  await sam.answer(/^Job .* has been removed$/, "Confirm");
  await sam.seesScreen("Jobs");
  await expect(sam.jobCard(addressOf("forced"))).toBeHidden();
  await expect(sam.syncIndicator("All sent")).toBeVisible();
});

test("a removal request shows an alert; retaining the job needs a reason and a comment", async () => {
  const { office, phone, sam } = fixture;
  const page = sam.page();
  await sam.openJob(addressOf("retained"));
  await sam.step("Start Travel");
  await office.requestRemoval(jobs.retained, false);
  await phone.reconnect();
  await expect(page.getByText("Removal requested")).toBeVisible();
  await sam.button("Back").click();
  await expect(sam.jobCard(addressOf("retained"))).toContainText("Removal requested");
  await sam.openJob(addressOf("retained"));
  await sam.button("Review request").click();
  await sam.button("Retain Job").click();
  await expect(page.getByText("Please select a reason")).toBeVisible();
  await expect(page.getByText("Please enter a comment.")).toBeVisible();
  await page.getByRole("radio", { name: "In Transit" }).check();
  await page.getByLabel("Comment").fill("Two minutes away");
  await sam.button("Retain Job").click();
  await sam.seesToast("Job Retained");
  await expect(page.getByText("Removal requested")).toBeHidden();
  await expect(sam.syncIndicator("All sent")).toBeVisible();
  await expect
    .poll(async () => (await office.job(jobs.retained)).messages.at(-1))
    .toMatchObject({
      type: "RejectRemoveRequest",
      payload: { reason: 2, comment: "Two minutes away" },
    });
  await sam.cancelJob();
});

test("a removal request can be accepted: the job leaves the device, and the office sees it", async () => {
  const { office, phone, sam } = fixture;
  await sam.openJob(addressOf("removed"));
  await sam.step("Start Travel");
  await sam.step("On-Site");
  await sam.button("Access").click();
  await sam.answer("Was access gained?", "No, access not gained");
  await sam.seesScreen("No Access");
  const notes = "Rang twice, knocked, called";
  await sam.page().getByLabel("Notes").fill(notes);
  await office.requestRemoval(jobs.removed, false);
  await phone.reconnect();
  const alert = sam.page().getByRole("region", { name: "Alert from the office" });
  await expect(alert).toContainText("Open the job to answer.");
  await sam.button("Back").click();
  await sam.button("Review request").click();
  // What was typed and not saved is shown before it is lost.
  await expect(sam.dialog("Removal requested")).toContainText(notes);
  await sam.button("Remove Job").click();
  await sam.answer("Remove Job?", "Remove Job");
  await sam.seesToast("Job removed");
  await sam.seesScreen("Jobs");
  await expect(sam.jobCard(addressOf("removed"))).toBeHidden();
  await expect
    .poll(async () => (await office.job(jobs.removed)).messages.at(-1)?.type)
    .toBe("JobRemove");
});

test("a full storage refuses the photo with a message, and status and messages can still be stored", async () => {
  const { proxy, office, phone, sam } = fixture;
  await expect.poll(() => sam.page().evaluate(countReservedSpace), { timeout: 30_000 }).toBe(1);
  // The browser reads the quota when it opens the database, so it is set before.
  await phone.quit();
  await phone.start();
  await sam.open("/icons/fieldfare.svg");
  const page = sam.page();
  const devtools = await phone.context.newCDPSession(page);
  const { usage = 0 } = await page.evaluate(() => navigator.storage.estimate());
  const origin = proxy.url;
  await devtools.send("Storage.overrideQuotaForOrigin", { origin, quotaSize: usage + 5_000_000 });
  await sam.open("/jobs");
  await sam.openJob(addressOf("full"));
  await sam.step("Start Travel");
  await expect(sam.syncIndicator("All sent")).toBeVisible();
  await page.evaluate(fillStorage);
  await sam.photograph(await createPhoto(page));
  await sam.seesToast(/^This phone's storage is full, so this photo was not saved/);
  await expect(page.getByText("No photos taken yet.")).toBeVisible();
  await sam.closeDialog("Photo review");
  proxy.inject(onApiCalls({ kind: "lost" }));
  await sam.step("On-Site");
  await expect(sam.syncIndicator("1 waiting")).toBeVisible();
  await devtools.send("Storage.overrideQuotaForOrigin", { origin });
  proxy.inject();
  await phone.reconnect();
  await expect(sam.syncIndicator("All sent")).toBeVisible();
  await expectOnceInOrder(office, jobs.full, Array<string>(3).fill("JobStatusChange"));
  await sam.cancelJob();
});

test("a screen that cannot be loaded shows the error page, and stored data stays", async () => {
  const { proxy, phone, sam } = fixture;
  const page = sam.page();
  await sam.openJob(addressOf("full"));
  await page.evaluate(async () => {
    for (const registration of await navigator.serviceWorker.getRegistrations())
      await registration.unregister();
    for (const name of await caches.keys()) await caches.delete(name);
  });
  const devtools = await phone.context.newCDPSession(page);
  await devtools.send("Network.clearBrowserCache");
  proxy.inject(({ path }) =>
    path === "/service-worker.js" || path.startsWith("/assets/when-screen")
      ? { kind: "lost" }
      : undefined,
  );
  await sam.open("/jobs/selected");
  await page.getByRole("link", { name: "When" }).click();
  await expect(page.getByText("There's been an error")).toBeVisible();
  await expect(
    page.getByText("Everything you have recorded is saved on this phone."),
  ).toBeVisible();
  proxy.inject();
  await page.getByRole("link", { name: "Return home" }).click();
  await sam.seesScreen("Home");
});
