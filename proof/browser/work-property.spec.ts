import { expect, type Page, test } from "@playwright/test";
import type { Office } from "./office.ts";
import { inspect as inspectScreen } from "./inspection.ts";
import { createPhoto } from "./image-files.ts";
import { setUpFixture } from "./fixture.ts";

type Visit = Awaited<ReturnType<Office["job"]>>["job"];

const address = "9 Property Row";
let visit: Visit;
/** The past job with a document and at least two photos. */
let pastJobId: string;
const fixture = setUpFixture({
  prepare: async (office) => {
    const past = await findPast(office);
    pastJobId = past.jobId;
    const { jobId } = await office.raise(address, {
      property: { propertyId: past.propertyId, tenants },
    });
    ({ job: visit } = await office.job(jobId));
  },
});

const phones = [{ phoneType: "Mobile" as const, number: "07700 900321" }];
/** Two of the property's tenants. */
const tenants = [
  { fullName: "Robin Quill", emailAddress: "robin@example.com", contactMethodType: 1, phones },
  { fullName: "Kim Leaver", isPrimaryTenant: false },
];

/** Finds a property of the demo whose history has photos and a long text, and without notices to confirm. */
async function findPast(office: Office): Promise<{ jobId: string; propertyId: string }> {
  for (const { jobId } of await office.jobs()) {
    const { job } = await office.job(jobId);
    const { propertyId, notifications } = job.property;
    if (notifications.some(({ alertEngineer }) => alertEngineer)) continue;
    if (!job.history?.some(({ jobDetails }) => (jobDetails?.length ?? 0) > 50)) continue;
    if (!job.property.assets.some(({ type }) => type === smokeAlarm)) continue;
    const photographed = await findJobWithImages(office, job);
    if (photographed !== undefined) return { jobId: photographed, propertyId };
  }
  throw new Error("The demo has no such property");
}

async function findJobWithImages(office: Office, { history = [] }: Visit) {
  for (const { jobId } of history) {
    const { closing, images } = await office.job(jobId);
    if (closing?.kind === "JobClose" && images.length > 1) return jobId;
  }
  return undefined;
}

const smokeAlarm = 16;
const heatAlarm = 14;
const arabicName = "محمد علي 👷";
const pasted = "x".repeat(100_000);

const inspect = async (page: Page, name: string) => {
  await fixture.sam.dismissToasts();
  await inspectScreen(page, name);
};

test("the history is read offline, long texts in a dialog", async () => {
  const { phone, sam } = fixture;
  const page = sam.page();
  await sam.openJobs();
  await phone.context.setOffline(true);
  await sam.openJob(address);
  await page.getByRole("link", { name: "Completed Job History" }).click();
  await sam.seesScreen("Completed Job History");
  const [latest] = visit.history ?? [];
  if (!latest) throw new Error("The visit has no past");
  const heading = page.getByRole("heading", { level: 2 }).first();
  await expect(heading).toHaveText(/^\d\d [A-Z][a-z]{2} \d\d .+, .+$/);
  for (const words of [latest.formattedJobId, latest.engineerName, latest.mobileNumber ?? "N/A"])
    await expect(page.getByText(words).first()).toBeVisible();
  const more = page.getByRole("button", { name: "Read all of Job details" }).first();
  await more.click();
  const details = (visit.history ?? []).map(({ jobDetails }) => jobDetails);
  const shown = await sam.dialog("Job details").getByRole("paragraph").textContent();
  expect(details).toContain(shown);
  await sam.closeDialog("Job details");
  await expect(page.getByText(/^As of .+\.$/)).toBeVisible();
  await inspect(page, "Completed Job History");
});

test("documents and photos show that they need a network, and load once there is one", async () => {
  const { proxy, phone, sam } = fixture;
  const page = sam.page();
  await page.getByRole("link", { name: "Document History" }).first().click();
  await sam.seesScreen("Document History");
  await page.goto(`${proxy.url}/jobs/selected/history/extended/${pastJobId}`);
  await expect(
    page.getByText(
      "Unable to load documents: You must have Internet connectivity to review documents and images.",
    ),
  ).toBeVisible();
  await inspect(page, "Document History without a network");

  await phone.context.setOffline(false);
  const downloadButton = page.getByRole("button", { name: /Download as PDF/ }).first();
  await expect(downloadButton).toBeVisible();
  await inspect(page, "Document History");
  const download = page.waitForEvent("download");
  await downloadButton.click();
  expect((await download).suggestedFilename()).toMatch(/\.pdf$/);

  proxy.inject(({ path }) =>
    path.startsWith("/document/")
      ? { kind: "answer", status: 500, type: "text/plain", body: "" }
      : undefined,
  );
  await downloadButton.click();
  await expect(page.getByText("Unable to retrieve document")).toBeVisible();
  await sam.dismissToasts();
  await page.getByRole("button", { name: /^Photo 1,/ }).click();
  await expect(page.getByRole("alert").getByText("Unable to retrieve images")).toBeVisible();
  await expect(page.getByRole("alert").getByText("Please try again later")).toBeVisible();
  proxy.inject();
  await sam.button("Try again").click();
  await expect(page.getByRole("img", { name: /^Photo 1,/ })).toBeVisible();
  await page.getByRole("dialog").getByRole("button", { name: "Close", exact: true }).click();

  await sam.button("Preview all").click();
  await expect(page.getByRole("img", { name: /^Photo 1,/ })).toBeVisible();
  await sam.button("Next photo").click();
  await expect(page.getByRole("dialog", { name: /^Photo 2,/ })).toBeVisible();
  await expect(page.getByRole("img", { name: /^Photo 2,/ })).toBeInViewport();
  await inspect(page, "Photos side by side");
  await page.getByRole("dialog").getByRole("button", { name: "Close", exact: true }).click();
});

test("both addresses of the property's notes open the same screen", async () => {
  const { proxy, sam } = fixture;
  for (const path of ["property/notes", "notifications"]) {
    await sam.page().goto(`${proxy.url}/jobs/selected/${path}`);
    await sam.seesScreen("Notifications");
  }
});

test("contacts are read-only before access is gained, and can be changed from then on", async () => {
  const { proxy, sam } = fixture;
  const page = sam.page();
  await page.goto(`${proxy.url}/jobs/selected/tenants`);
  await sam.seesScreen("Contacts");
  await expect(
    page.getByRole("heading", {
      name: `Existing Property Contacts ${visit.property.tenants.length}`,
    }),
  ).toBeVisible();
  await expect(
    page.getByRole("link", { name: "Call Robin Quill, Mobile 07700 900321" }),
  ).toHaveAttribute("href", "tel:07700900321");
  await expect(
    page.getByRole("link", { name: "Email Robin Quill, robin@example.com" }),
  ).toHaveAttribute("href", "mailto:robin@example.com");
  await expect(sam.button("Add")).toBeHidden();
  await inspect(page, "Contacts, read-only");
  await sam.button("Back").click();
  await sam.step("Start Travel");
  await sam.step("On-Site");
  await sam.step("Access");
  await page.getByRole("link", { name: /^Who/ }).click();
  await expect(sam.button("Add")).toBeVisible();
});

test("a contact shows what is missing", async () => {
  const { sam } = fixture;
  const page = sam.page();
  await sam.button("Add").click();
  await sam.seesScreen("Add Contact");
  await sam.button("Submit").click();
  await expect(page.getByText("Full name is required")).toBeVisible();
  await expect(page.getByText("Property Contact Type is required")).toBeVisible();
  const name = page.getByLabel("Full name");
  await name.fill(" ROBIN  QUILL ");
  await expect(page.getByText("Full name must be unique for this property")).toBeVisible();
  await name.fill(pasted);
  await expect(page.getByText("Full name may have 200 characters at most")).toBeVisible();
  await name.fill(arabicName);
  await page.getByLabel("Property Contact Type").selectOption({ label: "Keyholder" });
  await page.getByLabel("Email (optional)").fill("keyholder@");
  await expect(page.getByText("Please provide a vaild email address")).toBeVisible();
  await page.getByLabel("Email (optional)").fill("");
  await page.getByRole("switch", { name: "Text" }).check();
  await expect(
    page.getByText("Please provide a mobile or alternative number for texts"),
  ).toBeVisible();
  await page.getByRole("switch", { name: "Phone" }).check();
  await expect(page.getByText("Please provide a phone number to call")).toBeVisible();
  await page.getByLabel("Mobile (optional)").fill("+33123456789");
  await expect(
    page.getByText("Please provide a UK phone number of 11 to 13 characters"),
  ).toBeVisible();
  await page.getByLabel("Mobile (optional)").fill("07700900123");
  await inspect(page, "Add Contact");
});

test("typed text survives a reload, and is saved", async () => {
  const { sam } = fixture;
  const page = sam.page();
  await page.reload();
  await expect(page.getByLabel("Full name")).toHaveValue(arabicName);
  await sam.button("Submit").click();
  await sam.seesToast("Contact added");
  await expect(page.getByRole("heading", { name: "Added Property Contacts 1" })).toBeVisible();
  await expect(page.getByRole("link", { name: arabicName }).first()).toBeVisible();
});

test("a contact is entered with the keyboard only", async () => {
  const { sam } = fixture;
  const page = sam.page();
  const { keyboard } = page;
  await sam.dismissToasts();
  await sam.button("Add").focus();
  await keyboard.press("Enter");
  const name = page.getByLabel("Full name");
  await name.focus();
  await keyboard.press("Enter");
  await expect(page.getByText("Full name is required")).toBeVisible();
  await expect(name).toBeFocused();
  await keyboard.type("Nia Keys");
  await keyboard.press("Tab");
  await keyboard.type("Fam");
  await keyboard.press("Tab");
  await keyboard.press("Space");
  await expect(page.getByRole("switch", { name: "Primary contact" })).toBeChecked();
  await keyboard.press("Tab");
  await keyboard.press("Space");
  // Tab past phone and text to the address.
  for (let step = 0; step < 3; step += 1) await keyboard.press("Tab");
  await keyboard.type("nia@keys");
  await keyboard.press("Enter");
  await expect(page.getByText("Please provide a vaild email address")).toBeVisible();
  await expect(page.getByLabel("Email (optional)")).toBeFocused();
  await keyboard.type(".example");
  await keyboard.press("Enter");
  await expect(page.getByRole("heading", { name: "Added Property Contacts 2" })).toBeVisible();
  await expect(
    page.getByRole("link", { name: /^Nia Keys.*Primary.*Family member/s }),
  ).toBeVisible();
});

test("a contact is marked left, and reinstated", async () => {
  const { sam } = fixture;
  const page = sam.page();
  const card = page.getByRole("link", { name: /^Kim Leaver/ });
  await card.click();
  await sam.seesScreen("Edit Property Contact");
  await inspect(page, "Edit Property Contact");
  await sam.button("Mark Left").click();
  await sam.seesToast("Contact marked as left");
  await expect(card).toContainText("Left");
  await sam.button("Undo").click();
  await expect(card).not.toContainText("Left");
  await sam.dismissToasts();
  await card.click();
  await sam.button("Mark Left").click();
  await sam.dismissToasts();
  await card.click();
  await expect(page.getByText("This contact has left the property.")).toBeVisible();
  await sam.button("Reinstate").click();
  await sam.seesToast("Contact reinstated");
  await sam.dismissToasts();
  await sam.button("Mark Left").click();
  await expect(card).toContainText("Left");
  await sam.dismissToasts();
});

test("an appliance form asks for the type first, and then shows the fields of the type", async () => {
  const { sam } = fixture;
  const page = sam.page();
  await sam.button("Back").click();
  await page.getByRole("link", { name: /^Property Appliances/ }).click();
  await sam.seesScreen("Appliances");
  await inspect(page, "Appliances");
  await sam.button("Add").click();
  await sam.button("Submit").click();
  await expect(page.getByText("Please provide a Type")).toBeVisible();
  await page.getByLabel("Type", { exact: true }).selectOption({ label: "Smoke alarm" });
  await expect(page.getByText("Please set Manufacturer / Model")).toBeVisible();
  await expect(page.getByLabel("Location")).toBeHidden();
  await page.getByLabel("Type", { exact: true }).selectOption({ label: "Cooker" });
  await expect(page.getByLabel("GC number (optional)")).toBeHidden();
  await page.getByLabel("Type", { exact: true }).selectOption({ label: "Combi boiler" });
  for (const words of [
    "Please set Manufacturer / Model",
    "Please provide the Location",
    "Please provide a Fuel Type",
    "Please provide a Flue Type",
    "Please provide a Flue Direction",
    "Please select the Ownership",
    "Please select the Condition",
  ])
    await expect(page.getByText(words, { exact: true })).toBeVisible();
  await page.getByLabel("GC number (optional)").fill("123");
  await expect(page.getByText("Please enter a GC number of 7 digits")).toBeVisible();
  await page.getByLabel("Estimated age (optional)").fill("100");
  await expect(page.getByText("Please enter a number between 0 and 99")).toBeVisible();
  await page.getByLabel("Date installed (optional)").fill("2199-01-01");
  await expect(page.getByText("Date installed cannot be in the future")).toBeVisible();
  await inspect(page, "Add Appliance with errors");
});

test("manufacturer and model are ranked, and may be unknown", async () => {
  const { sam } = fixture;
  const page = sam.page();
  await sam.button("Set Manufacturer / Model").click();
  const dialog = sam.dialog("Manufacturer / Model");
  const finish = dialog.getByRole("button", { name: "Done" });
  const manufacturer = dialog.getByLabel("Manufacturer", { exact: true });
  await expect(manufacturer).toBeVisible();
  await finish.click();
  await expect(dialog.getByText("Please select a Manufacturer")).toBeVisible();
  await expect(manufacturer).toBeFocused();
  await dialog.getByRole("switch", { name: "Manufacturer is not in the list" }).check();
  await expect(dialog.getByText("Please enter Manufacturer")).toBeVisible();
  await dialog.getByRole("switch", { name: "Manufacturer is not in the list" }).uncheck();
  const offered = await manufacturer.getByRole("option").count();
  await dialog.getByRole("button", { name: /^See more/ }).click();
  await expect.poll(() => manufacturer.getByRole("option").count()).toBeGreaterThan(offered);
  await manufacturer.selectOption({ label: "Worcester Bosch" });
  await expect(dialog.getByText("Please select a Model")).toBeVisible();
  await inspect(page, "Manufacturer and model");
  await dialog.getByRole("switch", { name: "Model is not in the list" }).check();
  await expect(dialog.getByText("Please enter Model")).toBeVisible();
  await dialog.getByLabel("Enter Model").fill(pasted);
  await expect(dialog.getByText("Please enter 50 characters at most")).toBeVisible();
  await dialog.getByLabel("Enter Model").fill(" Greenstar Prototype ");
  await finish.click();
  await expect(dialog).toBeHidden();
  await expect(page.getByText("Worcester Bosch Greenstar Prototype")).toBeVisible();
});

test("a new boiler with an unknown model and a photo is added", async () => {
  const { sam } = fixture;
  const page = sam.page();
  await page.getByLabel("GC number (optional)").fill("47-311-90");
  await page.getByLabel("Location").selectOption({ label: "Kitchen" });
  await page.getByLabel("Fuel Type").selectOption({ label: "Natural gas" });
  await page.getByRole("radio", { name: "Room sealed" }).check();
  await page.getByLabel("Flue Direction").selectOption({ label: "Horizontal rear" });
  await page.getByRole("radio", { name: "Landlord" }).check();
  await page.getByRole("radio", { name: "Good" }).check();
  await page.getByLabel("Estimated age (optional)").fill("0");
  await page.getByLabel("Date installed (optional)").fill("2026-01-15");
  const plate = await createPhoto(page, { name: "plate.jpg" });
  const chooser = page.waitForEvent("filechooser");
  await sam.button("Take photo").click();
  await (await chooser).setFiles(plate);
  await expect(page.getByRole("img", { name: /^Photo 1,/ })).toBeVisible();
  await page.reload();
  await expect(page.getByRole("img", { name: /^Photo 1,/ })).toBeVisible();
  await expect(page.getByText("Worcester Bosch Greenstar Prototype")).toBeVisible();
  await sam.button("Submit").click();
  await sam.seesToast("Appliance added");
  await expect(
    page.getByRole("link", { name: /Worcester Bosch Greenstar Prototype/ }),
  ).toBeVisible();
});

test("an appliance is scrapped, reinstated and scrapped again; the engineer's own is deleted", async () => {
  const { sam } = fixture;
  const page = sam.page();
  const alarm = page.getByRole("link", { name: /^Smoke alarm/ });
  await alarm.click();
  await sam.button("Scrap Appliance").click();
  await sam.seesToast("Appliance scrapped");
  await expect(alarm).toContainText("Scrapped");
  await alarm.click();
  await expect(page.getByText(/Scrapped \d\d\/\d\d\/\d{4}/)).toBeVisible();
  await inspect(page, "A scrapped appliance");
  await sam.button("Reinstate").click();
  await sam.seesToast("Appliance reinstated");
  await sam.dismissToasts();
  await sam.button("Scrap Appliance").click();
  await expect(alarm).toContainText("Scrapped");

  await sam.button("Add").click();
  await page.getByLabel("Type", { exact: true }).selectOption({ label: "Heat alarm" });
  await sam.button("Set Manufacturer / Model").click();
  const dialog = sam.dialog("Manufacturer / Model");
  await dialog.getByRole("switch", { name: "Manufacturer is not in the list" }).check();
  await dialog.getByLabel("Enter Manufacturer").fill("Nobody");
  await dialog.getByLabel("Enter Model").fill("Nothing");
  await dialog.getByRole("button", { name: "Done" }).click();
  await sam.button("Submit").click();
  await page.getByRole("link", { name: /Nobody Nothing/ }).click();
  await sam.button("Delete Appliance").click();
  await sam.answer("Delete this appliance?", "Delete Appliance");
  await sam.seesToast("Appliance deleted");
  await expect(page.getByRole("link", { name: /Nobody Nothing/ })).toBeHidden();
});

test("after the close the office sees the boiler, the contact who left and the scrapped appliance", async () => {
  const { office, sam } = fixture;
  await sam.button("Back").click();
  await sam.close();
  await expect(sam.syncIndicator("All sent")).toBeVisible({ timeout: 60_000 });
  await expect.poll(async () => (await office.job(visit.jobId)).closing).not.toBeNull();
  const { appliances, contacts, images } = await office.job(visit.jobId);
  const boiler = appliances.find(({ unknownModelName }) => unknownModelName !== null);
  expect(boiler).toMatchObject({
    type: 1,
    manufacturerName: "Worcester Bosch",
    unknownModelName: "Greenstar Prototype",
    gasCouncilNumber: "4731190",
    estimatedAge: 0,
    addedByEngineer: true,
  });
  expect(images.map(({ entityId }) => entityId)).toContain(boiler?.propertyAssetId);
  expect(appliances.find(({ type }) => type === smokeAlarm)).toMatchObject({ scrapped: true });
  expect(appliances.filter(({ type }) => type === heatAlarm)).toEqual([]);
  const left = contacts.filter(({ flagDeleted }) => flagDeleted).map(({ fullName }) => fullName);
  expect(left).toEqual(["Kim Leaver"]);
  expect(contacts.find(({ fullName }) => fullName === arabicName)).toMatchObject({
    contactMethodType: 6,
    phones: [{ phoneType: "Mobile", number: "07700900123" }],
  });
});
