import {
  type BrowserContext,
  expect,
  type Locator,
  type Page,
  type Request,
  test,
} from "@playwright/test";
import { setUpFixture } from "./fixture.ts";
import { createPhoto } from "./image-files.ts";
import { createOfficePage, officeEmail, openDesk } from "./office-page.ts";

let context: BrowserContext;
let desk: ReturnType<typeof createOfficePage>;
let page: Page;
let jobId: string;

const sor = { sorCodeId: 7, sorCode: "GAS001", shortDescription: "Service a boiler", qty: 1 };

// Raised before Sam's phone has fetched jobs: the job is no news there, and its change is.
const fixture = setUpFixture({
  prepare: async (office) => {
    ({ jobId } = await office.raise("1 Changing Lane", {
      formattedJobId: "CHANGE-1",
      taskDetails: "No heating",
      accessNotes: "Ring twice",
      plannedSors: [sor],
    }));
  },
});

test.beforeAll(async ({ browser }) => {
  context = await openDesk(browser);
  desk = createOfficePage(await context.newPage());
  ({ page } = desk);
  await fixture.sam.openJobs();
});
test.afterAll(() => context.close());

const dialog = () => desk.dialog("Change what the job says");

test("a job that an engineer has is changed", async () => {
  const { system } = fixture;
  await page.goto(`${system.url}/office/jobs/${jobId}`);
  await desk.signIn("Fieldfare-1", officeEmail);
  await desk.seesTitle(/^CHANGE-1/);
  await desk.inspect("A job with its actions");
  await desk.button("Change details").click();
  await expect(dialog()).toContainText("Sam Taylor is told");
  await desk.inspect("Change what the job says");
  await dialog().getByLabel("Priority").selectOption({ index: 1 });
  await dialog().getByLabel("What is to be done").fill("No heating and no hot water");
  await dialog().getByRole("button", { name: "Save" }).click();
  await expect(dialog()).toBeHidden();
  await expect(page.getByText("No heating and no hot water")).toBeVisible();
});

test("two who change the same job are told, and nothing typed is lost", async () => {
  await desk.button("Change details").click();
  await dialog().getByLabel("How to get in").fill("Key safe at the back door");
  await fixture.office.change(jobId, { clientPreferredTimeName: "Afternoon" });
  await dialog().getByRole("button", { name: "Save" }).click();
  await expect(dialog()).toContainText("Somebody else has changed this job meanwhile");
  await expect(dialog()).toContainText("Preferred time is now: Afternoon");
  await desk.inspect("A job that somebody else has changed");
  await dialog()
    .getByRole("button", { name: /^Go on with this/ })
    .click();
  await expect(dialog().getByLabel("Preferred time")).toHaveValue("Afternoon");
  await expect(dialog().getByLabel("How to get in")).toHaveValue("Key safe at the back door");
  await dialog().getByRole("button", { name: "Save" }).click();
  await expect(dialog()).toBeHidden();
  const { job } = await fixture.office.job(jobId);
  expect(job).toMatchObject({
    clientPreferredTimeName: "Afternoon",
    description: { accessNotes: "Key safe at the back door" },
  });
});

test("who changes the job again at once changes it as it is now", async () => {
  const { url } = fixture.system;
  const path = `${url}/api/office/jobs/${jobId}`;
  const isRead = (request: Request) => request.url() === path && request.method() === "GET";
  const [held, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  await desk.button("Change details").click();
  await dialog().getByLabel("How to get in").fill("Ring twice");
  await page.route(path, async (route) => {
    if (isRead(route.request())) {
      held.resolve();
      await released.promise;
    }
    await route.continue();
  });
  const saved = page.waitForResponse(
    (response) => response.url() === path && response.request().method() === "PUT",
  );
  await dialog().getByRole("button", { name: "Save" }).click();
  // The live change may cause the only read, before the answer to the change is there.
  await Promise.all([saved, held.promise]);
  await expect(dialog()).toBeVisible();
  released.resolve();
  await expect(dialog()).toBeHidden();
  await page.unroute(path);
  await desk.button("Change details").click();
  await expect(dialog().getByLabel("How to get in")).toHaveValue("Ring twice");
  await dialog().getByLabel("How to get in").fill("Key safe at the back door");
  await dialog().getByRole("button", { name: "Save" }).click();
  await expect(dialog()).toBeHidden();
});

test("a job gets what its visit needs, and its page shows it", async () => {
  await desk.button("Change details").click();
  await dialog()
    .getByRole("button", { name: /^Alerts/ })
    .click();
  await dialog().getByLabel("Alerts of this job").fill("DOG");
  await page.getByRole("option", { name: /^DOG/ }).click();
  await dialog()
    .getByRole("button", { name: /^Key safe/ })
    .click();
  await dialog().getByLabel("Code of the key safe").fill("1234");
  await dialog()
    .getByRole("button", { name: /^Contacts of the visit/ })
    .click();
  await dialog().getByRole("button", { name: "Add a contact" }).click();
  await dialog().getByLabel("Name", { exact: true }).fill("Pat Example");
  await dialog()
    .getByRole("button", { name: /^To read before the visit/ })
    .click();
  await dialog().getByLabel("Name of the next file").fill("Data plate");
  const [chooser] = await Promise.all([
    page.waitForEvent("filechooser"),
    dialog().getByRole("button", { name: "Add a file" }).click(),
  ]);
  await chooser.setFiles(await createPhoto(page, { name: "plate.jpg" }));
  await expect(dialog().getByRole("button", { name: "Leave out Data plate" })).toBeVisible();
  await desk.inspect("What a visit needs");
  await dialog().getByRole("button", { name: "Save" }).click();
  await expect(dialog()).toBeHidden();
  await expect(page.getByText(/DOG: There is a dog at this home/)).toBeVisible();
  await expect(desk.table("Contacts of the visit")).toContainText("Pat Example");
  await expect(desk.table("To read before the visit")).toContainText("Data plate");
  await desk.button("Read Data plate").click();
  await expect(page.getByRole("img", { name: "Data plate" })).toBeVisible();
  await page.keyboard.press("Escape");
  const { needs } = await fixture.office.job(jobId);
  expect(needs).toMatchObject({ alertCodes: ["DOG"], keySafe: { location: null, code: "1234" } });
});

test("a job is copied with its home, type, texts, planned SORs and what the visit needs", async () => {
  await page.getByRole("link", { name: "Copy" }).click();
  await desk.seesTitle("Raise a job");
  await expect(page.getByText("Copied from job CHANGE-1")).toBeVisible();
  await expect(page.getByText("1 Changing Lane, LS1 1AA")).toBeVisible();
  await expect(page.getByLabel("What is to be done")).toHaveValue("No heating and no hot water");
  await expect(page.getByText("GAS001, Service a boiler")).toBeVisible();
  await expect(page.getByLabel("Code of the key safe")).toHaveValue("1234");
  await desk.inspect("Raise a job like another one");
  await desk.button("Raise job").click();
  await desk.seesTitle(/^FF-.*1 Changing Lane/);
  const copied = new URL(page.url()).pathname.split("/").at(-1) ?? "";
  expect(copied).not.toBe(jobId);
  const [one, other] = await Promise.all([fixture.office.job(jobId), fixture.office.job(copied)]);
  expect(other.job).toMatchObject({
    property: { propertyId: one.job.property.propertyId },
    jobDetailTypeId: one.job.jobDetailTypeId,
    description: one.job.description,
    plannedSors: [sor],
  });
  expect(other.needs).toEqual({ ...one.needs, visitContacts: [] });
  expect(other.fieldOperativeId).toBeNull();
});

test("the phone that has the job shows what is different", async () => {
  const { sam } = fixture;
  const strip = sam.page().getByRole("region", { name: "Alert from the office" });
  await sam.open("/settings/sync");
  await expect(strip).toContainText("Job changed: CHANGE-1", { timeout: 120_000 });
});

test("a job that a phone has is cancelled when the phone removes it, and the lists show it", async () => {
  const { sam, office, system } = fixture;
  await page.goto(`${system.url}/office/jobs/${jobId}`);
  await desk.button("Cancel job").click();
  const cancel = desk.dialog("Cancel this job?");
  await expect(cancel).toContainText("If the phone of Sam Taylor has it, the phone is asked");
  await cancel.getByRole("button", { name: "Cancel the job" }).click();
  await expect(cancel).toContainText("Fill this in");
  await expect(cancel.getByLabel("Why")).toBeFocused();
  await cancel.getByLabel("Outcome").selectOption("Duplicate");
  await cancel.getByLabel("Why").fill("Raised twice");
  await desk.inspect("Cancel a job");
  await cancel.getByRole("button", { name: "Cancel the job" }).click();
  await expect(cancel).toBeHidden();
  await expect(page.getByText("Cancellation requested", { exact: true })).toBeVisible();
  await sam.open("/settings/sync");
  await expect
    .poll(async () => (await office.job(jobId)).job.status, { timeout: 120_000 })
    .toBe("Closed");
  await page.reload();
  await expect(page.getByText(/^Cancelled on .* Duplicate: Raised twice$/)).toBeVisible();
  await expect(desk.button("Cancel job")).toBeHidden();
  await desk.inspect("A cancelled job");
  await page.goto(`${system.url}/office/jobs?status=Cancelled`);
  await expect(desk.table("Jobs").getByRole("row", { name: /CHANGE-1.*Cancelled/ })).toBeVisible();
});

test("who cancels a job whose cancellation a colleague has requested reads that, and replaces it on purpose", async () => {
  const { sam, office, system } = fixture;
  const raised = await office.raise("7 Changing Lane", { formattedJobId: "CHANGE-7" });
  await sam.open("/jobs");
  await sam.jobCard("7 Changing Lane").waitFor();
  await sam.sentAll();
  await sam.page().context().setOffline(true);
  await page.goto(`${system.url}/office/jobs/${raised.jobId}`);
  await desk.seesTitle(/^CHANGE-7/);
  await desk.button("Cancel job").click();
  const cancel = desk.dialog("Cancel this job?");
  await cancel.getByLabel("Why").fill("The landlord does it");
  await office.cancel(raised.jobId, "Raised twice");
  const notice = cancel.getByRole("alert");
  await expect(notice).toContainText("The cancellation of this job is requested already");
  await expect(notice).toContainText(/asked to cancel the job on .* Duplicate: Raised twice/);
  await expect(cancel.getByRole("button", { name: "Cancel the job" })).toBeHidden();
  await expect(cancel.getByLabel("Why")).toHaveValue("The landlord does it");
  await desk.inspect("Cancel a job whose cancellation is requested already");
  await cancel.getByRole("button", { name: "Replace this request with mine" }).click();
  expect((await office.job(raised.jobId)).cancellation).toMatchObject({ reason: "Raised twice" });
  await cancel.getByRole("button", { name: "Cancel the job" }).click();
  await expect(cancel).toBeHidden();
  await expect(
    page.getByText(/asked to cancel .* Not required: The landlord does it/),
  ).toBeVisible();

  await desk.button("Request removal").click();
  const removal = desk.dialog("Request the removal of this job?");
  await expect(removal).toContainText("Not required: The landlord does it");
  await expect(removal).toContainText("takes this back: the job is not cancelled then");
  await desk.inspect("Request the removal of a job whose cancellation is requested");
  await removal.getByRole("button", { name: "Request removal", exact: true }).click();
  await expect(removal).toBeHidden();
  expect((await office.job(raised.jobId)).cancellation).toBeNull();

  // A colleague's request that comes while the dialog is open is not taken back without a word, nor by a move.
  await desk.button("Request removal").click();
  await office.cancel(raised.jobId, "Raised twice");
  await expect(removal.getByRole("alert")).toContainText(
    "The cancellation of this job is requested already",
  );
  await expect(removal.getByRole("alert")).toContainText("Duplicate: Raised twice");
  await expect(removal.getByRole("button", { name: "Request removal", exact: true })).toBeHidden();
  await desk.inspect("Request the removal while a colleague requests the cancellation");
  await removal.getByRole("button", { name: "Request the removal all the same" }).click();
  await expect(removal.getByRole("button", { name: "Request removal", exact: true })).toBeVisible();
  await removal.getByRole("button", { name: "Cancel", exact: true }).click();
  // The phone would get a change of a job that it is asked to remove: that is said, and what was typed is saved on purpose only.
  await desk.button("Change details").click();
  await expect(dialog().getByRole("alert")).toContainText("Duplicate: Raised twice");
  await expect(dialog().getByRole("alert")).toContainText(
    "The phone of Sam Taylor gets this change, and the request to remove the job.",
  );
  await expect(dialog().getByRole("button", { name: "Save" })).toBeHidden();
  await dialog().getByLabel("How to get in").fill("Back door");
  await desk.inspect("Change a job whose cancellation is requested");
  await dialog().getByRole("button", { name: "Change it all the same" }).click();
  await expect(dialog().getByLabel("How to get in")).toHaveValue("Back door");
  await dialog().getByRole("button", { name: "Save" }).click();
  await expect(dialog()).toBeHidden();
  expect((await office.job(raised.jobId)).job.description.accessNotes).toBe("Back door");
  await desk.button("Move").click();
  const move = desk.dialog("Move the job");
  const alex = office.operatives.find(({ name }) => name === "Alex Morgan");
  await move.getByLabel("Engineer").selectOption(alex?.fieldOperativeId ?? "");
  await expect(move.getByRole("list", { name: "What happens" })).toContainText(
    "Somebody has asked to cancel this job: that is taken back, and the job is not cancelled.",
  );
  await desk.inspect("Move a job whose cancellation is requested");
  await move.getByRole("button", { name: "Save" }).click();
  await expect(move).toBeHidden();
  expect((await office.job(raised.jobId)).cancellation).toBeNull();
  await sam.page().context().setOffline(false);
});

test("who writes about, takes away or cancels a job that a colleague moves meanwhile reads who has it now", async () => {
  const { office, system } = fixture;
  const [sam, alex] = ["Sam Taylor", "Alex Morgan"].map(
    (name) => office.operatives.find((each) => each.name === name)?.fieldOperativeId ?? "",
  );
  const { jobId: id } = await office.raise("21 Changing Lane", {
    formattedJobId: "CHANGE-21",
    appointmentDateTime: "2032-03-03T09:00:00.000Z",
  });
  await page.goto(`${system.url}/office/jobs/${id}`);
  await desk.seesTitle(/^CHANGE-21/);
  const movedTo = (dialog: Locator, name: string) =>
    expect(dialog.getByRole("alert")).toContainText(
      `Somebody else has moved this job meanwhile${name} has it now.`,
    );

  await desk.button("Comment").click();
  const comment = desk.dialog("Comment for Sam Taylor");
  await comment.getByLabel("Comment").fill("Bring the long ladder");
  await office.assign(id, alex ?? "");
  await movedTo(comment, "Alex Morgan");
  await expect(comment.getByRole("button", { name: "Send comment" })).toBeHidden();
  await desk.inspect("A comment for an engineer who no longer has the job");
  await comment.getByRole("button", { name: "Write to Alex Morgan instead" }).click();
  const commentToAlex = desk.dialog("Comment for Alex Morgan");
  await expect(commentToAlex.getByLabel("Comment")).toHaveValue("Bring the long ladder");
  await commentToAlex.getByRole("button", { name: "Send comment" }).click();
  await expect(commentToAlex).toBeHidden();

  await desk.button("Request removal").click();
  const removal = desk.dialog("Request the removal of this job?");
  await office.assign(id, sam ?? "");
  await movedTo(removal, "Sam Taylor");
  await expect(removal).toContainText("it is taken off Alex Morgan at once");
  await expect(removal.getByRole("button", { name: "Request removal", exact: true })).toBeHidden();
  await removal.getByRole("button", { name: "Request the removal from Sam Taylor" }).click();
  await expect(removal).toContainText("it is taken off Sam Taylor at once");
  await removal.getByRole("button", { name: "Cancel", exact: true }).click();

  await desk.button("Cancel job").click();
  const cancel = desk.dialog("Cancel this job?");
  await cancel.getByLabel("Why").fill("Raised twice");
  await office.assign(id, alex ?? "");
  await movedTo(cancel, "Alex Morgan");
  await desk.inspect("Cancel a job that somebody has moved");
  await expect(cancel.getByRole("button", { name: "Cancel the job", exact: true })).toBeHidden();
  await cancel.getByRole("button", { name: "Cancel the job all the same" }).click();
  await cancel.getByRole("button", { name: "Cancel the job", exact: true }).click();
  await expect(cancel).toBeHidden();
  await expect
    .poll(async () => (await office.job(id)).cancellation)
    .toMatchObject({ reason: "Raised twice" });
});

/** Raises a job that nobody has, and opens its page. */
async function openUnassigned(addressLine1: string, formattedJobId: string, time: string) {
  const { office, system } = fixture;
  const draft = { formattedJobId, fieldOperativeId: null, appointmentDateTime: time };
  const raised = await office.raise(addressLine1, draft);
  await page.goto(`${system.url}/office/jobs/${raised.jobId}`);
  await desk.seesTitle(new RegExp(`^${formattedJobId}`));
  return raised.jobId;
}

// Far behind the absences that the demo gives Sam from today on.
const busyTime = "2032-03-02T09:00:00.000Z";

test("who assigns a job reads before that the engineer has another one then, and that a colleague was faster", async () => {
  const { office } = fixture;
  const [sam, alex] = ["Sam Taylor", "Alex Morgan"].map(
    (name) => office.operatives.find((each) => each.name === name)?.fieldOperativeId ?? "",
  );
  await office.raise("2 Changing Lane", { appointmentDateTime: busyTime });
  const raised = await openUnassigned("3 Changing Lane", "CHANGE-3", busyTime);
  await desk.button("Assign").click();
  const assign = desk.dialog("Assign the job");
  const consequences = assign.getByRole("list", { name: "What happens" });
  const engineers = assign.getByLabel("Engineer").getByRole("option");
  await expect(engineers.filter({ hasText: "Sam Taylor" })).toHaveText(/^Sam Taylor: has .* at/);
  await expect(engineers.last(), "who is busy comes last").toContainText("Sam Taylor");
  await expect(engineers.filter({ hasText: "Alex Morgan" })).toHaveText(
    "Alex Morgan: no job that day",
  );
  await assign.getByLabel("Engineer").selectOption(sam ?? "");
  await expect(consequences).toContainText("Sam Taylor has another job at this time.");
  await desk.inspect("Assign a job at the time of another one");
  await office.assign(raised, alex ?? "");
  await assign.getByRole("button", { name: "Save" }).click();
  await expect(assign.getByRole("alert")).toContainText("Meanwhile Alex Morgan has job CHANGE-3.");
  expect((await office.job(raised)).fieldOperativeId).toBe(alex);
  await assign.getByRole("button", { name: "Show the job as it is now" }).click();
  const move = desk.dialog("Move the job");
  await expect(move.locator(":focus"), "the keyboard stays in the dialog").toBeVisible();
  await expect(move.getByLabel("Engineer")).toHaveValue(alex ?? "");
  await expect(
    move.getByLabel("Engineer").getByRole("option", { name: "Alex Morgan" }),
    "the job itself keeps nobody busy",
  ).toHaveText("Alex Morgan: no job that day");
  await move.getByRole("button", { name: "Save" }).click();
  await expect(move.getByRole("alert")).toHaveText("Choose another engineer or another time.");
  await move.getByLabel("Engineer").selectOption(sam ?? "");
  await move.getByRole("button", { name: "Save" }).click();
  await expect(move).toBeHidden();
  expect((await office.job(raised)).fieldOperativeId).toBe(sam);
});

test("who changes a job that somebody cancels meanwhile is told, and what was typed stays", async () => {
  const raised = await openUnassigned("4 Changing Lane", "CHANGE-4", busyTime);
  await desk.button("Change details").click();
  await dialog().getByLabel("How to get in").fill("Ask for the caretaker");
  await fixture.office.cancel(raised, "The tenant has moved out");
  await dialog().getByRole("button", { name: "Save" }).click();
  await expect(dialog().getByRole("alert")).toContainText("The job is cancelled");
  await expect(dialog().getByRole("alert")).toContainText("Duplicate: The tenant has moved out");
  await expect(dialog().getByLabel("How to get in")).toHaveValue("Ask for the caretaker");
  await expect(dialog().getByRole("button", { name: "Save" })).toBeHidden();
  await desk.inspect("A job that somebody has cancelled while it was changed");
  await dialog().getByRole("button", { name: "Close" }).last().click();
  await expect(dialog()).toBeHidden();
});

test("who cancels a job that somebody has just cancelled reads that, and why", async () => {
  const raised = await openUnassigned("5 Changing Lane", "CHANGE-5", busyTime);
  await desk.button("Cancel job").click();
  const cancel = desk.dialog("Cancel this job?");
  await cancel.getByLabel("Why").fill("The landlord does it");
  await fixture.office.cancel(raised, "Raised twice");
  await cancel.getByRole("button", { name: "Cancel the job" }).click();
  await expect(cancel.getByRole("alert")).toContainText("Duplicate: Raised twice");
  await expect(cancel.getByLabel("Why")).toHaveValue("The landlord does it");
});

/** Raises a job of the type that the tests raise, at a home. */
async function raiseAt(propertyId: string, formattedJobId: string) {
  const draft = { formattedJobId, fieldOperativeId: null, appointmentDateTime: busyTime };
  await fixture.office.raise("6 Changing Lane", { ...draft, property: { propertyId } });
}

test("who raises a job reads which ones the home has open, and is asked if a colleague was faster", async () => {
  const { url } = fixture.system;
  const propertyId = "0190a000-0000-7000-8000-0000000000a6";
  await raiseAt(propertyId, "TWICE-1");
  await page.goto(`${url}/office/jobs/new?home=${propertyId}`);
  await desk.seesTitle("Raise a job");
  const notice = page.getByRole("status").filter({ hasText: "TWICE-1" });
  await expect(notice).toContainText("Open jobs at this home");
  await page.getByLabel("Type").selectOption("21");
  await expect(notice).toContainText("A job of this type is already open at this home");
  await expect(notice).toContainText("Tue, 2 Mar 2032, 09:00, nobody has it");
  await desk.inspect("Raise a job for a home that has an open one");
  await raiseAt(propertyId, "TWICE-2");
  await desk.button("Raise job").click();
  await expect(page.getByRole("alert")).toContainText("Not raised yet");
  await expect(page.getByRole("alert")).toContainText("TWICE-2");
  await desk.inspect("A colleague has raised the job meanwhile");
  await desk.button("Raise another one all the same").click();
  await desk.seesTitle(/^FF-.*6 Changing Lane/);
});

test("who types the address of a home that is known is asked before a second one is added", async () => {
  const { url } = fixture.system;
  await page.goto(`${url}/office/jobs/new`);
  await desk.seesTitle("Raise a job");
  await desk.button("Enter another address").click();
  await page.getByLabel("Address line 1").fill("6 changing lane,");
  await page.getByLabel("Postcode").fill("ls11aa");
  const notice = page.getByRole("status").filter({ hasText: "is known already" });
  await expect(notice).toContainText("6 Changing Lane, LS1 1AA");
  await expect(notice).toContainText("TWICE-1");
  await desk.inspect("Raise a job for a typed address that is known");
  await page.getByLabel("Type").selectOption("22");
  await desk.button("Raise job").click();
  const question = page.getByRole("alert").filter({ hasText: "Not raised yet" });
  await expect(question).toContainText("a home with this address is known already");
  await desk.inspect("A typed address that is known is not taken without a question");
  await question.getByRole("button", { name: /^Use this home/ }).click();
  await expect(question).toBeHidden();
  await expect(page.getByRole("status").filter({ hasText: "TWICE-1" })).toContainText(
    "Open jobs at this home",
  );
  await desk.button("Choose another home").click();
  await desk.button("Enter another address").click();
  await page.getByLabel("Address line 1").fill("6 Changing Lane");
  await page.getByLabel("Postcode").fill("LS1 1AA");
  await desk.button("Raise job").click();
  await desk.button("Raise it for a new home all the same").click();
  await desk.seesTitle(/^FF-.*6 Changing Lane/);
});

test("who types a new address that a colleague has added meanwhile is asked as well", async () => {
  const { url } = fixture.system;
  await page.goto(`${url}/office/jobs/new`);
  await desk.seesTitle("Raise a job");
  await desk.button("Enter another address").click();
  await page.getByLabel("Address line 1").fill("10 Changing Lane");
  const looked = page.waitForResponse((answer) => answer.url().includes("/api/office/properties?"));
  await page.getByLabel("Postcode").fill("LS1 1AA");
  await looked;
  await page.getByLabel("Type").selectOption("22");
  await fixture.office.raise("10 changing lane", { formattedJobId: "KNOWN-1" });
  await desk.button("Raise job").click();
  const question = page.getByRole("alert").filter({ hasText: "Not raised yet" });
  await expect(question).toContainText("a home with this address is known already");
  await expect(question).toContainText("10 changing lane, LS1 1AA");
  await expect(page.getByText("This job may have been raised already")).toBeHidden();
  await desk.inspect("A colleague has added the home meanwhile");
  await question.getByRole("button", { name: /^Use this home/ }).click();
  await expect(page.getByRole("status").filter({ hasText: "KNOWN-1" })).toContainText(
    "Open jobs at this home",
  );
  await desk.button("Raise job").click();
  await desk.seesTitle(/^FF-.*10 changing lane/);
});

test("a job for a new home whose answer was lost is raised once, and is not taken for a known home", async () => {
  const { url } = fixture.system;
  const jobs = `${url}/api/office/jobs`;
  await page.goto(`${url}/office/jobs/new`);
  await desk.seesTitle("Raise a job");
  await desk.button("Enter another address").click();
  await page.getByLabel("Address line 1").fill("8 Changing Lane");
  await page.getByLabel("Postcode").fill("LS1 1AA");
  await page.getByLabel("Type").selectOption("22");
  await page.route(jobs, async (route) => {
    await route.fetch();
    await route.abort();
  });
  await desk.button("Raise job").click();
  await expect(page.getByRole("alert")).toBeVisible();
  await page.unroute(jobs);
  await desk.button("Raise job").click();
  await desk.seesTitle(/^FF-.*8 Changing Lane/);
});

test("who leaves a job that is not raised is asked, without a network and while it is sent", async () => {
  const { url } = fixture.system;
  const propertyId = "0190a000-0000-7000-8000-0000000000a7";
  await raiseAt(propertyId, "LEAVE-1");
  await page.goto(`${url}/office/jobs/new?home=${propertyId}&type=22`);
  await desk.seesTitle("Raise a job");
  await expect(page.getByLabel("Type")).toHaveValue("22");
  const leave = desk.dialog("Leave without raising the job?");
  const goToJobs = () =>
    page.getByRole("banner").getByRole("link", { name: "Jobs", exact: true }).click();
  const stay = () => leave.getByRole("button", { name: "Cancel" }).click();
  await context.setOffline(true);
  await desk.button("Raise job").click();
  await expect(page.getByRole("alert")).toContainText("Unable to contact server");
  await goToJobs();
  await expect(leave).toContainText("What you chose and typed here is lost.");
  await stay();
  await context.setOffline(false);
  const released = Promise.withResolvers<void>();
  await page.route(`${url}/api/office/jobs`, async (route) => {
    await released.promise;
    await route.continue();
  });
  await desk.button("Raise job").click();
  await goToJobs();
  await expect(leave).toContainText("The job is being sent");
  await stay();
  released.resolve();
  await desk.seesTitle(/^FF-.*6 Changing Lane/);
});
