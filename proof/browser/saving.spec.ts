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
  const release = await fillPhone(page);
  await sam.button("Access").click();
  await sam.answer("Was access gained?", "Yes");
  const main = page.getByRole("main");
  await expect(page.getByText(fullPhone)).toBeVisible();
  await expect(main.getByText("On site", { exact: true })).toBeVisible();
  await expect(main.getByText("Saving", { exact: true })).toBeHidden();
  await expect(sam.button("Access")).toBeVisible();
  await release();
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

test("a received part is listed before it is stored, and says so until both copies have it", async () => {
  const { sam } = fixture;
  await sam.open("/parts");
  await expect(sam.button("Receive Hydraulic O-ring set")).toBeVisible();
  const main = sam.page().getByRole("main");
  const release = await holdDatabase(sam.page(), "jobPart");
  await receive("1");
  await expect(main.getByText("1 of 2 to collect")).toBeVisible();
  await expect(main.getByText("1 collected", { exact: true })).toBeVisible();
  await expect(main.getByRole("button", { name: "Saving" })).toHaveCount(2);
  await expect(sam.page().getByText("1 of 2 collected")).toBeHidden();
  await release();
  await sam.seesToast("1 of 2 collected");
  await expect(main.getByRole("button", { name: "Saving" })).toHaveCount(0);
  await expect(main.getByText("1 of 2 to collect")).toBeVisible();
});

test("a part that was received just before the kill never said that it was saved, and waits again", async () => {
  const { phone, sam } = fixture;
  await holdDatabase(sam.page(), "jobPart");
  await receive("1");
  await expect(sam.button("Receive Hydraulic O-ring set")).toBeHidden();
  await expect(sam.page().getByRole("main").getByRole("button", { name: "Saving" })).toHaveCount(1);
  await expect(sam.page().getByText("Part collected")).toBeHidden();
  await phone.kill();
  await phone.start();
  await sam.open("/parts");
  await expect(sam.button("Receive Hydraulic O-ring set")).toBeVisible();
  await expect(sam.page().getByText("1 of 2 to collect")).toBeVisible();
});

test("a received part that the full phone refuses waits again, with words", async () => {
  const { sam } = fixture;
  const release = await fillPhone(sam.page());
  await receive("1");
  await expect(sam.page().getByText(fullPhone)).toBeVisible();
  await expect(sam.button("Receive Hydraulic O-ring set")).toBeVisible();
  await expect(sam.page().getByText("1 of 2 to collect")).toBeVisible();
  await release();
});

test("a removed entry says that it is being removed until both copies have it, and is there again after a kill or a refusal", async () => {
  const { phone, sam } = fixture;
  await sam.open("/mileage/add");
  await sam.page().getByLabel("Current Mileage").fill("48200");
  await sam.button("Submit").click();
  await sam.seesScreen("Recent Mileage Overview");
  const entry = () => sam.page().getByText("48,200", { exact: true });
  const remove = async () => {
    await sam
      .page()
      .getByRole("button", { name: /^Remove/ })
      .click();
    await sam.dialog("Confirm Delete").getByRole("button", { name: "Confirm Delete" }).click();
  };
  await holdDatabase(sam.page(), "mileage");
  await remove();
  await expect(sam.button("Removing")).toBeVisible();
  await expect(sam.page().getByText("Mileage removed")).toBeHidden();
  await phone.kill();
  await phone.start();
  await sam.open("/mileage");
  await expect(entry()).toBeVisible();

  const makeSpace = await fillPhone(sam.page());
  await remove();
  await expect(sam.page().getByText(fullPhone)).toBeVisible();
  await expect(entry()).toBeVisible();
  await expect(sam.button("Removing")).toBeHidden();
  await makeSpace();

  const release = await holdDatabase(sam.page(), "mileage");
  await remove();
  await expect(sam.button("Removing")).toBeVisible();
  await release();
  await sam.seesToast("Mileage removed");
  await expect(entry()).toBeHidden();
});

test("a start that waits for the database says so, and goes on by itself", async () => {
  const { phone, proxy, sam } = fixture;
  const release = await holdDatabase(sam.page(), "setting");
  const other = await phone.context.newPage();
  await other.goto(`${proxy.url}/mileage`);
  await expect(other.getByRole("status")).toContainText("Fieldfare is still starting.");
  await release();
  await expect(other.getByRole("heading", { level: 1 })).toHaveText("Recent Mileage Overview");
  await other.close();
});

async function receive(quantity: string): Promise<void> {
  const { sam } = fixture;
  await sam.button("Receive Hydraulic O-ring set").click();
  const dialog = sam.dialog("Hydraulic O-ring set");
  await dialog.getByLabel("Quantity").fill(quantity);
  await dialog.getByRole("button", { name: "Receive" }).click();
}

/** No row fits on the phone until the returned function is called. */
async function fillPhone(page: Page): Promise<() => Promise<void>> {
  await page.evaluate(() => {
    const methods = ["put", "add", "delete"].map(
      (name) => [name, Reflect.get(IDBObjectStore.prototype, name) as unknown] as const,
    );
    for (const [name] of methods)
      Reflect.set(IDBObjectStore.prototype, name, () => {
        throw new DOMException("Full", "QuotaExceededError");
      });
    const makeSpace = () => {
      for (const [name, method] of methods) Reflect.set(IDBObjectStore.prototype, name, method);
    };
    Object.assign(globalThis, { makeSpace });
  });
  return () => page.evaluate(() => (Reflect.get(globalThis, "makeSpace") as () => void)());
}

/** Keeps a transaction over a table open, so that no change of it is stored until the returned function is called. */
async function holdDatabase(page: Page, table = "job"): Promise<() => Promise<void>> {
  await page.evaluate(async (tableName) => {
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
    const transaction = database.transaction(tableName, "readwrite");
    const store = transaction.objectStore(tableName);
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
  }, table);
  return () =>
    page.evaluate(() => {
      Object.assign(Reflect.get(globalThis, "held") as object, { isHeld: false });
    });
}
