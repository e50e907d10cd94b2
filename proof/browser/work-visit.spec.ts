import { expect, type Page, test } from "@playwright/test";
import { expectDelivered } from "./expect-delivered.ts";
import {
  truncateImage,
  notAnImage,
  type ImageFile,
  createPhoto,
  createHugeImage,
} from "./image-files.ts";
import { setUpFixture } from "./fixture.ts";

const address = "5 Visit Lane";
const crowded = "6 Crowd Court";
const prepared = "7 Needs Avenue";
const onePixel = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
  "base64",
);
let jobId: string;
let crowdedId: string;

const fixture = setUpFixture({
  prepare: async (office) => {
    ({ jobId } = await office.raise(address, {
      property: {
        tenants: [
          { fullName: "Pat Stayer", isPrimaryTenant: true, contactType: 1 },
          { fullName: "Kim Leaver", contactType: 1 },
        ],
        assets: [{ type: 16, unknownManufacturerName: "Nobody", unknownModelName: "Nothing" }],
      },
    }));
    const { attachmentId } = await office.upload("Data plate", onePixel);
    await office.raise(prepared, {
      keySafe: { location: "Left of the door", code: "4417" },
      visitContacts: [
        {
          fullName: "Priya Nair",
          role: "Caretaker",
          telephone: "0113 496 0123",
          emailAddress: null,
        },
      ],
      attachmentIds: [attachmentId],
    });
    ({ jobId: crowdedId } = await office.raise(crowded, {
      property: {
        tenants: many((number) => ({ fullName: `Person ${number}` })),
        assets: many((number) => ({
          type: 16,
          unknownModelName: `Alarm ${number}`,
          createdOn: new Date(number).toISOString(),
        })),
      },
    }));
  },
});

const rowsOfEach = 1000;

function many<T>(make: (number: number) => T): T[] {
  return Array.from({ length: rowsOfEach }, (_, index) => make(index + 1));
}

const section = (name: string) =>
  fixture.sam.page().getByRole("link", { name: new RegExp(`^${name}( \\d+)?$`) });

async function choosePhotos(...images: readonly ImageFile[]): Promise<void> {
  const { sam } = fixture;
  const chooser = sam.page().waitForEvent("filechooser");
  await sam.button("Choose photos").click();
  await (await chooser).setFiles([...images]);
}

const photos = (page: Page) => page.getByRole("img", { name: /^Photo \d/ });

test("the key safe, the contacts of the visit and a photo to read are there without a network", async () => {
  const { phone, sam } = fixture;
  const page = sam.page();
  await sam.openJobs();
  await sam.openJob(prepared);
  await expect(page.getByText("Code 4417")).toBeVisible();
  await expect(sam.button(/^Data plate/)).toContainText("On this phone");
  await phone.context.setOffline(true);
  await sam.button(/^Data plate/).click();
  await expect(sam.dialog("Data plate").getByRole("img")).toBeVisible();
  await sam.closeDialog("Data plate");
  await page.getByRole("link", { name: "Who 1", exact: true }).click();
  await sam.seesScreen("Contacts");
  await expect(page.getByText("Caretaker")).toBeVisible();
  await expect(page.getByRole("link", { name: /0113 496 0123/ })).toBeVisible();
  await phone.context.setOffline(false);
  await sam.open("/");
});

test("an unexpected error ends the action, is shown once and logged, and the next tap works", async () => {
  const { sam } = fixture;
  const page = sam.page();
  await sam.openJobs();
  await sam.openJob(address);
  await page.evaluate(() => {
    crypto.getRandomValues = () => {
      throw new Error("No randomness");
    };
  });
  await sam.button("Start Travel").click();
  await sam.seesToast("An error has occurred");
  await expect(page.getByText("An error has occurred")).toHaveCount(1);
  await page.evaluate(() => Reflect.deleteProperty(crypto, "getRandomValues"));
  for (const label of ["Start Travel", "On-Site", "Access"] as const) await sam.step(label);
});

test("a file that is not an image, is cut off or is huge is refused with a message or scaled down, and the page works on", async () => {
  const { sam } = fixture;
  const page = sam.page();
  await section("Engineer Notes").click();
  await sam.button("Add").click();
  await page.getByLabel("Description").fill(description);
  const whole = await createPhoto(page, { name: "whole.jpg" });
  await choosePhotos(notAnImage, truncateImage(whole));
  await sam.seesToast("This file is not a photo that can be read. Please take it again.");
  await choosePhotos(createHugeImage(40_000, 40_000));
  await sam.seesToast(
    "This photo is too large for this phone. Please take it again in a lower resolution.",
  );
  await expect(photos(page)).toHaveCount(0);
  const half = whole.buffer.subarray(0, whole.buffer.length / 2);
  await choosePhotos({ ...whole, buffer: half }, createHugeImage(8_000, 6_300), whole, whole);
  await expect(photos(page)).toHaveCount(3);
  await sam.dismissToasts();
  await sam.button("Delete photo 3").click();
  await sam.answer("Delete this photo?", "Delete photo");
  await expect(photos(page)).toHaveCount(2);
  await expect(page.getByLabel("Description")).toHaveValue(description);
});

test("one visit: a note with two photos, which are shown offline after they were sent", async () => {
  const { phone, sam } = fixture;
  const page = sam.page();
  await page.getByRole("radio", { name: "Public" }).check();
  await sam.button("Submit").click();
  await sam.seesScreen("Notes");
  await expect(sam.syncIndicator("All sent")).toBeVisible();
  await phone.context.setOffline(true);
  await page.reload();
  await page.getByRole("link", { name: /Boiler replaced.*2 photos/s }).click();
  await expect(photos(page)).toHaveCount(2);
  await page.getByRole("button", { name: /^Photo 2/ }).click();
  await expect(page.getByRole("dialog").locator("img")).toBeInViewport();
  await page.getByRole("dialog").getByRole("button", { name: "Close", exact: true }).click();
  await sam.button("Back").click();
  await sam.seesScreen("Notes");
  await sam.button("Back").click();
});

test("one visit: two SORs, a part used and a part to order", async () => {
  const { sam } = fixture;
  const page = sam.page();
  await section("SORs").click();
  for (const [code, quantity] of [
    ["GA635001", "1"],
    ["GA635002", "2.5"],
  ] as const) {
    await sam.button("Add").click();
    await page.getByRole("combobox", { name: "SOR" }).fill(code);
    await page.getByRole("option", { name: code }).click();
    await page.getByLabel("Quantity", { exact: true }).fill(quantity);
    await sam.button("Submit").click();
    await expect(page.getByRole("link", { name: new RegExp(code) })).toBeVisible();
  }
  await sam.button("Back").click();
  await section("Parts").click();
  await sam.button("Add").click();
  await page.getByRole("combobox", { name: "Find a part" }).fill("room thermostat");
  await page.getByRole("option").first().click();
  await page.getByLabel("Quantity Used").fill("1");
  await sam.button("Submit").click();
  await expect(page.getByRole("heading", { name: "Added from stock 1" })).toBeVisible();
  await sam.button("Add").click();
  await page.getByRole("radio", { name: "To be ordered" }).check();
  await page.getByLabel("Short description").fill("Flue terminal, white");
  await page.getByLabel("Quantity Required").fill("2");
  await page.getByLabel("Comments (optional)").fill("Needed before the next frost");
  await sam.button("Submit").click();
  await expect(page.getByRole("heading", { name: "Request order 1" })).toBeVisible();
  await sam.dismissToasts();
  await sam.button("Back").click();
});

test("one visit: a new boiler of an unknown model with a photo, and a contact marked left", async () => {
  const { sam } = fixture;
  const page = sam.page();
  await section("Property Appliances").click();
  await sam.button("Add").click();
  await page.getByLabel("Type", { exact: true }).selectOption({ label: "Combi boiler" });
  await sam.button("Set Manufacturer / Model").click();
  const dialog = sam.dialog("Manufacturer / Model");
  await dialog
    .getByLabel("Manufacturer", { exact: true })
    .selectOption({ label: "Worcester Bosch" });
  await dialog.getByRole("switch", { name: "Model is not in the list" }).check();
  await dialog.getByLabel("Enter Model").fill("Greenstar Prototype");
  await dialog.getByRole("button", { name: "Done" }).click();
  await page.getByLabel("Location").selectOption({ label: "Kitchen" });
  await page.getByLabel("Fuel Type").selectOption({ label: "Natural gas" });
  for (const choice of ["Room sealed", "Landlord", "Good"])
    await page.getByRole("radio", { name: choice }).check();
  await page.getByLabel("Flue Direction").selectOption({ label: "Horizontal rear" });
  await page.getByLabel("Serial number (optional)").fill("SN-0001");
  await choosePhotos(await createPhoto(page, { name: "plate.jpg" }));
  await expect(photos(page)).toHaveCount(1);
  await sam.button("Submit").click();
  await expect(page.getByRole("link", { name: /Greenstar Prototype/ })).toBeVisible();
  await sam.dismissToasts();
  await sam.button("Back").click();
  await section("Who").click();
  await page.getByRole("link", { name: /^Kim Leaver/ }).click();
  await sam.button("Mark Left").click();
  await expect(page.getByRole("link", { name: /^Kim Leaver/ })).toContainText("Left");
  await sam.dismissToasts();
  await sam.button("Back").click();
});

test("one visit: after the close the office sees every field, and each photo with its purpose", async () => {
  const { office, phone, sam } = fixture;
  await sam.close("Parts Required");
  await phone.context.setOffline(false);
  await expect
    .poll(async () => (await office.job(jobId)).closing?.delivered, { timeout: 60_000 })
    .toBe(true);
  const seen = await office.job(jobId);
  const types = seen.messages.map(({ type }) => type);
  await expectDelivered(office, jobId, types);
  const { job, images, appliances, contacts, closing } = seen;
  const { fieldOperativeAppointmentId, property } = job;
  const { propertyId } = property;
  const boiler = appliances.find(({ type }) => type === 1);
  const note = job.notes[0];
  const listImageIds = (entityId: string | undefined) =>
    images.filter((image) => image.entityId === entityId).map(({ imageId }) => imageId);

  expect(job.notes).toEqual([
    {
      engineeringNoteId: anId,
      jobId,
      fieldOperativeAppointmentId,
      description,
      isPublic: true,
      imageIds: expect.arrayContaining(listImageIds(note?.engineeringNoteId)),
      createdOn: aTime,
      modifiedOn: aTime,
    },
  ]);
  expect(listImageIds(note?.engineeringNoteId)).toHaveLength(2);
  expect(listImageIds(boiler?.propertyAssetId)).toHaveLength(1);
  // The remaining image is the customer's signature.
  expect(listImageIds(jobId)).toHaveLength(1);
  expect(images).toHaveLength(4);

  const sor = { jobId, shortDescription: someWords, usageType: 2, updatedOnDateTime: aTime };
  expect(job.plannedSors).toEqual([
    { ...sor, sorCodeId: aNumber, sorCode: "GA635001", qty: 1, qtyUsed: 1 },
    { ...sor, sorCodeId: aNumber, sorCode: "GA635002", qty: 2.5, qtyUsed: 2.5 },
  ]);

  const part = {
    jobPartId: anId,
    jobId,
    status: "NotApplicable",
    qtyCollected: 0,
    isVanStock: false,
    addedByFieldOp: true,
    partAddedDateTime: aTime,
    manufacturerModelId: null,
    collectedDateTime: null,
    purchaseOrderId: null,
    purchaseOrderDetailId: null,
    supplierTicketNumber: null,
    location: null,
  };
  expect(job.parts).toEqual([
    {
      ...part,
      usageType: 2,
      usageStatus: "Exact",
      qty: 1,
      qtyUsed: 1,
      qtyRequired: 0,
      shortDescription: "Room thermostat",
      comments: null,
      isPartRequired: false,
      partUnitTypeId: aNumber,
      manufacturerPartCode: someWords,
      internalPartCode: someWords,
    },
    {
      ...part,
      usageType: 3,
      usageStatus: "Requested",
      qty: 2,
      qtyUsed: 0,
      qtyRequired: 2,
      shortDescription: "Flue terminal, white",
      comments: "Needed before the next frost",
      isPartRequired: true,
      partUnitTypeId: null,
      manufacturerPartCode: null,
      internalPartCode: null,
    },
  ]);

  expect(appliances).toHaveLength(2);
  expect(boiler).toEqual({
    propertyAssetId: anId,
    propertyId,
    type: 1,
    manufacturerId: aNumber,
    manufacturerName: "Worcester Bosch",
    unknownManufacturerName: null,
    manufacturerModelId: null,
    modelName: null,
    unknownModelName: "Greenstar Prototype",
    gasCouncilNumber: null,
    location: 1,
    fuelType: 1,
    flueType: 1,
    flueDirection: aNumber,
    condition: aNumber,
    ownership: 1,
    serialNumber: "SN-0001",
    estimatedAge: null,
    dateInstalled: null,
    addedByEngineer: true,
    scrapped: false,
    scrappedDateTime: null,
    createdOn: aTime,
    modifiedOn: aTime,
  });

  expect(
    contacts.map(({ fullName, flagDeleted }) => ({ fullName, flagDeleted })).toSorted(byName),
  ).toEqual([
    { fullName: "Kim Leaver", flagDeleted: true },
    { fullName: "Pat Stayer", flagDeleted: false },
  ]);
  expect(closing).toMatchObject({ kind: "JobClose", missingImageIds: [] });
});

const missing = "00000000-0000-4000-8000-000000000000";

test("an unknown address, or one of another engineer's record, leads to a screen from which work can continue", async () => {
  const { proxy, sam } = fixture;
  const page = sam.page();
  await sam.openJob(crowded);
  for (const label of ["Start Travel", "On-Site", "Access"] as const) await sam.step(label);
  for (const [path, title] of [
    [`property/appliances/edit/${missing}`, "Appliances"],
    [`tenants/edit/${missing}`, "Contacts"],
    [`history/extended/${jobId}`, "Completed Job History"],
    ["history/extended", "Completed Job History"],
    ["parts/__proto__", "Parts"],
    ["sors/1e9", "SORs"],
    ["engineer/notes/edit/%F0%9F%94%A7%00%2e%2e", "Notes"],
  ] as const) {
    await page.goto(`${proxy.url}/jobs/selected/${path}`);
    await sam.seesScreen(title);
    await sam.seesToast("What you wanted to open is no longer on this device.");
  }
  for (const path of [jobId, `selected/${jobId}`, "selected/parts/1/2"]) {
    await page.goto(`${proxy.url}/jobs/${path}`);
    await expect(
      page.getByText("We're sorry but the page you requested was not found."),
    ).toBeVisible();
  }
});

test("a thousand rows of each kind are scrolled from end to end, and only few are drawn", async () => {
  const { proxy, sam } = fixture;
  const page = sam.page();
  await page.goto(`${proxy.url}/jobs/selected`);
  await page.evaluate(giveManyRows, { jobId: crowdedId, count: rowsOfEach });
  const main = page.getByRole("main");
  for (const [path, last] of [
    ["property/appliances", /Alarm 1000$/],
    ["tenants", /^Person 999$/],
    ["parts", /Part 1000$/],
    ["engineer/notes", /Note 1000$/],
  ] as const) {
    await page.goto(`${proxy.url}/jobs/selected/${path}`);
    await expect(main.getByRole("link").first()).toBeVisible();
    expect(await main.getByRole("link").count()).toBeLessThan(60);
    await expect(async () => {
      await page.keyboard.press("End");
      await expect(main.getByText(last)).toBeInViewport({ timeout: 500 });
    }).toPass();
    expect(await main.getByRole("link").count()).toBeLessThan(60);
  }
});

test("a job that the office removes closes its notes with a message", async () => {
  const { proxy, office, phone, sam } = fixture;
  const page = sam.page();
  await page.goto(`${proxy.url}/jobs/selected/engineer/notes/add`);
  await page.getByLabel("Description").fill("What becomes of it?");
  await office.requestRemoval(crowdedId, true);
  await phone.reconnect();
  const notice = sam.dialog(/^Job .* has been removed$/);
  await expect(notice).toContainText("What becomes of it?");
  await phone.kill();
  await phone.start();
  await sam.open();
  await expect(sam.dialog(/^Job .* has been removed$/)).toContainText("What becomes of it?");
  await sam.answer(/^Job .* has been removed$/, "Confirm");
  await sam
    .page()
    .getByRole("link", { name: /^Alerts/ })
    .click();
  await sam.seesScreen("Alerts");
  await expect(sam.page().getByText("What becomes of it?")).toBeVisible();
});

const description = "Boiler replaced, old one taken away";
const anId = expect.stringMatching(/^[0-9a-f-]{36}$/) as unknown;
const aTime = expect.stringMatching(/^\d{4}-\d\d-\d\dT/) as unknown;
const someWords = expect.any(String) as unknown;
const aNumber = expect.any(Number) as unknown;

function byName(a: { readonly fullName: string }, b: { readonly fullName: string }): number {
  return a.fullName.localeCompare(b.fullName);
}

interface Many {
  readonly jobId: string;
  readonly count: number;
}

/** Runs in the page: adds more parts and notes than anyone records. */
function giveManyRows({ jobId, count }: Many): Promise<void> {
  const time = "2026-01-05T08:00:00.000Z";
  const parts = (number: number) => ({
    jobPartId: `part-${String(number).padStart(4, "0")}`,
    jobId,
    usageType: 2,
    usageStatus: "Exact",
    status: "NotApplicable",
    qty: 1,
    qtyCollected: 0,
    qtyUsed: 1,
    qtyRequired: 0,
    shortDescription: `Part ${number}`,
    comments: null,
    isVanStock: false,
    isPartRequired: false,
    addedByFieldOp: true,
    partAddedDateTime: time,
    partUnitTypeId: 1,
    manufacturerModelId: null,
    manufacturerPartCode: null,
    internalPartCode: null,
    collectedDateTime: null,
    purchaseOrderId: null,
    purchaseOrderDetailId: null,
    supplierTicketNumber: null,
    location: null,
  });
  const notes = (number: number) => ({
    engineeringNoteId: `note-${String(number).padStart(4, "0")}`,
    jobId,
    fieldOperativeAppointmentId: jobId,
    description: `Note ${number}`,
    isPublic: true,
    imageIds: [],
    createdOn: time,
    modifiedOn: time,
  });
  return new Promise((resolve, reject) => {
    const opening = indexedDB.open(`fieldfare-${localStorage.getItem("fieldfare.user")}`);
    opening.addEventListener("error", () => reject(opening.error));
    opening.addEventListener("success", () => {
      const writing = opening.result.transaction(["jobPart", "engineeringNote"], "readwrite");
      for (let number = 1; number <= count; number += 1) {
        writing.objectStore("jobPart").put(parts(number));
        writing.objectStore("engineeringNote").put(notes(number));
      }
      writing.addEventListener("complete", () => {
        opening.result.close();
        resolve();
      });
      writing.addEventListener("error", () => reject(writing.error));
    });
  });
}
