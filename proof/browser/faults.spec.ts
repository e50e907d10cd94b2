import { expect, test } from "@playwright/test";
import { alexEmail, engineerWith, pin } from "./engineer.ts";
import { expectOnceInOrder } from "./evidence.ts";
import { type Meddler, portal } from "./line.ts";
import { broken, notAPicture, takePicture } from "./pictures.ts";
import { setScene } from "./scene.ts";

const names = [
  "camera",
  "portal",
  "ill",
  "clock",
  "tabs",
  "forced",
  "retained",
  "removed",
  "full",
  "kept",
] as const;
type Name = (typeof names)[number];
const jobs = {} as Record<Name, string>;
const addressOf = (name: Name) => `3 ${name} Road`;

const scene = setScene({
  prepare: async (office) => {
    for (const name of names) jobs[name] = (await office.raise(addressOf(name))).jobId;
  },
});

const onApi =
  (mishap: ReturnType<Meddler>): Meddler =>
  ({ path }) =>
    path.startsWith("/api/") ? mishap : undefined;

const serverError = {
  kind: "answer",
  status: 500,
  type: "application/json",
  body: '{"title":"Broken","status":500}',
} as const;

/** In our server's own words: a proxy's 401 ends no sign-in. */
const unauthorised = {
  kind: "answer",
  status: 401,
  type: "application/problem+json",
  body: '{"title":"Sign in again","status":401,"code":"unauthorised"}',
} as const;

/** What the phone does when its network comes back: it asks the office and sends what waits. */
async function networkComesBack(): Promise<void> {
  const { phone } = scene;
  await phone.context.setOffline(true);
  await phone.context.setOffline(false);
}

test.afterEach(() => scene.line.meddle());

const failed = "Unable to login. Please verify your username and password are correct.";

test("a wrong PIN is refused with and without a network, and the right one opens offline", async () => {
  const { line, sam } = scene;
  await sam.at().getByRole("link", { name: "Sign out" }).click();
  await expect(sam.at().getByText("You've been signed out")).toBeVisible();
  await sam.at().getByRole("link", { name: "Sign in" }).click();
  await sam.button("Sign in").click();
  await expect(sam.at().getByText("Please enter a valid email address.")).toBeVisible();
  await expect(sam.at().getByText("Please enter your PIN.")).toBeVisible();
  await sam.signIn({ pin: "111119" });
  await expect(sam.at().getByRole("alert").getByText(failed)).toBeVisible();
  line.meddle(onApi({ kind: "lost" }));
  await sam.signIn({ pin: "111118" });
  await expect(sam.at().getByRole("alert").getByText(failed)).toBeVisible();
  await sam.signIn({ pin });
  await sam.seesScreen("Home");
});

test("more than 5 failures lock the application: its words are shown and the form is hidden", async () => {
  const { phone, line, sam } = scene;
  const alex = engineerWith(phone, line.url, alexEmail);
  await sam.at().getByRole("link", { name: "Sign out" }).click();
  await sam.at().getByRole("link", { name: "Sign in" }).click();
  for (let attempt = 1; attempt <= 5; attempt += 1) {
    await alex.signIn({ pin: `90909${attempt}` });
    await expect(sam.at().getByRole("alert").getByText(failed)).toBeVisible();
  }
  await alex.signIn({ pin: "909096" });
  await expect(
    sam
      .at()
      .getByText(
        "You have exceeded the maximum number of login attempts. The Application has been locked. Please close the application.",
      ),
  ).toBeVisible();
  await expect(sam.at().getByLabel("Username")).toBeHidden();
  await expect(sam.button("Sign in")).toBeHidden();
  await sam.open("/");
  await sam.signIn({ pin });
  await sam.seesScreen("Home");
});

test("where an unsigned visitor wanted to go is where the sign-in leads", async () => {
  const { sam } = scene;
  await sam.open("/signout");
  await expect(sam.at().getByText("You've been signed out")).toBeVisible();
  await sam.open("/jobs");
  await sam.signIn({ pin });
  await sam.seesScreen("Jobs");
  await expect(sam.at()).toHaveURL(/\/jobs$/);
});

test("an address that is none, a foreign job's among them, shows the 404 page and the way home", async () => {
  const { sam } = scene;
  await sam.open(`/jobs/${jobs.kept}`);
  await expect(
    sam.at().getByText("We're sorry but the page you requested was not found."),
  ).toBeVisible();
  await sam.at().getByRole("link", { name: "Return home" }).click();
  await sam.seesScreen("Home");
  await sam.open("/jobs/selected/when");
  await sam.seesScreen("Jobs");
});

test("no camera, a file that is no picture and a broken one add nothing, and a real one is taken", async () => {
  const { sam } = scene;
  const page = sam.at();
  await sam.openJob(addressOf("camera"));
  await sam.step("Start Travel");
  await page.locator("input[type=file]").dispatchEvent("cancel");
  await sam.seesToast(/^No photo was added\./);
  const real = await takePicture(page);
  await sam.photograph(notAPicture);
  await sam.seesToast("This file is not a picture that can be read. Please take it again.");
  await expect(page.getByText("No photos taken yet.")).toBeVisible();
  await sam.photograph(broken(real));
  await expect(page.getByText("No photos taken yet.")).toBeVisible();
  await sam.photograph(real);
  await sam.button("Upload 1 photo").click();
  await sam.seesToast("Your photograph has been uploaded.");
  await expect.poll(async () => (await scene.office.job(jobs.camera)).images.length).toBe(1);
});

test("while a job is active another one cannot be, and the words say what may be done", async () => {
  const { sam } = scene;
  await sam.button("Back").click();
  await sam.jobCard(addressOf("portal")).click();
  const words = sam.dialog("You may only have one active job at a time.");
  await expect(words).toContainText(
    "An active job may be cancelled before access is gained or put on hold afterwards.",
  );
  await words.getByRole("button", { name: "Go to active job" }).click();
  await sam.seesScreen(/^Job \(/);
  await expect(sam.at().getByText("Travelling", { exact: true })).toBeVisible();
  await cancelJob();
});

test("a captive portal's page is no receipt: the message stays until the server has it", async () => {
  const { line, office, sam } = scene;
  await sam.openJob(addressOf("portal"));
  await expect(sam.syncSign("All sent")).toBeVisible();
  const asked = Promise.withResolvers<void>();
  line.meddle(({ path }) => {
    if (path !== "/api/job/status") return undefined;
    asked.resolve();
    return portal;
  });
  await sam.step("Start Travel");
  await asked.promise;
  await sam.seesToast("Unable to contact server. Another attempt will be made later.");
  await expect(sam.syncSign("1 waiting")).toBeVisible();
  line.meddle();
  await networkComesBack();
  await expect(sam.syncSign("All sent")).toBeVisible();
  await expectOnceInOrder(office, jobs.portal, Array<string>(2).fill("JobStatusChange"));
  await cancelJob();
});

test("a server that fails keeps nobody from working, and gets it all once when it is well", async () => {
  const { line, office, sam } = scene;
  await sam.openJob(addressOf("ill"));
  await expect(sam.syncSign("All sent")).toBeVisible();
  line.meddle(onApi(serverError));
  await sam.step("Start Travel");
  await sam.step("On-Site");
  await expect(sam.syncSign("2 waiting")).toBeVisible();
  await sam.syncSign("2 waiting").click();
  await sam.button("Try now").click();
  await expect(sam.dialog("Messages")).toContainText("2 messages are kept on this phone");
  line.meddle();
  await networkComesBack();
  await expect(sam.dialog("Messages").getByText("All sent")).toBeVisible();
  await sam.closeDialog("Messages");
  await expectOnceInOrder(office, jobs.ill, Array<string>(3).fill("JobStatusChange"));
  await cancelJob();
});

test("a clock that jumps neither stops the work nor hides when it was really done", async () => {
  const { office, sam } = scene;
  await sam.openJob(addressOf("clock"));
  await expect(sam.syncSign("All sent")).toBeVisible();
  const page = sam.at();
  const yearMs = 365 * 86_400_000;
  await page.clock.setSystemTime(Date.now() + yearMs);
  await sam.step("Start Travel");
  await page.clock.setSystemTime(Date.now() - yearMs);
  await sam.step("On-Site");
  await expect(sam.syncSign("All sent")).toBeVisible();
  await page.clock.setSystemTime(Date.now());
  await expectOnceInOrder(office, jobs.clock, Array<string>(3).fill("JobStatusChange"));
  const { messages } = await office.job(jobs.clock);
  const [, ahead, behind] = messages.map((message) => Date.parse(message.messageCreatedOn));
  expect(ahead).toBeGreaterThan(Date.now() + yearMs / 2);
  expect(behind).toBeLessThan(Date.now() - yearMs / 2);
  for (const { receivedOn } of messages)
    expect(Math.abs(Date.parse(receivedOn) - Date.now())).toBeLessThan(86_400_000);
  await cancelJob();
});

test("two tabs on the same job show the same, and a step tapped in both is taken once", async () => {
  const { line, office, phone, sam } = scene;
  await sam.openJob(addressOf("tabs"));
  const page = sam.at();
  const other = await phone.context.newPage();
  await other.goto(`${line.url}/jobs/selected`);
  await sam.step("Start Travel");
  await expect(other.getByRole("main").getByText("Travelling", { exact: true })).toBeVisible();
  const buttons = [page, other].map((tab) => tab.getByRole("button", { name: "On-Site" }));
  for (const button of buttons) await expect(button).toBeEnabled();
  await Promise.all(
    buttons.map((button) => button.evaluate((element: HTMLElement) => element.click())),
  );
  for (const tab of [page, other])
    await expect(tab.getByRole("main").getByText("On site", { exact: true })).toBeVisible();
  await expect(sam.syncSign("All sent")).toBeVisible();
  const { messages } = await office.job(jobs.tabs);
  expect(
    messages.map(({ payload }) => (payload as { currentStatus: string }).currentStatus),
  ).toEqual(["Reset", "Travelling", "OnSite"]);
  await other.close();
  await page.bringToFront();
  await cancelJob();
});

test("a job that the office removes by force goes while it is looked at, and the words say so", async () => {
  const { office, sam } = scene;
  await sam.openJob(addressOf("forced"));
  await office.requestRemoval(jobs.forced, true);
  await networkComesBack();
  await sam.seesToast("This job is no longer on this device. The office has removed it.");
  await sam.seesScreen("Jobs");
  await expect(sam.jobCard(addressOf("forced"))).toBeHidden();
  await expect(sam.syncSign("All sent")).toBeVisible();
});

test("a removal request is alerted; to retain the job needs a reason and a comment", async () => {
  const { office, sam } = scene;
  const page = sam.at();
  await sam.openJob(addressOf("retained"));
  await sam.step("Start Travel");
  await office.requestRemoval(jobs.retained, false);
  await networkComesBack();
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
  await expect(sam.syncSign("All sent")).toBeVisible();
  const { messages } = await office.job(jobs.retained);
  expect(messages.at(-1)).toMatchObject({
    type: "RejectRemoveRequest",
    payload: { reason: 2, comment: "Two minutes away" },
  });
  await cancelJob();
});

test("a removal request may be met: the job leaves the device and the office is told", async () => {
  const { office, sam } = scene;
  await sam.openJob(addressOf("removed"));
  await sam.step("Start Travel");
  await office.requestRemoval(jobs.removed, false);
  await networkComesBack();
  await sam.button("Review request").click();
  await sam.button("Remove Job").click();
  await sam.answer("Remove Job?", "Remove Job");
  await sam.seesToast("Job removed");
  await sam.seesScreen("Jobs");
  await expect(sam.jobCard(addressOf("removed"))).toBeHidden();
  await expect
    .poll(async () => (await office.job(jobs.removed)).messages.at(-1)?.type)
    .toBe("JobRemove");
});

test("a full storage refuses the photo in words, and status and messages still fit", async () => {
  const { line, office, phone, sam } = scene;
  await expect.poll(() => sam.at().evaluate(countBallast), { timeout: 30_000 }).toBe(1);
  // The browser asks for the quota when it opens the database, so it has to be set before.
  await phone.quit();
  await phone.start();
  await sam.open("/icons/fieldfare.svg");
  const page = sam.at();
  const devtools = await phone.context.newCDPSession(page);
  const { usage = 0 } = await page.evaluate(() => navigator.storage.estimate());
  const origin = line.url;
  await devtools.send("Storage.overrideQuotaForOrigin", { origin, quotaSize: usage + 5_000_000 });
  await sam.open("/jobs");
  await sam.openJob(addressOf("full"));
  await sam.step("Start Travel");
  await expect(sam.syncSign("All sent")).toBeVisible();
  await page.evaluate(fillStorage);
  await sam.photograph(await takePicture(page));
  await sam.seesToast(/^The storage of this phone is full: this photo was not kept/);
  await expect(page.getByText("No photos taken yet.")).toBeVisible();
  await sam.closeDialog("Photo review");
  line.meddle(onApi({ kind: "lost" }));
  await sam.step("On-Site");
  await expect(sam.syncSign("1 waiting")).toBeVisible();
  await devtools.send("Storage.overrideQuotaForOrigin", { origin });
  line.meddle();
  await networkComesBack();
  await expect(sam.syncSign("All sent")).toBeVisible();
  await expectOnceInOrder(office, jobs.full, Array<string>(3).fill("JobStatusChange"));
  await cancelJob();
});

test("an access token that has run out is renewed without a word", async () => {
  const { line, office, sam } = scene;
  await sam.openJob(addressOf("kept"));
  let refused = 0;
  line.meddle(({ path }) => {
    if (path !== "/api/job/status" || refused > 0) return undefined;
    refused += 1;
    return unauthorised;
  });
  await sam.step("Start Travel");
  await expect.poll(() => refused).toBe(1);
  await expect(sam.syncSign("All sent")).toBeVisible();
  expect((await office.job(jobs.kept)).messages).toHaveLength(2);
});

test("a sign-in that cannot be renewed says so; signing out keeps what waits for the next sign-in", async () => {
  const { line, office, sam } = scene;
  const page = sam.at();
  line.meddle(({ path }) =>
    path === "/api/job/status" || path === "/api/auth/refresh" ? unauthorised : undefined,
  );
  await sam.step("On-Site");
  await sam.seesToast("Unable to verify your login. Please sign out and log back in.");
  await expect(sam.syncSign("1 waiting")).toBeVisible();
  await page.getByRole("status").getByRole("button", { name: "Sign out" }).click();
  await expect(page.getByText("1 message still waits")).toBeVisible();
  await sam.button("Sign out").click();
  await expect(page.getByText("You've been signed out")).toBeVisible();
  line.meddle();
  await page.getByRole("link", { name: "Sign in" }).click();
  await sam.signIn({ pin });
  await expect(sam.syncSign("All sent")).toBeVisible();
  await expectOnceInOrder(office, jobs.kept, Array<string>(3).fill("JobStatusChange"));
});

test("a device that the office locks shows the lock screen on every way, and works again when unlocked", async () => {
  const { office, sam } = scene;
  const [device] = await office.devices();
  if (!device) throw new Error("The phone is not registered");
  await office.lock(device.deviceId);
  await networkComesBack();
  await sam.seesScreen("Locked");
  await expect(sam.at().getByText("Your access is locked.")).toBeVisible();
  await expect(
    sam.at().getByText(/Continued use of the application has been blocked on this device\./),
  ).toBeVisible();
  await sam.open("/jobs");
  await sam.seesScreen("Locked");
  await office.unlock(device.deviceId);
  await networkComesBack();
  await sam.seesScreen(/^(Home|Jobs)$/);
});

test("a screen that cannot be loaded shows the error page, and what is kept is kept", async () => {
  const { line, sam } = scene;
  const page = sam.at();
  await page.evaluate(async () => {
    for (const registration of await navigator.serviceWorker.getRegistrations())
      await registration.unregister();
    for (const name of await caches.keys()) await caches.delete(name);
  });
  line.meddle(({ path }) =>
    path === "/service-worker.js" || path.startsWith("/assets/when-screen")
      ? { kind: "lost" }
      : undefined,
  );
  await sam.open("/jobs/selected");
  await page.getByRole("link", { name: "When" }).click();
  await expect(page.getByText("There's been an error")).toBeVisible();
  await expect(page.getByText("What you have recorded is kept on this phone.")).toBeVisible();
  line.meddle();
  await page.getByRole("link", { name: "Return home" }).click();
  await sam.seesScreen("Home");
});

/** Back to New, so that the next test's job may be worked. */
async function cancelJob(): Promise<void> {
  const { sam } = scene;
  await sam.button("Cancel").click();
  await sam.answer("Cancel this job?", "Cancel job");
  await sam.seesScreen("Jobs");
}

/** Runs in the page: the space that the device keeps to give up. */
function countBallast(): Promise<number> {
  return new Promise((resolve, reject) => {
    const opening = indexedDB.open("fieldfare");
    opening.addEventListener("error", () => reject(opening.error));
    opening.addEventListener("success", () => {
      const counting = opening.result.transaction("ballast").objectStore("ballast").count();
      counting.addEventListener("success", () => {
        opening.result.close();
        resolve(counting.result);
      });
    });
  });
}

/** Runs in the page: other data of the same origin takes all the room there is, to the last kilobyte. */
async function fillStorage(): Promise<void> {
  const database = await new Promise<IDBDatabase>((resolve, reject) => {
    const opening = indexedDB.open("filler", 1);
    opening.addEventListener("upgradeneeded", () =>
      opening.result.createObjectStore("rows", { autoIncrement: true }),
    );
    opening.addEventListener("error", () => reject(opening.error));
    opening.addEventListener("success", () => resolve(opening.result));
  });
  const put = (size: number) =>
    new Promise<boolean>((resolve) => {
      const writing = database.transaction("rows", "readwrite");
      writing.objectStore("rows").add(crypto.getRandomValues(new Uint8Array(size)));
      writing.addEventListener("complete", () => resolve(true));
      writing.addEventListener("abort", () => resolve(false));
    });
  for (const size of [50_000, 5_000, 500, 50]) while (await put(size));
  database.close();
}
