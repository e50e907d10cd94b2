import { readFile } from "node:fs/promises";
import { formIds } from "@fieldfare/domain";
import { anApplianceCheck, atRisk, recordAnswers, readPdfText } from "@fieldfare/documents/testing";
import { expect, type Page, test } from "@playwright/test";
import { inspect } from "./inspection.ts";
import { createPhoto } from "./image-files.ts";
import { setUpFixture } from "./fixture.ts";
import { putForm, readImageIds } from "./storage.ts";

const address = "7 Paper Row";
let jobId: string;
let phoneDocument: Buffer;

const fixture = setUpFixture({
  prepare: async (office) => {
    ({ jobId } = await office.raise(address));
  },
});

const record = `/jobs/selected/forms/${formIds.gasSafetyRecord}/paper`;

/** Taps the button in the footer and reads the file that the browser saves. */
async function saveDocument(page: Page): Promise<Buffer> {
  const download = page.waitForEvent("download");
  await fixture.sam.button("Save as PDF").click();
  const file = await download;
  expect(file.suggestedFilename()).toBe("Landlord gas safety record GSR-100234.pdf");
  return readFile(await file.path());
}

async function fillInRecord(page: Page) {
  const [imageId] = await page.evaluate(readImageIds, jobId);
  const photos = [{ imageId, name: "flue.jpg", type: "image/jpeg", content: imageId }];
  const form = {
    customFormId: formIds.gasSafetyRecord,
    customFormDefinitionId: "0190a000-0000-7000-8000-0000000000d1",
    version: 1,
    jobId,
    usageRequirement: 0,
    completionStatus: "Complete",
    addedByUser: true,
    optional: true,
    addedOnDateTime: "2026-11-21T10:00:00.000Z",
    previousAnswers: null,
    completedForm: recordAnswers({
      appliances: [
        anApplianceCheck(),
        anApplianceCheck({ ...atRisk, photos }),
        anApplianceCheck({ type: "Cooker", inspected: "no", notInspectedReason: "Not connected" }),
      ],
      appliancesTested: 2,
    }),
    completedOn: "2026-11-21T11:30:00.000Z",
    savedOnDateTime: "2026-11-21T11:30:00.000Z",
  };
  await page.evaluate(putForm, { jobId, form });
}

test("offline the gas safety record is shown and saved as PDF, also after the browser was killed", async () => {
  const { proxy, phone, sam } = fixture;
  const page = sam.page();
  await sam.openJobs();
  await sam.openJob(address);
  for (const label of ["Start Travel", "On-Site", "Access"] as const) await sam.step(label);
  proxy.inject(() => ({ kind: "lost" }));
  await phone.context.setOffline(true);
  await sam.photograph(await createPhoto(page));
  await sam.button(/^Upload/).click();
  await expect.poll(() => page.evaluate(readImageIds, jobId)).toHaveLength(1);
  await fillInRecord(page);
  await sam.open("/jobs/selected/forms");
  await page.getByRole("link", { name: "Show gas safety record" }).click();
  await sam.seesScreen("Landlord gas safety record");
  const main = page.getByRole("main");
  await expect(
    main.getByText("Do not use: the gas fire inset in the lounge is At Risk (AR)."),
  ).toBeVisible();
  for (const words of ["Fieldfare Heating Services Ltd", "0.0009", "Not connected", "03/12/2027"])
    await expect(main.getByText(words).first()).toBeVisible();
  await expect(main.getByRole("figure").getByText("2. Gas fire inset, Lounge")).toBeVisible();
  const bytes = await saveDocument(page);
  phoneDocument = bytes;
  const all = (await readPdfText(bytes)).join(" ");
  for (const words of ["GSR-100234", "At Risk (AR)", "Signature of the engineer", "Page 1 of 2"])
    expect(all).toContain(words);
  expect(all).not.toContain("cannot be shown");
  await sam.dismissToasts();
  await inspect(page, "gas safety record");

  await phone.kill();
  await phone.start({ offline: true });
  await sam.open(record);
  await sam.seesScreen("Landlord gas safety record");
  expect((await saveDocument(sam.page())).equals(bytes)).toBe(true);
});

test("on a phone that can share files the record is shared, and saved if sharing fails", async () => {
  const { sam } = fixture;
  const page = sam.page();
  await page.evaluate(() => {
    const shared: string[] = [];
    let sharingFails = false;
    Object.assign(globalThis, {
      shared,
      breakSharing: () => {
        sharingFails = true;
      },
    });
    Object.assign(navigator, {
      canShare: () => true,
      share: async ({ files }: ShareData) => {
        if (sharingFails) throw new DOMException("No", "NotAllowedError");
        for (const file of files ?? [])
          shared.push(`${file.name} ${file.type} ${(await file.text()).slice(0, 5)}`);
      },
    });
  });
  await sam.button("Back").click();
  await page.getByRole("link", { name: "Show gas safety record" }).click();
  await sam.button("Share gas safety record").click();
  await expect
    .poll(() => page.evaluate(() => (globalThis as unknown as { shared: string[] }).shared))
    .toEqual(["Landlord gas safety record GSR-100234.pdf application/pdf %PDF-"]);
  await page.evaluate(() => (globalThis as unknown as { breakSharing(): void }).breakSharing());
  const download = page.waitForEvent("download");
  await sam.button("Share gas safety record").click();
  expect((await download).suggestedFilename()).toContain("GSR-100234");
});

test("the server files the record that the phone showed", async () => {
  const { proxy, office, phone, sam } = fixture;
  proxy.inject();
  await phone.context.setOffline(false);
  await sam.open("/jobs/selected");
  await sam.close(undefined, { isSigned: true });
  await expect
    .poll(async () => (await office.job(jobId)).closing, { timeout: 60_000 })
    .toMatchObject({ delivered: true });
  const { documents } = await office.job(jobId);
  const filed = documents.find(({ kind }) => kind === "gas-safety-record");
  expect((await office.document(filed?.documentId ?? "")).equals(phoneDocument)).toBe(true);
});

test("the code of the record opens a page that recognises the phone's file", async () => {
  const { proxy, sam } = fixture;
  const [, address = ""] =
    /unchanged: (\S+)/.exec((await readPdfText(phoneDocument)).join(" ")) ?? [];
  const page = await sam.page().context().newPage();
  await page.goto(proxy.url + new URL(address).pathname);
  await expect(page.getByRole("heading", { name: "We know this document" })).toBeVisible();
  await expect(page.getByText("Gas safety record")).toBeVisible();
  await inspect(page, "verification");
  const file = { name: "record.pdf", mimeType: "application/pdf", buffer: phoneDocument };
  await page.getByLabel(/choose the PDF or drop it here/).setInputFiles(file);
  await page.getByRole("button", { name: "Check the file" }).click();
  await expect(page.getByRole("heading", { name: "Genuine and unchanged" })).toBeVisible();
  await page.close();
});
