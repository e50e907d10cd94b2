import { messageTypes, type Payload } from "@fieldfare/contract";
import { applianceAnswersOf, blankContact, blankPart } from "@fieldfare/domain";
import { afterEach, describe, expect, it } from "vitest";
import { anEngineerInside, at, type Engineer, type Given, jobId } from "../testing/engineer.ts";
import { aNote, anAppliance, aPart, aSor, aTenant } from "../testing/work-builders.ts";
import { addAppliance } from "./appliances.ts";
import { checkOutcome, closeJob } from "./closing.ts";
import { addContact, markContactLeft } from "./contacts.ts";
import { addPhoto } from "./images.ts";
import { addNote } from "./notes.ts";
import { addPart, updatePart } from "./parts.ts";
import { addSor, removeSor } from "./sors.ts";

let engineer: Engineer | undefined;
afterEach(() => engineer?.close());
const inside = async (given?: Given) => (engineer = await anEngineerInside(given));

const answers = {
  outcomeId: 1,
  customerName: "Priya Shah",
  optOut: true,
  signature: null,
  engineerSignOffAgreed: true,
} as const;

async function closeMessage({ queued }: Engineer): Promise<Payload<"JobClose">> {
  const message = (await queued()).find(({ type }) => type === "JobClose");
  return messageTypes.JobClose.payload.parse(message?.payload);
}

describe("The close message carries what was recorded inside the job", () => {
  it("as it lies on the device, every field of it", async () => {
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
      notes: given.notes,
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
    const maker = {
      manufacturer: { kind: "unknown", name: "Calder" },
      model: { kind: "unknown", name: "Mk 2" },
    } as const;
    const boiler = await addAppliance(device, jobId, {
      ...applianceAnswersOf(anAppliance()),
      maker,
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
    // Taken for the note and never saved with it: evidence all the same.
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
    expect(close.numberOfMessages).toBe(2);
  });
});

describe("What was recorded counts in the closing checks", () => {
  it("at least one engineering note for 'Revisit Required'", async () => {
    const { device } = await inside();
    expect(await checkOutcome(device, jobId, 4)).toEqual(["noteMissing"]);
    await addNote(device, jobId, { isPublic: true, description: "Come back with a fan" });
    expect(await checkOutcome(device, jobId, 4)).toEqual([]);
  });

  it("a part to be ordered for 'Parts Required'", async () => {
    const { device } = await inside({ parts: [aPart()] });
    expect(await checkOutcome(device, jobId, 3)).toEqual(["partNotAdded"]);
    const toOrder = { ...blankPart, shortDescription: "Fan", quantity: "1", isPartRequired: true };
    await addPart(device, jobId, toOrder);
    expect(await checkOutcome(device, jobId, 3)).toEqual([]);
  });
});
