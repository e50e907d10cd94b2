import { expect, test } from "@playwright/test";
import { pin } from "./engineer.ts";
import { expectDelivered, expectOnceInOrder } from "./expect-delivered.ts";
import { carriesStatus, onApiCalls } from "./fault-proxy.ts";
import { createPhoto } from "./image-files.ts";
import { setUpFixture } from "./fixture.ts";
import { wipeDatabases } from "./phone-profile.ts";

const jobs: Record<"taps" | "photos" | "wiped" | "server" | "closed", string> = {
  taps: "",
  photos: "",
  wiped: "",
  server: "",
  closed: "",
};
const addressOf = (name: keyof typeof jobs) => `7 ${name} Street`;

const fixture = setUpFixture({
  prepare: async (office) => {
    for (const name of Object.keys(jobs) as (keyof typeof jobs)[])
      jobs[name] = (await office.raise(addressOf(name))).jobId;
  },
});

const apiUnreachable = onApiCalls({ kind: "lost" });

// This test runs first: after a failed sync Chromium retries only minutes later.
test("messages that were queued when the page was closed are sent without it once the network is back", async () => {
  const { proxy, office, phone, sam } = fixture;
  await sam.openJobs();
  await sam.openJob(addressOf("closed"));
  await expect(sam.syncIndicator("All sent")).toBeVisible();
  await phone.context.setOffline(true);
  await sam.step("Start Travel");
  await expect(sam.syncIndicator("1 waiting")).toBeVisible();
  const page = sam.page();
  const hasBackgroundSync = await page.evaluate(isSyncRegistered);
  await phone.context.newPage();
  await page.close();
  await phone.context.setOffline(false);
  if (!hasBackgroundSync) await wakeWorker(proxy.url);
  await expect
    .poll(async () => (await office.job(jobs.closed)).messages.length, { timeout: 30_000 })
    .toBe(2);
  await expectOnceInOrder(office, jobs.closed, Array<string>(2).fill("JobStatusChange"));
  await sam.open("/jobs/selected");
  await expect(sam.syncIndicator("All sent")).toBeVisible();
  await sam.cancelJob();
  await expect(sam.syncIndicator("All sent")).toBeVisible();
});

test("a browser killed right after a tap keeps every tap, and each message is sent once", async () => {
  const { proxy, office, phone, sam } = fixture;
  proxy.inject(apiUnreachable);
  await sam.openJob(addressOf("taps"));
  for (const [label, status, waiting] of [
    ["Start Travel", "Travelling", 1],
    ["On-Site", "On site", 2],
    ["Access", "Access gained", 3],
  ] as const) {
    await sam.step(label);
    await phone.kill();
    await phone.start();
    await sam.open("/jobs/selected");
    await expect(sam.page().getByRole("main").getByText(status, { exact: true })).toBeVisible();
    await expect(sam.syncIndicator(`${waiting} waiting`)).toBeVisible();
  }
  await sam.photograph(await createPhoto(sam.page()));
  await expect(sam.button("Upload 1 photo")).toBeVisible();
  await phone.kill();
  await phone.start();
  await sam.open("/jobs/selected");
  await sam.button("1 photo taken and not uploaded").click();
  await sam.button("Upload 1 photo").click();
  await expect(sam.syncIndicator("4 waiting")).toBeVisible();
  await phone.kill();
  await phone.start();
  proxy.inject();
  await sam.open("/jobs/selected");
  await expect(sam.syncIndicator("All sent")).toBeVisible();
  await expectOnceInOrder(office, jobs.taps, [
    ...Array<string>(4).fill("JobStatusChange"),
    "JobImage",
  ]);
  await sam.close("Complete");
  await expect(sam.syncIndicator("All sent")).toBeVisible();
});

test("a browser killed while photos are being sent sends each of them once", async () => {
  const { proxy, office, phone, sam } = fixture;
  await sam.openJob(addressOf("photos"));
  for (const label of ["Start Travel", "On-Site", "Access"] as const) await sam.step(label);
  await sam.photograph(
    await createPhoto(sam.page(), { name: "one.jpg" }),
    await createPhoto(sam.page(), { name: "two.jpg" }),
    await createPhoto(sam.page(), { name: "three.jpg" }),
  );
  await expect(sam.syncIndicator("All sent")).toBeVisible();

  // The first upload of the photo is lost, and the answer to the second.
  const uploadHeld = Promise.withResolvers<void>();
  const started = Promise.withResolvers<void>();
  proxy.inject(({ path }) => {
    if (path !== "/api/job/image") return undefined;
    started.resolve();
    return { kind: "held", until: uploadHeld.promise };
  });
  await sam.button("Upload 3 photos").click();
  await started.promise;
  await phone.kill();
  uploadHeld.resolve();

  proxy.inject(({ path }) => (path === "/api/job/image" ? { kind: "answer-lost" } : undefined));
  await phone.start();
  await sam.open("/jobs/selected");
  await expect.poll(async () => (await office.job(jobs.photos)).images.length).toBeGreaterThan(0);
  await phone.kill();

  proxy.inject();
  await phone.start();
  await sam.open("/jobs/selected");
  await expect(sam.syncIndicator("All sent")).toBeVisible();
  await sam.close("Complete");
  await expectDelivered(office, jobs.photos, [
    ...Array<string>(4).fill("JobStatusChange"),
    ...Array<string>(3).fill("JobImage"),
    "JobStatusChange",
    "JobClose",
    "JobImage",
  ]);
});

test("a server killed while the phone sends gets everything once after its restart", async () => {
  const { proxy, office, phone, sam, system } = fixture;
  await sam.openJob(addressOf("server"));
  await expect(sam.syncIndicator("All sent")).toBeVisible();
  proxy.inject(apiUnreachable);
  await sam.step("Start Travel");
  await sam.step("On-Site");
  await sam.step("Access");
  await expect(sam.syncIndicator("3 waiting")).toBeVisible();

  // The server has recorded the messages and is killed before it answers.
  const firstAnswered = Promise.withResolvers<void>();
  proxy.inject(({ path }) => {
    if (!carriesStatus(path)) return undefined;
    firstAnswered.resolve();
    return { kind: "answer-lost" };
  });
  await phone.reconnect();
  await firstAnswered.promise;
  await expect.poll(async () => (await office.job(jobs.server)).messages.length).toBe(4);
  await system.stop("SIGKILL");
  proxy.inject();
  await expect(sam.syncIndicator("3 waiting")).toBeVisible();
  await system.restart();
  await phone.reconnect();
  await expect(sam.syncIndicator("All sent")).toBeVisible({ timeout: 30_000 });
  await expectOnceInOrder(office, jobs.server, Array<string>(4).fill("JobStatusChange"));
  await sam.close("Complete");
  await expect(sam.syncIndicator("All sent")).toBeVisible();
});

// Messages sent since the journal was last compacted are restored too: the server already has them.
test("a database that the browser has wiped is restored from the journal, and unsent work is sent", async () => {
  const { proxy, office, phone, sam } = fixture;
  const others = Object.values(jobs).filter((jobId) => jobId !== jobs.wiped);
  const earlier = await Promise.all(
    others.map(async (jobId) => [jobId, (await office.job(jobId)).messages.length] as const),
  );
  await sam.openJob(addressOf("wiped"));
  proxy.inject(apiUnreachable);
  await sam.step("Start Travel");
  await sam.step("On-Site");
  await sam.photograph(await createPhoto(sam.page()));
  await sam.button("Upload 1 photo").click();
  await expect(sam.syncIndicator("3 waiting")).toBeVisible();
  await phone.kill();
  await wipeDatabases(phone.profile);
  await phone.start();
  await sam.open("/");
  await sam.seesToast("The browser had lost its data. Your unsent work has been restored.");
  await sam.signIn({ pin });
  await sam.seesScreen("Home");
  // The journal does not have the reference data.
  await expect(sam.page().getByText("The lists on this phone are missing")).toBeVisible();
  await sam.dismissToasts();
  await sam.openJobs();
  await sam.openJob(addressOf("wiped"));
  await expect(sam.page().getByRole("main").getByText("On site", { exact: true })).toBeVisible();
  proxy.inject();
  await expect(sam.syncIndicator("All sent")).toBeVisible({ timeout: 60_000 });
  await expectOnceInOrder(office, jobs.wiped, [
    ...Array<string>(3).fill("JobStatusChange"),
    "JobImage",
  ]);
  for (const [jobId, count] of earlier)
    expect((await office.job(jobId)).messages).toHaveLength(count);
  // The sync of a start loads them.
  await sam.open("/");
  await sam.seesToast("Synchronisation completed successfully");
  await expect(sam.page().getByText("The lists on this phone are missing")).toBeHidden();
});

/** Runs in the page: whether a background sync is registered. */
async function isSyncRegistered(): Promise<boolean> {
  const registration: object = await navigator.serviceWorker.ready;
  const { sync } = registration as { sync?: { getTags(): Promise<string[]> } };
  const tags = (await sync?.getTags().catch(() => undefined)) ?? [];
  return tags.includes("fieldfare-outbox");
}

/** A headless browser does not run Background Sync: this sends the same event over its debugging port. */
async function wakeWorker(origin: string): Promise<void> {
  const { phone } = fixture;
  const devtools = await phone.context.newCDPSession(phone.page);
  const known = new Promise<string>((resolve) => {
    devtools.on("ServiceWorker.workerRegistrationUpdated", ({ registrations }) => {
      const own = registrations.find(({ scopeURL }) => scopeURL.startsWith(origin));
      if (own) resolve(own.registrationId);
    });
  });
  await devtools.send("ServiceWorker.enable");
  await devtools.send("ServiceWorker.dispatchSyncEvent", {
    origin,
    registrationId: await known,
    tag: "fieldfare-outbox",
    lastChance: false,
  });
}
