import { afterEach, describe, expect, it, test } from "vitest";
import { readDraft, saveDraft } from "../drafts/drafts.ts";
import { readDraftPhotos, readEntityPhotos, readNote } from "../reading/work.ts";
import {
  anEngineerInside,
  at,
  type Engineer,
  entityId,
  colleaguesJobId,
  type EngineerSetup,
  jobId,
} from "../testing/engineer.ts";
import { aNote } from "../testing/work-builders.ts";
import { addPhoto } from "./images.ts";
import { addNote, updateNote } from "./notes.ts";
import { discardDraftPhotos } from "./work.ts";

let engineer: Engineer | undefined;
afterEach(() => engineer?.close());
const inside = async (given?: EngineerSetup) => (engineer = await anEngineerInside(given));

const answers = { isPublic: false, description: " Flue cleared " };
const imageFile = () => new Blob([new Uint8Array([0xff, 0xd8, 0xff])]);

async function takePhoto({ device }: Engineer, noteId?: string): Promise<string> {
  const entity = noteId === undefined ? {} : { entityId: noteId };
  const savedPhoto = await addPhoto(device, {
    jobId,
    purpose: "note",
    file: imageFile(),
    ...entity,
  });
  if (!savedPhoto.ok) throw new Error(savedPhoto.refusal);
  return savedPhoto.value.imageId;
}

describe("Adding an engineering note", () => {
  it("saves it with its times; without photos nothing is sent", async () => {
    const { device, queued } = await inside();
    const added = await addNote(device, jobId, answers);
    if (!added.ok) throw new Error(added.refusal);
    expect(added.value).toEqual(
      aNote({
        engineeringNoteId: added.value.engineeringNoteId,
        description: "Flue cleared",
        isPublic: false,
        createdOn: at(),
        modifiedOn: at(),
      }),
    );
    expect(await readNote(device, jobId, added.value.engineeringNoteId)).toEqual(added.value);
    expect(await queued()).toEqual([]);
  });

  it("queues the photos taken for it under its own id", async () => {
    const one = await inside();
    const { device, queued } = one;
    const imageIds = [await takePhoto(one), await takePhoto(one)];
    expect(await readDraftPhotos(device, jobId, "note")).toHaveLength(2);
    const added = await addNote(device, jobId, answers);
    if (!added.ok) throw new Error(added.refusal);
    const { engineeringNoteId } = added.value;
    expect([...added.value.imageIds].sort()).toEqual([...imageIds].sort());
    expect(await readDraftPhotos(device, jobId, "note")).toEqual([]);
    expect(await readEntityPhotos(device, jobId, engineeringNoteId)).toHaveLength(2);
    const messages = await queued();
    expect(messages.map(({ type }) => type)).toEqual(["JobImage", "JobImage"]);
    for (const { payload } of messages)
      expect(payload).toMatchObject({ jobId, entityId: engineeringNoteId, associateToJob: false });
  });

  test.each([
    [{ ...answers, isPublic: null }, "visibility-missing"],
    [{ ...answers, description: " " }, "description-missing"],
    [{ ...answers, description: "x".repeat(100_000) }, "description-too-long"],
  ])("refuses %.40j as %s and leaves the photos drafts", async (given, refusal) => {
    const one = await inside();
    await takePhoto(one);
    expect(await addNote(one.device, jobId, given)).toEqual({ ok: false, refusal });
    expect(await one.queued()).toEqual([]);
    expect(await readDraftPhotos(one.device, jobId, "note")).toHaveLength(1);
  });

  it("deletes the draft of the typed text", async () => {
    const { device } = await inside();
    await saveDraft(device, jobId, "note", answers);
    await addNote(device, jobId, answers);
    expect(await readDraft(device, jobId, "note")).toBeUndefined();
  });
});

describe("Updating an engineering note", () => {
  it("keeps its time of creation and its photos", async () => {
    const before = aNote({ imageIds: [entityId(61)] });
    const one = await inside({ notes: [before] });
    const photo = await takePhoto(one, before.engineeringNoteId);
    one.moveTo(5);
    const changed = await updateNote(one.device, jobId, before.engineeringNoteId, answers);
    expect(changed).toEqual({
      ok: true,
      value: {
        ...before,
        description: "Flue cleared",
        isPublic: false,
        imageIds: [entityId(61), photo],
        modifiedOn: at(5),
      },
    });
    expect(await one.queued()).toHaveLength(1);
  });

  it("does not change the photos of a note that is being added", async () => {
    const before = aNote();
    const one = await inside({ notes: [before] });
    await takePhoto(one);
    await updateNote(one.device, jobId, before.engineeringNoteId, answers);
    expect(await readDraftPhotos(one.device, jobId, "note")).toHaveLength(1);
  });

  it("of another job is not found", async () => {
    const { device } = await inside({ notes: [aNote({ jobId: colleaguesJobId })] });
    const refusal = { ok: false, refusal: "not-found" };
    expect(await updateNote(device, jobId, entityId(31), answers)).toEqual(refusal);
    expect(await updateNote(device, colleaguesJobId, entityId(31), answers)).toEqual(refusal);
  });
});

it("Discarding a note deletes the photos taken for it, and no others", async () => {
  const one = await inside({ notes: [aNote()] });
  await takePhoto(one);
  await takePhoto(one, entityId(31));
  expect(await discardDraftPhotos(one.device, jobId, "note")).toEqual({ ok: true, value: 1 });
  expect(await one.images()).toHaveLength(1);
});

it("Once access is lost notes are read-only", async () => {
  const { device } = await inside({ job: { status: "OnSite" }, notes: [aNote()] });
  const refusal = { ok: false, refusal: "access-not-gained" };
  expect(await addNote(device, jobId, answers)).toEqual(refusal);
  expect(await updateNote(device, jobId, entityId(31), answers)).toEqual(refusal);
});
