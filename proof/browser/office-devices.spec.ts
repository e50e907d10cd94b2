import { type BrowserContext, expect, test } from "@playwright/test";
import { password } from "./engineer.ts";
import { setUpFixture } from "./fixture.ts";
import { createOfficePage, officeEmail, openDesk } from "./office-page.ts";

let context: BrowserContext;
let desk: ReturnType<typeof createOfficePage>;

const fixture = setUpFixture();

test.beforeAll(async ({ browser }) => {
  context = await openDesk(browser);
  desk = createOfficePage(await context.newPage());
});
test.afterAll(() => context.close());

/** While nothing is expected the page is read every 30 seconds, so what it shows before is due to the changes. */
const beforePoll = { timeout: 12_000 };

test("the page of an engineer follows a lock by somebody else, and the wipe of the phone", async () => {
  const { office, phone, system } = fixture;
  const { page } = desk;
  await page.goto(`${system.url}/office/engineers/${office.sam.fieldOperativeId}`);
  await desk.signIn(password, officeEmail);
  const card = page.getByRole("article");
  await expect(card.getByText("Works", { exact: true })).toBeVisible();
  const deviceId = (await office.devices())[0]?.deviceId ?? "";

  await office.lock(deviceId);
  await expect(card.getByText("Locked", { exact: true })).toBeVisible(beforePoll);
  await office.unlock(deviceId);
  await expect(card.getByText("Works", { exact: true })).toBeVisible(beforePoll);

  // The office does not see wrong PINs that were entered without a network: the wait after them is ended on request.
  await desk.button("End a lock-out").click();
  const lockOut = desk.dialog(/ take a PIN again\?$/);
  await desk.inspect("End a lock-out");
  await lockOut.getByRole("button", { name: "End a lock-out" }).click();
  await expect(lockOut).toBeHidden();
  await expect(page.getByText(/ takes a PIN again$/)).toBeVisible();

  await desk.button("Wipe").click();
  await desk.button("Wipe device").click();
  await expect(desk.button("Withdraw the wipe")).toBeVisible();
  await phone.reconnect();
  await expect.poll(async () => (await office.devices())[0]?.wipe?.state).toBe("confirmed");
  await expect(card.getByText("Wiped", { exact: true }).first()).toBeVisible(beforePoll);
  await expect(desk.button("Withdraw the wipe")).toBeHidden();
});
