import { expect, type Page, test } from "@playwright/test";
import { expectDelivered } from "./expect-delivered.ts";
import { createPhoto } from "./image-files.ts";
import { inspect as inspectScreen } from "./inspection.ts";
import { setUpFixture } from "./fixture.ts";
import { readDrafts } from "./storage.ts";

/** A job of the day with parts ordered in advance, and nothing else to confirm. */
let visit: {
  readonly jobId: string;
  readonly address: string;
  readonly parts: readonly string[];
};

/** Another job, of a type that requires a form. */
const alarms = "5 Alarm Close";
let alarmsId: string;

/** A job that is held with a half-typed note and then closed without access. */
const unsaved = "6 Draft Close";
let unsavedId: string;

const fixture = setUpFixture({
  prepare: async (office) => {
    ({ jobId: alarmsId } = await office.raise(alarms, { jobCategoryId: 5, jobDetailTypeId: 51 }));
    ({ jobId: unsavedId } = await office.raise(unsaved));
    for (const { jobId } of await office.jobs()) {
      const { job } = await office.job(jobId);
      const { addressLine1, notifications } = job.property;
      if (job.status !== "New" || job.parts.length === 0) continue;
      if (notifications.some(({ alertEngineer }) => alertEngineer)) continue;
      const parts = job.parts.map(({ shortDescription }) => shortDescription);
      visit = { jobId, address: addressLine1, parts };
      return;
    }
    throw new Error("No job of the day has parts");
  },
});

const survey = "/jobs/selected/outcome/survey";
const errorAt = (page: Page, text: string) =>
  page.getByRole("main").getByText(text, { exact: true });

const inspect = async (name: string) => {
  await fixture.sam.dismissToasts();
  await inspectScreen(fixture.sam.page(), name);
};

/** Kills the browser and starts it again offline; it must show the same screen. */
async function killAndReopen(expectedText: string): Promise<Page> {
  const { phone, sam } = fixture;
  await expect.poll(() => sam.page().evaluate(readDrafts)).toContain(expectedText);
  await phone.kill();
  await phone.start({ offline: true });
  await sam.open(survey);
  await sam.seesScreen("Close Job");
  return sam.page();
}

const seesPosition = (page: Page, step: number, steps: number) =>
  expect(errorAt(page, `Step ${step} of ${steps}`)).toBeVisible();

test("the outcome is checked, and each missing item is fixed on its screen, which leads back", async () => {
  const { proxy, phone, sam } = fixture;
  const page = sam.page();
  await sam.openJobs();
  await sam.openJob(visit.address);
  await sam.answer("Parts Required", "Confirm");
  for (const label of ["Start Travel", "On-Site", "Access"] as const) await sam.step(label);
  proxy.inject(() => ({ kind: "lost" }));
  await phone.context.setOffline(true);
  await page.goto(proxy.url + survey);
  await sam.seesScreen("Complete Job");
  await sam.button("Back").click();
  await sam.button("Close").click();
  await sam.answer("Was access gained?", "Yes");
  const outcome = page.getByLabel("Outcome");
  await expect(outcome.getByRole("option")).toHaveText([
    /./,
    "Complete",
    "Parts Required",
    "Revisit Required",
    "Referral",
    "Abandoned - Duplicate",
    "Abandoned - Property Contact",
    "Abandoned - Not Required",
  ]);
  await expect(sam.button("Next")).toBeDisabled();
  await outcome.selectOption({ label: "Parts Required" });
  await expect(page.getByText("Checking the job")).toBeVisible();
  await expect(page.getByText("Attention required")).toBeVisible();
  await expect(page.getByText("Unable to close this job")).toBeVisible();
  await expect(errorAt(page, "There is not a part to be ordered for this job.")).toBeVisible();
  await expect(sam.button("Next")).toBeDisabled();
  await page.getByRole("link", { name: "Review parts" }).click();
  await sam.seesScreen("Parts");
  await sam.button("Add").click();
  await page.getByLabel("Short description").fill("Isolation valve");
  await page.getByLabel("Quantity Used").fill("1");
  await page.getByRole("switch", { name: "Van stock" }).check();
  await sam.button("Submit").click();
  await sam.seesScreen("Parts");
  await sam.button("Back").click();

  await sam.seesScreen("Complete Job");
  await expect(page.getByText("Job valid")).toBeVisible();
  await expect(
    page.getByText("This job may be closed. Please select Next below to continue"),
  ).toBeVisible();
  await outcome.selectOption({ label: "Complete (Van Stock Required)" });
  await expect(errorAt(page, "At least one engineering note required.")).toBeVisible();
  await inspect("Outcome with van stock and a fault");
  await outcome.selectOption({ label: "Revisit Required" });
  await expect(errorAt(page, "At least one engineering note required.")).toBeVisible();
  await page.goto(proxy.url + survey);
  await sam.seesScreen("Complete Job");
  await page.getByRole("link", { name: "Add engineering note" }).click();
  await page.getByRole("radio", { name: "Public" }).check();
  await page.getByLabel("Description").fill("Come back with a fan");
  await sam.button("Back").click();
  await sam.seesScreen("Complete Job");
  await expect(page.getByText("Not saved yet")).toBeVisible();
  await inspect("Outcome with something unsaved");
  await page.getByRole("link", { name: "Engineer Notes" }).click();
  await expect(page.getByLabel("Description")).toHaveValue("Come back with a fan");
  await sam.button("Submit").click();
  await sam.seesScreen("Complete Job");
  await expect(page.getByText("Not saved yet")).toBeHidden();
  await expect(page.getByText("Job valid")).toBeVisible();
  await sam.button("Next").click();
});

test("unused parts are explained, and the text survives a killed browser", async () => {
  const { sam } = fixture;
  let page = sam.page();
  await sam.seesStep("Unused parts");
  await seesPosition(page, 1, 6);
  for (const part of visit.parts)
    await expect(page.getByRole("list").getByText(part, { exact: true })).toBeVisible();
  await expect(page.getByText("Isolation valve")).toBeHidden();
  await sam.button("Next").click();
  await expect(errorAt(page, "Please enter an explanation.")).toBeVisible();
  await expect(page.getByLabel("Explanation")).toBeFocused();
  await inspect("Unused parts with an error");
  await page.getByLabel("Explanation").fill("x".repeat(100_000));
  await expect(errorAt(page, "Please use at most 2,000 characters.")).toBeVisible();
  await page.getByLabel("Explanation").fill("Wrong size 🔧 حجم خاطئ");
  page = await killAndReopen("Wrong size");
  await sam.seesStep("Unused parts");
  await expect(page.getByLabel("Explanation")).toHaveValue("Wrong size 🔧 حجم خاطئ");
  await sam.button("Next").click();
});

test("the contacts are reviewed, changed and added to, each leading back to the wizard", async () => {
  const { sam } = fixture;
  const page = sam.page();
  await sam.seesStep("Review property contacts");
  await seesPosition(page, 2, 6);
  await inspect("Review of contacts");
  const contacts = page.getByRole("main").getByRole("link").filter({ hasText: /\w/ });
  await contacts.first().click();
  await sam.seesScreen("Edit Property Contact");
  await sam.button("Update").click();
  await sam.seesStep("Review property contacts");
  await contacts.first().click();
  await sam.button("Back").click();
  await sam.seesStep("Review property contacts");
  await page.getByRole("link", { name: "Add Contact" }).click();
  await page.getByLabel("Full name").fill("Noor Reviewer");
  const type = page.getByLabel(/contact type/i).and(page.getByRole("combobox"));
  await type.selectOption({ index: 1 });
  await sam.button("Submit").click();
  await sam.seesStep("Review property contacts");
  await expect(page.getByText("Noor Reviewer")).toBeVisible();
  // The phone's Back goes one step back and does not leave the wizard.
  await page.goBack();
  await sam.seesStep("Unused parts");
  await sam.button("Next").click();
  await sam.seesStep("Review property contacts");
  await sam.button("Contacts reviewed").click();
});

test("heating has four questions, and two answers survive a killed browser", async () => {
  const { sam } = fixture;
  let page = sam.page();
  await sam.seesStep("Property heating");
  await seesPosition(page, 3, 6);
  await sam.button("Next").click();
  await expect(errorAt(page, "Please select Yes or No")).toHaveCount(4);
  await inspect("Property heating with errors");
  await sam.choice("Is the heating operational?", "Yes").click();
  const contradiction = page.getByText("The gas supply or the boiler is off");
  await sam.choice("Is the property capped?", "Yes").click();
  await expect(contradiction).toBeVisible();
  await inspect("Property heating with answers that contradict each other");
  await sam.choice("Is the property capped?", "No").click();
  await expect(contradiction).toBeHidden();
  await expect(errorAt(page, "Please select Yes or No")).toHaveCount(2);
  page = await killAndReopen('"isThePropertyCapped":false');
  await sam.seesStep("Property heating");
  await expect(page.getByRole("radio", { checked: true })).toHaveCount(2);
  await sam.button("Next").click();
  await expect(errorAt(page, "Please select Yes or No")).toHaveCount(2);
  await sam.answerHeating();
  await sam.button("Next").click();
});

test("root cause: each level is required, and so is the text of a cause that needs one", async () => {
  const { sam } = fixture;
  let page = sam.page();
  await sam.seesStep("Root cause");
  await seesPosition(page, 4, 6);
  await sam.button("Next").click();
  await expect(errorAt(page, "Root cause required")).toBeVisible();
  await sam.choice("Root cause", "System").click();
  await sam.button("Next").click();
  await expect(errorAt(page, "System required")).toBeVisible();
  await inspect("Root cause with an error");
  await sam.choice("System", "Leak").click();
  await sam.chooseCause("External", "Other");
  await expect(page.getByText("Leak")).toBeHidden();
  await sam.button("Next").click();
  await expect(errorAt(page, "Please provide a description")).toBeVisible();
  await page.getByLabel("Description").fill("Frozen tank");
  await inspect("Root cause");
  page = await killAndReopen("Frozen tank");
  await sam.seesStep("Root cause");
  await expect(page.getByLabel("Description")).toHaveValue("Frozen tank");
  await sam.button("Next").click();
});

test("the customer signs or opts out, and the signature survives a killed browser", async () => {
  const { sam } = fixture;
  let page = sam.page();
  await sam.seesStep("Customer signature");
  await seesPosition(page, 5, 6);
  // Nobody has signed yet: the step begins with the primary contact's name.
  const name = page.getByLabel("Customer name");
  await expect(name).not.toHaveValue("");
  await name.fill("");
  await sam.button("Next").click();
  await expect(errorAt(page, "Please enter the customer name")).toBeVisible();
  await expect(errorAt(page, "Please obtain a signature")).toBeVisible();
  await page.getByRole("switch", { name: "The customer does not sign" }).check();
  await expect(errorAt(page, "Please obtain a signature")).toBeHidden();
  await page.getByRole("switch", { name: "The customer does not sign" }).uncheck();
  await page.getByLabel("Customer name").fill("Pat Example");
  await sam.sign("Customer signature");
  // Another name is another person, who has not signed.
  await name.fill("Somebody Else");
  await expect(page.getByText(/^The name has changed since the customer signed/)).toBeVisible();
  await sam.button("Next").click();
  await sam.seesStep("Customer signature");
  await name.fill("Pat Example");
  await sam.sign("Customer signature");
  // Nobody has gone on since: it may be half a signature, and is used only if somebody says that it is not.
  page = await killAndReopen("data:image/png");
  await sam.seesStep("Customer signature");
  await expect(page.getByLabel("Customer name")).toHaveValue("Pat Example");
  const pad = page.getByRole("group", { name: "Customer signature", exact: true });
  const notFinished = pad.getByText("The screen closed before this signature was finished.");
  await expect(notFinished).toBeVisible();
  await expect(pad.getByRole("img", { name: "Customer signature" })).toBeVisible();
  await inspect("Customer signature that was not finished");
  await sam.button("Next").click();
  await expect(errorAt(page, "Please obtain a signature")).toBeVisible();
  await sam.button("Back").click();
  await sam.seesStep("Root cause");
  await sam.button("Next").click();
  await expect(notFinished).toBeVisible();
  await pad.getByRole("button", { name: "Sign again" }).click();
  await sam.sign("Customer signature");
  await killAndReopen("data:image/png");
  await sam.seesStep("Customer signature");
  await expect(sam.button("Use this signature")).toBeVisible();
  await sam.page().getByLabel("Customer name").fill("Somebody Else");
  await expect(sam.button("Use this signature")).toBeHidden();
  await expect(
    sam.page().getByText(/^The name has changed since the customer signed/),
  ).toBeVisible();
  await sam.page().getByLabel("Customer name").fill("Pat Example");
  await sam.sign("Customer signature");
  await killAndReopen("data:image/png");
  await sam.seesStep("Customer signature");
  await sam.button("Use this signature").click();
  await expect(
    sam.page().getByRole("img", { name: "Customer signature", exact: true }),
  ).toBeVisible();
  // It stands under the name that it was given under.
  await sam.page().getByLabel("Customer name").fill("Somebody Else");
  await expect(
    sam.page().getByText(/^The name has changed since the customer signed/),
  ).toBeVisible();
  await sam.page().getByLabel("Customer name").fill("Pat Example");
  await sam.sign("Customer signature");
  await sam.button("Back").click();
  await sam.seesStep("Root cause");
  await sam.button("Next").click();
  // Going on has ended the signature.
  page = await killAndReopen("data:image/png");
  await sam.seesStep("Customer signature");
  await expect(page.getByLabel("Customer name")).toHaveValue("Pat Example");
  await expect(page.getByRole("img", { name: "Customer signature", exact: true })).toBeVisible();
  await inspect("Customer signature as it was kept");
  await sam.button("Back").click();
  await sam.seesStep("Root cause");
  await sam.button("Next").click();
  await sam.button("Next").click();
});

test("a part that is used meanwhile removes its step, and undoing that restores the step", async () => {
  const { proxy, phone, sam } = fixture;
  const page = sam.page();
  await sam.seesStep("Engineer sign-off");
  await seesPosition(page, 6, 6);
  await sam.button("Finish").click();
  await expect(errorAt(page, "You must agree before submitting.")).toBeVisible();
  await inspect("Engineer sign-off with an error");
  const other = await phone.context.newPage();
  const use = async (quantity: string) => {
    for (const part of visit.parts) {
      await other.goto(`${proxy.url}/jobs/selected/parts`);
      await other.getByRole("link", { name: part }).click();
      await other.getByLabel("Quantity Used").fill(quantity);
      await other.getByRole("button", { name: "Update", exact: true }).click();
      // None of these parts is recorded as collected.
      if (quantity !== "0") await other.getByRole("button", { name: "Yes, it was used" }).click();
      await expect(other.getByRole("heading", { level: 1, name: "Parts" })).toBeVisible();
    }
  };
  await use("1");
  await seesPosition(page, 5, 5);
  await use("0");
  await seesPosition(page, 6, 6);

  // A job on hold cannot be closed; after the hold the wizard is at the same step.
  await other.goto(`${proxy.url}/jobs/selected/hold`);
  await other.getByLabel("Hold Reason").selectOption({ index: 1 });
  const details = other.getByLabel("Additional information");
  if (await details.isVisible()) await details.fill("Key is on its way");
  await other.getByRole("button", { name: "Hold", exact: true }).click();
  await sam.seesScreen(/^Job \(/);
  await other.close();
  await sam.button("Remove Hold").click();
  await sam.answer("Remove Hold?", "Remove Hold");
  await sam.step("Access");
  await page.goto(proxy.url + survey);
  await sam.seesStep("Engineer sign-off");
  await seesPosition(page, 6, 6);
});

test("a close that the phone cannot store changes neither the job nor the wizard's step", async () => {
  const { sam } = fixture;
  const page = sam.page();
  await page.getByLabel("I agree").check();
  await page.evaluate(refuseJobs);
  await sam.button("Finish").click();
  await sam.seesToast("Job not closed: Please review the job and try again.");
  await sam.seesStep("Engineer sign-off");
  await page.reload();
  await sam.seesStep("Engineer sign-off");
  await expect(page.getByLabel("I agree")).toBeChecked();
  await expect(sam.syncIndicator(/waiting/)).toBeVisible();
});

/** Runs in the page: makes every write of a job fail until the page is reloaded. */
function refuseJobs(): void {
  const put = Reflect.get(IDBObjectStore.prototype, "put");
  IDBObjectStore.prototype.put = function refuse(this: IDBObjectStore, value: unknown, key) {
    if (this.name === "job") throw new DOMException("The disk is broken", "UnknownError");
    return put.call(this, value, key);
  };
}

test("two tabs and a double tap close the job once, and the office sees everything", async () => {
  const { proxy, office, phone, sam } = fixture;
  const page = sam.page();
  const other = await phone.context.newPage();
  await other.goto(proxy.url + survey);
  await expect(other.getByRole("heading", { name: "Engineer sign-off" })).toBeVisible();
  for (const tab of [page, other]) await tab.getByLabel("I agree").check();
  // A mouse click would wait for a tab in the background.
  const tapTwice = (button: HTMLElement | SVGElement) => {
    button.dispatchEvent(new MouseEvent("click", { bubbles: true, cancelable: true }));
    button.dispatchEvent(new MouseEvent("click", { bubbles: true, cancelable: true }));
  };
  await Promise.all(
    [page, other].map((tab) => tab.getByRole("button", { name: "Finish" }).evaluate(tapTwice)),
  );
  for (const tab of [page, other]) {
    await expect(tab.getByRole("heading", { level: 1, name: "Jobs" })).toBeVisible();
    await expect(tab.getByText("Job not closed")).toBeHidden();
  }
  await other.close();
  await sam.seesClosedJob(visit.address);
  await page.goto(proxy.url + survey);
  await sam.seesScreen("Jobs");

  proxy.inject();
  await phone.context.setOffline(false);
  await expectDelivered(office, visit.jobId, [
    "JobStatusChange",
    "PropertyNotificationConfirm",
    ...Array<string>(3).fill("JobStatusChange"),
    "JobHoldChange",
    "JobHoldChange",
    ...Array<string>(2).fill("JobStatusChange"),
    "JobClose",
    "JobImage",
  ]);
  const { job, closing, images } = await office.job(visit.jobId);
  expect(job.status).toBe("Closed");
  expect(closing).toMatchObject({
    closedBy: { name: office.sam.name },
    outcome: {
      customerSignature: { customerName: "Pat Example", optOut: false },
      engineerSignOffAgreed: true,
      tenantReviewCompleted: true,
      heatingStatus: {
        isHeatingOperational: true,
        hasHotWater: true,
        wereTempHeatersLeft: false,
        isThePropertyCapped: false,
      },
      partsNotUsedNote: "Wrong size 🔧 حجم خاطئ",
    },
    inWords: {
      outcome: "Revisit Required",
      rootCauses: [
        { description: "External", additionalText: null },
        { description: "Other", additionalText: "Frozen tank" },
      ],
      unusedParts: [],
      uncollectedParts: visit.parts.map((shortDescription) => ({ shortDescription })),
    },
    signatureImageId: images[0]?.imageId,
    numberOfMessages: 2,
    arrivedMessages: 2,
  });
  expect(job.notes).toContainEqual(
    expect.objectContaining({ isPublic: false, description: "Wrong size 🔧 حجم خاطئ" }),
  );
  expect(job.property.tenants.map(({ fullName }) => fullName)).toContain("Noor Reviewer");
});

test("a required form is reviewed first, and a job that the office removes closes the wizard", async () => {
  const { office, phone, sam } = fixture;
  const page = sam.page();
  await sam.openJob(alarms);
  for (const label of ["Start Travel", "On-Site", "Access"] as const) await sam.step(label);
  await sam.button("Close").click();
  await sam.answer("Was access gained?", "Yes");
  await page.getByLabel("Outcome").selectOption({ label: "Complete" });
  await expect(errorAt(page, "At least one required form has not been completed.")).toBeVisible();
  await page.getByRole("link", { name: "Review forms" }).click();
  await sam.seesScreen("Forms");
  await expect(page.getByText("Required Form")).toBeVisible();
  await sam.button("Back").click();
  await sam.seesScreen("Complete Job");
  await page.getByLabel("Outcome").selectOption({ label: "Referral" });
  await expect(page.getByText("Job valid")).toBeVisible();
  await sam.button("Next").click();
  await sam.seesStep("Review property contacts");
  await expect(page.getByText("No Property Contacts found")).toBeVisible();
  await seesPosition(page, 1, 5);
  await sam.button("Back").click();
  await sam.seesScreen("Complete Job");
  await sam.button("Next").click();
  await office.requestRemoval(alarmsId, true);
  await phone.reconnect();
  await sam.answer(/^Job .* has been removed$/, "Confirm");
  await sam.seesScreen("Jobs");
  await expect(sam.jobCard(alarms)).toBeHidden();
});

test("a half-typed note is shown before a hold and before a visit without access, whose notes take it", async () => {
  const { office, sam } = fixture;
  const page = sam.page();
  const typed = "Half typed: the CO alarm went off";
  await sam.openJob(unsaved);
  for (const label of ["Start Travel", "On-Site", "Access"] as const) await sam.step(label);
  await page.goto(`${fixture.proxy.url}/jobs/selected/engineer/notes/add`);
  await page.getByLabel("Description").fill(typed);
  await sam.button("Back").click();
  await sam.seesScreen("Notes");
  await sam.button("Back").click();
  await sam.button("Hold").click();
  await sam.seesScreen("Hold Job");
  await expect(page.getByText("Not saved yet")).toBeVisible();
  await expect(page.getByText(typed)).toBeVisible();
  await inspect("Hold with something unsaved");
  await page.getByLabel("Hold Reason").selectOption({ index: 1 });
  const details = page.getByLabel("Additional information");
  if (await details.isVisible()) await details.fill("Key is on its way");
  await sam.button("Hold").click();
  await sam.seesScreen("Jobs");
  await sam.openJob(unsaved);
  await sam.button("Remove Hold").click();
  await sam.answer("Remove Hold?", "Remove Hold");
  await sam.button("Access").click();
  await sam.answer("Was access gained?", "No, access not gained");
  await sam.seesScreen("No Access");
  await expect(page.getByText("Not saved yet")).toBeVisible();
  await inspect("No Access with something unsaved");
  await page.getByLabel("No Access Reason").selectOption({ index: 1 });
  const chooser = page.waitForEvent("filechooser");
  await sam.button("Take photo").click();
  await (await chooser).setFiles([await createPhoto(page)]);
  await expect(page.getByRole("img", { name: /^Photo 1/ })).toBeVisible();
  await page.getByLabel("Notes").fill("Nobody came to the door");
  await sam.button("Close Job").click();
  await sam.answer("Close without what is not saved?", "Go back");
  await sam.button("Add to the notes").click();
  await expect(page.getByText("Not saved yet")).toBeHidden();
  await expect(page.getByLabel("Notes")).toHaveValue(`Nobody came to the door\n${typed}`);
  await sam.button("Close Job").click();
  await sam.seesToast("Job closed");
  await expect
    .poll(async () => (await office.job(unsavedId)).closing?.outcome)
    .toMatchObject({ notes: `Nobody came to the door\n${typed}` });
});
