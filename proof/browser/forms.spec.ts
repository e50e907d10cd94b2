import { expect, type Page, test } from "@playwright/test";
import { formIds } from "@fieldfare/domain";
import { readPdfText } from "@fieldfare/documents/testing";
import { gasAppliances, createGasRecordForm } from "./gas-record.ts";
import { inspect } from "./inspection.ts";
import { createPhoto } from "./image-files.ts";
import { setUpFixture } from "./fixture.ts";
import {
  addApplianceLike,
  forgetPhotos,
  plantLostForm,
  readForms,
  writeFormBundle,
} from "./planted-forms.ts";
import { readDrafts } from "./storage.ts";

const address = "3 Form Row";
const bedroom = 8;
const cleanAddress = "4 Form Row";
let jobId: string;

const fixture = setUpFixture({
  prepare: async (office) => {
    ({ jobId } = await office.raise(address, {
      jobCategoryId: 1,
      jobDetailTypeId: 12,
      property: { assets: gasAppliances, tenants: [{ fullName: "Robin Quill", phones: [] }] },
    }));
  },
});

const record = () => createGasRecordForm(fixture.sam);
const card = (page: Page, name: string | RegExp) => page.getByRole("link", { name });
const textInMain = (page: Page, words: string | RegExp) => page.getByRole("main").getByText(words);
const isOn = (page: Page, title: string) =>
  expect(page.getByRole("heading", { level: 2, name: title })).toBeVisible();

test("a job has the forms that it requires; others are added by name", async () => {
  const { sam, phone } = fixture;
  const page = sam.page();
  await sam.openJobs();
  await sam.openJob(address);
  await expect(page.getByText("Forms", { exact: true })).toBeVisible();
  await expect(card(page, /^Forms/)).toBeHidden();
  await sam.open("/jobs/selected/forms");
  await expect(card(page, /gas safety record/)).toBeVisible();
  await expect(sam.button("Add")).toBeHidden();
  await expect(sam.button("Start Travel")).toBeVisible();
  await card(page, /gas safety record/).click();
  await expect(page.getByText("This form is read-only.")).toBeVisible();
  await expect(page.getByLabel("Business", { exact: true })).toBeDisabled();
  await sam.button("Back to the forms").click();
  await sam.button("Back").click();
  for (const label of ["Start Travel", "On-Site", "Access"] as const) await sam.step(label);
  await phone.context.setOffline(true);
  await card(page, /^Forms \d$/).click();
  await sam.seesScreen("Forms");
  await expect(card(page, /gas safety record/)).toContainText("Required Form");
  await expect(card(page, /gas safety record/)).toContainText("Not started");
  await sam.button("Add").click();
  const dialog = sam.dialog("Find a Form");
  const picker = dialog.getByRole("combobox");
  await expect(picker).toHaveAttribute("placeholder", "Tap here to select a form");
  await dialog.getByRole("button", { name: "Submit" }).click();
  await expect(dialog.getByText("Please select a form")).toBeVisible();
  await picker.fill("no such form");
  await expect(dialog.getByText("No matching forms found")).toBeVisible();
  await picker.fill("gas appliance check");
  // Forms that the job has, and sub-forms, are not offered.
  await expect(dialog.getByText("No matching forms found")).toBeVisible();
  await picker.fill("alarm");
  await inspect(page, "Find a Form");
  await dialog.getByRole("option", { name: /^Alarm test/ }).click();
  await dialog.getByRole("button", { name: "Submit" }).click();
  await sam.seesToast("Form added");
  await expect(card(page, /^Alarm test/)).toContainText("User Added");
  await sam.button("Remove form Alarm test").click();
  await sam.seesToast("Form removed");
  await expect(card(page, /^Alarm test/)).toBeHidden();
  await sam.button("Add").click();
  await picker.fill("alarm");
  await dialog.getByRole("option", { name: /^Alarm test/ }).click();
  await dialog.getByRole("button", { name: "Submit" }).click();
  await expect(card(page, /^Alarm test/)).toContainText("User Added");
  await sam.dismissToasts();
  await inspect(page, "Forms");
});

test("a form shows each issue below its field, and scrolls to the first", async () => {
  const { sam } = fixture;
  const page = sam.page();
  await card(page, /gas safety record/).click();
  await isOn(page, "Details");
  await expect(page.getByText("Page 1 of 5")).toBeVisible();
  await page.getByLabel("Engineer", { exact: true }).fill("");
  await page.getByLabel("Gas Safe registration number").fill("12345678");
  await sam.button("Next").click();
  await expect(textInMain(page, /^A registration number has up to six digits/)).toBeVisible();
  const focused = page.locator("main :focus");
  await expect(focused).toHaveAttribute("aria-invalid", "true");
  await expect(textInMain(page, "Please answer this.").first()).toBeVisible();
  await inspect(page, "A form with errors");
  await page.getByLabel("Engineer", { exact: true }).fill("Sam Taylor");
  await record().answerDetails();
  await record().next("Appliances");
});

test("after the phone's Back and on the last page the focus is in the heading, as on a new screen", async () => {
  const { sam } = fixture;
  const page = sam.page();
  const heading = page.getByRole("heading", { level: 1 });
  await page.getByRole("main").getByRole("button").first().focus();
  await page.goBack();
  await isOn(page, "Details");
  await expect(heading).toBeFocused();
  await record().next("Appliances");
  await expect(sam.button("Next"), "the button is still there").toBeFocused();
});

test("a killed browser restores the same page with the same answers", async () => {
  const { sam, phone } = fixture;
  await record().answerAppliance(/^Combi boiler/);
  await expect(sam.button(/^Combi boiler/)).toContainText("Finished");
  await sam.button(/^Gas fire.* Lounge/).click();
  await expect(sam.button(/^Combi boiler/)).toHaveAttribute("aria-expanded", "false");
  await record().inCard("Inspected", "Yes");
  await record().inCard("Defect found", "Yes");
  await record().open().getByLabel("Defect", { exact: true }).pressSequentially("Flue seal broken");
  const pressure = () =>
    record()
      .open()
      .getByLabel(/^Operating pressure/);
  const unread = () => record().open().getByText("“20..5” is not a number.");
  await pressure().fill("20..5");
  await pressure().blur();
  await expect(unread()).toBeVisible();
  await expect.poll(() => sam.page().evaluate(readDrafts)).toContain("Flue seal broken");
  await expect.poll(() => sam.page().evaluate(readDrafts)).toContain("20..5");
  // An appliance that was added under Property Appliances meanwhile is added to the record.
  await sam.page().evaluate(addApplianceLike, { modelName: "Studio 22", location: bedroom });
  await phone.kill();
  await phone.start({ offline: true });
  await sam.open(`/jobs/selected/form/${formIds.gasSafetyRecord}`);
  const page = sam.page();
  await isOn(page, "Appliances");
  await expect(sam.button(/^Gas fire.* Bedroom/)).toContainText("Not finished");
  await expect(page.getByText("Page 2 of 5")).toBeVisible();
  await expect(sam.button(/^Gas fire.* Lounge/)).toHaveAttribute("aria-expanded", "true");
  await expect(record().open().getByLabel("Defect", { exact: true })).toHaveValue(
    "Flue seal broken",
  );
  await expect(pressure()).toHaveValue("20..5");
  await expect(unread()).toBeVisible();
  await expect(sam.button(/^Gas fire.* Lounge/)).toContainText("Needs attention");
  // A comma is queried; a unit is understood, and the field shows the stored value.
  await pressure().fill("1,200");
  await pressure().blur();
  await record().open().getByRole("button", { name: "1.2", exact: true }).click();
  await expect(pressure()).toHaveValue("1.2");
  await pressure().fill("٢٠٫٥ mbar");
  await pressure().blur();
  await expect(pressure()).toHaveValue("20.5");
  await expect.poll(() => page.evaluate(readDrafts)).toContain('"operatingPressure":20.5');
});

test("an appliance is added from the overview, and one that is removed stays removed", async () => {
  const { sam } = fixture;
  const page = sam.page();
  await sam.button("Add appliance").click();
  await expect(sam.button(/^Appliance 5/)).toHaveAttribute("aria-expanded", "true");
  await sam.button("Remove appliance: Appliance 5").click();
  await sam.button(/^Gas fire.* Bedroom/).click();
  await record().inCard("Inspected", "Yes");
  await record().inCard("Ventilation satisfactory", "N/A");
  const placeOfChecks = () =>
    record().open().getByRole("group", { name: "Flue flow test", exact: true }).boundingBox();
  const before = await placeOfChecks();
  await sam.button("All passed: Checks").click();
  const answered = (question: string, answer: string) =>
    record()
      .open()
      .getByRole("group", { name: question, exact: true })
      .getByRole("radio", { name: answer, exact: true });
  await expect(answered("Flue flow test", "Pass")).toBeChecked();
  await expect(answered("Safe to use", "Yes")).toBeChecked();
  await expect(answered("Ventilation satisfactory", "N/A")).toBeChecked();
  await expect(sam.button("All passed: Checks")).toBeDisabled();
  expect(await placeOfChecks(), "no check moves under the finger").toEqual(before);
  await sam.button(/^Remove appliance: Gas fire.* Bedroom/).click();
  await sam.answer("Remove this appliance from the record?", "Remove");
  await expect(sam.button(/^Gas fire.* Bedroom/)).toBeHidden();
  await expect.poll(() => page.evaluate(readDrafts)).not.toContain("Bedroom");
  await sam.open("/jobs/selected/forms");
  await sam.open(`/jobs/selected/form/${formIds.gasSafetyRecord}`);
  await expect(sam.button(/^Gas fire.* Lounge/)).toBeVisible();
  await expect(sam.button(/^Gas fire.* Bedroom/)).toBeHidden();
  await sam.button(/^Gas fire.* Lounge/).click();
});

test("a form is filled in in one window; another window says so, and continues with the answers from there", async () => {
  const { sam, phone, proxy } = fixture;
  const page = sam.page();
  const other = await phone.context.newPage();
  const defect = (tab: Page) =>
    tab.locator("[aria-expanded=true] + div").getByLabel("Defect", { exact: true });
  const away = (tab: Page) => tab.getByText("This form is open in another window");
  await other.goto(`${proxy.url}/jobs/selected/form/${formIds.gasSafetyRecord}`);
  await expect(defect(other)).toHaveValue("Flue seal broken");
  await expect(away(page)).toBeVisible();
  await defect(other).fill("Flue seal broken at the back");
  await expect.poll(() => other.evaluate(readDrafts)).toContain("broken at the back");
  await page.bringToFront();
  await inspect(page, "A form that is open in another window");
  await sam.button("Continue here").click();
  await expect(defect(page)).toHaveValue("Flue seal broken at the back");
  await expect(away(other)).toBeVisible();
  await other.close();
  await defect(page).fill("Flue seal broken");
  await expect.poll(() => page.evaluate(readDrafts)).not.toContain("at the back");
});

test("an appliance At Risk leads to its pre-filled warning notice at once, and the record refers to it", async () => {
  const { sam, phone } = fixture;
  const page = sam.page();
  const { choose, inCard, open } = record();
  await inCard("Classification", "At Risk");
  const offer = () => sam.page().getByRole("alert").filter({ hasText: "Lounge: At Risk" });
  await expect(offer()).toContainText("Gas fire, inset");
  // Next to the answer that was tapped.
  await expect(offer()).toBeInViewport();
  await open()
    .getByLabel("Remedial action taken", { exact: true })
    .fill("Turned off, label fitted");
  await inspect(page, "An appliance At Risk");
  await sam.button("Write the warning notice").click();
  await sam.seesScreen("Warning notice");
  await expect(page.getByLabel("Notice number")).toHaveValue(/^WN-.+-\d{6}$/);
  await expect(page.getByLabel("Business", { exact: true })).toHaveValue("Example Gas Ltd");
  await expect(page.getByLabel(/^Name/)).toHaveValue("Example Homes");
  await page.getByLabel("Business telephone").fill("0113 496 0400");
  await record().next("What is unsafe");
  await sam.button(/^Gas fire/).click();
  await expect(page.getByLabel("Fault")).toHaveValue("Flue seal broken");
  await expect(page.getByLabel("Action taken")).toHaveValue("Turned off, label fitted");
  const unsafe = page.getByRole("group", { name: "Classification" });
  await expect(unsafe.getByRole("radio", { name: "At Risk" })).toBeChecked();
  await page.getByLabel("Work needed to make it safe").fill("Renew the flue seal");
  await page.getByLabel("Gas supply").selectOption({ label: "Turned off" });
  await choose("Warning label fitted", "Yes");
  await page.getByLabel("Where the label is").fill("On the isolation valve");
  await choose("Gas emergency service called (0800 111 999)", "No");
  await choose("Reported under RIDDOR", "No");
  await page.getByLabel("Reason for reporting or not reporting").fill("Nobody was exposed");
  await inspect(page, "A warning notice that is filled in");
  await record().next("Who was informed");
  await choose("The responsible person", "Signs");
  await choose("Role", "Tenant");
  const pad = page.getByRole("group", { name: "Signature", exact: true });
  await pad.getByRole("button", { name: "Type it instead" }).click();
  await expect(page.getByText("Engineer's signature")).toBeVisible();
  const countSignatures = async () => (await page.evaluate(readDrafts)).split("data:image/").length;
  const before = await countSignatures();
  await pad.getByRole("textbox").fill("Robin Quill");
  await expect.poll(countSignatures).toBeGreaterThan(before);
  await phone.kill();
  await phone.start({ offline: true });
  await sam.open(`/jobs/selected/form/${formIds.warningNotice}`);
  // Nobody had gone on: it is used only if somebody says that it is whole.
  await sam.button("Complete").click();
  await expect(
    sam.page().getByText("The signature was not finished. Use it or sign again.").first(),
  ).toBeVisible();
  await inspect(sam.page(), "A signature that was not finished");
  await sam.button("Use this signature").click();
  await sam.button("Complete").click();
  // The app is back at the record, at the question after the one from which the notice was opened.
  await isOn(sam.page(), "Appliances");
  const action = record().open().getByLabel("Remedial action taken", { exact: true });
  await expect(action).toBeFocused();
  await expect(action).toBeInViewport();
  const label = record().open().getByRole("group", { name: "Warning label fitted" });
  await expect(label.getByRole("radio", { name: "Yes" })).toBeChecked();
  await expect(
    record()
      .open()
      .getByLabel(/^Warning notice number/),
  ).toHaveValue(/^WN-/);
  await expect(offer()).toBeHidden();
});

test("the record is completed offline", async () => {
  const { sam } = fixture;
  const page = sam.page();
  const { choose, inCard, answerAppliance, answerPipework, answerAlarms, signOff, next } = record();
  await inCard("Safety devices work correctly", "Yes");
  await answerFaultyFire();
  await answerAppliance(/^Cooker/, false);
  await expect(sam.button(/^Cooker/)).toContainText("Finished");
  await next("Pipework");
  await answerPipework();
  await next("Alarms");
  await answerAlarms();
  await next("Sign-off");
  await expect(textInMain(page, /^Next check due by/)).toBeVisible();
  // What the notice says about the person is filled in. Its signature is reused: the form says so, and offers to sign again.
  await expect(
    page.getByRole("group", { name: "Role" }).getByRole("radio", { name: "Tenant" }),
  ).toBeChecked();
  await expect(textInMain(page, /^Signed on a form of this visit\./)).toBeVisible();
  await inspect(page, "A signature of another form");
  await sam.button("Sign again").click();
  await expect(
    page.getByRole("img", { name: "Signature of the person who received it (optional): " }),
  ).toBeVisible();
  await page.getByLabel("Received by").fill("");
  await sam.button("Complete").click();
  await expect(page.getByRole("alert")).toContainText("1 answer needs your attention");
  const left = page.getByRole("alert").getByRole("button");
  await expect(left.first()).toHaveText("Received by: Please answer this.");
  await inspect(page, "What is left to answer");
  await signOff();
  await expect(left).toHaveCount(0);
  await choose("Somebody is here to receive the record", "No");
  await sam.button("Complete").click();
  // The entry of the fire in the bedroom was removed above.
  const question = sam.dialog("Complete the form as it is?");
  await expect(question).toContainText(/Missing here: Gas fire.* Bedroom/);
  await question.getByRole("button", { name: "Complete", exact: true }).click();
  await sam.seesScreen("Forms");
  await expect(card(page, /^Landlord gas safety record/)).toContainText("Complete");
  await expect(card(page, /^Landlord gas safety record/)).toContainText(/Completed \d/);

  async function answerFaultyFire() {
    const fire = record().open();
    await fire.getByLabel(/^Operating pressure/).fill("10");
    await inCard("Combustion readings taken", "N/A");
    await inCard("Ventilation satisfactory", "Yes");
    await inCard("Flue: visual condition", "Fail");
    for (const check of ["Flue: termination", "Flue flow test", "Spillage test"])
      await inCard(check, "Pass");
    await inCard("Appliance: visual check", "Pass");
    await inCard("Serviced", "No");
    await inCard("Safe to use", "Yes");
    await expect(textInMain(page, /is not safe to use/)).toBeVisible();
    await inCard("Safe to use", "No");
  }
});

test("the completed record is shown on the spot", async () => {
  const { sam } = fixture;
  const page = sam.page();
  await card(page, "Show gas safety record").click();
  await sam.seesScreen("Landlord gas safety record");
  for (const words of [
    /^Do not use: .+ is At Risk/,
    "Example Gas Ltd",
    "Robin Quill",
    "Flue seal broken",
    "Turned off, label fitted",
    /Yes: WN-/,
    "Nobody was present to receive it",
  ]) {
    await expect(textInMain(page, words).first()).toBeVisible();
  }
  await expect(sam.button("Save as PDF")).toBeVisible();
  await sam.button("Back").click();
  await sam.seesScreen("Forms");
});

test("markup in a definition is shown as text; a definition with unknown content shows a message", async () => {
  const { sam } = fixture;
  const page = sam.page();
  const markup = `<img src=x onerror="window.ran=1"><script>window.ran=1</script>`;
  const alarmTest = `/jobs/selected/form/${formIds.alarmTest}`;
  const named = { type: "text", name: "remarks", title: `Remarks ${markup}`, description: markup };
  const power = {
    type: "radiogroup",
    name: "power",
    title: "Power",
    choices: ["Mains", "Battery"],
  };
  await plantFormBundle(page, [{ name: "page", title: markup, elements: [named, power] }], markup);
  await sam.open(alarmTest);
  await sam.seesScreen(markup);
  // An optional choice can be cleared.
  await record().choose("Power (optional)", "Mains");
  await expect.poll(() => page.evaluate(readDrafts)).toContain("Mains");
  await sam.button("Clear Power (optional)").click();
  await expect.poll(() => page.evaluate(readDrafts)).not.toContain("Mains");
  await expect(page.getByRole("radio", { checked: true })).toHaveCount(0);
  await expect(page.getByLabel(`Remarks ${markup} (optional)`)).toBeVisible();
  expect(await page.evaluate(() => "ran" in window)).toBe(false);
  await plantFormBundle(page, [
    { name: "page", elements: [{ type: "hologram", name: "remarks" }] },
  ]);
  await sam.open(alarmTest);
  await expect(page.getByText("This form cannot be shown")).toBeVisible();
  await inspect(page, "A form that cannot be shown");
  await sam.open(`/jobs/selected/form/${formIds.gasSafetyRecord}`);
  await expect(textInMain(page, /This form is complete/)).toBeVisible();
});

test("a form whose definition is not on the phone keeps its answers and shows a message", async () => {
  const { sam } = fixture;
  const page = sam.page();
  await page.evaluate(plantLostForm, { jobId, customFormId: lostForm });
  await sam.open("/jobs/selected/forms");
  await card(page, "Form not on this device").click();
  await expect(page.getByText("This form is not on this device")).toBeVisible();
  expect(await page.evaluate(readForms, jobId)).toContain("kept answer");
});

test("sixty photos in one form are stored, can be deleted one by one, and survive a killed page", async () => {
  const { sam, phone } = fixture;
  const page = sam.page();
  const photos = {
    type: "file",
    name: "photos",
    title: "Photos",
    allowMultiple: true,
    maxFiles: 60,
  };
  const remarks = { type: "comment", name: "remarks", title: "Remarks", maxLength: 1_000_000 };
  await plantFormBundle(page, [{ name: "page", elements: [photos, remarks] }], "Photos");
  await sam.open(`/jobs/selected/form/${formIds.alarmTest}`);
  const photo = await createPhoto(page, { width: 640, height: 480 });
  const chooser = page.waitForEvent("filechooser");
  await sam.button("Choose photos").click();
  await (await chooser).setFiles(Array.from({ length: 63 }, () => photo));
  await sam.button("Complete").click();
  await expect(page.getByText("Photos are still being added.")).toBeVisible();
  const thumbnails = () => sam.page().getByRole("img", { name: /^Photo \d+, taken/ });
  await expect(thumbnails()).toHaveCount(60, { timeout: 60_000 });
  await expect(page.getByText("At most 60 photos")).toBeVisible();
  await expect(sam.button("Choose photos")).toBeHidden();
  await sam.button("Delete photo 60").click();
  await sam.answer("Delete this photo?", "Delete photo");
  await expect(thumbnails()).toHaveCount(59);
  const long = "x".repeat(500_000);
  await page.getByLabel(/^Remarks/).fill(long);
  await expect.poll(() => page.evaluate(readDrafts)).toContain(long);
  await phone.kill();
  await phone.start({ offline: true });
  await sam.open("/jobs/selected/forms");
  await sam.seesScreen("Forms");
  await sam.page().evaluate(forgetPhotos, { jobId, customFormId: formIds.alarmTest, named: 57 });
  await sam.open(`/jobs/selected/form/${formIds.alarmTest}`);
  await expect(thumbnails()).toHaveCount(59);
  await expect(sam.page().getByLabel(/^Remarks/)).toHaveValue(long);
  await sam
    .page()
    .getByLabel(/^Remarks/)
    .fill("All alarms photographed");
  await sam.button("Complete").click();
  await sam.seesScreen("Forms");
});

test("a complete form says that it is complete until an answer is changed", async () => {
  const { sam } = fixture;
  const page = sam.page();
  await sam.open(`/jobs/selected/form/${formIds.alarmTest}`);
  await expect(textInMain(page, /This form is complete\./)).toBeVisible();
  await page.getByLabel(/^Remarks/).fill("All alarms tested and photographed");
  await expect(
    textInMain(page, "You have changed an answer. Complete this form again."),
  ).toBeVisible();
  await expect(textInMain(page, /This form is complete\./)).toBeHidden();
  await sam.button("Complete").click();
  await sam.seesScreen("Forms");
});

test("the office gets all forms with the close", async () => {
  const { sam, phone, office } = fixture;
  const page = sam.page();
  await page.evaluate(plantLostForm, { jobId, customFormId: lostForm, isTakenAway: true });
  await phone.context.setOffline(false);
  await sam.open("/jobs/selected");
  await sam.close("Referral");
  await expect
    .poll(async () => (await office.job(jobId)).closing, { timeout: 90_000 })
    .toMatchObject({ delivered: true, missingImageIds: [] });
  const { messages } = await office.job(jobId);
  const close = messages.find(({ type }) => type === "JobClose")?.payload as {
    job: { customForms: Form[]; formPhotoImageIds: string[] };
  };
  expect(close.job.formPhotoImageIds).toHaveLength(59);
  const [gas] = close.job.customForms.filter((one) => one.customFormId === formIds.gasSafetyRecord);
  expect(gas?.completionStatus).toBe("Complete");
  expect(gas?.completedForm).toMatchObject({
    businessName: "Example Gas Ltd",
    appliances: expect.arrayContaining([
      expect.objectContaining({ type: "Combi boiler", operatingPressure: 20, safeToUse: "yes" }),
      expect.objectContaining({
        defect: "Flue seal broken",
        classification: "AR",
        warningNoticeIssued: "yes",
      }),
      expect.objectContaining({ type: "Cooker", flueFlow: "na" }),
    ]),
  });
  const { documents } = await office.job(jobId);
  const filed = documents.find(({ kind }) => kind === "gas-safety-record");
  const text = (await readPdfText(await office.document(filed?.documentId ?? ""))).join(" ");
  for (const words of ["is At Risk (AR).", "Example Gas Ltd", "Flue seal broken", "Yes: WN-"])
    expect(text).toContain(words);
});

test("the next visit is warned of the danger before the door is opened", async () => {
  const { sam, office } = fixture;
  const { propertyId } = (await office.job(jobId)).job.property;
  await office.raise(address, {
    appointmentDateTime: "2026-01-06T08:00:00.000Z",
    property: { propertyId },
  });
  await sam.button("Refresh jobs").click();
  const next = sam.jobCard(address).first();
  await expect(next).toContainText("Danger found at an earlier visit");
  await next.click();
  await sam.seesScreen(/^Job \(/);
  await expect(
    textInMain(sam.page(), /^Gas fire, inset, Lounge: At Risk at the visit of/),
  ).toBeVisible();
  await sam.button("Back").click();
});

test("a clean gas service of one appliance takes at most 75 taps, offline, and is signed once", async () => {
  const { sam, phone, office } = fixture;
  const page = sam.page();
  const { choose, answerAppliance, answerPipework, answerAlarms, next } = record();
  const { jobId: cleanJobId } = await office.raise(cleanAddress, {
    jobCategoryId: 1,
    jobDetailTypeId: 12,
    property: {
      assets: gasAppliances.slice(0, 1),
      tenants: [{ fullName: "Pat Example", phones: [] }],
      landlord: { name: "Example Homes", address: "2 Landlord Way, Leeds" },
    },
  });
  await sam.button("Refresh jobs").click();
  await expect(sam.jobCard(cleanAddress)).toBeVisible();
  await sam.dismissToasts();
  await phone.context.setOffline(true);
  await page.evaluate(countTaps);
  await sam.openJob(cleanAddress);
  for (const label of ["Start Travel", "On-Site", "Access"] as const) await sam.step(label);
  await card(page, /^Forms \d$/).click();
  await card(page, /gas safety record/).click();
  await next("Appliances");
  await answerAppliance(/^Combi boiler/);
  await next("Pipework");
  await answerPipework();
  await next("Alarms");
  await answerAlarms();
  await next("Sign-off");
  await expect(page.getByRole("heading", { level: 1 })).toBeFocused();
  // The engineer's signature comes from the installation, and is there to be seen.
  const signature = page.getByRole("img", { name: "Engineer's signature: Signed." });
  await expect.poll(() => signature.evaluate(countDarkPixels)).toBeGreaterThan(50);
  await choose("Somebody is here to receive the record", "Yes");
  await expect(page.getByLabel("Received by")).toHaveValue("Pat Example");
  await choose("Role", "Tenant");
  await sam.sign("Signature of the person who received it (optional)");
  await sam.button("Complete").click();
  await sam.seesScreen("Forms");
  await sam.button("Back").click();
  await sam.button("Close").click();
  await sam.answer("Was access gained?", "Yes");
  await page.getByLabel("Outcome").selectOption({ label: "Complete" });
  await expect(page.getByText("Job valid")).toBeVisible();
  await sam.button("Next").click();
  await sam.button("Contacts reviewed").click();
  await sam.answerHeating();
  await sam.button("Next").click();
  // No fault was found, so no root cause is required. The customer has signed the record.
  await sam.seesStep("Customer signature");
  await expect(page.getByLabel("Customer name")).toHaveValue("Pat Example");
  await expect(page.getByRole("img", { name: "Customer signature", exact: true })).toBeVisible();
  await sam.button("Next").click();
  await page.getByLabel("I agree").click();
  await sam.button("Finish").click();
  await sam.seesToast("Job closed");
  // Typing into a field takes one tap, and choosing from a list two.
  const typedFields = 1;
  const selects = 1;
  const taps = (await page.evaluate(countedTaps)) + typedFields + 2 * selects;
  expect(taps).toBeLessThanOrEqual(75);
  await phone.context.setOffline(false);
  await expect
    .poll(async () => (await office.job(cleanJobId)).closing?.delivered, { timeout: 90_000 })
    .toBe(true);
  const { messages } = await office.job(cleanJobId);
  expect(messages.flatMap(({ flags }) => flags)).toEqual([]);
  const close = messages.find(({ type }) => type === "JobClose")?.payload as {
    outcome: object;
  };
  expect(close.outcome).toMatchObject({
    rootCauses: [],
    customerSignature: { customerName: "Pat Example", optOut: false },
  });
  const errors = async () => {
    const { forms } = await office.job(cleanJobId);
    const check = forms.find(({ name }) => name === "Landlord gas safety record")?.check;
    return check?.findings.filter(({ severity }) => severity === "error");
  };
  await expect.poll(errors).toEqual([]);
});

interface TapWindow {
  taps?: number;
}

function countTaps() {
  const counted = globalThis as TapWindow;
  counted.taps = 0;
  addEventListener("pointerdown", () => (counted.taps = (counted.taps ?? 0) + 1), true);
}

function countedTaps() {
  return (globalThis as TapWindow).taps ?? Number.NaN;
}

interface Form {
  readonly customFormId: string;
  readonly completionStatus: string;
  readonly completedForm: unknown;
}

const lostForm = "0193b3f0-0000-7000-8000-0000000000ff";

/** Replaces a definition on the phone with one that the office could not put into the data set. */
async function plantFormBundle(
  page: Page,
  pages: readonly unknown[],
  name = "Planted",
): Promise<void> {
  await page.evaluate(writeFormBundle, { jobId, customFormId: formIds.alarmTest, name, pages });
}

test("the close of a visit names a danger of an earlier visit that it leaves open", async () => {
  const { sam } = fixture;
  await sam.open("/jobs");
  await sam.openJob(address);
  for (const label of ["Start Travel", "On-Site", "Access"] as const) await sam.step(label);
  await sam.button("Close").click();
  await sam.answer("Was access gained?", "Yes");
  await sam.seesScreen("Complete Job");
  await expect(sam.page().getByRole("main")).toContainText(
    "A danger from an earlier visit is still open",
  );
  await expect(
    textInMain(sam.page(), /^Gas fire, inset, Lounge: At Risk at the visit of/),
  ).toBeVisible();
});

function countDarkPixels(canvas: HTMLElement): number {
  if (!(canvas instanceof HTMLCanvasElement)) return 0;
  const drawn = canvas.getContext("2d")?.getImageData(0, 0, canvas.width, canvas.height);
  return drawn?.data.filter((value, index) => index % 4 === 0 && value < 128).length ?? 0;
}
