import { type BrowserContext, expect, type Page, test } from "@playwright/test";
import { setUpFixture } from "./fixture.ts";
import { locker } from "./office.ts";
import { createOfficePage, officeEmail, openDesk } from "./office-page.ts";

let context: BrowserContext;
let desk: ReturnType<typeof createOfficePage>;
let page: Page;
let jobId: string;

const address = "3 Ordering Street";
const service = { sorCodeId: 7, sorCode: "GAS001", shortDescription: "Service a boiler", qty: 1 };

// Raised before Sam's phone has fetched jobs: the job is no news there, and its change is.
const fixture = setUpFixture({
  prepare: async (office) => {
    ({ jobId } = await office.raise(address, {
      formattedJobId: "ORDERS-1",
      plannedSors: [service],
      parts: [
        {
          qty: 3,
          shortDescription: "Pump head",
          internalPartCode: "PUMP-1",
          location: locker,
          purchaseOrderId: 4711,
        },
        { qty: 4, shortDescription: "Seal kit", internalPartCode: "SEAL-1" },
      ],
    }));
  },
});

test.beforeAll(async ({ browser }) => {
  context = await openDesk(browser);
  desk = createOfficePage(await context.newPage());
  ({ page } = desk);
});
test.afterAll(() => context.close());

const dialog = () => desk.dialog("Change what the job says");
const readParts = async () => (await fixture.office.job(jobId)).job.parts;
const fieldOf = (label: string) => dialog().getByLabel(label, { exact: true });

test("an engineer begins the visit after receiving some of a part", async () => {
  const { sam } = fixture;
  await sam.open("/parts");
  await sam.button("Receive Pump head").click();
  const receiving = sam.dialog("Pump head");
  await receiving.getByLabel("Quantity").fill("2");
  await receiving.getByRole("button", { name: "Receive" }).click();
  await sam.seesToast("2 of 3 collected");
  await expect
    .poll(async () => (await readParts()).find(({ qty }) => qty === 3)?.qtyCollected)
    .toBe(2);
  await sam.open("/");
  await sam.openJobs();
  await sam.openJob(address);
  await sam.answer("Parts Required", "Confirm");
  await sam.step("Start Travel");
  await sam.step("On-Site");
  await sam.step("Access");
});

test("the office changes planned SORs and ordered parts, and cannot leave out what was received", async () => {
  await page.goto(`${fixture.system.url}/office/jobs/${jobId}`);
  await desk.signIn("Fieldfare-1", officeEmail);
  await desk.seesTitle(/^ORDERS-1/);
  await desk.button("Change details").click();
  await expect(dialog()).toContainText("2 received");
  await expect(dialog().getByRole("button", { name: "Leave out PUMP-1" })).toBeDisabled();
  await fieldOf("Quantity of PUMP-1").fill("1");
  await dialog().getByRole("button", { name: "Save" }).click();
  await expect(dialog()).toContainText("More than this has been received");
  await expect(dialog().getByRole("alert")).toContainText("Something above is missing or wrong");
  await desk.inspect("Change planned SORs and ordered parts");

  await fieldOf("Quantity of PUMP-1").fill("5");
  await dialog().getByRole("button", { name: "Leave out SEAL-1" }).click();
  await dialog().getByLabel("Add a part").fill("fan");
  await page
    .getByRole("option", { name: /^P1\d+, .*fan/i })
    .first()
    .click();
  const added = dialog().getByRole("list", { name: "Ordered parts" }).getByRole("listitem").last();
  await added.getByRole("combobox").selectOption({ label: "Leeds Depot, Locker 12" });
  await fieldOf("Quantity of GAS001").fill("2");
  await dialog().getByLabel("Add a code of the schedule of rates").fill("boiler");
  await page
    .getByRole("option", { name: /boiler/i })
    .first()
    .click();
  await desk.inspect("Changed planned SORs and ordered parts");
  await dialog().getByRole("button", { name: "Save" }).click();
  await expect(dialog()).toBeHidden();

  const parts = await readParts();
  expect(parts).toHaveLength(2);
  expect(parts[0]).toMatchObject({
    qty: 5,
    qtyCollected: 2,
    status: "Partial",
    location: locker,
    purchaseOrderId: 4711,
  });
  expect(parts[1]).toMatchObject({ usageType: 1, status: "Collect", location: locker });
  const { plannedSors } = (await fixture.office.job(jobId)).job;
  expect(plannedSors).toHaveLength(2);
  await expect(desk.table("Parts").getByRole("row", { name: /^Pump head/ })).toContainText("5");
  await expect(desk.table("SORs").getByRole("row")).toHaveCount(3);
});

test("two who change the ordered parts are told, and what was typed stays", async () => {
  await desk.button("Change details").click();
  await fieldOf("Quantity of PUMP-1").fill("6");
  const { orders } = await fixture.office.job(jobId);
  const [pump] = orders.parts;
  await fixture.office.change(jobId, { parts: pump ? [{ ...pump, qty: 4 }] : [] });
  await dialog().getByRole("button", { name: "Save" }).click();
  await expect(dialog()).toContainText("Ordered parts: changed");
  await dialog()
    .getByRole("button", { name: /^Go on with this/ })
    .click();
  await expect(fieldOf("Quantity of PUMP-1")).toHaveValue("6");
  await dialog().getByRole("button", { name: "Save" }).click();
  await expect(dialog()).toBeHidden();
  expect((await readParts()).map(({ qty }) => qty)).toEqual([6, 1]);
});

test("the phone shows the new lists in the visit, and what was received stays", async () => {
  const { sam } = fixture;
  const strip = sam.page().getByRole("region", { name: "Alert from the office" });
  await sam.open("/settings/sync");
  await expect(strip).toContainText("Job changed: ORDERS-1", { timeout: 120_000 });
  await sam.open("/jobs/selected/parts");
  await sam.seesScreen("Parts");
  const main = sam.page().getByRole("main");
  await expect(main).toContainText("Pump head");
  await expect(main).not.toContainText("Seal kit");
  await sam.open("/parts");
  await expect(main).toContainText("4 of 6 to collect");
  await sam.open("/jobs/selected/sors");
  await sam.seesScreen("SORs");
  await expect(main).toContainText("GAS001");
  const { plannedSors } = (await fixture.office.job(jobId)).job;
  for (const { sorCode } of plannedSors) await expect(main).toContainText(sorCode);
});

test("a part that was used before the phone heard that the office took it out says so, as does the alert", async () => {
  const { sam, phone, proxy, office } = fixture;
  const main = sam.page().getByRole("main");
  await sam.sentAll();
  proxy.inject(() => ({ kind: "lost" }));
  await phone.context.setOffline(true);
  await sam.open("/jobs/selected/parts");
  await main.getByRole("link", { name: /fan/i }).click();
  await sam.seesScreen("Update Part");
  await sam.page().getByLabel("Quantity Used").fill("1");
  await sam.button("Update").click();
  await sam.answer("Was this part used?", "Yes, it was used");
  await sam.seesToast("Part updated");
  const { orders } = await office.job(jobId);
  await office.change(jobId, {
    plannedSors: [],
    parts: orders.parts.filter(({ internalPartCode }) => internalPartCode === "PUMP-1"),
  });
  proxy.inject();
  await phone.reconnect();
  const said = "The office has taken this part out of the job";
  await expect(main.getByRole("link", { name: /fan/i })).toContainText(said, { timeout: 120_000 });
  await expect(main.getByRole("link", { name: /Pump head/ })).not.toContainText(said);
  await main.getByRole("link", { name: /fan/i }).click();
  await expect(main).toContainText("1, before the office took it out of the job");
  await sam.open("/jobs/selected");
  await expect(main).toContainText(/Ordered parts: .*6 x Pump head/);
  await expect(main).toContainText(/No longer ordered: .*1 x .*fan.*, which you have used/i);
  await expect(main).toContainText(/No longer planned: .*2 x GAS001/);
  await sam.open("/alerts");
  await expect(main).toContainText(/No longer ordered/);
});
