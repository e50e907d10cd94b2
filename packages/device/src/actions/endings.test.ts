import { messagePayloads, type Payload } from "@fieldfare/contract";
import { readApplianceAnswers, blankContact, blankPart, formIds } from "@fieldfare/domain";
import { afterEach, describe, expect, it } from "vitest";
import { readUnsaved, saveDraft } from "../drafts/drafts.ts";
import { anEngineerInside, at, type Engineer, jobId } from "../testing/engineer.ts";
import { closeAnswers } from "../testing/close-answers.ts";
import { readUnreadAlerts } from "../reading/alerts.ts";
import { readRecordedWork } from "../reading/recorded-work.ts";
import { anAppliance, aPart, aTenant } from "../testing/work-builders.ts";
import { act } from "./act.ts";
import { addAppliance, removeAppliance } from "./appliances.ts";
import { receivePart } from "./collecting.ts";
import { closeJob, closeWithoutAccess } from "./closing.ts";
import { addContact, removeContact } from "./contacts.ts";
import { keepLateText } from "./draft-end.ts";
import { addPhoto } from "./images.ts";
import { advanceJob, cancelJob, placeHold, releaseHold } from "./job-life.ts";
import { addNote } from "./notes.ts";
import { addPart, removePart } from "./parts.ts";
import { applyRemoval, jobDataTables, removeJob } from "./removal.ts";
import { addSor } from "./sors.ts";

let engineer: Engineer | undefined;
afterEach(() => engineer?.close());

const addPhotoFor = ({ device }: Engineer, purpose: "note" | "no-access" | "appliance") =>
  addPhoto(device, { jobId, purpose, file: new Blob(["photo"]) });

/**
 * The engineer gains access, records something and holds the job, which sets it back to On-Site.
 */
async function recordWorkAndHold(): Promise<Engineer> {
  const one = (engineer = await anEngineerInside());
  const { device } = one;
  await addPhotoFor(one, "note");
  await addNote(device, jobId, { isPublic: true, description: "Flue cleared" });
  await addSor(device, jobId, {
    sor: { sorCodeId: 2, code: "GA635002", description: "Renew diverter valve" },
    quantity: "1.5",
  });
  const part = { ...blankPart, shortDescription: "Fan", quantity: "1", isPartRequired: true };
  await addPart(device, jobId, part);
  const manufacturerAndModel = {
    manufacturer: { kind: "unknown", name: "Calder" },
    model: { kind: "unknown", name: "Mk 2" },
  } as const;
  await addAppliance(device, jobId, {
    ...readApplianceAnswers(anAppliance()),
    manufacturerAndModel,
  });
  await addContact(device, jobId, { ...blankContact, fullName: "Tom Ford", contactType: 4 });
  // The photo was taken for an appliance that nobody saved.
  await addPhotoFor(one, "appliance");
  const held = await placeHold(device, jobId, {
    holdReasonId: 1,
    holdDescription: null,
    reasons: [],
  });
  const released = await releaseHold(device, jobId);
  if (!held.ok || !released.ok) throw new Error("The way back to the door is closed");
  return one;
}

async function readLastMessage<T extends "JobNoAccess" | "JobRemove" | "JobStatusChange">(
  one: Engineer,
  type: T,
): Promise<Payload<T>> {
  const rows = (await one.queued()).filter((row) => row.type === type);
  return messagePayloads[type].parse(rows.at(-1)?.payload) as Payload<T>;
}

const allRecordedWork = {
  notes: [{ description: "Flue cleared", imageIds: [expect.any(String)] }],
  plannedSors: [{ sorCodeId: 2, qty: 1.5 }],
  parts: [{ shortDescription: "Fan" }],
  propertyAssets: [{ unknownManufacturerName: "Calder" }],
  tenants: [{ fullName: "Tom Ford" }],
};

const requestRemoval = async (one: Engineer, force: boolean) => {
  const { fieldOperativeAppointmentId } = await one.job();
  const request = { jobId, fieldOperativeAppointmentId, force, messageId: jobId };
  return act(one.device, jobDataTables, async (actor) => {
    const outcome = await applyRemoval(one.device, actor, request);
    return { ok: true, value: outcome } as const;
  });
};

/** Expects that every image is queued and that the manifest names it. */
async function expectAllImages(one: Engineer, manifest: readonly { imageId: string }[] = []) {
  const images = await one.images();
  expect(images.map(({ state }) => state)).not.toContain("draft");
  const sent = (await one.queued()).filter(({ type }) => type === "JobImage");
  const ids = sent.map(({ payload }) => (payload as { imageId: string }).imageId).sort();
  expect(ids).toEqual(images.map(({ imageId }) => imageId).sort());
  expect(manifest.map(({ imageId }) => imageId).sort()).toEqual(ids);
}

describe("What was recorded before a hold goes with the message that ends the job", () => {
  it("no access", async () => {
    const one = await recordWorkAndHold();
    expect(await readRecordedWork(one.device, jobId)).toEqual({
      parts: 1,
      notes: 1,
      sors: 1,
      forms: 0,
      appliances: 1,
      contacts: 1,
    });
    await addPhotoFor(one, "no-access");
    const answers = { noAccessReasonId: 1, notes: "Nobody in" };
    expect(await closeWithoutAccess(one.device, jobId, answers)).toMatchObject({ ok: true });
    const { job, manifest, imageIds } = await readLastMessage(one, "JobNoAccess");
    expect(job).toMatchObject(allRecordedWork);
    expect(imageIds).toHaveLength(1);
    await expectAllImages(one, manifest);
    expect(manifest).toHaveLength(3);
  });

  it("a form in progress counts as recorded", async () => {
    const form = {
      customFormId: formIds.boilerService,
      customFormDefinitionId: jobId,
      version: 1,
      usageRequirement: 2,
      completionStatus: "InProgress",
      addedByUser: false,
      optional: true,
      addedOnDateTime: at(),
      previousAnswers: { serialNumber: "12" },
      completedForm: null,
      completedOn: null,
      savedOnDateTime: at(),
      jobId,
    } as const;
    engineer = await anEngineerInside({ job: { customForms: [form] } });
    expect(await readRecordedWork(engineer.device, jobId)).toMatchObject({ forms: 1, notes: 0 });
  });

  it("a part that was received, which the office may have taken out since", async () => {
    const one = (engineer = await anEngineerInside());
    await one.device.database.jobPart.put(aPart({ qtyCollected: 0, status: "Collect" }));
    expect(await receivePart(one.device, aPart().jobPartId, "1")).toMatchObject({ ok: true });
    expect(await requestRemoval(one, true)).toMatchObject({ value: "deleted" });
    const { job } = await readLastMessage(one, "JobRemove");
    expect(job?.parts).toMatchObject([{ qtyCollected: 1, status: "Partial" }]);
  });

  it("nothing, for a job without work", async () => {
    engineer = await anEngineerInside();
    expect(await readRecordedWork(engineer.device, jobId)).toBeNull();
  });

  it("a removal that the engineer agrees to", async () => {
    const one = await recordWorkAndHold();
    await requestRemoval(one, false);
    expect(await removeJob(one.device, jobId)).toMatchObject({ ok: true });
    const { job, manifest } = await readLastMessage(one, "JobRemove");
    expect(job).toMatchObject(allRecordedWork);
    await expectAllImages(one, manifest);
    expect(await one.device.database.engineeringNote.count()).toBe(0);
  });

  it("a forced removal", async () => {
    const one = await recordWorkAndHold();
    expect(await requestRemoval(one, true)).toMatchObject({ value: "deleted" });
    const { job, manifest } = await readLastMessage(one, "JobRemove");
    expect(job).toMatchObject(allRecordedWork);
    await expectAllImages(one, manifest);
  });

  it("a cancel, after which it stays on the device, and goes with the removal as well", async () => {
    const one = await recordWorkAndHold();
    expect(await cancelJob(one.device, jobId)).toMatchObject({ ok: true });
    const { job, currentStatus } = await readLastMessage(one, "JobStatusChange");
    expect(currentStatus).toBe("Reset");
    expect(job).toMatchObject(allRecordedWork);
    expect(await one.device.database.engineeringNote.count()).toBe(1);
    // A New job is removed without a question.
    expect(await requestRemoval(one, false)).toMatchObject({ value: "deleted" });
    expect((await readLastMessage(one, "JobRemove")).job).toMatchObject(allRecordedWork);
  });
});

it("A draft stays through a hold, and is known at the door without access", async () => {
  const one = (engineer = await anEngineerInside());
  const { device } = one;
  await saveDraft(device, jobId, "note", { description: "The CO alarm went off" });
  const hold = { holdReasonId: 1, holdDescription: null, reasons: [] };
  expect(await placeHold(device, jobId, hold)).toMatchObject({ ok: true });
  expect(await releaseHold(device, jobId)).toMatchObject({ ok: true });
  expect(await readUnsaved(device, jobId)).toEqual([
    { entity: "note", isNew: true, texts: ["The CO alarm went off"] },
  ]);
});

describe("Text that was typed in another tab and did not go with the end of the visit is kept in an alert", () => {
  const readTexts = async ({ device }: Engineer) =>
    (await readUnreadAlerts(device)).toConfirm?.unsaved.map(({ thing, text }) => [thing, text]);

  it("with a visit without access", async () => {
    const one = await recordWorkAndHold();
    await addPhotoFor(one, "no-access");
    await saveDraft(one.device, jobId, "no-access", {
      reason: 2,
      notes: "A neighbour has the key",
    });
    await saveDraft(one.device, jobId, "close", {
      step: "unusedParts",
      answers: { unusedParts: { explanation: "The fan does not fit" } },
    });
    const answers = { noAccessReasonId: 1, notes: "Nobody in" };
    expect(await closeWithoutAccess(one.device, jobId, answers)).toMatchObject({ ok: true });
    expect(await readTexts(one)).toEqual([
      ["close", "The fan does not fit"],
      ["no-access", "A neighbour has the key"],
    ]);
    expect(await one.device.database.draft.count()).toBe(0);
  });

  it("with a close", async () => {
    const one = (engineer = await anEngineerInside());
    await addNote(one.device, jobId, { isPublic: true, description: "Flue cleared" });
    const answers = closeAnswers();
    const customer = { ...answers.signature, customerName: "Pat Example" };
    await saveDraft(one.device, jobId, "close", {
      step: "signOff",
      answers: { signature: customer, unusedParts: { explanation: "Left in the van" } },
    });
    await saveDraft(one.device, jobId, "note", { description: "Ring twice" });
    const given = { ...answers, signature: customer };
    expect(await closeJob(one.device, jobId, given)).toMatchObject({ ok: true });
    expect(await readTexts(one)).toEqual([
      ["close", "Left in the van"],
      ["note", "Ring twice"],
    ]);
  });

  it("also when it is stored after the end", async () => {
    const one = (engineer = await anEngineerInside());
    await addNote(one.device, jobId, { isPublic: true, description: "Flue cleared" });
    expect(await closeJob(one.device, jobId, closeAnswers())).toMatchObject({ ok: true });
    await saveDraft(one.device, jobId, "note", { description: "Ring twice" });
    await keepLateText(one.device, jobId);
    expect(await readTexts(one)).toEqual([["note", "Ring twice"]]);
    expect(await one.device.database.draft.count()).toBe(0);
  });

  it("and nothing is kept while the visit goes on", async () => {
    const one = (engineer = await anEngineerInside());
    await saveDraft(one.device, jobId, "note", { description: "Ring twice" });
    await keepLateText(one.device, jobId);
    expect(await readTexts(one)).toBeUndefined();
    expect(await one.device.database.draft.count()).toBe(1);
  });

  it("but not what the engineer has given up or sent", async () => {
    const one = (engineer = await anEngineerInside());
    await addNote(one.device, jobId, { isPublic: true, description: "Flue cleared" });
    await saveDraft(one.device, jobId, "note", { description: "Ring twice" });
    const answers = closeAnswers({ givenUp: ["Ring twice"] });
    await saveDraft(one.device, jobId, "close", { step: "signOff", answers });
    expect(await closeJob(one.device, jobId, answers)).toMatchObject({ ok: true });
    expect(await readTexts(one)).toBeUndefined();
  });
});

it("A removal is warned of a visit without access that was begun and not closed", async () => {
  const one = (engineer = await anEngineerInside({ job: { status: "OnSite" } }));
  const { device } = one;
  const notes = "Rang twice, knocked, called";
  await saveDraft(device, jobId, "no-access", { reason: 3, notes, photos: 0 });
  expect(await readUnsaved(device, jobId)).toEqual([]);
  expect(await readUnsaved(device, jobId, "removal")).toEqual([
    { entity: "no-access", isNew: true, texts: [notes] },
  ]);
});

describe("What was removed", () => {
  const removed = {
    propertyAssetIds: [anAppliance().propertyAssetId],
    propertyTenantIds: [aTenant().propertyTenantId],
    jobPartIds: [aPart().jobPartId],
  };

  it("at an earlier visit is named by the message that ends the job", async () => {
    const one = (engineer = await anEngineerInside({
      job: { storedOn: at() },
      appliances: [anAppliance({ addedByEngineer: true })],
      tenants: [aTenant({ addedByEngineer: true })],
      parts: [aPart({ addedByFieldOp: true })],
    }));
    const { device } = one;
    await removeAppliance(device, jobId, anAppliance().propertyAssetId);
    await removeContact(device, jobId, aTenant().propertyTenantId);
    await removePart(device, jobId, aPart().jobPartId);
    // The sign-off names them.
    expect((await device.database.job.get(jobId))?.removedRecords).toEqual({
      appliances: [anAppliance({ addedByEngineer: true })],
      contacts: [aTenant({ addedByEngineer: true })],
      parts: [aPart({ addedByFieldOp: true })],
    });
    expect(await closeJob(device, jobId, closeAnswers())).toMatchObject({ ok: true });
    const close = (await one.queued()).find(({ type }) => type === "JobClose");
    expect(messagePayloads.JobClose.parse(close?.payload).job).toMatchObject({
      propertyAssets: [],
      tenants: [],
      parts: [],
      removed,
    });
  });
});

it("What this visit added and removed again is no removal of an earlier visit's record", async () => {
  const own = aPart({ addedByFieldOp: true, partAddedDateTime: at(1) });
  const one = (engineer = await anEngineerInside({ job: { storedOn: at() }, parts: [own] }));
  await removePart(one.device, jobId, own.jobPartId);
  const job = await one.device.database.job.get(jobId);
  expect(job?.removed?.jobPartIds).toEqual([own.jobPartId]);
  expect(job?.removedRecords).toBeUndefined();
});

describe("Without recorded work no content goes along", () => {
  const startOnSite = async () => {
    const one = (engineer = await anEngineerInside({
      job: { status: "OnSite" },
      appliances: [anAppliance()],
    }));
    return one;
  };

  it("with a visit without access", async () => {
    const one = await startOnSite();
    await addPhotoFor(one, "no-access");
    await closeWithoutAccess(one.device, jobId, { noAccessReasonId: 1, notes: "Nobody in" });
    expect(await readLastMessage(one, "JobNoAccess")).not.toHaveProperty("job");
  });

  it("with a removal, or a cancel", async () => {
    const one = await startOnSite();
    await cancelJob(one.device, jobId);
    expect(await readLastMessage(one, "JobStatusChange")).not.toHaveProperty("job");
    await requestRemoval(one, false);
    const removal = await readLastMessage(one, "JobRemove");
    expect(removal).not.toHaveProperty("job");
    expect(removal).not.toHaveProperty("manifest");
  });

  it("with the steps of a job", async () => {
    const one = await startOnSite();
    await advanceJob(one.device, jobId, "OnSite");
    expect(await readLastMessage(one, "JobStatusChange")).not.toHaveProperty("job");
  });
});
