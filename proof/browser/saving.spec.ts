import { expect, type Page, test } from "@playwright/test";
import { expectOnceInOrder } from "./expect-delivered.ts";
import { setUpFixture } from "./fixture.ts";

const address = "9 Saving Street";
const fullPhone = "The storage of this phone is full. Free some space and try again.";
// The first message of a job acknowledges that it was fetched.
let jobId = "";

const fixture = setUpFixture({
  prepare: async (office) => {
    jobId = (await office.raise(address)).jobId;
  },
});

test("a step is drawn before it is stored, and says so until both copies have it", async () => {
  const { office, sam } = fixture;
  await sam.openJobs();
  await sam.openJob(address);
  const main = sam.page().getByRole("main");
  const release = await holdDatabase(sam.page());
  await sam.button("Start Travel").click();
  await expect(main.getByText("Travelling", { exact: true })).toBeVisible();
  await expect(main.getByText("Saving", { exact: true })).toBeVisible();
  await expect(sam.button("On-Site")).toBeVisible();
  await release();
  await expect(main.getByText("Saving", { exact: true })).toBeHidden();
  await expect(main.getByText("Travelling", { exact: true })).toBeVisible();
  await expect(sam.syncIndicator("All sent")).toBeVisible();
  await expectOnceInOrder(office, jobId, Array<string>(2).fill("JobStatusChange"));
});

test("a step that is killed before it was stored never said that it was saved, and was not taken", async () => {
  const { office, phone, sam } = fixture;
  const main = sam.page().getByRole("main");
  await holdDatabase(sam.page());
  await sam.button("On-Site").click();
  await expect(main.getByText("On site", { exact: true })).toBeVisible();
  await expect(main.getByText("Saving", { exact: true })).toBeVisible();
  await phone.kill();
  await phone.start();
  await sam.open("/jobs/selected");
  await expect(sam.button("On-Site")).toBeVisible();
  await sam.step("On-Site");
  await expect(sam.syncIndicator("All sent")).toBeVisible();
  await expectOnceInOrder(office, jobId, Array<string>(3).fill("JobStatusChange"));
});

test("a step that the full phone refuses is taken back with words", async () => {
  const { sam } = fixture;
  const page = sam.page();
  await page.evaluate(() => {
    const put: unknown = Reflect.get(IDBObjectStore.prototype, "put");
    const replace = (value: unknown) => Reflect.set(IDBObjectStore.prototype, "put", value);
    replace(() => {
      throw new DOMException("Full", "QuotaExceededError");
    });
    Object.assign(globalThis, { restorePut: () => replace(put) });
  });
  await sam.button("Access").click();
  await sam.answer("Was access gained?", "Yes");
  const main = page.getByRole("main");
  await expect(page.getByText(fullPhone)).toBeVisible();
  await expect(main.getByText("On site", { exact: true })).toBeVisible();
  await expect(main.getByText("Saving", { exact: true })).toBeHidden();
  await expect(sam.button("Access")).toBeVisible();
  await page.evaluate(() => {
    (Reflect.get(globalThis, "restorePut") as () => void)();
  });
});

test("the sections of the job open once access is saved", async () => {
  const { sam } = fixture;
  const page = sam.page();
  const release = await holdDatabase(page);
  await sam.button("Access").click();
  await sam.answer("Was access gained?", "Yes");
  const main = page.getByRole("main");
  await expect(main.getByText("Access gained", { exact: true })).toBeVisible();
  await expect(main.getByText("Available once access is gained").first()).toBeVisible();
  await expect(sam.button("Hold")).toHaveAttribute("aria-disabled", "true");
  await release();
  await expect(main.getByText("Available once access is gained")).toHaveCount(0);
  await expect(sam.button("Hold")).not.toHaveAttribute("aria-disabled", "true");
});

/** Keeps a transaction over the engineer's jobs open, so that no change is stored until the returned function is called. */
async function holdDatabase(page: Page): Promise<() => Promise<void>> {
  await page.evaluate(async () => {
    const databases = await indexedDB.databases();
    const name = databases
      .map((each) => each.name ?? "")
      .find((each) => /^fieldfare-[0-9a-f-]{36}$/.test(each));
    if (!name) throw new Error("No engineer's database");
    const database = await new Promise<IDBDatabase>((resolve, reject) => {
      const opening = indexedDB.open(name);
      opening.addEventListener("success", () => resolve(opening.result));
      opening.addEventListener("error", () => reject(opening.error ?? new Error("Not opened")));
    });
    const held = { isHeld: true };
    Object.assign(globalThis, { held });
    const transaction = database.transaction("job", "readwrite");
    const store = transaction.objectStore("job");
    const keepOpen = () => {
      if (held.isHeld) store.count().addEventListener("success", keepOpen);
      else database.close();
    };
    await new Promise<void>((resolve) =>
      store.count().addEventListener("success", () => {
        keepOpen();
        resolve();
      }),
    );
  });
  return () =>
    page.evaluate(() => {
      Object.assign(Reflect.get(globalThis, "held") as object, { isHeld: false });
    });
}
