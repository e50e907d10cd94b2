import { readFile } from "node:fs/promises";
import { type BrowserContext, expect, type Page, test } from "@playwright/test";
import { setUpFixture } from "./fixture.ts";
import { createPhoto } from "./image-files.ts";
import { createOfficePage, officeEmail, openDesk } from "./office-page.ts";

const address = "1 Office Walk";
const hostile = `2 <script>alert("x")</script> "Walk"`;
const note = "The fan was blocked by a nest";
let jobId: string;
let hostileId: string;
let context: BrowserContext;
let page: Page;
let desk: ReturnType<typeof createOfficePage>;
const refusedByPolicy: string[] = [];

const fixture = setUpFixture({
  prepare: async (office) => {
    const uprn = "100099900011";
    const tenants = [{ fullName: "Ziggy O’Tenant", isPrimaryTenant: true }];
    ({ jobId } = await office.raise(address, {
      formattedJobId: "OFFICE-1",
      property: { uprn, tenants },
    }));
    ({ jobId: hostileId } = await office.raise(hostile, { formattedJobId: "=OFFICE-2" }));
  },
});

test.beforeAll(async ({ browser }) => {
  context = await openDesk(browser);
  desk = createOfficePage(await context.newPage());
  ({ page } = desk);
  page.on("console", (message) => {
    if (message.text().includes("Content Security Policy")) refusedByPolicy.push(message.text());
  });
});
test.afterAll(() => context.close());

test("the office signs in, and a reload keeps the session and the page", async () => {
  await page.goto(`${fixture.system.url}/office/engineers`);
  await desk.seesTitle("Sign in to the office");
  await desk.inspect("Sign in");
  await desk.signIn("wrong", officeEmail);
  await expect(page.getByText("The email address or the password is not right.")).toBeVisible();
  await desk.signIn();
  await desk.seesTitle("Engineers and devices");
  await expect(desk.table("Engineers and devices")).toContainText("Sam Taylor");
  await desk.inspect("Engineers and devices");
  await page.reload();
  await expect(desk.table("Engineers and devices")).toContainText("Sam Taylor");
  expect(await page.evaluate(() => document.cookie)).toBe("");
});

test("jobs are found by tenant, UPRN and address; the filters stay in the address, and the CSV is harmless", async () => {
  await page.keyboard.press("j");
  await desk.seesTitle("Jobs");
  await expect(desk.table("Jobs")).toBeVisible();
  await desk.inspect("Jobs");
  await page.keyboard.press("/");
  const search = page.getByRole("searchbox", { name: "Search" });
  await expect(search).toBeFocused();
  for (const text of ["ziggy otenant", "100099900011", "office walk 1"]) {
    await search.fill(text);
    await expect(page).toHaveURL(/search=/);
    await expect(desk.table("Jobs").getByRole("link")).toHaveText(["OFFICE-1"]);
  }
  await search.fill("nothing like it");
  await expect(page.getByText("No job matches")).toBeVisible();
  await desk.inspect("Jobs, empty");
  await search.fill("ls1 1aa");
  await page.getByRole("button", { name: /^Reference/ }).click();
  await expect(desk.table("Jobs").getByRole("link")).toHaveText(["=OFFICE-2", "OFFICE-1"]);
  await page.reload();
  await expect(search).toHaveValue("ls1 1aa");
  await expect(desk.table("Jobs")).toContainText(hostile);
  const file = page.waitForEvent("download");
  await desk.button("Download CSV (2 shown)").click();
  const csv = await readFile(await (await file).path(), "utf8");
  // A spreadsheet takes such a time for a time.
  expect(csv).toMatch(/\r\n'=OFFICE-2,\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2},/);
  expect(csv).toContain(`"2 <script>alert(""x"")</script> ""Walk"", LS1 1AA"`);

  await desk.table("Jobs").getByRole("link", { name: "=OFFICE-2" }).focus();
  await page.keyboard.press("ArrowDown");
  await expect(desk.table("Jobs").getByRole("link", { name: /^OFFICE-1/ })).toBeFocused();
  await page.keyboard.press("Control+k");
  await page.getByRole("textbox", { name: "Find a job or a page" }).fill("damp");
  await expect(page.getByText("Compliance: damp and mould")).toBeVisible();
  await page.getByRole("textbox", { name: "Find a job or a page" }).fill("office-1");
  await expect(page.getByRole("button", { name: /OFFICE-1 1 Office Walk/ })).toBeVisible();
  await page.keyboard.press("Enter");
  await desk.seesTitle(/^OFFICE-1,/);
  await expect(page.getByRole("textbox", { name: "Find a job or a page" })).toBeHidden();
  await page.goBack();
  await page.getByRole("button", { name: /^Keys/ }).click();
  await expect(page.getByRole("dialog", { name: "Keys" })).toBeVisible();
  await desk.inspect("Keys");
  await page.keyboard.press("Escape");
});

test("the office reads the job that Sam has closed, with its photo, signature and record", async () => {
  const { office, sam, phone } = fixture;
  await page.goto(`${fixture.system.url}/office/jobs/${jobId}`);
  await desk.seesTitle("OFFICE-1, 1 Office Walk, LS1 1AA");
  await expect(page.getByText("No documents yet")).toBeVisible();
  await desk.button("Comment").click();
  // What is pasted is not cut off.
  const comment = page.getByRole("textbox", { name: "Comment" });
  await comment.fill("x".repeat(2_100));
  await expect(comment).toHaveValue(/^x{2100}$/);
  await desk
    .dialog(/^Comment for /)
    .getByRole("button", { name: "Send comment" })
    .click();
  await expect(page.getByText("100 characters too many: shorten the text")).toBeVisible();
  await desk.inspect("A comment that is too long");
  await comment.fill("Mind the dog");
  await desk.inspect("Comment");

  // The session ends while somebody types: the sign-in is shown above the page.
  await context.clearCookies();
  await page.route("**/api/office/jobs/*/comments", (route) =>
    route.fulfill({
      status: 401,
      contentType: "application/problem+json",
      body: JSON.stringify({ title: "Sign in first", status: 401, code: "unauthorised" }),
    }),
  );
  await desk.button("Send comment").click();
  const ended = page.getByRole("dialog", { name: "Your session has ended" });
  await expect(ended.getByLabel("Email address")).toHaveValue(officeEmail);
  await page.unroute("**/api/office/jobs/*/comments");
  await desk.signIn();
  await expect(ended).toBeHidden();
  await expect(page.getByText(/The comment waits for the phone/)).toBeVisible();

  await phone.reconnect();
  await expect
    .poll(async () => (await office.commands()).map(({ type, outcome }) => ({ type, outcome })))
    .toContainEqual({ type: "JobUpdate", outcome: "alert" });
  const commented = desk.table("Timeline").getByRole("row", { name: /Mind the dog/ });
  await page.reload();
  await expect(commented).toContainText("Received by the phone");
  await expect(commented).not.toContainText("Read by");
  await sam.openJobs();
  const card = sam.jobCard(address);
  await expect(card).toContainText("Comment from the office");
  await expect(card).not.toContainText("Changed by the office");
  // The engineer reads it without a network, and the phone says so later.
  await sam.page().context().setOffline(true);
  await sam.openJob(address);
  await expect(sam.page().getByText("Mind the dog").first()).toBeVisible();
  await expect(sam.page().getByRole("region", { name: "Alert from the office" })).not.toContainText(
    "OFFICE-1",
  );
  await sam.open("/jobs");
  await expect(card).not.toContainText("Comment from the office");
  await page.reload();
  await expect(commented).not.toContainText("Read by");
  await sam.page().context().setOffline(false);
  await expect
    .poll(async () => (await office.commands()).map(({ readOn }) => Boolean(readOn)), {
      timeout: 60_000,
    })
    .toContain(true);
  await page.reload();
  await expect(commented).toContainText(/Read by Sam Taylor, \w{3}, \d+ \w+ \d{4}, \d\d:\d\d/);
  await desk.inspect("A comment that the engineer has read");
  await sam.openJob(address);
  for (const label of ["Start Travel", "On-Site", "Access"] as const) await sam.step(label);
  await sam.photograph(await createPhoto(sam.page()));
  await sam.button(/^Upload/).click();
  await sam.open("/jobs/selected/engineer/notes/add");
  await sam.page().getByRole("radio", { name: "Public" }).check();
  await sam.page().getByLabel("Description").fill(note);
  await sam.button("Submit").click();
  await sam.seesScreen("Notes");
  await sam.open("/jobs/selected");
  await sam.close();
  await expect
    .poll(async () => (await office.job(jobId)).closing?.delivered, { timeout: 60_000 })
    .toBe(true);

  await page.reload();
  await expect(page.getByRole("region", { name: "Outcome" })).toContainText(
    "Abandoned - Not Required",
  );
  await expect(page.getByRole("img", { name: "Signature of Pat Example" })).toBeVisible();
  await expect(page.getByRole("region", { name: "Work" })).toContainText(note);
  await expect(
    desk.table("Timeline").getByRole("row", { name: /^Travelling Sam Taylor/ }),
  ).toBeVisible();
  await desk.inspect("Job");
  await page.getByRole("button", { name: /^Open photo 1 of 1/ }).click();
  const photo = page.locator(".yarl__slide_current img");
  await expect(photo).toBeVisible();
  await expect
    .poll(() => photo.evaluate((image: HTMLImageElement) => image.naturalWidth))
    .toBe(600);
  await page.keyboard.press("Escape");
  await expect(photo).toBeHidden();
  await expect(async () => {
    await page.reload();
    await page.getByRole("button", { name: /^Read Job sheet/ }).click({ timeout: 2000 });
  }).toPass();
  const sheet = page.getByRole("img", { name: /^Job sheet .*, page 1 of/ });
  await expect(sheet).toHaveAttribute("data-is-drawn", "true");
  await page.keyboard.press("Escape");

  await page.goto(`${fixture.system.url}/office/jobs/${hostileId}`);
  await expect(page.getByRole("heading", { level: 1 })).toContainText(hostile);
});

test("without a network an action says so at once, and is not sent later", async () => {
  const { office } = fixture;
  await page.goto(`${fixture.system.url}/office/jobs/${hostileId}`);
  await desk.button("Comment").click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("textbox").fill("Written without a network");
  await context.setOffline(true);
  await dialog.getByRole("button", { name: "Send comment" }).click();
  await expect(dialog.getByRole("alert")).toContainText("Unable to contact server");
  await dialog.getByRole("button", { name: "Cancel" }).click();
  await expect(dialog).toBeHidden();
  await context.setOffline(false);
  await desk.button("Comment").click();
  await dialog.getByRole("textbox").fill("Written with a network");
  await dialog.getByRole("button", { name: "Send comment" }).click();
  await expect(dialog).toBeHidden();
  await page.reload();
  await expect(page.getByText("Written with a network").first()).toBeVisible();
  expect(JSON.stringify(await office.job(hostileId))).not.toContain("Written without a network");
});

test("an address that names nothing says so in words, and a filter that cannot be one is left out", async () => {
  await page.goto(`${fixture.system.url}/office/jobs/no-id`);
  await expect(page.getByRole("alert")).toContainText("This was not found");
  await expect(page.getByRole("alert")).not.toContainText("GUID");
  await page.goto(`${fixture.system.url}/office/jobs?engineer=no-id&status=Unknown`);
  await expect(desk.table("Jobs")).toBeVisible();
});

test("the office exports what names a tenant, and erases it with a photo", async () => {
  await page.goto(`${fixture.system.url}/office/jobs/${jobId}`);
  const contacts = desk.table("Contacts");
  const [file] = await Promise.all([
    page.waitForEvent("download"),
    contacts.getByRole("button", { name: "Export the data of Ziggy O’Tenant" }).click(),
  ]);
  const data: unknown = JSON.parse(await readFile(await file.path(), "utf8"));
  expect(data).toMatchObject({
    tenant: { fullName: "Ziggy O’Tenant" },
    address: expect.stringContaining("1 Office Walk"),
  });
  const colleague = createOfficePage(await context.newPage());
  await colleague.page.goto(`${fixture.system.url}/office/jobs/${jobId}`);
  await colleague.button("Erase the data of Ziggy O’Tenant").click();
  await contacts.getByRole("button", { name: "Erase the data of Ziggy O’Tenant" }).click();
  const dialog = desk.dialog("Erase the data of Ziggy O’Tenant");
  await dialog.getByRole("checkbox").check();
  await expect(dialog.locator("fieldset img")).toHaveJSProperty("complete", true);
  await desk.inspect("Erase the data of a tenant");
  await dialog.getByRole("button", { name: "Erase for ever" }).click();
  const done = desk.dialog("The data are erased");
  await expect(done.getByRole("status")).toContainText(
    "Photos and signatures that were deleted: 1. Documents that are drawn again: 1.",
  );
  const theirs = colleague.dialog("Erase the data of Ziggy O’Tenant");
  await expect(theirs.getByRole("alert")).toContainText(
    "Somebody has removed this contact meanwhile",
  );
  await expect(theirs.getByRole("button", { name: "Erase for ever" })).toBeHidden();
  await colleague.inspect("Erase the data of a tenant whom somebody has erased");
  await colleague.page.close();
  await done.getByRole("button", { name: "Close" }).last().click();
  await expect(page.getByText("Ziggy O’Tenant")).toBeHidden();
  await expect(page.getByRole("heading", { name: "Contacts (0)" })).toBeVisible();
});

test("the office locks Sam's phone and unlocks it, and a double click sends once", async () => {
  const { office, sam, phone } = fixture;
  const sent: string[] = [];
  page.on("request", (request) => {
    if (request.method() !== "GET") sent.push(new URL(request.url()).pathname);
  });
  await page.goto(`${fixture.system.url}/office/engineers`);
  await desk.table("Engineers and devices").getByRole("link", { name: "Sam Taylor" }).click();
  await desk.seesTitle("Sam Taylor");
  await desk.inspect("Engineer");
  await desk.button("Lock").click();
  await expect(page.getByRole("dialog")).toContainText("What Sam Taylor has recorded stays on it");
  await desk.inspect("Lock");
  await desk.button("Lock device").dblclick();
  await expect(page.getByRole("article").getByText("Locked", { exact: true })).toBeVisible();
  expect((await office.devices())[0]?.locked).toBe(true);
  await phone.reconnect();
  await expect(sam.page().getByText("Your access is locked.")).toBeVisible();
  await desk.button("Unlock").click();
  await desk.button("Unlock device").dblclick();
  await expect(page.getByRole("article").getByText("Works", { exact: true })).toBeVisible();

  await desk.button("Code for a forgotten PIN").click();
  await desk.button("Make code").dblclick();
  await expect(page.getByRole("dialog").getByRole("status")).toContainText(/\d{4} \d{4}/);
  expect(sent.filter((path) => /lock$|reset-code$/.test(path))).toEqual([
    expect.stringMatching(/\/lock$/),
    expect.stringMatching(/\/unlock$/),
    expect.stringMatching(/\/reset-code$/),
  ]);
  await page.getByRole("dialog").getByRole("button", { name: "Close" }).last().click();
  await expect(page.getByRole("dialog")).toBeHidden();
  await desk.button("Wipe").click();
  await page.getByRole("radio", { name: /^Delete it too/ }).check();
  await desk.button("Wipe device").click();
  await expect(page.getByRole("dialog").getByRole("alert")).toContainText("This loses work");
  await desk.inspect("Wipe, with what is lost");
  await desk.button("Cancel").click();
  expect((await office.devices())[0]?.wipe).toBeNull();

  await phone.context.setOffline(true);
  await desk.button("Wipe").click();
  await expect(page.getByRole("dialog")).toContainText("Last contact");
  await desk.button("Wipe device").click();
  await expect(page.getByRole("article").getByText("Wipe requested").first()).toBeVisible();
  await desk.inspect("Engineer whose phone is to be wiped");
  await desk.button("Lock").click();
  const lock = desk.dialog(/^Lock /);
  await expect(lock).toContainText("A wipe of this phone is requested");
  await expect(lock).toContainText("Locking the phone does not stop that.");
  await expect(lock).not.toContainText("You can unlock it at any time");
  await desk.inspect("Lock of a phone that is to be wiped");
  await desk.button("Lock device").click();
  await expect(page.getByRole("article").getByText("Locked", { exact: true })).toBeVisible();
  await desk.button("Unlock").click();
  const unlock = desk.dialog(/^Unlock /);
  await expect(unlock).toContainText("Unlocking the phone does not stop that.");
  await expect(unlock).not.toContainText("shows everything again");
  await unlock.getByRole("button", { name: "Withdraw the wipe" }).click();
  await desk
    .dialog(/^Withdraw the wipe of /)
    .getByRole("button", { name: "Withdraw the wipe" })
    .click();
  await expect(page.getByRole("dialog")).toBeHidden();
  await expect(desk.button("Withdraw the wipe")).toBeHidden();
  expect((await office.devices())[0]?.wipe).toBeNull();
  await phone.context.setOffline(false);
});

test("a narrow window folds the navigation into a menu that leads to every page; none scrolls sideways", async () => {
  const narrow = { width: 640, height: 400 };
  const phone = { width: 360, height: 640 };
  const pages = ["Jobs", "Compliance", "Alarms", "Reference data", "Forms", "Webhooks"];
  const visits = [
    ...pages.map((name) => ({ name, size: narrow })),
    ...[...pages, "Absences", "Audit", "Settings of phones"].map((name) => ({ name, size: phone })),
  ];
  for (const { name, size } of visits) {
    await page.setViewportSize(size);
    await desk.button(/^Menu/).click();
    await page.getByRole("menuitem", { name, exact: true }).click();
    await desk.seesTitle(name);
    await expect(desk.button(/^Menu/)).toBeVisible();
    const excess = () =>
      page.evaluate(
        () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
      );
    await expect.poll(excess, `${name} at ${size.width} px`).toBe(0);
  }
  await desk.button(/^Menu/).click();
  await page.getByRole("menuitem", { name: "Today", exact: true }).click();
  const board = page.getByRole("grid", { name: "Board of the day" });
  const visit = board.locator("[data-visit]").last();
  await visit.scrollIntoViewIfNeeded();
  await expect(visit, "the board has room for visits next to the names").toBeInViewport({
    ratio: 0.9,
  });
  await visit.click();
  await desk.seesTitle(/ [A-Z]{1,2}\d[A-Z\d]? \d[A-Z]{2}$/);
  await page.setViewportSize({ width: 1280, height: 800 });
  await expect(desk.button(/^Menu/)).toBeHidden();
});

test("signing out ends the session in every tab, and nothing was refused by the content policy", async () => {
  const other = await context.newPage();
  await other.goto(`${fixture.system.url}/office/jobs/new`);
  const typed = other.getByLabel("What is to be done");
  await typed.fill("Bleed the radiators");
  const signOut = async () => {
    await desk.button("Robin Ellis").click();
    await page.getByRole("menuitem", { name: "Sign out" }).click();
  };
  await signOut();
  const question = desk.dialog("Sign out, and lose what is typed?");
  await expect(question).toContainText("in another tab");
  await desk.inspect("Sign out, and lose what is typed?");
  await question.getByRole("button", { name: "Cancel" }).click();
  await expect(typed).toHaveValue("Bleed the radiators");
  await typed.fill("");
  await signOut();
  await desk.seesTitle("Sign in to the office");
  await expect(other.getByRole("heading", { name: "Sign in to the office" })).toBeVisible();
  await page.reload();
  await desk.seesTitle("Sign in to the office");
  expect(refusedByPolicy).toEqual([]);
});
