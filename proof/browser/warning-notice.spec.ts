import { expect, type Page, test } from "@playwright/test";
import { formIds } from "@fieldfare/domain";
import { gasAppliances, createGasRecordForm } from "./gas-record.ts";
import { inspect } from "./inspection.ts";
import { setUpFixture } from "./fixture.ts";
import { plantLostForm, writeCompletion } from "./planted-forms.ts";
import { readDrafts } from "./storage.ts";

const address = "7 Danger Row";
const signedAddress = "8 Danger Row";
let jobId: string;

const fixture = setUpFixture({
  prepare: async (office) => {
    const visit = {
      jobCategoryId: 1,
      jobDetailTypeId: 11,
      property: {
        assets: gasAppliances.slice(1, 2),
        tenants: [{ fullName: "Robin Quill", phones: [] }],
      },
    };
    ({ jobId } = await office.raise(address, visit));
    await office.raise(signedAddress, visit);
  },
});

const said = (page: Page, text: string | RegExp) => page.getByRole("main").getByText(text);

test("the hub names a danger without a warning notice and leads to the notice", async () => {
  const { sam, phone } = fixture;
  const page = sam.page();
  await sam.openJobs();
  await sam.openJob(address);
  for (const label of ["Start Travel", "On-Site", "Access"] as const) await sam.step(label);
  await phone.context.setOffline(true);
  await sam.open("/jobs/selected/forms");
  await page.getByRole("link", { name: /gas safety record/ }).click();
  const record = createGasRecordForm(sam);
  await record.answerDetails();
  await record.next("Appliances");
  await sam.button(/^Gas fire/).click();
  await record.inCard("Inspected", "Yes");
  await record.inCard("Defect found", "Yes");
  await record.open().getByLabel("Defect", { exact: true }).fill("Flue seal broken");
  // The answer is tapped where it is the last that the screen shows.
  const answer = record
    .open()
    .getByRole("group", { name: "Classification" })
    .getByRole("radio", { name: "At Risk", exact: true });
  await answer.evaluate((element) => element.scrollIntoView({ block: "end" }));
  await answer.check();
  const findGap = async () => {
    const offer = await sam.button("Write the warning notice").boundingBox();
    const footer = await page.getByRole("contentinfo").boundingBox();
    return (footer?.y ?? 0) - (offer ? offer.y + offer.height : Infinity);
  };
  await expect.poll(findGap).toBeGreaterThan(0);
  await expect(answer).toBeInViewport({ ratio: 1 });
  await expect(answer).toBeFocused();
  await expect.poll(() => page.evaluate(readDrafts)).toContain('"classification":"AR"');
  await sam.open("/jobs/selected");
  await expect(said(page, /^Warning notice missing: Gas fire.* Lounge/)).toBeVisible();
  await inspect(page, "Hub with a missing warning notice");
  await sam.button("Write the warning notice").click();
  await sam.seesScreen("Warning notice");
  await sam.button("Back to the forms").click();
  await sam.seesScreen("Forms");
});

test("the close names what contradicts the notice, and recommends looking again", async () => {
  const { sam } = fixture;
  const page = sam.page();
  const notice = { jobId, customFormId: formIds.warningNotice };
  const row = { type: "Gas fire, inset", location: "Lounge", classification: "ID" };
  const contradiction = "The gas safety record and the warning notice contradict each other.";
  await page.evaluate(writeCompletion, { ...notice, answers: { notices: [row] } });
  await sam.open("/jobs/selected");
  await expect(page.getByRole("link", { name: /^Forms/ })).toBeVisible();
  await expect(said(page, contradiction)).toBeHidden();
  // Once the record is complete, both documents can be handed over before the close.
  const { classification: _onNotice, ...fire } = row;
  const onRecord = { inspected: "yes", hasDefect: "yes", warningNoticeIssued: "no" };
  await page.evaluate(writeCompletion, {
    jobId,
    customFormId: formIds.gasSafetyRecord,
    answers: { appliances: [{ ...fire, ...onRecord, classification: "AR" }] },
  });
  await sam.open("/jobs/selected");
  await expect(said(page, contradiction)).toBeVisible();
  const contradictions = [
    /^Gas fire.* Lounge.* is At Risk on the record and Immediately Dangerous on the warning notice\.$/,
    /^Gas fire.* Lounge.* has a warning notice, and the record says that none was issued\.$/,
  ];
  const list = page.getByRole("list").filter({ hasText: "At Risk on the record" });
  await expect(list.getByRole("listitem")).toHaveText(contradictions);
  await page.getByRole("link", { name: "Open the warning notice" }).click();
  await sam.seesScreen("Warning notice");
  await sam.open("/jobs/selected");
  await expect(page.getByRole("link", { name: "Open the gas safety record" })).toBeVisible();
  await inspect(page, "Hub with a contradiction");
  await sam.open("/jobs/selected/outcome");
  await page.getByLabel("Outcome").selectOption({ label: "Referral" });
  const question = sam.dialog("Danger at this job");
  await sam.button("Next").click();
  await expect(question.getByRole("listitem")).toHaveText(contradictions);
  await expect(question.getByRole("button")).toHaveText(["", "Look again", "Go on as it is"]);
  await inspect(page, "Close with a contradiction");
  await sam.answer("Danger at this job", "Look again");
  await sam.seesScreen("Complete Job");
  await sam.button("Next").click();
  await sam.closeDialog("Danger at this job");
  await sam.seesScreen("Complete Job");
  await sam.button("Next").click();
  await sam.answer("Danger at this job", "Go on as it is");
  await sam.seesStep("Review property contacts");
  await page.evaluate(plantLostForm, { ...notice, isTakenAway: true });
});

test("the close names the optional forms, and asks why there is no notice", async () => {
  const { sam, phone, office } = fixture;
  const page = sam.page();
  await sam.open("/jobs/selected");
  await sam.button("Close").click();
  await sam.answer("Was access gained?", "Yes");
  await page.getByLabel("Outcome").selectOption({ label: "Referral" });
  await expect(page.getByText("Job valid")).toBeVisible();
  await expect(said(page, /^Not filled in: .*Boiler service/)).toBeVisible();
  await inspect(page, "Outcome with a missing warning notice");
  await sam.button("Next").click();
  await sam.seesStep("Warning notice missing");
  await sam.button("Next").click();
  await expect(said(page, "Please enter a reason, or write the warning notice.")).toBeVisible();
  await inspect(page, "Close without a warning notice");
  await sam.button("Write the warning notice").click();
  await sam.seesScreen("Warning notice");
  await sam.open("/jobs/selected/outcome/survey");
  await page.getByLabel("Reason for closing without it").fill("The tenant sent me away");
  await sam.button("Next").click();
  await sam.seesStep("Review property contacts");
  await sam.button("Contacts reviewed").click();
  await sam.answerHeating();
  await sam.button("Next").click();
  await sam.chooseCause("External", "Gas supply");
  await sam.button("Next").click();
  await page.getByLabel("Customer name").fill("Robin Quill");
  await sam.sign("Customer signature");
  await sam.button("Next").click();
  await page.getByLabel("I agree").click();
  await phone.context.setOffline(false);
  await sam.button("Finish").click();
  await sam.seesScreen("Jobs");
  await expect
    .poll(async () => (await office.job(jobId)).closing, { timeout: 90_000 })
    .toMatchObject({ delivered: true });
  const { messages } = await office.job(jobId);
  const close = messages.find(({ type }) => type === "JobClose")?.payload as {
    job: {
      notes: { isPublic: boolean; description: string }[];
      customForms: { customFormId: string }[];
    };
  };
  expect(close.job.notes).toMatchObject([{ isPublic: false }]);
  expect(close.job.notes[0]?.description).toMatch(
    /^Closed without a warning notice for Gas fire.* Reason: The tenant sent me away$/,
  );
  const sent = close.job.customForms.map(({ customFormId }) => customFormId);
  expect(sent).toContain(formIds.gasSafetyRecord);
});

test("a notice that changes after the customer signed it asks for a new signature", async () => {
  const { sam, phone } = fixture;
  const page = sam.page();
  const { choose, inCard, open, next } = createGasRecordForm(sam);
  await sam.openJob(signedAddress);
  for (const label of ["Start Travel", "On-Site", "Access"] as const) await sam.step(label);
  await phone.context.setOffline(true);
  await sam.open("/jobs/selected/forms");
  await sam.button("Add").click();
  const dialog = sam.dialog("Find a Form");
  await dialog.getByRole("combobox").fill("warning");
  await dialog.getByRole("option", { name: /^Warning notice/ }).click();
  await dialog.getByRole("button", { name: "Submit" }).click();
  await sam.seesToast("Form added");
  await sam.dismissToasts();
  const openNotice = async () => {
    await page.getByRole("link", { name: /^Warning notice/ }).click();
    await sam.seesScreen("Warning notice");
  };
  const details = {
    "Engineer's ID card number": "1234567",
    Business: "Example Gas Ltd",
    "Business address": "1 Trade Park, Leeds",
    "Business telephone": "0113 496 0400",
    "Gas Safe registration number": "123456",
  };
  const entry = {
    Fault: "Flue seal broken",
    "Action taken": "Told the tenant not to use it",
    "Work needed to make it safe": "Renew the flue seal",
    "Where the label is": "On the isolation valve",
    "Reason for reporting or not reporting": "Nobody was exposed",
  };
  const pad = page.getByRole("group", { name: "Signature", exact: true });
  const customerSigns = async () => {
    await pad.getByRole("button", { name: "Type it instead" }).click();
    await pad.getByRole("textbox").fill("Robin Quill");
    await expect.poll(() => page.evaluate(readDrafts)).toContain("informedSignature");
  };
  const changed = page
    .getByRole("alert")
    .filter({ hasText: "has changed since the customer signed" });

  await openNotice();
  for (const [label, value] of Object.entries(details))
    await page.getByLabel(label, { exact: true }).fill(value);
  await next("What is unsafe");
  await sam.button(/^Notice 1|^Appliance/).click();
  await page.getByLabel("Appliance on the property's list").selectOption({ index: 1 });
  await inCard("Classification", "At Risk");
  await open().getByLabel("Gas supply").selectOption({ label: "Left on" });
  await inCard("Warning label fitted", "Yes");
  await inCard("Gas emergency service called (0800 111 999)", "No");
  await inCard("Reported under RIDDOR", "No");
  for (const [label, value] of Object.entries(entry))
    await open().getByLabel(label, { exact: true }).fill(value);
  await next("Who was informed");
  await choose("The responsible person", "Signs");
  await customerSigns();
  await sam.button("Complete").click();
  await sam.seesScreen("Forms");

  await openNotice();
  await expect(changed).toBeHidden();
  await next("What is unsafe");
  await sam.button(/^Gas fire/).click();
  await inCard("Classification", "Immediately Dangerous");
  await open().getByLabel("Gas supply").selectOption({ label: "Supply capped" });
  await expect(changed).toBeVisible();
  await inspect(page, "A notice that has changed since it was signed");
  await expect.poll(() => page.evaluate(readDrafts)).toContain('"signing":"changed"');
  expect(await page.evaluate(readDrafts)).not.toContain("informedSignature");
  await next("Who was informed");
  await expect(pad.getByRole("img", { name: /^Signature: Empty/ })).toBeVisible();
  // The notice is at the top of the page: the signature's own place says it too.
  await expect(pad).toContainText("has changed since the customer signed");
  await sam.button("Complete").click();
  await expect(page.getByRole("alert").getByRole("button")).toHaveText([
    "Signature: Please answer this.",
  ]);
  await customerSigns();
  await expect(changed).toBeHidden();
  await expect(pad).not.toContainText("has changed since the customer signed");
  await sam.button("Complete").click();
  await sam.seesScreen("Forms");

  await sam.open(`/jobs/selected/forms/${formIds.warningNotice}/paper`);
  await sam.seesScreen("Gas warning notice");
  const number = page.getByRole("heading", { level: 2, name: /^WN-FF-[0-9A-F]{8}-\d{6}$/ });
  await expect(number).toBeVisible();
  expect(await number.evaluate(countLines)).toBe(1);
});

/** Runs in the page: on how many lines the text of an element is. */
function countLines(element: Element): number {
  const range = document.createRange();
  range.selectNodeContents(element);
  return new Set([...range.getClientRects()].map(({ top }) => top)).size;
}
