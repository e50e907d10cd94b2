import { expect, test } from "@playwright/test";
import { password, pin } from "./engineer.ts";
import { carriesStatus, onApiCalls } from "./fault-proxy.ts";
import { setUpFixture } from "./fixture.ts";

const started = "11 Forgotten Row";
const waiting = "12 Forgotten Row";
const newPin = "739104";
const noteText = "Valve behind the panel, spare key with the caretaker";

let jobId: string;

const fixture = setUpFixture({
  prepare: async (office) => {
    ({ jobId } = await office.raise(started));
    await office.raise(waiting);
  },
});

/** Ends the browser and starts it again: nothing that is in memory is left. */
async function startAgain({ offline = false } = {}) {
  const { phone, proxy, sam } = fixture;
  await phone.quit();
  await phone.start({ offline });
  await sam.page().goto(`${proxy.url}/jobs`);
  await sam.seesScreen("Unlock");
}

/** What was received and what was recorded is there, and none of it was given up. */
async function seesAllJobs() {
  const { sam } = fixture;
  await expect(sam.jobCard(waiting)).toBeVisible();
  await expect(sam.jobCard(started)).toContainText("Access gained");
  await expect(sam.page().getByText("This phone could not open what it had stored")).toBeHidden();
}

test("work is recorded without a network, and the PIN is forgotten", async () => {
  const { proxy, phone, sam } = fixture;
  const page = sam.page();
  await sam.openJobs();
  await sam.openJob(started);
  for (const label of ["Start Travel", "On-Site"] as const) await sam.step(label);
  await sam.sentAll();
  await phone.context.setOffline(true);
  proxy.inject(onApiCalls({ kind: "lost" }));
  await sam.step("Access");
  await sam.open("/jobs/selected/engineer/notes/add");
  await page.getByLabel("Description").pressSequentially(noteText);
  await expect
    .poll(async () => JSON.stringify(await page.evaluate(() => readStoredRows("draft"))))
    .toContain(noteText);
  await startAgain({ offline: true });
  await expect(sam.page().evaluate(() => readStoredRows("job"))).rejects.toThrow("is locked");
});

test("a new PIN with the password opens the jobs and the work that is not sent", async () => {
  const { office, proxy, phone, sam } = fixture;
  const page = sam.page();
  const { length } = (await office.job(jobId)).messages;
  // The work waits a while longer than the sign-in.
  proxy.inject(({ path }) => (carriesStatus(path) ? { kind: "lost" } : undefined));
  await phone.context.setOffline(false);
  await sam.button("Forgotten PIN?").click();
  await sam.seesScreen("Forgotten Pin?");
  await page.getByLabel("Please enter the PIN you would like to use", { exact: true }).fill(newPin);
  await page.getByLabel("Re-enter PIN", { exact: true }).fill(newPin);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await sam.button("Change PIN").click();
  await sam.seesScreen("Home");
  await expect(sam.syncIndicator("1 waiting")).toBeVisible();
  await sam.open("/jobs");
  await seesAllJobs();
  await sam.open("/jobs/selected/engineer/notes/add");
  await expect(page.getByLabel("Description")).toHaveValue(noteText);
  expect((await office.job(jobId)).messages).toHaveLength(length);
  proxy.inject();
  await phone.reconnect();
  await expect.poll(async () => (await office.job(jobId)).messages.length).toBe(length + 1);
});

test("the new PIN opens all of it without a network, and the old one nothing", async () => {
  const { proxy, phone, sam } = fixture;
  proxy.inject(onApiCalls({ kind: "lost" }));
  await startAgain({ offline: true });
  await sam.page().getByLabel("PIN", { exact: true }).fill(pin);
  await sam.button("Unlock").click();
  await expect(sam.page().getByRole("alert")).toContainText("Unable to login.");
  await sam.unlock(newPin);
  await sam.seesScreen("Jobs");
  await seesAllJobs();
  await phone.context.setOffline(false);
  proxy.inject();
});

test("a sign-in with the password opens them too where only the PIN was used before", async () => {
  const { sam } = fixture;
  await startAgain();
  await sam.button("Sign in as somebody else").click();
  await sam.button("Sign in with a password").click();
  await sam.signIn({ password });
  await sam.seesScreen(/Home|Job/);
  await sam.open("/jobs");
  await seesAllJobs();
});
