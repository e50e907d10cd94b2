import { expect, test } from "@playwright/test";
import { formIds } from "@fieldfare/domain";
import { gasAppliances, createGasRecordForm } from "./gas-record.ts";
import { inspect } from "./inspection.ts";
import { setUpFixture } from "./fixture.ts";
import { addApplianceLike, readForms, writeCompletion, writeFormBundle } from "./planted-forms.ts";

const address = "8 List Lane";
const bedroom = 8;
let jobId: string;

const fixture = setUpFixture({
  prepare: async (office) => {
    ({ jobId } = await office.raise(address, {
      jobCategoryId: 1,
      jobDetailTypeId: 12,
      property: {
        assets: gasAppliances.slice(0, 2),
        tenants: [{ fullName: "Robin Quill", phones: [] }],
        landlord: { name: "Example Homes", address: "2 Landlord Way, Leeds" },
      },
    }));
  },
});

const recordPath = `/jobs/selected/form/${formIds.gasSafetyRecord}`;

test("a list of the office's form says what its buttons add and remove, and one of at most 0 entries adds none", async () => {
  const { sam } = fixture;
  const page = sam.page();
  await sam.openJobs();
  await sam.openJob(address);
  for (const label of ["Start Travel", "On-Site", "Access"] as const) await sam.step(label);
  await sam.open("/jobs/selected/forms");
  await sam.button("Add").click();
  const dialog = sam.dialog("Find a Form");
  await dialog.getByRole("combobox").fill("alarm");
  await dialog.getByRole("option", { name: /^Alarm test/ }).click();
  await dialog.getByRole("button", { name: "Submit" }).click();
  await sam.seesToast("Form added");
  await sam.dismissToasts();
  const name = { type: "text", name: "name", title: "Name", isRequired: true };
  const list = { type: "paneldynamic", templateElements: [name] };
  const windows = { ...list, name: "windows", title: "Window", maxPanelCount: 1 };
  const elements = [
    {
      ...list,
      name: "rooms",
      title: "Rooms",
      templateTitle: "Room {panelIndex}",
      templateElements: [name, windows],
    },
    { ...list, name: "extensions", title: "Extension", maxPanelCount: 0 },
  ];
  await page.evaluate(writeFormBundle, {
    jobId,
    customFormId: formIds.alarmTest,
    name: "House",
    pages: [{ name: "page", title: "Parts of the house", elements }],
  });
  await sam.open(`/jobs/selected/form/${formIds.alarmTest}`);
  await sam.seesScreen("House");
  await expect(sam.button(/^Add/)).toHaveText(["Add room"]);
  await sam.button("Add room").click();
  await page.getByLabel("Name", { exact: true }).fill("Hall");
  await expect(sam.button(/^Room 1/)).toContainText("Finished");
  await sam.button("Add window").click();
  await expect(sam.button(/^Room 1/)).toContainText("Not finished");
  await expect(sam.button("Add window")).toBeHidden();
  await expect(sam.button(/^Remove/)).toHaveText(["Remove Window 1", "Remove Room 1"]);
  await inspect(page, "Lists of an office form");
  await sam.button("Back to the forms").click();
});

test("the button that passes all checks goes when another answer hides them, and comes back with them", async () => {
  const { sam } = fixture;
  const page = sam.page();
  const check = (name: string) => ({
    type: "radiogroup",
    name,
    choices: ["Pass", "Fail"],
    passedAnswer: "'Pass'",
    visibleIf: "{Tested} = 'Yes'",
  });
  const tested = { type: "radiogroup", name: "Tested", choices: ["Yes", "No"] };
  await page.evaluate(writeFormBundle, {
    jobId,
    customFormId: formIds.alarmTest,
    name: "Alarms",
    pages: [{ name: "page", title: "Alarms", elements: [tested, check("Sound"), check("Light")] }],
  });
  await sam.open(`/jobs/selected/form/${formIds.alarmTest}`);
  await sam.seesScreen("Alarms");
  const choose = (question: string, answer: string) =>
    page
      .getByRole("group", { name: question })
      .getByRole("radio", { name: answer, exact: true })
      .check();
  const allPassed = sam.button("All passed");
  await expect(allPassed).toBeHidden();
  await choose("Tested", "Yes");
  await allPassed.click();
  await expect(allPassed).toBeDisabled();
  await choose("Tested", "No");
  await expect(allPassed).toBeHidden();
  await choose("Tested", "Yes");
  await expect(allPassed).toBeVisible();
  await sam.button("Back to the forms").click();
});

test("a record leads to the entry of an appliance that was deleted, and removes it with one tap", async () => {
  const { sam } = fixture;
  const page = sam.page();
  const record = createGasRecordForm(sam);
  const added = { modelName: "Studio 22", location: bedroom, addedByEngineer: true };
  await page.evaluate(addApplianceLike, added);
  await sam.open(recordPath);
  await sam.seesScreen("Landlord gas safety record");
  await page.getByRole("radio", { name: "Yes" }).first().check();
  await sam.button("Next").click();
  for (const name of [/^Gas fire.* Lounge/, /^Gas fire.* Bedroom/]) {
    await sam.button(name).click();
    await record.inCard("Inspected", "Yes");
  }
  await record.open().getByLabel("Serial number").fill("Evidence");
  await sam.button("Back to the forms").click();
  await expect.poll(() => page.evaluate(readForms, jobId)).toContain("Evidence");
  await page.evaluate(writeCompletion, { jobId, customFormId: formIds.gasSafetyRecord });

  await sam.open("/jobs/selected/property/appliances");
  await page.getByRole("link", { name: /Gas fire[^]*Bedroom/ }).click();
  await sam.button("Delete Appliance").click();
  await sam.answer("Delete this appliance?", "Delete Appliance");
  await expect(page.getByText("Appliance deleted", { exact: true })).toBeVisible();
  await sam.dismissToasts();
  await sam.open(recordPath);
  const banner = page.getByText("This form has an appliance that was deleted");
  const card = sam.button(/^Gas fire.* Bedroom Appliance deleted$/);
  await expect(card).toHaveAttribute("aria-expanded", "true");
  await expect(card).toBeInViewport();
  await expect(record.open().getByLabel("Serial number")).toHaveValue("Evidence");
  await inspect(page, "An appliance that was deleted");
  await sam.button("Back").click();
  await expect(banner).toBeVisible();
  await page
    .getByRole("main")
    .getByRole("button", { name: /^Gas fire.* Bedroom/ })
    .click();
  await expect(record.open().getByText("This appliance was deleted")).toBeInViewport();
  await record.open().getByRole("button", { name: "Remove appliance" }).click();
  await expect(card).toBeHidden();
  await expect(banner).toBeHidden();
  await expect(sam.button(/^Gas fire.* Lounge/)).toBeVisible();
  await sam.button("Back to the forms").click();
  await sam.seesScreen("Forms");
  await expect.poll(() => page.evaluate(readForms, jobId)).not.toContain("Evidence");
});

test("the outcome names a gas appliance that was added after the record was completed", async () => {
  const { sam } = fixture;
  const page = sam.page();
  await page.evaluate(writeCompletion, { jobId, customFormId: formIds.gasSafetyRecord });
  await page.evaluate(addApplianceLike, {
    modelName: "Studio 22",
    location: bedroom,
    addedByEngineer: true,
  });
  await sam.open("/jobs/selected/outcome");
  const title = "A gas appliance is not in the gas safety record";
  await expect(page.getByRole("main").getByText(title)).toBeVisible();
  await inspect(page, "Outcome with an appliance that the record does not name");
  await page.getByRole("link", { name: "Open the gas safety record" }).click();
  await sam.seesScreen("Landlord gas safety record");
});
