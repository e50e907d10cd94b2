import { expect, type Page, test } from "@playwright/test";
import { inspect } from "./inspection.ts";
import { setUpFixture } from "./fixture.ts";
import { readDrafts } from "./storage.ts";

const fixture = setUpFixture();

const errorAt = (page: Page, text: string) =>
  page.getByRole("main").getByText(text, { exact: true });
const tile = (page: Page, name: string) =>
  page.getByRole("main").getByRole("link", { name: new RegExp(`${name}$`) });

test("home shows the areas in their order, with their counts", async () => {
  const { sam } = fixture;
  const page = sam.page();
  const tiles = page.getByRole("list").filter({ hasText: "Jobs to Complete" });
  const names = await tiles.getByRole("link").allInnerTexts();
  const order = [
    "Jobs to Complete",
    "Parts to collect",
    "New Job",
    "Contacts",
    "Planner",
    "Mileage",
    "Absences",
    "Settings",
    "Sign out",
  ];
  const shown = names.map((name) => name.replace(/^\d+\s*/, "").trim());
  // An area that does not exist has no tile.
  expect(shown).toEqual(order.filter((name) => shown.includes(name)));
  for (const name of ["Parts to collect", "Contacts", "Mileage", "Planner"])
    expect(shown).toContain(name);
  await expect(tile(page, "Jobs to Complete")).toHaveAccessibleName(/^\d+/);
  await expect(tile(page, "Parts to collect")).toHaveAccessibleName(/^\d+/);
});

test("parts are received offline, at most the quantity that is left, and the office sees it", async () => {
  const { sam, phone, office, proxy } = fixture;
  const page = sam.page();
  const count = Number.parseInt((await tile(page, "Parts to collect").innerText()).trim(), 10);
  await tile(page, "Parts to collect").click();
  await sam.seesScreen("Parts to Collect");
  await inspect(page, "Parts to Collect");
  await phone.context.setOffline(true);
  await sam.button("Receive Hydraulic O-ring set").click();
  const dialog = sam.dialog("Hydraulic O-ring set");
  const quantity = dialog.getByLabel("Quantity");
  await expect(quantity).toHaveValue("2");
  for (const wrong of ["0", "3", "1.5", "", "😀"]) {
    await quantity.fill(wrong);
    await dialog.getByRole("button", { name: "Receive" }).click();
    await expect(dialog.getByText("Please enter a quantity between 1 and 2.")).toBeVisible();
  }
  await inspect(page, "Receive with an error");
  await quantity.fill("1");
  await dialog.getByRole("button", { name: "Receive" }).click();
  await sam.seesToast("1 of 2 collected");
  await expect(page.getByText("1 of 2 to collect")).toBeVisible();
  await sam.button("Take back Hydraulic O-ring set").click();
  await sam.seesToast("1 taken back");
  await expect(page.getByText("2 of 2 to collect").first()).toBeVisible();
  await sam.button("Receive Hydraulic O-ring set").click();
  await quantity.fill("1");
  await dialog.getByRole("button", { name: "Receive" }).click();
  await expect(page.getByText("1 of 2 to collect")).toBeVisible();
  await sam.button("Receive Hydraulic O-ring set").click();
  await expect(quantity).toHaveValue("1");
  await dialog.getByRole("button", { name: "Receive" }).click();
  await sam.seesToast("Part collected");
  await expect(sam.button("Receive Hydraulic O-ring set")).toBeHidden();
  await sam.button("Back").click();
  await expect(tile(page, "Parts to collect")).toHaveAccessibleName(
    new RegExp(`^${count - 1}\\s*Parts to collect$`),
  );
  await phone.context.setOffline(false);
  await expect(sam.syncIndicator("All sent")).toBeVisible();
  const find = async () => {
    for (const { jobId } of await office.jobs()) {
      const { job } = await office.job(jobId);
      for (const part of job.parts)
        if (part.shortDescription === "Hydraulic O-ring set" && part.status === "Collected")
          return { qtyCollected: part.qtyCollected, address: job.property.addressLine1 };
    }
    return null;
  };
  await expect.poll(async () => (await find())?.qtyCollected).toBe(2);
  await sam.openJobs();
  await sam.openJob((await find())?.address ?? "");
  await sam.answer("Parts Required", "Confirm");
  await page.getByRole("link", { name: /^Parts( \d+)?$/ }).click();
  await sam.seesScreen("Parts");
  await expect(page.getByText("Collected 2", { exact: true })).toBeVisible();
  await inspect(page, "Parts with one that was collected");
  await page.goto(proxy.url);
  await sam.seesScreen("Home");
});

test("mileage is added within the rules, offline too, and typed text survives a reload", async () => {
  const { sam, phone, proxy } = fixture;
  const page = sam.page();
  await tile(page, "Mileage").click();
  await sam.seesScreen("Recent Mileage Overview");
  await expect(page.getByText("48,147", { exact: true })).toBeVisible();
  await inspect(page, "Recent Mileage Overview");
  await phone.context.setOffline(true);
  await sam.button("Add").click();
  await sam.seesScreen("Add Mileage");
  await page.setViewportSize({ width: 360, height: 640 });
  // On a low screen the buttons are in one row. Without something to discard, Submit takes all of it.
  await expect
    .poll(async () => (await sam.button("Submit").boundingBox())?.width)
    .toBeGreaterThan(320);
  await page.setViewportSize({ width: 390, height: 844 });
  const current = page.getByLabel("Current Mileage");
  await sam.button("Submit").click();
  await expect(errorAt(page, "Mileage is required")).toBeVisible();
  await current.fill("48,146 miles");
  await expect(current).toHaveValue("48146");
  await expect(errorAt(page, "Mileage must be greater than previous mileage")).toBeVisible();
  await page.getByRole("switch", { name: "I've changed vehicles" }).click();
  await expect(errorAt(page, "New Registration is required")).toBeVisible();
  const plate = page.getByLabel("New Registration");
  await plate.fill("ab1 2cde");
  await expect(plate).toHaveValue("AB1 2CDE");
  await expect(errorAt(page, "Invalid Registration")).toBeVisible();
  await plate.fill("ab12cde");
  await expect(plate).toHaveValue("AB12 CDE");
  await expect(errorAt(page, "Invalid Registration")).toBeHidden();
  await plate.fill("yk21 fldx");
  await expect(
    errorAt(page, "New Registration must be different from previous registration"),
  ).toBeVisible();
  await page.getByLabel("Previous vehicle mileage (if known)").fill("1");
  await expect(
    errorAt(page, "Last vehicle mileage must greater than previous mileage"),
  ).toBeVisible();
  await inspect(page, "Add Mileage with errors");
  await page.getByLabel("Previous vehicle mileage (if known)").fill("48150");
  await plate.fill("ab12 cde");
  await current.fill("1200");
  await expect(current).toHaveValue("1200");
  await expect.poll(() => page.evaluate(readDrafts)).toContain('"currentMileage":"1200"');

  await phone.kill();
  await phone.start({ offline: true });
  const again = sam.page();
  await sam.open("/mileage/add");
  await sam.seesScreen("Add Mileage");
  await expect(again.getByLabel("Current Mileage")).toHaveValue("1200");
  await expect(again.getByLabel("New Registration")).toHaveValue("AB12 CDE");
  await sam.button("Submit").click();
  await sam.seesToast("Mileage added");
  await sam.seesScreen("Recent Mileage Overview");
  await expect(again.getByText("1,200", { exact: true })).toBeVisible();
  await expect(again.getByRole("button", { name: /^Edit/ })).toHaveCount(1);
  await expect(again.getByRole("button", { name: /^Correct/ })).not.toHaveCount(0);
  expect(new URL(again.url()).origin).toBe(proxy.url);
});

test("an entry of today is changed and removed; both lists agree once the phone is online", async () => {
  const { sam, phone, office, proxy } = fixture;
  const page = sam.page();
  await sam.open("/");
  await tile(page, "Mileage").click();
  await sam.button("Add").click();
  await page.getByLabel("Current Mileage").fill("13000");
  await sam.button("Submit").click();
  await expect(
    page.getByText(/^Please check it: 13,000 miles. That is 11,800 miles/),
  ).toBeVisible();
  await sam.answer("Is this mileage right?", "Change it");
  await page.getByLabel("Current Mileage").fill("1300");
  await sam.button("Submit").click();
  await sam.seesScreen("Recent Mileage Overview");
  await page.getByRole("button", { name: /^Edit/ }).last().click();
  await sam.seesScreen("Update Mileage");
  await expect(page.getByRole("heading", { name: "Previous entry" })).toBeVisible();
  await expect(page.getByRole("heading", { name: "Following entry" })).toBeVisible();
  const current = page.getByLabel("Current Mileage");
  await current.fill("1301");
  await sam.button("Update").click();
  await expect(errorAt(page, "Mileage must be less than following mileage")).toBeVisible();
  // The earlier entry is for another vehicle, so it sets no limit.
  await current.fill("1250");
  await inspect(page, "Update Mileage");
  await sam.button("Update").click();
  await sam.seesScreen("Recent Mileage Overview");
  await expect(page.getByText("1,250", { exact: true })).toBeVisible();
  // The list is in the history once, although an entry was added and another changed.
  await page.goBack();
  await sam.seesScreen("Home");
  await tile(page, "Mileage").click();
  await page
    .getByRole("button", { name: /^Remove/ })
    .first()
    .click();
  const dialog = sam.dialog("Confirm Delete");
  await expect(
    dialog.getByText("Please select Confirm Delete button to remove the selected entry."),
  ).toBeVisible();
  await sam.answer("Confirm Delete", "Confirm Delete");
  await sam.seesToast("Mileage removed");
  await expect(page).toHaveURL(/\/mileage$/);
  await expect(page.getByText("1,300", { exact: true })).toBeHidden();

  await phone.context.setOffline(false);
  await expect(sam.syncIndicator("All sent")).toBeVisible();
  await expect
    .poll(async () => (await office.mileage()).slice(0, 2))
    .toMatchObject([
      {
        registration: "AB12 CDE",
        currentMileage: 1250,
        previousMileage: 48_150,
        previousRegistration: "YK21 FLD",
      },
      { registration: "YK21 FLD", currentMileage: 48_147 },
    ]);
  await page.goto(`${proxy.url}/mileage`);
  await expect(page.getByText("1,250", { exact: true })).toBeVisible();
  await expect(page.getByText("1,300", { exact: true })).toBeHidden();
  for (const id of ["?id=nothing", "?id=5", "?id=%22%3Cscript%3E", ""]) {
    await page.goto(`${proxy.url}/mileage/edit${id}`);
    await sam.seesScreen("Recent Mileage Overview");
  }
});

test("contacts are found, marked offline and contacted by the phone's own links", async () => {
  const { sam, phone, office } = fixture;
  const page = sam.page();
  await sam.button("Back").click();
  await tile(page, "Contacts").click();
  await sam.seesScreen("Contacts");
  await expect(page.getByRole("heading", { name: /^A \d+$/ })).toBeVisible();
  expect(await page.evaluate(typeIntoSearch, "adams")).toEqual({
    isTyped: true,
    isSearched: false,
  });
  await expect(page.getByRole("button", { name: /^Favourite: / }).first()).toHaveAccessibleName(
    /Adams$/,
  );
  const search = page.getByLabel("Search");
  await search.fill("");
  await phone.context.setOffline(true);
  const favourites = page.getByRole("radio", { name: "Favourites" });
  await favourites.check();
  await expect(page.getByText("No favourites found")).toBeVisible();
  await page.getByRole("radio", { name: "All" }).check();
  await search.fill("x".repeat(1000));
  await expect(page.getByText("No matching Contacts found")).toBeVisible();
  await search.fill("ADAMS");
  const star = page.getByRole("button", { name: /^Favourite: \w+ Adams$/ }).first();
  const name = ((await star.getAttribute("aria-label")) ?? "").replace("Favourite: ", "");
  await expect(page.getByRole("link", { name: new RegExp(`^Call ${name}`) })).toHaveAttribute(
    "href",
    /^tel:07700900\d{3}$/,
  );
  await expect(page.getByRole("link", { name: `Text ${name}` })).toHaveAttribute(
    "href",
    /^sms:07700900\d{3}$/,
  );
  await expect(page.getByRole("link", { name: `Mail ${name}` })).toHaveAttribute(
    "href",
    /^mailto:[^@]+@[^@]+$/,
  );
  await inspect(page, "Contacts");
  await star.click();
  await expect(star).toHaveAttribute("aria-pressed", "true");
  await search.fill("");
  await favourites.check();
  await expect(page.getByRole("button", { name: /^Favourite/ })).toHaveCount(1);
  await page.reload();
  await page.getByRole("radio", { name: "Favourites" }).check();
  await expect(page.getByRole("button", { name: `Favourite: ${name}` })).toBeVisible();
  await phone.context.setOffline(false);
  await expect(sam.syncIndicator("All sent")).toBeVisible();
  await expect.poll(async () => (await office.favourites()).length).toBe(1);
});

test("an engineer who may not view the schedule or record mileage has neither the tiles nor the screens", async () => {
  const { sam, office, phone } = fixture;
  const page = sam.page();
  await sam.open("/");
  for (const name of ["Mileage", "Planner"]) await expect(tile(page, name)).toBeVisible();
  await office.changeSam({ recordsMileage: false, perms: [] });
  // The phone follows without a new sign-in, and says why.
  await phone.reconnect();
  for (const name of ["Mileage", "Planner"]) await expect(tile(page, name)).toBeHidden();
  await expect(tile(page, "Contacts")).toBeVisible();
  await sam.open("/alerts");
  await expect(
    page.getByText(
      /what you may do in this app\. You may no longer open the Planner and record mileage\.$/,
    ),
  ).toBeVisible();
  for (const path of ["/mileage", "/mileage/add", "/mileage/edit", "/planner"]) {
    await sam.open(path);
    await sam.seesScreen("Home");
  }
});

/** Runs in the page: returns what is shown directly after the letters are shown. */
async function typeIntoSearch(typed: string) {
  const input = document.querySelector<HTMLInputElement>("input[type=search]");
  const list = () => document.querySelector("[data-index]")?.parentElement?.textContent;
  if (!input) throw new Error("There is no search");
  const before = list();
  // Sets the value natively, as the keyboard does: React would ignore its own setter.
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value")?.set?.call(input, typed);
  input.dispatchEvent(new Event("input", { bubbles: true }));
  await Promise.resolve();
  return { isTyped: input.value === typed, isSearched: list() !== before };
}
