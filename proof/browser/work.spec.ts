import { expect, type Page, test } from "@playwright/test";
import { expectDelivered } from "./expect-delivered.ts";
import { inspect } from "./inspection.ts";
import { notAnImage, createPhoto } from "./image-files.ts";
import { setUpFixture } from "./fixture.ts";
import { readDrafts } from "./storage.ts";

const address = "3 Work Row";
let jobId: string;
/** A job of the day with parts ordered in advance. */
let supplied: { readonly address: string; readonly part: string; readonly parts: number };

const fixture = setUpFixture({
  prepare: async (office) => {
    ({ jobId } = await office.raise(address));
    for (const listed of await office.jobs()) {
      const { job } = await office.job(listed.jobId);
      const [part] = job.parts.filter(({ qty }) => qty === 1);
      if (job.status !== "New" || !part || job.plannedSors.length === 0) continue;
      const { addressLine1, notifications } = job.property;
      if (notifications.some(({ alertEngineer }) => alertEngineer)) continue;
      supplied = { address: addressLine1, part: part.shortDescription, parts: job.parts.length };
      return;
    }
    throw new Error("No job of the day has parts");
  },
});

const errorAt = (page: Page, text: string) =>
  page.getByRole("main").getByText(text, { exact: true });

interface AskedWindow extends Window {
  asked: string[];
}

/** Runs in the page: delays requests to the search worker until they are released. */
function delaySearches(): void {
  const asked: string[] = [];
  (window as unknown as AskedWindow).asked = asked;
  let isReleased = false;
  window.Worker = class extends Worker {
    override postMessage(message: SearchMessage): void {
      const send = () => super.postMessage(message);
      if (message.kind !== "search") return send();
      asked.push(message.request.query);
      if (isReleased) return send();
      addEventListener("release-searches", send, { once: true });
    }
  };
  addEventListener("release-searches", () => (isReleased = true), { once: true });
}

interface SearchMessage {
  readonly kind: string;
  readonly request: { readonly query: string };
}

/** Runs in the page: the search requests that were sent to the worker. */
function readWorkerRequests(): string[] {
  return (window as unknown as AskedWindow).asked;
}

const section = (page: Page, name: string) =>
  page.getByRole("link", { name: new RegExp(`^${name}( \\d+)?$`) });

test("before access is gained everything is read-only, and the footer offers the next step", async () => {
  const { proxy, sam } = fixture;
  const page = sam.page();
  await sam.openJobs();
  await sam.openJob(supplied.address);
  await sam.answer("Parts Required", "Confirm");
  await expect(section(page, "Parts")).toHaveAccessibleName(`Parts ${supplied.parts}`);
  await expect(page.getByText("Engineer Notes")).toBeVisible();
  await expect(section(page, "Engineer Notes")).toBeHidden();
  await section(page, "Parts").click();
  await sam.seesScreen("Parts");
  await expect(page.getByRole("heading", { name: `Preordered ${supplied.parts}` })).toBeVisible();
  await expect(page.getByText(supplied.part)).toBeVisible();
  await expect(page.getByRole("main").getByRole("link")).toHaveCount(0);
  await expect(sam.button("Add")).toBeHidden();
  await expect(sam.button("Start Travel")).toBeVisible();
  await sam.button("Back").click();
  await section(page, "SORs").click();
  await sam.seesScreen("SORs");
  await expect(page.getByText(/^Code /).first()).toBeVisible();
  await expect(page.getByRole("main").getByRole("link")).toHaveCount(0);
  await expect(sam.button("Add")).toBeHidden();
  for (const path of ["sors/add", "parts/add", "engineer/notes", "engineer/notes/add"]) {
    await page.goto(`${proxy.url}/jobs/selected/${path}`);
    await expect(page).toHaveURL(/\/jobs\/selected$/);
  }
  await sam.button("Back").click();
});

test("a SOR is found by its description or its code, and both SOR and quantity are required", async () => {
  const { phone, sam } = fixture;
  const page = sam.page();
  await sam.openJob(address);
  await section(page, "SORs").click();
  await expect(page.getByText("No SORs found")).toBeVisible();
  await sam.button("Back").click();
  for (const label of ["Start Travel", "On-Site", "Access"] as const) await sam.step(label);
  await phone.context.setOffline(true);
  await section(page, "Property Appliances").click();
  await expect(page.getByText("No appliances found")).toBeVisible();
  await sam.button("Back").click();
  await section(page, "SORs").click();
  await sam.button("Add").click();
  await sam.seesScreen("Add SOR");
  await sam.button("Submit").click();
  await expect(errorAt(page, "Please select a SOR")).toBeVisible();
  await expect(errorAt(page, "Please enter a quantity")).toBeVisible();
  const search = page.getByRole("combobox", { name: "SOR" });
  await expect(search).toBeFocused();
  await inspect(page, "Add SOR with errors");
  await page.evaluate(delaySearches);
  await search.pressSequentially("back boiler");
  await expect(search).toHaveValue("back boiler");
  // Of eleven letters only one request is running in the worker; the newest one follows.
  expect(await page.evaluate(readWorkerRequests)).toEqual(["b"]);
  await expect(page.getByRole("option")).toHaveCount(0);
  await page.evaluate(() => dispatchEvent(new Event("release-searches")));
  await expect(page.getByRole("option").first()).toContainText("back boiler");
  expect(await page.evaluate(readWorkerRequests)).toEqual(["b", "back boiler"]);
  await search.fill("no such work");
  await expect(page.getByText("No matching SORs found")).toBeVisible();
  await search.fill("BACK BOILER");
  await expect(page.getByRole("option").first()).toContainText("back boiler");
  await inspect(page, "Add SOR with what was found");
  await search.press("ArrowDown");
  await expect(page.getByRole("option").first()).toHaveAttribute("aria-selected", "true");
  await search.press("Enter");
  await expect(sam.button("Change SOR")).toBeFocused();
  await sam.button("Change SOR").click();
  await search.fill("ga635001");
  await page.getByRole("option", { name: /^GA635001/ }).click();
  const quantity = page.getByLabel("Quantity", { exact: true });
  await quantity.pressSequentially("many");
  await expect(errorAt(page, "Please enter a number such as 1 or 2.5")).toBeVisible();
  await quantity.fill("");
  await quantity.pressSequentially("2.567");
  await expect(quantity).toHaveValue("2.56");
  await sam.button("Submit").click();
  await sam.seesToast("SOR added");
  await expect(
    sam.page().getByRole("link", { name: /Code GA635001 Quantity 2\.56/ }),
  ).toBeVisible();
});

test("the last SOR cannot be removed; of two one can, and the quantity used is changed, cut at two decimals", async () => {
  const { sam } = fixture;
  const page = sam.page();
  await page.getByRole("link", { name: /GA635001/ }).click();
  await sam.seesScreen("Update SOR");
  await expect(page.getByText("The last SOR of a job cannot be removed.")).toBeVisible();
  await expect(sam.button("Remove SOR")).toBeHidden();
  await inspect(page, "Update SOR");
  await sam.button("Back").click();
  const add = async (code: string) => {
    await sam.button("Add").click();
    await page.getByRole("combobox", { name: "SOR" }).fill(code);
    await page.getByRole("option", { name: code }).click();
    await page.getByLabel("Quantity", { exact: true }).fill("1");
    await sam.button("Submit").click();
  };
  await add("GA635001");
  await sam.seesToast(/^This SOR is already part of the job/);
  await sam.button("Discard").click();
  await sam.answer("Discard what you entered?", "Discard");
  await sam.seesScreen("SORs");
  for (const code of ["GA635002", "GA635003"]) {
    await add(code);
    await expect(page.getByRole("link", { name: new RegExp(code) })).toBeVisible();
  }
  await page.getByRole("link", { name: /GA635002/ }).click();
  const used = page.getByLabel("Quantity Used");
  await used.fill("");
  await sam.button("Update").click();
  await expect(errorAt(page, "Please enter a quantity")).toBeVisible();
  await used.pressSequentially("0.759");
  await expect(used).toHaveValue("0.75");
  await sam.button("Update").click();
  await expect(page.getByRole("link", { name: /GA635002 Quantity 1 Used 0\.75/ })).toBeVisible();
  await page.getByRole("link", { name: /GA635003/ }).click();
  await sam.button("Remove SOR").click();
  await sam.answer("Remove this SOR?", "Remove SOR");
  await sam.seesToast("SOR removed");
  await expect(page.getByRole("link", { name: /GA635003/ })).toBeHidden();
  await sam.button("Back").click();
  await expect(section(page, "SORs")).toHaveAccessibleName("SORs 2");
});

test("the outcome's issues lead to the screens where they are fixed", async () => {
  const { sam } = fixture;
  const page = sam.page();
  const choose = async (outcome: string) => {
    await sam.button("Close").click();
    await sam.answer("Was access gained?", "Yes");
    await page.getByLabel("Outcome").selectOption({ label: outcome });
  };
  await choose("Revisit Required");
  await page.getByRole("link", { name: "Add engineering note" }).click();
  await sam.seesScreen("Add Engineering Note");
  await sam.button("Back").click();
  await sam.seesScreen("Complete Job");
  await sam.open("/jobs/selected/engineer/notes");
  await expect(page.getByText("No engineering notes yet")).toBeVisible();
  await sam.open("/jobs/selected/outcome");
  await page.getByLabel("Outcome").selectOption({ label: "Parts Required" });
  await page.getByRole("link", { name: "Review parts" }).click();
  await sam.seesScreen("Parts");
  await expect(page.getByText("No parts found")).toBeVisible();
});

test("a part needs a short description and a quantity of 1 to 999; an ordered part is not van stock", async () => {
  const { sam } = fixture;
  const page = sam.page();
  const description = page.getByLabel("Short description");
  const tooShort = "Please enter a short description of less than 200 characters.";
  await sam.button("Add").click();
  await sam.button("Submit").click();
  await expect(errorAt(page, tooShort)).toBeVisible();
  await expect(errorAt(page, "Please enter a quantity between 1 and 999")).toBeVisible();
  await inspect(page, "Add Part with errors");
  await description.fill("x".repeat(201));
  await expect(errorAt(page, tooShort)).toBeVisible();
  await description.fill("x".repeat(200));
  await expect(errorAt(page, tooShort)).toBeHidden();
  const used = page.getByLabel("Quantity Used");
  for (const wrong of ["0", "1000", "1.5"]) {
    await used.fill(wrong);
    await expect(errorAt(page, "Please enter a quantity between 1 and 999")).toBeVisible();
  }
  const search = page.getByRole("combobox", { name: "Find a part" });
  await search.fill("no such part");
  await expect(page.getByText("No matching parts found")).toBeVisible();
  await search.fill("room thermostat");
  await page.getByRole("option").first().click();
  await expect(description).toHaveValue("Room thermostat");
  await used.fill("2");
  await page.getByRole("switch", { name: "Van stock" }).check();
  await sam.button("Submit").click();
  await expect(page.getByRole("heading", { name: "Added from stock 1" })).toBeVisible();

  await sam.button("Add").click();
  await page.getByRole("radio", { name: "To be ordered" }).check();
  await expect(page.getByRole("switch", { name: "Van stock" })).toBeHidden();
  await description.fill("صمام الغاز 🔧");
  await page.getByLabel("Quantity Required").fill("1");
  await sam.button("Submit").click();
  await expect(page.getByRole("heading", { name: "Request order 1" })).toBeVisible();
  await expect(page.getByRole("link", { name: /صمام الغاز 🔧.*Requested/s })).toBeVisible();
});

test("the quantity used decides the status of a part, and only an added part can be removed", async () => {
  const { sam } = fixture;
  const page = sam.page();
  await inspect(page, "Parts");
  await page.getByRole("link", { name: /Room thermostat/ }).click();
  await sam.seesScreen("Update Part");
  await inspect(page, "Update Part");
  const used = page.getByLabel("Quantity Used");
  for (const [quantity, status] of [
    ["0", "Unused"],
    ["1", "Partial"],
    ["2", "Exact"],
    ["3", "Additional"],
  ] as const) {
    await used.fill(quantity);
    await expect(page.getByText(`Status: ${status}`)).toBeVisible();
  }
  await used.fill("-1");
  await sam.button("Update").click();
  await expect(errorAt(page, "Please enter a whole number, 0 or more")).toBeVisible();
  await used.fill("99999");
  await sam.button("Update").click();
  const unlikely = sam.dialog("Is this quantity right?");
  await expect(unlikely).toContainText("You typed 99,999.");
  await sam.answer("Is this quantity right?", "Change it");
  await used.fill("1");
  await sam.button("Update").click();
  await expect(page.getByRole("link", { name: /Room thermostat.*Partial/s })).toBeVisible();
  await page.getByRole("link", { name: /Requested/ }).click();
  await sam.button("Remove Part").click();
  await sam.answer("Remove this part?", "Keep part");
  for (const title of ["Parts", "Complete Job", /^Job \(/]) {
    await sam.button("Back").click();
    await sam.seesScreen(title);
  }
});

test("a note needs Public or Private and a description; a killed browser restores it with its photos", async () => {
  const { phone, sam } = fixture;
  let page = sam.page();
  await section(page, "Engineer Notes").click();
  await sam.seesScreen("Notes");
  await sam.button("Add").click();
  await sam.button("Submit").click();
  await expect(errorAt(page, "Please select Public or Private")).toBeVisible();
  await expect(errorAt(page, "Description is required")).toBeVisible();
  await expect(page.getByRole("radio", { name: "Public" })).toBeFocused();
  await page.getByLabel("Description").fill("y".repeat(100_000));
  await expect(errorAt(page, "Description may have 10,000 characters at most")).toBeVisible();
  await expect(page.getByText("100,000 of 10,000 characters")).toBeVisible();
  await page.getByRole("radio", { name: "Public" }).check();
  await page.getByLabel("Description").fill("Boiler works 👍🏽\nגבריאל was shown the controls.");
  const choose = async (button: string, file: Awaited<ReturnType<typeof createPhoto>>) => {
    const chooser = page.waitForEvent("filechooser");
    await sam.button(button).click();
    await (await chooser).setFiles([file]);
  };
  await choose("Take photo", notAnImage);
  await sam.seesToast("This file is not a photo that can be read. Please take it again.");
  await choose("Take photo", await createPhoto(page));
  await expect(page.getByRole("img", { name: /^Photo 1/ })).toBeVisible();
  await choose("Choose photos", await createPhoto(page, { name: "flue.jpg" }));
  await expect(page.getByRole("img", { name: /^Photo 2/ })).toBeVisible();
  await sam.dismissToasts();
  await inspect(page, "Add Engineering Note");
  await page.getByRole("button", { name: /^Photo 1/ }).click();
  await inspect(page, "Photo");

  await phone.kill();
  await phone.start({ offline: true });
  await sam.open("/jobs/selected/engineer/notes/add");
  page = sam.page();
  await sam.seesScreen("Add Engineering Note");
  await expect(page.getByLabel("Description")).toHaveValue(
    "Boiler works 👍🏽\nגבריאל was shown the controls.",
  );
  await expect(page.getByRole("radio", { name: "Public" })).toBeChecked();
  await expect(page.getByRole("img", { name: /^Photo \d/ })).toHaveCount(2);
  await sam.button("Back").click();
  await sam.seesScreen("Notes");
  const notSaved = page.getByRole("main").filter({ hasText: "A note is not saved yet" });
  await expect(notSaved).toContainText("was shown the controls");
  await inspect(page, "Notes with a draft");
  await page.getByRole("link", { name: "Open it" }).click();
  await sam.seesScreen("Add Engineering Note");
  await page.getByRole("button", { name: /^Photo 2/ }).click();
  await sam.closeDialog(await page.getByRole("dialog").getByRole("heading").innerText());
  await sam.button("Submit").click();
  await sam.seesScreen("Notes");
  await expect(page.getByText("A note is not saved yet")).toBeHidden();
  await expect(page.getByRole("link", { name: /Public.*was shown.*2 photos/s })).toBeVisible();
});

test("a note is changed at its own address, and an unknown note shows a message", async () => {
  const { proxy, sam } = fixture;
  const page = sam.page();
  await inspect(page, "Notes");
  await page.getByRole("link", { name: /was shown/ }).click();
  await sam.seesScreen("Update Engineering Note");
  await page.getByRole("radio", { name: "Private" }).check();
  await expect.poll(() => page.evaluate(readDrafts)).toContain('"isPublic":false');
  await page.reload();
  await expect(page.getByRole("radio", { name: "Private" })).toBeChecked();
  await expect(page.getByRole("img", { name: /^Photo \d/ })).toHaveCount(2);
  await expect(page.getByRole("button", { name: /^Delete photo/ })).toHaveCount(0);
  await sam.button("Update").click();
  await expect(page.getByRole("link", { name: /Private.*was shown/s })).toBeVisible();
  for (const [path, title] of [
    ["engineer/notes/edit/00000000-0000-4000-8000-000000000000", "Notes"],
    ["sors/99999999", "SORs"],
    ["parts/00000000-0000-4000-8000-000000000000", "Parts"],
  ] as const) {
    await page.goto(`${proxy.url}/jobs/selected/${path}`);
    await sam.seesScreen(title);
    await sam.seesToast("What you wanted to open is no longer on this device.");
  }
});

test("losing access closes the notes", async () => {
  const { proxy, phone, sam } = fixture;
  const page = sam.page();
  await page.goto(`${proxy.url}/jobs/selected/engineer/notes`);
  await sam.seesScreen("Notes");
  const other = await phone.context.newPage();
  await other.goto(`${proxy.url}/jobs/selected/hold`);
  await other.getByLabel("Hold Reason").selectOption({ index: 1 });
  const details = other.getByLabel("Additional information");
  if (await details.isVisible()) await details.fill("Diverter valve on order");
  await other.getByRole("button", { name: "Hold", exact: true }).click();
  await sam.seesScreen(/^Job \(/);
  await other.close();
  await expect(section(page, "Engineer Notes")).toBeHidden();
  await section(page, "Parts").click();
  await expect(sam.button("Add")).toBeHidden();
  await sam.button("Remove Hold").click();
  await sam.answer("Remove Hold?", "Remove Hold");
  await sam.button("Back").click();
  await sam.step("Access");
});

test("after the close the server has everything, each photo with its note", async () => {
  const { office, phone, sam } = fixture;
  await sam.close("Parts Required");
  await phone.context.setOffline(false);
  await expect
    .poll(async () => (await office.job(jobId)).closing?.delivered, { timeout: 60_000 })
    .toBe(true);
  const { job, images, messages } = await office.job(jobId);
  await expectDelivered(
    office,
    jobId,
    messages.map(({ type }) => type),
  );
  expect(
    job.plannedSors
      .map(({ sorCode, qty, qtyUsed, usageType }) => ({ sorCode, qty, qtyUsed, usageType }))
      .toSorted((a, b) => a.sorCode.localeCompare(b.sorCode)),
  ).toEqual([
    { sorCode: "GA635001", qty: 2.56, qtyUsed: 2.56, usageType: 2 },
    { sorCode: "GA635002", qty: 1, qtyUsed: 0.75, usageType: 2 },
  ]);
  const [ordered, used] = job.parts.toSorted((a, b) => b.usageType - a.usageType);
  expect(job.parts).toHaveLength(2);
  expect(used).toMatchObject({
    shortDescription: "Room thermostat",
    usageType: 2,
    usageStatus: "Partial",
    qty: 2,
    qtyUsed: 1,
    isVanStock: true,
    addedByFieldOp: true,
  });
  expect(used?.internalPartCode).toMatch(/^P\d+$/);
  expect(ordered).toMatchObject({
    shortDescription: "صمام الغاز 🔧",
    usageType: 3,
    usageStatus: "Requested",
    qtyRequired: 1,
    isPartRequired: true,
    isVanStock: false,
  });
  const [note] = job.notes;
  expect(job.notes).toHaveLength(1);
  expect(note).toMatchObject({
    description: "Boiler works 👍🏽\nגבריאל was shown the controls.",
    isPublic: false,
  });
  expect(note?.imageIds).toHaveLength(2);
  expect(
    images
      .filter(({ entityId }) => entityId === note?.engineeringNoteId)
      .map(({ imageId }) => imageId)
      .toSorted(),
  ).toEqual(note?.imageIds.toSorted());
});

test("of 1,000 SORs only those near the screen are drawn, and Back restores the scroll position", async () => {
  const { phone, sam } = fixture;
  const page = sam.page();
  await sam.openJob(supplied.address);
  for (const label of ["Start Travel", "On-Site", "Access"] as const) await sam.step(label);
  await expect(sam.syncIndicator("All sent")).toBeVisible();
  await phone.context.setOffline(true);
  await page.evaluate(giveManySors, 1000);
  await page.reload();
  await section(page, "SORs").click();
  const cards = page.getByRole("main").getByRole("link");
  await expect(cards.first()).toContainText("Work number 1");
  expect(await cards.count()).toBeLessThan(40);
  const last = page.getByRole("link", { name: /Work number 1000 / });
  await expect(async () => {
    await page.keyboard.press("End");
    await expect(last).toBeInViewport({ timeout: 500 });
  }).toPass();
  expect(await cards.count()).toBeLessThan(40);
  await last.click();
  await sam.seesScreen("Update SOR");
  await sam.button("Back").click();
  await expect(last).toBeInViewport();
});

/** Runs in the page: gives a job more SORs than anyone plans. */
async function giveManySors(count: number): Promise<void> {
  const jobs = await readStoredRows<{ isSelected: boolean; plannedSors: object[] }>("job");
  return new Promise((resolve, reject) => {
    const opening = indexedDB.open(`fieldfare-${localStorage.getItem("fieldfare.user")}`);
    opening.addEventListener("error", () => reject(opening.error));
    opening.addEventListener("success", () => {
      const writing = opening.result.transaction("job", "readwrite");
      for (const job of jobs)
        if (job.isSelected)
          writing.objectStore("job").put({
            ...job,
            plannedSors: Array.from({ length: count }, (_, index) => ({
              ...job.plannedSors[0],
              sorCodeId: 500_000 + index,
              shortDescription: `Work number ${index + 1}`,
            })),
          });
      writing.addEventListener("complete", () => {
        opening.result.close();
        resolve();
      });
    });
  });
}
