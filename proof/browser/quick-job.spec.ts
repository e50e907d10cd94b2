import { expect, type Page, test } from "@playwright/test";
import { inspect } from "./inspection.ts";
import type { Office } from "./office.ts";
import { createOfficePage, officeEmail, openDesk } from "./office-page.ts";
import { setUpFixture } from "./fixture.ts";

const fixture = setUpFixture();

const errorAt = (page: Page, text: string) =>
  page.getByRole("main").getByText(text, { exact: true });
const row = (page: Page, name: string | RegExp) =>
  page.getByRole("main").getByRole("button", { name });
const sees = (page: Page, step: string) =>
  expect(page.getByRole("heading", { level: 2, name: step, exact: true })).toBeVisible();

async function pick(page: Page, label: string, typed: string, option: string | RegExp) {
  await page.getByRole("combobox", { name: label }).fill(typed);
  await page.getByRole("option", { name: option }).first().click();
}

/** Finds a property with a contact. */
async function inhabited(office: Office) {
  for (const { jobId } of await office.jobs()) {
    const { job } = await office.job(jobId);
    if (job.property.tenants.some(({ flagDeleted }) => !flagDeleted)) return job.property;
  }
  throw new Error("The demo has no property at which somebody can be reached");
}

test("a property is found by its address, and must be selected", async () => {
  const { sam, office } = fixture;
  const page = sam.page();
  const { addressLine1, postcode } = await inhabited(office);
  await page.getByRole("link", { name: "New Job" }).click();
  await sam.seesScreen("New Job");
  await sees(page, "Client");
  await expect(page.getByText("Step 1 of")).toBeVisible();
  await inspect(page, "quick job client");
  await row(page, "Fieldfare Homes").click();
  await sees(page, "Property");
  await sam.button("Next").click();
  await expect(errorAt(page, "You must select a property before continuing")).toBeVisible();
  await pick(page, "Property", `${addressLine1} ${postcode}`, addressLine1);
  await inspect(page, "quick job property");
  await sam.button("Next").click();
  await sees(page, "Contact");
  await inspect(page, "quick job contact");
  // The search is as it was, for somebody who chose the wrong one of its hits.
  await page.goBack();
  await sees(page, "Property");
  await row(page, "Change Property").click();
  const search = page.getByRole("combobox", { name: "Property" });
  await expect(search).toHaveValue(`${addressLine1} ${postcode}`);
  await page.getByRole("option", { name: addressLine1 }).first().click();
  await sam.button("Next").click();
  await sees(page, "Contact");
});

test("a contact must be selected, and another one can be added", async () => {
  const { sam } = fixture;
  const page = sam.page();
  await sam.button("Next").click();
  await expect(errorAt(page, "You must select a contact before continuing")).toBeVisible();
  await row(page, "Add a contact").click();
  await sees(page, "New contact");
  await sam.button("Next").click();
  await expect(errorAt(page, "Full name is required")).toBeVisible();
  await expect(errorAt(page, "Property Contact Type is required")).toBeVisible();
  await page.getByLabel("Full name").fill("Робин أحمد 🙂");
  await expect(page.getByLabel("Primary contact")).not.toBeChecked();
  await page.getByLabel("Mobile phone").fill("12");
  await sam.button("Next").click();
  await expect(
    errorAt(page, "Please provide a UK phone number of 11 to 13 characters"),
  ).toBeVisible();
  await inspect(page, "quick job new contact");
  await page.getByLabel("Mobile phone").fill("07700 900123");
  await chooseType(page);
  await sam.button("Next").click();
  await sees(page, "Job details");
});

test("the details have a type, a priority with its service level, and the client's SORs", async () => {
  const { sam } = fixture;
  const page = sam.page();
  await sam.button("Next").click();
  for (const text of [
    "Please select a Job Type.",
    "Please select a Priority.",
    "Please enter Job Details.",
  ])
    await expect(errorAt(page, text)).toBeVisible();
  await pick(page, "Job Type", "heating", /No heating/);
  await page.getByLabel("Priority").selectOption({ label: "Urgent" });
  await expect(page.getByText(/^Respond by \d\d\/\d\d\/\d{4} 23:59, complete by /)).toBeVisible();
  await page.getByLabel("Job Details").fill("No heating upstairs");
  await pick(page, "Add a SOR from the client's contracts", "gas", /^GA/);
  await page.getByLabel(/^Quantity of GA/).fill("0");
  await sam.button("Next").click();
  await expect(errorAt(page, "Please enter a quantity above 0, up to 9,999.99.")).toBeVisible();
  await page.getByLabel(/^Quantity of GA/).fill("1.509");
  await expect(page.getByLabel(/^Quantity of GA/)).toHaveValue("1.50");
  await inspect(page, "quick job details");
  await sam.button("Next").click();
  await sees(page, "Summary");
  await expect(page.getByRole("main")).toContainText("Primary contactNo");
  await expect(page.getByRole("main")).toContainText("Priority meansFinish within 5 days");
  await inspect(page, "quick job summary");
});

test("a half-finished job survives a restart and being offline, and is then saved once and is on the device", async () => {
  const { sam, office, phone } = fixture;
  await phone.kill();
  await phone.start({ offline: true });
  await sam.open("/quick/job");
  const page = sam.page();
  await sees(page, "Summary");
  await expect(page.getByText("This job is not saved yet")).toBeVisible();
  await sam.button("Save").click();
  await sam.seesToast("Unable to save jobs at this time.");
  const noSignal = page.getByText("You must have Internet connectivity to create a job.");
  await expect(noSignal).toBeVisible();
  await sam.button("Discard").click();
  await expect(
    page.getByText("the office may already have the new contact and the job."),
  ).toBeVisible();
  await sam.answer("Discard this job?", "Keep it");
  await sam.open("/");
  await page.getByRole("link", { name: "Not saved New Job" }).click();
  await sees(page, "Summary");
  // The phone's Back goes one step back and does not leave the wizard.
  await page.goBack();
  await sees(page, "Job details");
  await page.goBack();
  await sees(page, "New contact");
  await sam.button("Next").click();
  await sees(page, "Job details");
  await sam.button("Next").click();
  await sees(page, "Summary");
  await sam.button("Save").click();
  await expect(noSignal).toBeVisible();
  await phone.context.setOffline(false);
  await expect(noSignal).toBeHidden();
  await sam.button("Save").click();
  await sam.seesToast("The job has been saved");
  // The failure would disappear by itself after some seconds, so it is not waited for.
  expect(await page.getByText("Unable to save jobs at this time.").count()).toBe(0);
  await sam.seesScreen("Jobs");
  const raised = await office.quickJobs();
  expect(raised).toMatchObject([
    {
      jobDetails: "No heating upstairs",
      clientJobPriorityName: "Urgent",
      priorityDescription: "Finish within 5 days",
      contractSors: [{ quantity: 1.5 }],
      bookedOn: expect.stringMatching(/^\d{4}-/),
    },
  ]);
  const { job } = await office.job(raised[0]?.jobId ?? "");
  const added = job.property.tenants.find(({ fullName }) => fullName === "Робин أحمد 🙂");
  expect(added).toMatchObject({ isPrimaryTenant: false });
  await expect(async () => {
    await page.keyboard.press("End");
    await expect(page.getByText(job.property.addressLine1).first()).toBeVisible({ timeout: 500 });
  }).toPass();
});

test("a property that is not found is looked up by its postcode or entered by hand", async () => {
  const { sam, proxy, office, phone } = fixture;
  const page = sam.page();
  await page.goto(`${proxy.url}/quick/job`);
  await row(page, "Redwing Housing Trust").click();
  const search = page.getByRole("combobox", { name: "Property" });
  await search.fill("9 Nowhere");
  await expect(page.getByText("No matching properties found")).toBeVisible();
  await row(page, "Property not found? Add it").click();
  await sees(page, "New property");
  await sam.button("Back").click();
  await sees(page, "Property");
  await expect(search).toHaveValue("9 Nowhere");
  await expect(page.getByText("No matching properties found")).toBeVisible();
  await row(page, "Property not found? Add it").click();
  await sees(page, "New property");
  await sam.button("Next").click();
  await expect(errorAt(page, "Please enter the first line of the address.")).toBeVisible();
  await expect(errorAt(page, "Please enter a postcode.")).toBeVisible();
  await page.getByLabel("Postcode").fill("nowhere");
  await expect(errorAt(page, "Please enter a valid postcode.")).toBeVisible();
  await page.getByLabel("Postcode").fill("ls99 9zz");
  await row(page, "Find address").click();
  await expect(page.getByText(/^No addresses found at this postcode/)).toBeVisible();
  await page.getByLabel("Postcode").fill("ls99");
  await expect(page.getByText(/^No addresses found at this postcode/)).toBeHidden();
  await page.getByLabel("Postcode").fill("ls62qx");
  await row(page, "Find address").click();
  await expect(row(page, /^7 Lapwing Close/)).toBeVisible();
  await inspect(page, "quick job new property");
  await row(page, /^7 Lapwing Close/).click();
  await expect(page.getByLabel("Address line 1")).toHaveValue("7 Lapwing Close");
  await sam.button("Next").click();
  await sees(page, "New contact");
  await page.getByLabel("Full name").fill("Lee Newcomer");
  await chooseType(page);
  await sam.button("Next").click();
  await pick(page, "Job Type", "plumb", /Plumbing/);
  await page.getByLabel("Priority").selectOption({ label: "Normal" });
  await page.getByLabel("Job Details").fill("Leak under the sink");
  await sam.button("Next").click();
  await expect(
    page.getByText("7 Lapwing Close, Leeds, West Yorkshire, LS6 2QX (new)"),
  ).toBeVisible();
  const other = await phone.context.newPage();
  await other.goto(`${proxy.url}/quick/job`);
  await sees(other, "Summary");
  await page.bringToFront();
  await sam.button("Save").click();
  await sam.seesToast("The job has been saved");
  expect((await office.quickJobs())[0]).toMatchObject({ jobDetails: "Leak under the sink" });

  // The same job is still open in a second tab: when it is changed there, it is saved as another job.
  await other.bringToFront();
  await other.getByRole("button", { name: "Back" }).click();
  await other.getByLabel("Job Details").fill("Leak under the bath");
  await other.getByRole("button", { name: "Next" }).click();
  await sees(other, "Summary");
  await other.getByRole("button", { name: "Save" }).click();
  await expect(other.getByText("Select 'Save' again to save it as a new job.")).toBeVisible();
  await other.getByRole("button", { name: "Save" }).click();
  await expect(other.getByText("The job has been saved")).toBeVisible();
  await other.close();
  const raised = (await office.quickJobs()).map(({ jobDetails }) => jobDetails);
  expect(raised.slice(0, 2)).toEqual(["Leak under the bath", "Leak under the sink"]);
});

test("the office reads what was raised on site, and who raised it", async ({ browser }) => {
  const { office, system } = fixture;
  const context = await openDesk(browser);
  const desk = createOfficePage(await context.newPage());
  await desk.page.goto(`${system.url}/office/jobs`);
  await desk.signIn("Fieldfare-1", officeEmail);
  await desk.page.getByRole("link", { name: "Raised on site" }).click();
  await desk.seesTitle("Jobs raised on site");
  const rows = desk.table("Jobs raised on site").locator("tbody").getByRole("row");
  await expect(rows).toHaveCount((await office.quickJobs()).length);
  const raised = rows.filter({ hasText: "No heating upstairs" });
  await expect(raised).toContainText("by Sam Taylor");
  await expect(raised).toContainText("Urgent");
  await expect(desk.page.getByText("No job that is shown needs you")).toBeVisible();
  await desk.inspect("Jobs raised on site");
  const downloading = desk.page.waitForEvent("download");
  await desk.button(/^Download CSV/).click();
  expect((await downloading).suggestedFilename()).toBe("jobs-raised-on-site.csv");
  await raised.getByRole("link").click();
  await desk.seesTitle(/^FF-/);
  await context.close();
});

test("a job is discarded after a confirmation", async () => {
  const { sam, proxy } = fixture;
  const page = sam.page();
  await page.goto(`${proxy.url}/quick/job`);
  await row(page, "Fieldfare Homes").click();
  await sam.button("Discard").click();
  await sam.answer("Discard this job?", "Discard");
  await sam.seesScreen("Home");
  await page.getByRole("link", { name: "New Job" }).click();
  await sees(page, "Client");
});

/** Chooses a type: up to four are buttons, more are a list. */
async function chooseType(page: Page) {
  const list = page.getByRole("combobox", { name: "Property Contact Type" });
  await expect(list.or(page.getByRole("radio")).first()).toBeVisible();
  if ((await list.count()) > 0) await list.selectOption({ index: 1 });
  else await page.getByRole("radio").first().check({ force: true });
}
