import { readFile } from "node:fs/promises";
import { type BrowserContext, expect, type Page, test } from "@playwright/test";
import { readPdfText } from "@fieldfare/documents/testing";
import { setUpFixture } from "./fixture.ts";
import { createPhoto } from "./image-files.ts";
import { createOfficePage, officeEmail, openDesk } from "./office-page.ts";

let context: BrowserContext;
let page: Page;
let desk: ReturnType<typeof createOfficePage>;

const fixture = setUpFixture();

test.beforeAll(async ({ browser }) => {
  context = await openDesk(browser);
  desk = createOfficePage(await context.newPage());
  ({ page } = desk);
});
test.afterAll(() => context.close());

const weeks = () =>
  page.getByRole("navigation", { name: "Homes by the week in which their record runs out" });
const homes = () => desk.table("Gas safety records");

test("the homes whose record has run out are listed first, with the weeks beside them", async () => {
  await page.goto(`${fixture.system.url}/office/`);
  await desk.signIn("Fieldfare-1", officeEmail);
  await page.getByRole("link", { name: "Compliance", exact: true }).click();
  await desk.seesTitle("Compliance");
  await expect(weeks().getByRole("link", { name: /Overdue/ })).toHaveAttribute(
    "aria-current",
    "true",
  );
  await expect(homes().getByRole("row").nth(1)).toContainText("Overdue");
  await desk.inspect("Gas safety records");
});

test("the weeks are chosen with the keyboard, and each has as many homes as its bar says", async () => {
  const links = await weeks().getByRole("link").all();
  expect(links).toHaveLength(16);
  for (const link of links.slice(0, -1)) {
    const count = Number(/^\d+/.exec((await link.textContent()) ?? "")?.[0]);
    await link.focus();
    await page.keyboard.press("Enter");
    await expect(link).toHaveAttribute("aria-current");
    if (count === 0) await expect(page.getByText("No home is in this group")).toBeVisible();
    else
      await expect(
        page.getByText(new RegExp(`^${Math.min(count, 50)} homes? shown`)).last(),
      ).toBeVisible();
  }
});

test("a job is raised for a home from its row, with home, type and day filled in", async () => {
  await weeks()
    .getByRole("link", { name: /Overdue/ })
    .click();
  await page.getByLabel("Only homes without a job").check();
  await expect(page).toHaveURL(/raised=no/);
  const row = homes()
    .getByRole("row")
    .filter({ has: page.getByRole("link", { name: /^Raise job at/ }) })
    .first();
  const raise = row.getByRole("link", { name: /^Raise job at/ });
  const address = ((await raise.getAttribute("aria-label")) ?? "").replace("Raise job at ", "");
  await raise.click();
  await desk.seesTitle("Raise a job");
  await expect(page.getByText(address, { exact: true })).toBeVisible();
  await expect(page.getByLabel("Type")).toHaveValue("11");
  await desk.inspect("Raise a job for a home");
  await desk.button("Raise job").click();
  await desk.seesTitle(/^FF-/);
  await page.goBack();
  await page.goBack();
  await page.getByRole("link", { name: "Compliance", exact: true }).click();
  await expect(homes().getByRole("row").filter({ hasText: address })).toContainText(
    "nobody has it",
  );
});

test("what is shown is downloaded as CSV", async () => {
  const downloading = page.waitForEvent("download");
  await desk.button(/^Download CSV/).click();
  const file = await downloading;
  expect(file.suggestedFilename()).toBe("gas-safety-records.csv");
  const text = await readFile(await file.path(), "utf8");
  const [heading, ...lines] = text.trim().split("\r\n");
  expect(heading).toContain("Runs out,Address,UPRN,Last record,Check from,Attempts without access");
  expect(lines).toHaveLength((await homes().getByRole("row").count()) - 1);
});

test("attempts of a real phone are listed in a row, and become one document with times, photos and hashes", async () => {
  const { office, phone, sam } = fixture;
  const propertyId = crypto.randomUUID();
  await sam.openJobs();
  for (const [reference, notes] of [
    ["ATTEMPT-1", "Rang and knocked for ten minutes. First card left."],
    ["ATTEMPT-2", "Nobody came to the door again. Second card left."],
  ] as const) {
    const { jobId } = await office.raise("1 Closed Door Lane", {
      formattedJobId: reference,
      property: { propertyId },
    });
    await phone.reconnect();
    await sam.openJob(reference);
    await sam.step("Start Travel");
    await sam.step("On-Site");
    await sam.button("Access").click();
    await sam.answer("Was access gained?", "No, access not gained");
    await sam.seesScreen("No Access");
    const screen = sam.page();
    await screen.getByLabel("No Access Reason").selectOption({ label: "No answer" });
    const chooser = screen.waitForEvent("filechooser");
    await sam.button("Take photo").click();
    await (await chooser).setFiles([await createPhoto(screen)]);
    await expect(screen.getByRole("img", { name: /^Photo 1/ })).toBeVisible();
    await screen.getByLabel("Notes").fill(notes);
    await sam.button("Close Job").click();
    await sam.seesToast("Job closed");
    await expect
      .poll(async () => (await office.job(jobId)).closing?.deliveredOn ?? null)
      .not.toBeNull();
  }

  await page.getByRole("link", { name: "Access attempts" }).click();
  const attempts = desk.table("Attempts at 1 Closed Door Lane, LS1 1AA");
  await expect(attempts.getByRole("row")).toHaveCount(3);
  await expect(attempts.getByRole("row").nth(1)).toContainText("First card left");
  await expect(attempts.getByRole("row").nth(2)).toContainText("Second card left");
  await desk.inspect("Access attempts");

  const downloading = page.waitForEvent("download");
  await desk.button("Evidence (PDF) of the attempts at 1 Closed Door Lane, LS1 1AA").click();
  const file = await downloading;
  expect(file.suggestedFilename()).toBe("Access attempts ATTEMPT-2.pdf");
  const text = (await readPdfText(await readFile(await file.path()))).join(" ");
  for (const words of [
    "Evidence of access attempts ATTEMPT-2",
    "First card left",
    "Second card left",
    "Started Travel",
    "Arrived to Site",
    "Closed without access",
    "No answer",
    "SHA-256",
  ])
    expect(text).toContain(words);
});

test("what engineers found unsafe is listed with its class, and what has not ended can be dealt with", async () => {
  await page.getByRole("link", { name: "Defects and notices" }).click();
  const defects = desk.table("Defects and notices");
  await expect(defects.getByRole("row").nth(1)).toBeVisible();
  await desk.inspect("Defects and notices");
  await page.getByLabel("Class").selectOption({ label: "Immediately Dangerous" });
  await expect(
    defects.getByRole("row").filter({ hasText: "Not to Current Standards" }),
  ).toHaveCount(0);
  await expect(defects.getByRole("row").nth(1)).toContainText("Immediately Dangerous");
  await page.getByLabel("Only homes where a danger is not ended").check();
  await expect(defects.getByRole("row").nth(1)).toContainText("Danger not ended");
  await expect(page).toHaveURL(/classification=ID.*open=yes/);
  await defects
    .getByRole("link", { name: /^Raise job at / })
    .first()
    .click();
  await desk.seesTitle("Raise a job");
  await expect(desk.button("Choose another home")).toBeVisible();
});
