import { messagePayloads, type Payload } from "@fieldfare/contract";
import { readApplianceAnswers, blankContact, blankPart, type RootCause } from "@fieldfare/domain";
import { afterEach, describe, expect, it } from "vitest";
import { readDraft, readUnsaved, saveDraft } from "../drafts/drafts.ts";
import { closeAnswers } from "../testing/close-answers.ts";
import {
  anEngineerInside,
  at,
  type Engineer,
  entityId,
  colleaguesJobId,
  type EngineerSetup,
  jobId,
} from "../testing/engineer.ts";
import { aNote, anAppliance, aPart, aSor, aTenant } from "../testing/work-builders.ts";
import { addAppliance } from "./appliances.ts";
import { checkOutcome, type CloseAnswers, closeJob } from "./closing.ts";
import { addContact, markContactLeft } from "./contacts.ts";
import { addPhoto } from "./images.ts";
import { addNote } from "./notes.ts";
import { addPart, updatePart } from "./parts.ts";
import { addSor, removeSor } from "./sors.ts";

let engineer: Engineer | undefined;
afterEach(() => engineer?.close());
const inside = async (given?: EngineerSetup) => (engineer = await anEngineerInside(given));

const answers = closeAnswers();

async function closeMessage({ queued }: Engineer): Promise<Payload<"JobClose">> {
  const message = (await queued()).find(({ type }) => type === "JobClose");
  return messagePayloads.JobClose.parse(message?.payload);
}

describe("The close message carries what was recorded inside the job", () => {
  it("as it is stored on the device, with every field", async () => {
    const given = {
      job: { plannedSors: [aSor()] },
      parts: [aPart({ comments: "Check the size" })],
      notes: [aNote()],
      appliances: [
        anAppliance(),
        anAppliance({ propertyAssetId: aNote().jobId, scrapped: true, scrappedDateTime: at(-1) }),
      ],
      tenants: [aTenant({ flagDeleted: true })],
    };
    const one = await inside(given);
    expect(await closeJob(one.device, jobId, answers)).toMatchObject({ ok: true });
    const { job } = await closeMessage(one);
    expect(job).toMatchObject({
      plannedSors: given.job.plannedSors,
      parts: given.parts,
      notes: [...given.notes, { isPublic: false, description: answers.unusedParts.explanation }],
      tenants: given.tenants,
    });
    expect(job.propertyAssets).toHaveLength(2);
    expect(job.propertyAssets).toEqual(expect.arrayContaining(given.appliances));
  });

  it("after a visit: SORs, a note with two photos, a boiler, contacts and parts", async () => {
    const one = await inside({
      job: { plannedSors: [aSor()] },
      parts: [aPart()],
      tenants: [aTenant()],
    });
    const { device } = one;
    const photo = (entity = {}) =>
      addPhoto(device, { jobId, purpose: "note", file: new Blob(["photo"]), ...entity });

    const sor = await addSor(device, jobId, {
      sor: { sorCodeId: 2, code: "GA635002", description: "Renew diverter valve" },
      quantity: "1.5",
    });
    await removeSor(device, jobId, aSor().sorCodeId);
    await photo();
    await photo();
    const note = await addNote(device, jobId, { isPublic: true, description: "Flue cleared" });
    const manufacturerAndModel = {
      manufacturer: { kind: "unknown", name: "Calder" },
      model: { kind: "unknown", name: "Mk 2" },
    } as const;
    const boiler = await addAppliance(device, jobId, {
      ...readApplianceAnswers(anAppliance()),
      manufacturerAndModel,
    });
    const contact = await addContact(device, jobId, {
      ...blankContact,
      fullName: "Tom Ford",
      contactType: 4,
    });
    await markContactLeft(device, jobId, aTenant().propertyTenantId);
    await updatePart(device, jobId, aPart().jobPartId, { quantity: "1", isVanStock: false });
    const part = await addPart(device, jobId, {
      ...blankPart,
      shortDescription: "Fan gasket",
      quantity: "1",
      isPartRequired: true,
    });
    if (!sor.ok || !note.ok || !boiler.ok || !contact.ok || !part.ok) throw new Error("refused");
    // The photo was taken for a note and never saved with it. It is evidence all the same.
    await photo({ entityId: note.value.engineeringNoteId });

    one.moveTo(10);
    expect(await closeJob(device, jobId, answers)).toMatchObject({ ok: true });
    const close = await closeMessage(one);
    expect(close.job.plannedSors).toEqual([sor.value]);
    expect(close.job.notes).toEqual([note.value]);
    expect(close.job.notes[0]?.imageIds).toHaveLength(2);
    expect(close.job.propertyAssets).toEqual([boiler.value]);
    expect(close.job.tenants).toHaveLength(2);
    expect(close.job.tenants).toEqual(
      expect.arrayContaining([contact.value, aTenant({ flagDeleted: true, modifiedOn: at() })]),
    );
    expect(close.job.parts).toHaveLength(2);
    expect(close.job.parts).toEqual(
      expect.arrayContaining([part.value, aPart({ qtyUsed: 1, usageStatus: "Partial" })]),
    );
    const images = await one.images();
    expect(images.map(({ state }) => state)).toEqual(["queued", "queued", "queued"]);
    expect(close.manifest.map(({ imageId }) => imageId).sort()).toEqual(
      images.map(({ imageId }) => imageId).sort(),
    );
    const types = (await one.queued()).map(({ type }) => type);
    expect(types).toEqual(["JobImage", "JobImage", "JobStatusChange", "JobClose", "JobImage"]);
    expect(close.numberOfMessages).toBe(1 + 3);
  });
});

describe("What was recorded counts in the closing checks", () => {
  it("at least one engineering note for 'Revisit Required'", async () => {
    const { device } = await inside();
    expect(await checkOutcome(device, jobId, 4, [])).toEqual(["noteMissing"]);
    await addNote(device, jobId, { isPublic: true, description: "Come back with a fan" });
    expect(await checkOutcome(device, jobId, 4, [])).toEqual([]);
  });

  it("a part to be ordered for 'Parts Required'", async () => {
    const { device } = await inside({ parts: [aPart()] });
    expect(await checkOutcome(device, jobId, 3, [])).toEqual(["partNotAdded"]);
    const partToOrder = {
      ...blankPart,
      shortDescription: "Fan",
      quantity: "1",
      isPartRequired: true,
    };
    await addPart(device, jobId, partToOrder);
    expect(await checkOutcome(device, jobId, 3, [])).toEqual([]);
  });
});

describe("The close outcome", () => {
  const causes: readonly RootCause[] = [
    {
      rootCauseId: 3,
      description: "External",
      requiresAdditionalText: false,
      child: [
        { rootCauseId: 35, description: "Other", requiresAdditionalText: true, child: [] },
        { rootCauseId: 31, description: "Gas supply", requiresAdditionalText: false, child: [] },
      ],
    },
  ];
  const otherCauses = [
    { rootCauseId: 3, additionalText: "" },
    { rootCauseId: 35, additionalText: " Drained by the neighbour " },
  ];

  it("carries root cause, heating, review, unused parts, signature and sign-off", async () => {
    const one = await inside({ parts: [aPart()] });
    const given = closeAnswers({
      causes,
      rootCause: { causes: otherCauses },
      unusedParts: { explanation: " Wrong size " },
      signature: { customerName: " Priya Shah ", optOut: true, signature: pixel },
    });
    expect(await closeJob(one.device, jobId, given)).toMatchObject({ ok: true });
    const { job, outcome, manifest, numberOfMessages } = await closeMessage(one);
    const [note] = job.notes;
    expect(note).toMatchObject({ description: "Wrong size", isPublic: false, jobId });
    expect(outcome).toEqual({
      outcomeId: 1,
      rootCauses: [
        { rootCauseId: 3, description: "External", additionalText: null },
        { rootCauseId: 35, description: "Other", additionalText: "Drained by the neighbour" },
      ],
      engineerSignOffAgreed: true,
      customerSignature: { customerName: "Priya Shah", optOut: true, dataUrl: null },
      partsNotUsed: { noteId: note?.engineeringNoteId },
      partsNotUsedNote: "Wrong size",
      tenantReviewCompleted: true,
      heatingStatus: given.heating,
    });
    // The customer signed before opting out.
    expect([manifest, numberOfMessages]).toEqual([[], 1]);
    expect(await one.device.database.engineeringNote.toArray()).toEqual([note]);
  });

  it("leaves out parts and causes when there are none", async () => {
    const one = await inside({ parts: [aPart({ qtyUsed: 2, usageStatus: "Exact" })] });
    await closeJob(one.device, jobId, closeAnswers({ rootCause: { causes: otherCauses } }));
    const { job, outcome } = await closeMessage(one);
    expect(outcome).toMatchObject({ rootCauses: [], partsNotUsed: null, partsNotUsedNote: null });
    expect(job.notes).toEqual([]);
  });

  it("names the photos of forms, with their lines in the manifest", async () => {
    const one = await inside();
    const file = new Blob(["photo"]);
    const form = await addPhoto(one.device, {
      jobId,
      purpose: "form",
      file,
      entityId: entityId(7),
    });
    const job = await addPhoto(one.device, { jobId, purpose: "job", file });
    if (!form.ok || !job.ok) throw new Error("refused");
    await closeJob(one.device, jobId, closeAnswers());
    const close = await closeMessage(one);
    expect(close.job.formPhotoImageIds).toEqual([form.value.imageId]);
    expect(close.manifest).toHaveLength(2);
    expect(close.manifest).toContainEqual({
      imageId: form.value.imageId,
      sha256: form.value.sha256,
    });
    expect(close.numberOfMessages).toBe(3);
  });

  it.each([
    ["explanation-missing", { unusedParts: { explanation: " " } }],
    ["review-missing", { contacts: { isReviewed: false } }],
    ["yes-or-no-missing", { heating: { ...answers.heating, hasHotWater: null } }],
    ["cause-missing", { rootCause: { causes: otherCauses.slice(0, 1) } }],
    ["cause-missing", { rootCause: { causes: [{ rootCauseId: 99, additionalText: "" }] } }],
    [
      "cause-text-missing",
      { rootCause: { causes: [otherCauses[0], { ...otherCauses[1], additionalText: "" }] } },
    ],
    ["signature-missing", { signature: { customerName: "P", optOut: false, signature: null } }],
    ["sign-off-missing", { signOff: { isAgreed: false } }],
    ["outcome-not-offered", { outcomeId: 2 }],
    ["noteMissing", { outcomeId: 4 }],
  ] as [string, Partial<CloseAnswers>][])(
    "is refused with %s, and nothing changes",
    async (refusal, invalidAnswers) => {
      const one = await inside({ parts: [aPart()] });
      await saveDraft(one.device, jobId, "close", { step: "signOff" });
      const given = closeAnswers({ causes, rootCause: { causes: otherCauses }, ...invalidAnswers });
      const job = await one.job();
      expect(await closeJob(one.device, jobId, given)).toEqual({ ok: false, refusal });
      expect(await one.job()).toEqual(job);
      expect(await one.queued()).toEqual([]);
      expect(await one.device.database.engineeringNote.count()).toBe(0);
      expect(await readDraft(one.device, jobId, "close")).toEqual({ step: "signOff" });
    },
  );

  it("of another engineer's job is not found", async () => {
    const { device } = await inside();
    expect(await closeJob(device, colleaguesJobId, answers)).toEqual({
      ok: false,
      refusal: "not-found",
    });
    expect(await checkOutcome(device, colleaguesJobId, 4, [])).toEqual([]);
  });
});

const pixel = "data:image/png;base64,iVBORw0KGgo=";

it("What was typed and not saved is known before the job ends", async () => {
  const one = await inside({ notes: [aNote()] });
  const { device } = one;
  expect(await readUnsaved(device, jobId)).toEqual([]);
  await saveDraft(device, jobId, "note", { description: "Flue" });
  await saveDraft(device, jobId, `note:${aNote().engineeringNoteId}`, { description: "Fan" });
  await saveDraft(device, jobId, "outcome", { outcomeId: 1 });
  await saveDraft(device, colleaguesJobId, "part", { shortDescription: "Fan" });
  expect(await readUnsaved(device, jobId)).toEqual([
    { entity: "note", isNew: true, texts: ["Flue"] },
    { entity: "note", isNew: false, texts: ["Fan"] },
  ]);
  await addNote(device, jobId, { isPublic: true, description: "Flue cleared" });
  expect(await readUnsaved(device, jobId)).toEqual([
    { entity: "note", isNew: false, texts: ["Fan"] },
  ]);
});
