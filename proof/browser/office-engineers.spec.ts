import { readFile } from "node:fs/promises";
import { gunzipSync } from "node:zlib";
import { signIn } from "@fieldfare/contract";
import { type BrowserContext, expect, type Page, test } from "@playwright/test";
import { password } from "./engineer.ts";
import { setUpFixture } from "./fixture.ts";
import { createOfficePage, officeEmail, openDesk } from "./office-page.ts";

let context: BrowserContext;
let desk: ReturnType<typeof createOfficePage>;
let page: Page;

const fixture = setUpFixture();

test.beforeAll(async ({ browser }) => {
  context = await openDesk(browser);
  desk = createOfficePage(await context.newPage());
  ({ page } = desk);
});
test.afterAll(() => context.close());

const openSam = async (target: Page) => {
  await target.goto(
    `${fixture.system.url}/office/engineers/${fixture.office.sam.fieldOperativeId}`,
  );
};

/** Returns the status of a sign-in. */
async function signInAsJo(secret: string): Promise<number> {
  const { status } = await fetch(`${fixture.system.url}${signIn.path}`, {
    method: signIn.method,
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ email: "jo.field@fieldfare.example", password: secret }),
  });
  return status;
}

test("the office adds an engineer, and gives a first and another password, each shown once", async () => {
  await page.goto(`${fixture.system.url}/office/engineers`);
  await desk.signIn(password, officeEmail);
  await desk.seesTitle("Engineers and devices");
  await desk.button("Add engineer").click();
  const dialog = desk.dialog("Add an engineer");
  await dialog.getByRole("button", { name: "Add engineer" }).click();
  await expect(dialog.getByText("Enter an email address")).toBeVisible();
  await dialog.getByLabel("Name", { exact: true }).fill("Jo Field");
  await dialog.getByLabel("Email address").fill("Jo.Field@fieldfare.example");
  await desk.inspect("Add an engineer");
  await dialog.getByRole("button", { name: "Add engineer" }).click();
  const secret = page.getByRole("dialog").getByText(/^\w{4}(-\w{4}){3}$/);
  await expect(desk.dialog("Jo Field is added")).toBeVisible();
  const first = (await secret.textContent()) ?? "";
  expect(await signInAsJo(first)).toBe(200);
  await page.getByRole("link", { name: "Open the page of Jo Field" }).click();
  await desk.seesTitle("Jo Field");
  await expect(page.getByText("jo.field@fieldfare.example")).toBeVisible();
  await expect(
    page.getByText("Search properties, Open properties, Add properties, Add contacts"),
  ).toBeVisible();

  await desk.button("New password").click();
  await desk.inspect("A new password");
  await desk.button("Set password").click();
  await expect(page.getByText("Give it to Jo Field now: it is not shown again.")).toBeVisible();
  const second = (await secret.textContent()) ?? "";
  expect(await signInAsJo(second)).toBe(200);
  expect(await signInAsJo(first)).toBe(401);
});

test("two people who change an engineer are told, and the phone follows", async () => {
  const { sam } = fixture;
  await openSam(page);
  await desk.button("Change").click();
  const dialog = desk.dialog("Change Sam Taylor");
  await dialog.getByLabel("Mobile number").fill("07700900321");
  const other = createOfficePage(await context.newPage());
  await openSam(other.page);
  await other.button("Change").click();
  await other.dialog("Change Sam Taylor").getByLabel("Planner (Scheduler, View)").uncheck();
  await other.dialog("Change Sam Taylor").getByLabel("Mobile number").fill("07700900654");
  await other.button("Save").click();
  await expect(other.dialog("Change Sam Taylor")).toBeHidden();
  await other.page.close();

  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(dialog.getByText("Mobile number, now: 07700900654")).toBeVisible();
  await desk.inspect("Somebody else has changed this engineer");
  await dialog.getByRole("button", { name: "Go on with what I typed" }).click();
  await expect(dialog.getByLabel("Planner (Scheduler, View)")).not.toBeChecked();
  await expect(dialog.getByLabel("Mobile number")).toHaveValue("07700900321");
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByText("07700900321")).toBeVisible();

  const phone = sam.page();
  await expect(phone.getByRole("link", { name: "Planner" })).toBeVisible();
  await phone.getByRole("link", { name: "Sign out" }).click();
  await sam.signIn();
  await sam.seesScreen("Home");
  await expect(phone.getByRole("link", { name: "Planner" })).toBeHidden();
});

test("a data dump and the database come from the phone, to be read and downloaded", async () => {
  await openSam(page);
  await desk.button("Ask for a data dump").click();
  await desk.inspect("Ask for a data dump");
  await desk
    .dialog(/data dump/)
    .getByRole("button", { name: "Ask for a data dump" })
    .click();
  await desk.button("Ask for the database").click();
  await desk.inspect("Ask for the database");
  await desk
    .dialog(/databases/)
    .getByRole("button", { name: "Ask for the database" })
    .click();
  const rows = desk.table("Commands").getByRole("row");
  await expect(rows.filter({ hasText: "Export of the database" })).toContainText(
    "Waits for the phone",
  );
  await fixture.phone.reconnect();
  await expect
    .poll(async () =>
      (await fixture.office.commands()).flatMap(({ type, outcome }) =>
        type === "AccountNotice" ? [] : [outcome],
      ),
    )
    .toEqual(["done", "done"]);
  await page.reload();

  await desk.button("Data dump").click();
  await expect(desk.dialog("Data dump of Sam Taylor").getByText("messageQueue")).toBeHidden();
  await expect(desk.table("Tables that have rows").getByText("job", { exact: true })).toBeVisible();
  await desk.inspect("Data dump");
  await page.keyboard.press("Escape");
  await rows.getByRole("button", { name: "Log" }).click();
  await expect(desk.dialog("Log of the phones of Sam Taylor")).toBeVisible();
  await desk.inspect("Log");
  await page.keyboard.press("Escape");

  const [exported] = await fixture.office.exports();
  const downloading = page.waitForEvent("download");
  await rows.getByRole("button", { name: `Download ${exported?.code ?? ""}` }).click();
  const file = await downloading;
  expect(file.suggestedFilename()).toBe(`fieldfare-${exported?.code ?? ""}.jsonl.gz`);
  expect(gunzipSync(await readFile(await file.path())).toString()).toContain("fieldfare-database");
  await desk.inspect("Engineer with results");
});

test("a disabled account is said of the phone, and the page leads to absences and mileage", async () => {
  await openSam(page);
  const devices = page.getByRole("region", { name: "Devices" });
  await expect(devices.getByText("Works")).toBeVisible();
  await desk.button("Disable account").click();
  const dialog = desk.dialog(/^Disable/);
  await dialog.getByRole("button", { name: "Disable account" }).click();
  await expect(dialog).toBeHidden();
  await expect(devices.getByText("Account disabled")).toBeVisible();
  await expect(devices.getByText("Works")).toBeHidden();
  await expect(
    desk.table("Commands").getByText("Notice about the account: The account was disabled"),
  ).toBeVisible();
  await expect(desk.button("Ask for a data dump")).toBeHidden();
  await desk.inspect("Engineer with a disabled account");

  const aside = page.getByRole("main");
  await aside.getByRole("link", { name: "Absences" }).click();
  await desk.seesTitle("Absences");
  await expect(page.getByLabel("Find an engineer")).toHaveValue("Sam Taylor");
  await page.goBack();
  await aside.getByRole("link", { name: "Mileage" }).click();
  await desk.seesTitle("Mileage");
  await expect(page.getByLabel("Engineer", { exact: true })).toHaveValue(
    fixture.office.sam.fieldOperativeId,
  );
});
