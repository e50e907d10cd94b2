import { readFile } from "node:fs/promises";
import { type BrowserContext, expect, type FrameLocator, type Page, test } from "@playwright/test";
import { openOffice } from "./office.ts";
import { createOfficePage, officeEmail, openDesk } from "./office-page.ts";
import { startFromSnapshot } from "./make-snapshot.ts";
import type { System } from "./system.ts";

let system: System;
let context: BrowserContext;
let desk: ReturnType<typeof createOfficePage>;
let page: Page;

test.describe.configure({ mode: "serial" });

test.beforeAll(async ({ browser }) => {
  system = await startFromSnapshot("demo");
  context = await openDesk(browser);
  desk = createOfficePage(await context.newPage());
  ({ page } = desk);
});
test.afterAll(async () => {
  await context.close();
  await system.remove();
});

const customFormId = "0193b3f0-0000-7000-8000-00000000fe01";

const aFile = (version: number, of: object = {}) => ({
  customFormId,
  version,
  name: "Loft check",
  description: "The state of the insulation",
  isSubForm: false,
  jobCategoryId: null,
  jobDetailTypeId: null,
  jobStageId: null,
  usageRequirement: 3,
  content: {
    pages: [
      {
        name: "loft",
        title: "Loft",
        elements: [
          {
            type: "boolean",
            name: "isInsulated",
            title: "Is the loft insulated?",
            isRequired: true,
          },
          {
            type: "text",
            name: "depth",
            // A title is text, whatever is in it.
            title: "Depth <img src=x onerror=alert(1)>",
            visibleIf: "{isInsulated} = true",
            isRequired: true,
          },
        ],
      },
    ],
  },
  ...of,
});

const choose = (...files: { name: string; content: unknown }[]) =>
  page.locator("input[type=file]").setInputFiles(
    files.map(({ name, content }) => ({
      name,
      mimeType: "application/json",
      buffer: Buffer.from(typeof content === "string" ? content : JSON.stringify(content)),
    })),
  );

const phone = (): FrameLocator => page.frameLocator("iframe");

test("a form of the list is tried as an engineer sees it", async () => {
  await page.goto(`${system.url}/office/`);
  await desk.signIn("Fieldfare-1", officeEmail);
  await page.getByRole("link", { name: "Forms", exact: true }).click();
  await desk.seesTitle("Forms");
  await page.getByRole("searchbox", { name: "Search" }).fill("landlord");
  await expect(page).toHaveURL(/search=landlord/);
  await expect(desk.table("Forms").locator("tbody").getByRole("row")).toHaveCount(1);
  await desk.inspect("Forms");
  await desk.table("Forms").getByRole("link", { name: "Landlord gas safety record" }).click();
  await desk.seesTitle("Landlord gas safety record");
  await expect(desk.table("Open jobs").getByRole("link").first()).toBeVisible();
  await desk.inspect("A form");
  await page.getByRole("link", { name: "Preview", exact: true }).click();
  await desk.seesTitle(/^Preview of Landlord gas safety record/);
  await expect(phone().getByRole("heading", { level: 1 })).toHaveText("Landlord gas safety record");
  const next = phone().getByRole("button", { name: "Next" });
  // The frame is a process of its own: a click during a scroll of the page around it may miss the button.
  await next.scrollIntoViewIfNeeded();
  await next.click();
  await expect(phone().getByText("Page 2 of")).toBeVisible();
  await page.getByLabel("Look").selectOption("Night");
  await expect(phone().locator("html[data-theme=night]")).toHaveCount(1);
});

test("a file that is no form, and one that phones cannot show, say what to correct", async () => {
  await page.getByRole("link", { name: "Forms", exact: true }).first().click();
  await page.getByRole("link", { name: "Publish from files" }).click();
  await desk.seesTitle("Publish forms");
  await choose({ name: "broken.json", content: '{"version": ' });
  await expect(page.getByRole("alert")).toContainText("This is not JSON");
  await choose({
    name: "wrong.json",
    content: aFile(1, {
      content: { pages: [{ name: "p", elements: [{ type: "hologram", name: "seen" }] }] },
    }),
  });
  await expect(page.getByText("1 thing to correct")).toBeVisible();
  await expect(page.getByText("Use a kind of question that the phones can show.")).toBeVisible();
  await expect(page.getByText("question “seen”")).toBeVisible();
  await expect(desk.button("Publish the form")).toBeHidden();
  await desk.inspect("Findings");
});

test("a chosen file is tried before it is published, and new jobs get it", async () => {
  await choose({ name: "loft.json", content: aFile(1) });
  await expect(page.getByText("The check found nothing to correct.")).toBeVisible();
  await desk.button("Try it").click();
  // Nobody has to scroll before a tap: one that is made at once after a scroll may not reach the frame, a process of its own.
  await expect(page.locator("iframe")).toBeInViewport({ ratio: 0.99 });
  const depth = phone().getByLabel(/^Depth <img/);
  await expect(phone().getByText("Is the loft insulated?")).toBeVisible();
  await expect(depth).toBeHidden();
  await phone().getByRole("button", { name: "Complete" }).click();
  await expect(phone().getByText("1 answer needs your attention")).toBeVisible();
  await phone().getByRole("radio", { name: "Yes" }).check();
  await depth.fill("250 mm");
  await phone().getByRole("button", { name: "Complete" }).click();
  await expect(phone().getByText("This is a preview: nothing is stored")).toBeVisible();
  await desk.button("Publish the form").click();
  await desk.seesTitle("Loft check");
  expect(await raisedForms()).toContainEqual(
    expect.objectContaining({ customFormId, name: "Loft check", version: 1 }),
  );
});

test("a version that is downloaded and changed becomes the next one", async () => {
  const downloading = page.waitForEvent("download");
  await desk.button("Download JSON of version 1").click();
  const file = await (await downloading).path();
  const content = JSON.parse(await readFile(file, "utf8")) as ReturnType<typeof aFile>;
  await page.getByRole("link", { name: "Publish a new version" }).click();
  await choose({ name: "loft.json", content: { ...content, version: 2, name: "Loft inspection" } });
  await expect(page.getByText("Its name was “Loft check”")).toBeVisible();
  await desk.button("Publish the form").click();
  await desk.seesTitle("Loft inspection");
  await expect(desk.table("Versions").locator("tbody").getByRole("row")).toHaveCount(2);
  expect(await raisedForms()).toContainEqual(
    expect.objectContaining({ customFormId, name: "Loft inspection", version: 2 }),
  );
});

test("a withdrawn form goes to no new job until it is published again", async () => {
  await desk.button("Withdraw").click();
  await desk.dialog("Withdraw Loft inspection?").getByRole("button", { name: "Withdraw" }).click();
  await expect(page.getByText(/Withdrawn on .* by /)).toBeVisible();
  await expect(desk.button("Publish again"), "the keyboard goes on from there").toBeFocused();
  expect(await raisedForms()).not.toContainEqual(expect.objectContaining({ customFormId }));
  await desk.button("Publish again").click();
  await desk
    .dialog("Publish Loft inspection again?")
    .getByRole("button", { name: "Publish again" })
    .click();
  await expect(desk.button("Withdraw")).toBeFocused();
  expect(await raisedForms()).toContainEqual(expect.objectContaining({ customFormId, version: 2 }));
});

/** Raises a job, and returns its forms. */
async function raisedForms(): Promise<unknown> {
  const office = await openOffice(system.url);
  const { jobId } = await office.raise("1 Loft Street");
  return (await office.job(jobId)).forms;
}
