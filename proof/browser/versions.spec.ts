import { expect, test } from "@playwright/test";
import { expectOnceInOrder } from "./expect-delivered.ts";
import { onApiCalls } from "./fault-proxy.ts";
import { setUpFixture } from "./fixture.ts";
import { createPhoto } from "./image-files.ts";

const address = "8 Earlier Row";
let jobId: string;
const fixture = setUpFixture({
  prepare: async (office) => {
    ({ jobId } = await office.raise(address));
  },
});

test.afterEach(() => fixture.proxy.inject());

/** A file of the app's origin that runs none of its code. */
const quiet = "/icons/fieldfare.svg";

test("a database of version 8 opens with this build, also after a failed attempt, and its unsent work is sent", async () => {
  const { proxy, sam } = fixture;
  const page = sam.page();
  await sam.openJobs();
  await sam.openJob(address);
  proxy.inject(onApiCalls({ kind: "lost" }));
  await sam.step("Start Travel");
  await sam.step("On-Site");
  await expect(sam.syncIndicator("2 waiting")).toBeVisible();
  await sam.open(quiet);
  expect(await page.evaluate(storeAsVersion, 80)).toBe(80);
  await page.evaluate(plantJob, { jobId: "odd", ownerId: "a colleague" });
  await sam.open("/jobs/selected");
  await expect(page.getByText("The app could not be updated")).toBeVisible();
  await expect(page.getByText("2 messages still wait")).toBeVisible();
  expect(await page.evaluate(versionStored)).toBe(80);
  const property = { propertyId: "odd" };
  await page.evaluate(plantJob, { jobId: "odd", ownerId: "a colleague", property });
  await sam.button("Try again").click();
  await expect(sam.syncIndicator("2 waiting")).toBeVisible();
  await expect(page.getByRole("main").getByText("On site", { exact: true })).toBeVisible();
  proxy.inject();
  await sam.open("/jobs/selected");
  await expect(sam.syncIndicator("All sent")).toBeVisible();
  await expectOnceInOrder(fixture.office, jobId, Array<string>(3).fill("JobStatusChange"));
  expect(await page.evaluate(versionStored)).toBeGreaterThanOrEqual(90);
});

test("a database of version 10 opens with this build, and its unsent photo is sent as it was taken", async () => {
  const { proxy, office, sam } = fixture;
  const page = sam.page();
  await sam.open("/jobs/selected");
  await expect(sam.syncIndicator("All sent")).toBeVisible();
  proxy.inject(onApiCalls({ kind: "lost" }));
  await sam.photograph(await createPhoto(page));
  await sam.button("Upload 1 photo").click();
  await expect(sam.syncIndicator("1 waiting")).toBeVisible();
  await sam.open(quiet);
  expect(await page.evaluate(storeAsVersion, 100)).toBe(100);
  await sam.open("/jobs/selected");
  await expect(sam.syncIndicator("1 waiting")).toBeVisible();
  proxy.inject();
  await sam.open("/jobs/selected");
  await expect(sam.syncIndicator("All sent")).toBeVisible();
  await expectOnceInOrder(office, jobId, [...Array<string>(3).fill("JobStatusChange"), "JobImage"]);
});

test("a tab with the earlier version is named, and the start continues once it is closed", async () => {
  const { phone, proxy, sam } = fixture;
  const page = sam.page();
  await sam.open(quiet);
  await page.evaluate(storeAsVersion, 80);
  const earlier = await phone.context.newPage();
  await earlier.goto(proxy.url + quiet);
  // This page does not close its database, like a frozen tab.
  await earlier.evaluate(
    () =>
      new Promise<void>((resolve) => {
        indexedDB.open("fieldfare").addEventListener("success", () => resolve());
      }),
  );
  await page.bringToFront();
  await sam.open("/jobs");
  await expect(page.getByText("Fieldfare is open in another tab")).toBeVisible();
  await earlier.close();
  await sam.seesScreen("Jobs");
});

test("a database of a later build is not changed: this build sends what is queued and says what to do", async () => {
  const { proxy, sam } = fixture;
  const page = sam.page();
  await sam.open("/jobs/selected");
  proxy.inject(onApiCalls({ kind: "lost" }));
  await sam.step("Access");
  await expect(sam.syncIndicator("1 waiting")).toBeVisible();
  await sam.open(quiet);
  await page.evaluate(storeAsVersion, 120);
  await sam.open("/");
  await expect(page.getByText("This version of the app is too old")).toBeVisible();
  await expect(page.getByText("1 message still waits")).toBeVisible();
  proxy.inject();
  await page.reload();
  await expect(page.getByText("This version of the app is too old")).toBeVisible();
  await expect(page.getByText("1 message still waits")).toBeHidden();
  await expect.poll(async () => (await fixture.office.job(jobId)).messages.length).toBe(5);
  await expectOnceInOrder(fixture.office, jobId, [
    ...Array<string>(3).fill("JobStatusChange"),
    "JobImage",
    "JobStatusChange",
  ]);
  await sam.button("Update now").click();
  await expect(page.getByText("No newer version could be loaded.")).toBeVisible();
  expect(await page.evaluate(versionStored)).toBe(120);
});

function versionStored(): Promise<number> {
  return new Promise((resolve) => {
    const opening = indexedDB.open("fieldfare");
    opening.addEventListener("success", () => {
      opening.result.close();
      resolve(opening.result.version);
    });
  });
}

/** Runs in the page: adds a job that version 8 could not have stored, so that the upgrade fails. */
function plantJob(job: object): Promise<void> {
  return new Promise((resolve, reject) => {
    const opening = indexedDB.open("fieldfare");
    opening.addEventListener("error", () => reject(opening.error));
    opening.addEventListener("success", () => {
      const writing = opening.result.transaction("job", "readwrite");
      writing.objectStore("job").put(job);
      writing.addEventListener("complete", () => {
        opening.result.close();
        resolve();
      });
    });
  });
}

/** Runs in the page: stores the database with all its rows under another version number, as another build would. */
async function storeAsVersion(version: number): Promise<number> {
  const awaitRequest = <T>(request: IDBRequest<T>) =>
    new Promise<T>((resolve, reject) => {
      request.addEventListener("success", () => resolve(request.result));
      request.addEventListener("error", () => reject(request.error));
    });
  const before = await awaitRequest(indexedDB.open("fieldfare"));
  const later = [
    "drawer",
    "formKit",
    "formMemory",
    "absence",
    "lastSeen",
    "contactFavourite",
    "alert",
  ];
  const names = [...before.objectStoreNames].filter(
    (name) => version > 80 || !later.includes(name),
  );
  const bytesOfImages = new Map<unknown, unknown>();
  const isBeforeImageBytes = version < 110 && names.includes("imageBytes");
  if (isBeforeImageBytes) names.splice(names.indexOf("imageBytes"), 1);
  const reading = before.transaction(before.objectStoreNames);
  if (isBeforeImageBytes)
    for (const row of await awaitRequest(reading.objectStore("imageBytes").getAll()))
      bytesOfImages.set(row.imageId, row.bytes);
  const stores = await Promise.all(
    names.map(async (name) => {
      const store = reading.objectStore(name);
      const indexes = [...store.indexNames].map((index) => store.index(index));
      return {
        name,
        keyPath: store.keyPath,
        autoIncrement: store.autoIncrement,
        indexes: indexes.map(({ name: index, keyPath, unique }) => ({ index, keyPath, unique })),
        rows: (await awaitRequest(store.getAll())) as Record<string, unknown>[],
      };
    }),
  );
  before.close();
  // Requested at once, so that nothing else of the app can open the database in between.
  const deleting = awaitRequest(indexedDB.deleteDatabase("fieldfare"));
  const opening = indexedDB.open("fieldfare", version);
  opening.addEventListener("upgradeneeded", () => {
    for (const { name, keyPath, autoIncrement, indexes } of stores) {
      const store = opening.result.createObjectStore(name, { keyPath, autoIncrement });
      for (const { index, keyPath: path, unique } of indexes)
        store.createIndex(index, path, { unique });
    }
  });
  await deleting;
  const after = await awaitRequest(opening);
  const writing = after.transaction(names, "readwrite");
  for (const { name, rows } of stores)
    for (const row of rows) {
      if (version === 80 && name === "setting") delete row["holderId"];
      if (isBeforeImageBytes && name === "image") row["bytes"] = bytesOfImages.get(row["imageId"]);
      writing.objectStore(name).put(row);
    }
  await new Promise((resolve) => writing.addEventListener("complete", resolve));
  after.close();
  localStorage.removeItem("fieldfare.database");
  return after.version;
}
