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
  expect(await page.evaluate(storeAsEarlierVersion, 80)).toBe(80);
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
  expect(await page.evaluate(versionStored)).toBeGreaterThanOrEqual(130);
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
  expect(await page.evaluate(storeAsEarlierVersion, 100)).toBe(100);
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
  await page.evaluate(storeAsEarlierVersion, 80);
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
  await page.evaluate(storeAsLaterVersion, 140);
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
  expect(await page.evaluate(versionStored)).toBe(140);
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

/**
 * Runs in the page: stores all rows in one database, as a build up to version 10 did. The engineer's own database is
 * deleted.
 */
async function storeAsEarlierVersion(version: number): Promise<number> {
  type Row = Record<string, unknown>;
  const awaitRequest = <T>(request: IDBRequest<T>) =>
    new Promise<T>((resolve, reject) => {
      request.addEventListener("success", () => resolve(request.result));
      request.addEventListener("error", () => reject(request.error));
    });
  const ownerId = localStorage.getItem("fieldfare.user") ?? "";
  const ownName = `fieldfare-${ownerId}`;
  interface Stored {
    readonly store: IDBObjectStoreParameters;
    readonly indexes: readonly Pick<IDBIndex, "name" | "keyPath" | "unique">[];
    readonly rows: Row[];
  }
  const stores = new Map<string, Stored>();
  for (const name of ["fieldfare", ownName]) {
    const database = await awaitRequest(indexedDB.open(name));
    for (const table of database.objectStoreNames) {
      if (table === "sealKey") continue;
      const store = database.transaction(table).objectStore(table);
      const { keyPath, autoIncrement } = store;
      const indexes = [...store.indexNames].map((name) => {
        const { keyPath: path, unique } = store.index(name);
        return { name, keyPath: path, unique };
      });
      const rows =
        name === ownName
          ? await readStoredRows<Row>(table)
          : ((await awaitRequest(store.getAll())) as Row[]);
      const isOwn = name === ownName && !["setting", "counter"].includes(table);
      const stored = isOwn ? rows.map((row) => ({ ...row, ownerId })) : rows;
      const before = stores.get(table)?.rows ?? [];
      stores.set(table, {
        store: { keyPath, autoIncrement },
        indexes,
        rows: [...before, ...stored],
      });
    }
    database.close();
  }
  const { currentUserId: _currentUserId, ...setting } = Object.assign(
    {},
    ...(stores.get("setting")?.rows ?? []),
  ) as Row;
  if (version > 80) setting["holderId"] = ownerId;
  stores.set("setting", { store: { keyPath: "id" }, indexes: [], rows: [setting] });
  const bytes = new Map(
    stores.get("imageBytes")?.rows.map((row) => [row["imageId"], row["bytes"]]),
  );
  for (const row of stores.get("image")?.rows ?? []) row["bytes"] = bytes.get(row["imageId"]);
  const laterTables = ["formKit", "formMemory", "absence", "lastSeen", "contactFavourite", "alert"];
  for (const table of ["imageBytes", ...(version === 80 ? laterTables : [])]) stores.delete(table);
  const owned = {
    formMemory: "ownerId",
    lastSeen: ["ownerId", "name"],
    contactFavourite: ["ownerId", "contactId"],
  };
  for (const [table, keyPath] of Object.entries(owned)) {
    const before = stores.get(table);
    if (before) stores.set(table, { ...before, store: { keyPath } });
  }
  if (version > 80) stores.set("drawer", { store: { keyPath: "ownerId" }, indexes: [], rows: [] });
  // Requested at once, so that nothing else of the app can open the database in between.
  const deleting = Promise.all(
    ["fieldfare", ownName].map((name) => awaitRequest(indexedDB.deleteDatabase(name))),
  );
  const opening = indexedDB.open("fieldfare", version);
  opening.addEventListener("upgradeneeded", () => {
    for (const [table, { store, indexes }] of stores) {
      const created = opening.result.createObjectStore(table, store);
      for (const { name, keyPath, unique } of indexes)
        created.createIndex(name, keyPath, { unique });
    }
  });
  await deleting;
  const after = await awaitRequest(opening);
  const writing = after.transaction([...stores.keys()], "readwrite");
  for (const [table, { rows }] of stores)
    for (const row of rows) writing.objectStore(table).put(row);
  await new Promise((resolve) => writing.addEventListener("complete", resolve));
  after.close();
  for (const key of ["fieldfare.database", "fieldfare.user"]) localStorage.removeItem(key);
  return after.version;
}

/** Runs in the page: gives the databases a higher version number, as a later build would. */
async function storeAsLaterVersion(version: number): Promise<void> {
  const ownName = `fieldfare-${localStorage.getItem("fieldfare.user")}`;
  for (const name of ["fieldfare", ownName])
    await new Promise<void>((resolve, reject) => {
      const opening = indexedDB.open(name, version);
      opening.addEventListener("error", () => reject(opening.error));
      opening.addEventListener("success", () => {
        opening.result.close();
        resolve();
      });
    });
  localStorage.removeItem("fieldfare.database");
}
