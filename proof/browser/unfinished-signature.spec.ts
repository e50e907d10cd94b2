import { expect, type Page, test } from "@playwright/test";
import { formIds } from "@fieldfare/domain";
import { setUpFixture } from "./fixture.ts";
import { inspect } from "./inspection.ts";
import { writeFormBundle } from "./planted-forms.ts";

const address = "18 Signature Row";
const otherAddress = "19 Signature Row";
const pad = "Customer signature";
let jobId: string;

const fixture = setUpFixture({
  prepare: async (office) => {
    ({ jobId } = await office.raise(address, { jobCategoryId: 5, jobDetailTypeId: 51 }));
    await office.raise(otherAddress);
  },
});

/** Where the customer signs: the name of the screen, its path and the kind of its draft. */
const screens = [
  ["form", `/jobs/selected/form/${formIds.alarmTest}`, `form:${formIds.alarmTest}`],
  ["close wizard", "/jobs/selected/outcome/survey", "close"],
] as const;

const use = () => fixture.sam.button("Use this signature");

/** Opens the screen and signs again, without going on. */
async function beginToSign(path: string, kind: string): Promise<void> {
  await fixture.sam.open(path);
  await signAgain(kind);
}

async function signAgain(kind: string): Promise<void> {
  const { sam } = fixture;
  const page = sam.page();
  const countStored = async () =>
    (await page.evaluate(readSignedDraft, kind)).split("data:image/").length - 1;
  const removeOld = sam.button(/^(Sign again|Clear)$/);
  if (await removeOld.isEnabled()) await removeOld.click();
  await expect.poll(countStored).toBe(0);
  await sam.sign(pad);
  await expect.poll(countStored).toBe(1);
}

/** Runs in the page: the job's draft of this kind, as JSON. */
async function readSignedDraft(kind: string): Promise<string> {
  const drafts = await readStoredRows<{ kind: string }>("draft");
  return JSON.stringify(drafts.filter((draft) => draft.kind === kind));
}

/** Opens the screen again: it asks whether the signature is whole. */
async function seesUnfinished(path: string): Promise<void> {
  const { sam } = fixture;
  await sam.open(path);
  await expect(use()).toBeVisible();
  await expect(
    sam.page().getByText("The screen closed before this signature was finished."),
  ).toBeVisible();
}

/** Opens the screen again: the signature counts. */
async function seesWhole(path: string): Promise<void> {
  const { sam } = fixture;
  await sam.open(path);
  const signed = sam
    .page()
    .getByRole("img", { name: `${pad}: Signed.` })
    .or(sam.page().getByRole("img", { name: pad, exact: true }));
  await expect(signed).toBeVisible();
  await expect(use()).toBeHidden();
}

test("a job is closed as far as the customer's signature, and has a form that asks for one", async () => {
  const { sam } = fixture;
  const page = sam.page();
  await page.clock.install();
  await page.reload();
  await sam.openJobs();
  await sam.openJob(address);
  for (const label of ["Start Travel", "On-Site", "Access"] as const) await sam.step(label);
  await page.evaluate(writeFormBundle, {
    jobId,
    customFormId: formIds.alarmTest,
    name: "Receipt",
    pages: [
      {
        name: "page",
        elements: [{ type: "signaturepad", name: "signature", title: pad, isRequired: true }],
      },
    ],
  });
  await sam.button("Close").click();
  await sam.answer("Was access gained?", "Yes");
  await page.getByLabel("Outcome").selectOption({ label: "Abandoned - Not Required" });
  await expect(page.getByText("Job valid")).toBeVisible();
  await sam.button("Next").click();
  await sam.seesStep("Review property contacts");
  await sam.button("Contacts reviewed").click();
  await sam.answerHeating();
  await sam.button("Next").click();
  await sam.chooseCause("External", "Gas supply");
  await sam.button("Next").click();
  await page.getByLabel("Customer name").fill("Pat Example");
  await sam.sentAll();
});

for (const [name, path] of screens)
  test(`the ${name} hides an alert about another home while it asks the customer to sign`, async () => {
    const { sam } = fixture;
    const strip = sam.page().getByRole("region", { name: "Alert from the office" });
    await sam.open("/settings");
    await expect(strip.getByText(otherAddress)).toBeVisible();
    await sam.open(path);
    await expect(sam.page().locator("canvas")).toBeVisible();
    // The alert has been read, and its space is there.
    await expect(strip).toContainText(otherAddress);
    await expect(strip.getByText(otherAddress)).toBeHidden();
    await sam.open("/settings");
    await expect(strip.getByText(otherAddress)).toBeVisible();
  });

test("the notice of a job that the office removes waits until the pad has gone", async () => {
  const { office, phone, sam } = fixture;
  const page = sam.page();
  const [removed, raised] = ["20 Signature Row", "21 Signature Row"] as const;
  const { jobId: removedId } = await office.raise(removed);
  await phone.reconnect();
  await sam.open("/jobs");
  await expect(sam.jobCard(removed)).toBeVisible();
  await sam.open(screens[0][1]);
  await expect(page.locator("canvas")).toBeVisible();
  await office.requestRemoval(removedId, true);
  await phone.reconnect();
  await expect(sam.syncIndicator("All sent")).toBeVisible();
  await office.raise(raised);
  await phone.reconnect();
  // What the office did later has been read.
  await expect(page.getByRole("region", { name: "Alert from the office" })).toContainText(raised, {
    timeout: 60_000,
  });
  const notice = sam.dialog(/^Job .* has been removed$/);
  await expect(notice).toBeHidden();
  await page.getByRole("button", { name: "Back to the forms" }).click();
  await expect(notice).toContainText(removed);
  await sam.answer(/^Job .* has been removed$/, "Confirm");
});

for (const [name, path, kind] of screens) {
  test(`a signature in the ${name} is not finished if another tab opens another job while it is drawn`, async () => {
    const { phone, proxy, sam } = fixture;
    const page = sam.page();
    await beginToSign(path, kind);
    const other = await phone.context.newPage();
    await other.goto(`${proxy.url}/jobs/selected`);
    await other.getByRole("button", { name: "Hold", exact: true }).click();
    await other.getByLabel("Hold Reason").selectOption({ index: 1 });
    const details = other.getByLabel("Additional information");
    if (await details.isVisible()) await details.fill("Part on order");
    await other.getByRole("button", { name: "Hold", exact: true }).click();
    await other.getByRole("button", { name: otherAddress }).click();
    await page.bringToFront();
    await sam.seesScreen("Another job is open");
    await other.close();
    await sam.button(/^Open /).click();
    await sam.button("Remove Hold").click();
    await sam.answer("Remove Hold?", "Remove Hold");
    await sam.step("Access");
    await seesUnfinished(path);
  });

  test(`a signature in the ${name} is not finished if the PIN is forgotten while it is drawn`, async () => {
    const { sam } = fixture;
    await beginToSign(path, kind);
    await sam.page().clock.fastForward("15:01");
    await sam.seesScreen("Unlock");
    await sam.button("Forgotten PIN?").click();
    await sam.seesScreen("Forgotten Pin?");
    await sam.page().goBack();
    await sam.unlock();
    await seesUnfinished(path);
    await inspect(sam.page(), `A signature in the ${name} that was not finished`);
  });
}

const ways = [
  ["with the phone's Back", (page: Page) => page.goBack()],
  [
    "with a button",
    (page: Page) => page.getByRole("button", { name: "Back to the forms" }).click(),
  ],
] as const;

for (const [how, leave] of ways)
  test(`a signature in the form is whole if the engineer goes back ${how}`, async () => {
    const { sam } = fixture;
    const [, path, kind] = screens[0];
    const page = sam.page();
    await sam.open("/jobs/selected/forms");
    await page.getByRole("link", { name: /^Receipt/ }).click();
    await signAgain(kind);
    await leave(page);
    await sam.seesScreen("Forms");
    await seesWhole(path);
  });

for (const [name, path, kind] of screens)
  test(`a signature in the ${name} is not finished if the office locks the phone while it is drawn`, async () => {
    const { office, phone, sam } = fixture;
    await beginToSign(path, kind);
    const [device] = await office.devices();
    if (!device) throw new Error("The phone is not registered");
    await office.lock(device.deviceId);
    await phone.reconnect();
    await sam.seesScreen("Locked");
    await office.unlock(device.deviceId);
    await sam.button("Check again").click();
    await sam.seesScreen("Home");
    await seesUnfinished(path);
  });
