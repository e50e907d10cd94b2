import { type BrowserContext, expect, test } from "@playwright/test";
import { setUpFixture } from "./fixture.ts";
import { createPhoto } from "./image-files.ts";
import { createOfficePage, officeEmail, openDesk } from "./office-page.ts";

const address = "1 Live Lane";
let context: BrowserContext;
let desk: ReturnType<typeof createOfficePage>;
let jobId: string;

const fixture = setUpFixture({
  prepare: async (office) => {
    ({ jobId } = await office.raise(address, { formattedJobId: "LIVE-1" }));
  },
});

test.beforeAll(async ({ browser }) => {
  context = await openDesk(browser);
  desk = createOfficePage(await context.newPage());
});
test.afterAll(() => context.close());

/** The page is read every minute also without the changes, so what it shows before is due to them. */
const beforePoll = { timeout: 12_000 };

test("the page of a job follows the phone, from the first step to the documents", async () => {
  const { sam, system } = fixture;
  const { page } = desk;
  await sam.openJobs();
  await sam.openJob(address);
  await page.goto(`${system.url}/office/jobs/${jobId}`);
  await desk.signIn("Fieldfare-1", officeEmail);
  await desk.seesTitle(/^LIVE-1/);
  const main = page.getByRole("main");
  const timeline = desk.table("Timeline");

  await sam.step("Start Travel");
  await expect(main.getByRole("paragraph").first()).toContainText("Travelling", beforePoll);
  await expect(timeline.getByRole("cell", { name: "Travelling" })).toBeVisible();

  await sam.photograph(await createPhoto(sam.page(), { name: "flue.jpg" }));
  await sam.button("Upload 1 photo").click();
  await expect(main.getByRole("heading", { name: "Photos (1)" })).toBeVisible(beforePoll);

  await sam.step("On-Site");
  await sam.step("Access");
  await sam.close("Complete");
  await sam.sentAll();
  await expect(main.getByRole("heading", { name: "Outcome" })).toBeVisible(beforePoll);
  const sheet = desk.table("Documents").getByRole("cell", { name: /^Job sheet LIVE-1/ });
  await expect(sheet).toBeVisible(beforePoll);
});
