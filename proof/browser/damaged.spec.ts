import { expect, type Page, test } from "@playwright/test";
import { pin } from "./engineer.ts";
import { onApiCalls } from "./fault-proxy.ts";
import { setUpFixture } from "./fixture.ts";
import { inspect } from "./inspection.ts";

const address = "9 Damaged Lane";
const wrongPin = "739104";
let jobId: string;
const fixture = setUpFixture({
  prepare: async (office) => {
    ({ jobId } = await office.raise(address));
  },
});

/** Takes a step that is not sent, and starts the app again without a network, after `change` has changed what is stored. */
async function startAgain(
  label: "Start Travel" | "On-Site",
  change: (page: Page) => Promise<void>,
) {
  const { proxy, phone, sam } = fixture;
  await sam.sentAll();
  proxy.inject(onApiCalls({ kind: "lost" }));
  await sam.step(label);
  await change(sam.page());
  await phone.quit();
  await phone.start({ offline: true });
  await sam.page().goto(`${proxy.url}/jobs/selected`);
  await sam.seesScreen("Unlock");
}

async function enterPin(secret = pin) {
  const { sam } = fixture;
  await sam.page().getByLabel("PIN", { exact: true }).fill(secret);
  await sam.button("Unlock").click();
}

const alert = () => fixture.sam.page().getByRole("alert");
const countMessages = async () => (await fixture.office.job(jobId)).messages.length;

/** Ends the lack of a network, and waits until the server has one more message. */
async function sendsBehindTheLock() {
  const { proxy, phone, sam } = fixture;
  const count = await countMessages();
  proxy.inject();
  await phone.context.setOffline(false);
  await expect.poll(countMessages).toBe(count + 1);
  await sam.seesScreen("Unlock");
}

test("a stored sign-in that is damaged is told as what it is and costs no try; what waits is sent, and the PIN opens with a network", async () => {
  const { sam } = fixture;
  await sam.openJobs();
  await sam.openJob(address);
  await startAgain("Start Travel", (page) =>
    page.evaluate(async () => {
      const database = await new Promise<IDBDatabase>((resolve) => {
        const request = indexedDB.open("fieldfare");
        request.onsuccess = () => resolve(request.result);
      });
      const rows = database.transaction("login", "readwrite").objectStore("login");
      await new Promise<void>((resolve) => {
        const reading = rows.openCursor();
        reading.onsuccess = () => {
          const cursor = reading.result;
          if (!cursor) return resolve();
          const row = cursor.value as { offlineLogin: { sealed: ArrayBuffer } };
          const bytes = new Uint8Array(row.offlineLogin.sealed);
          bytes[9] = (bytes[9] ?? 0) ^ 4;
          cursor.update(row);
          return cursor.continue();
        };
      });
      database.close();
    }),
  );
  for (const secret of [pin, wrongPin, pin, wrongPin, pin, wrongPin, pin]) {
    await enterPin(secret);
    await expect(alert()).toContainText("it was not counted as a wrong try");
  }
  await inspect(sam.page(), "Unlock with a damaged sign-in");
  await sendsBehindTheLock();
  await enterPin();
  await sam.seesScreen(/^Job \(/);
  await expect(sam.page().getByText("This phone could not open what it had stored")).toBeHidden();
  await sam.open("/jobs");
  await expect(sam.jobCard(address)).toContainText("Travelling");
});

test("a data key that nothing opens is told with what helps; what waits is sent, and after a sign-in the jobs are there", async () => {
  const { sam, office } = fixture;
  await sam.open("/jobs");
  await sam.openJob(address);
  await startAgain("On-Site", (stored) =>
    stored.evaluate(async (user) => {
      const database = await new Promise<IDBDatabase>((resolve) => {
        const request = indexedDB.open(`fieldfare-${localStorage.getItem(user)}`);
        request.onsuccess = () => resolve(request.result);
      });
      const transaction = database.transaction("sealKey", "readwrite");
      transaction.objectStore("sealKey").put({ name: "check", key: new ArrayBuffer(32) });
      await new Promise((resolve) => {
        transaction.oncomplete = resolve;
      });
      database.close();
    }, "fieldfare.user"),
  );
  await enterPin();
  await expect(alert()).toContainText("Your PIN is right.");
  await expect(sam.page().getByLabel("PIN", { exact: true })).toBeHidden();
  await inspect(sam.page(), "Unlock with a lost data key");
  await sendsBehindTheLock();
  await sam.button("Sign in again").click();
  await sam.signIn();
  await expect(
    sam.page().getByText("This phone could not open what it had stored").first(),
  ).toBeVisible();
  await sam.dismissToasts();
  await sam.open("/jobs");
  await expect(sam.jobCard(address)).toContainText("On site");
  const open = (await office.jobs()).filter(({ status }) => status !== "Closed").length;
  await sam.open("/");
  await sam.seesJobs(open);
});
