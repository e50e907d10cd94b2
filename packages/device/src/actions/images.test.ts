import { refused } from "@fieldfare/domain";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { handleEpoch } from "../outbox/claims.ts";
import { drain } from "../outbox/sender.ts";
import { exportBlocked, readOutbox } from "../reading/outbox.ts";
import { aJobRow } from "../testing/builders.ts";
import { closeAnswers } from "../testing/close-answers.ts";
import {
  aFakeServer,
  aSignedInPhone,
  type FakeServer,
  refusal,
  type SignedInPhone,
} from "../testing/fake-server.ts";
import { aJobId } from "../testing/queueing.ts";
import { closeJob, closeWithoutAccess } from "./closing.ts";
import { addPhoto, deletePhoto, uploadPhotos } from "./images.ts";

const jobId = aJobId(1);
const signature = {
  customerName: "Priya Shah",
  optOut: false,
  signature: "data:image/png;base64,iVBORw0KGgo=",
};
const answers = closeAnswers({ outcomeId: 5, signature });

let fakeServer: FakeServer;
let phone: SignedInPhone;
beforeEach(async () => {
  fakeServer = aFakeServer();
  phone = await aSignedInPhone(fakeServer);
  await phone.device.database.job.put(aJobRow({ jobId, status: "AccessGained", isSelected: true }));
});
afterEach(() => phone.kill());

async function savePhoto(text: string, purpose: "job" | "no-access" = "job") {
  const added = await addPhoto(phone.device, { jobId, purpose, file: new Blob([text]) });
  if (!added.ok) throw new Error(added.refusal);
  return added.value;
}
const readStates = async () =>
  (await phone.device.database.image.toArray()).map(({ state }) => state);

describe("A photo", () => {
  it("is a draft until it is uploaded, and sent with its hash", async () => {
    const { imageId, sha256 } = await savePhoto("one");
    expect(await readStates()).toEqual(["draft"]);
    expect(await uploadPhotos(phone.device, jobId)).toEqual({ ok: true, value: 1 });
    await drain(phone.device);
    expect(fakeServer.received[0]?.payload).toMatchObject({
      imageId,
      sha256,
      associateToJob: true,
    });
    expect(await readStates()).toEqual(["sent"]);
  });

  it("can be deleted while it is a draft, and no longer once it is queued", async () => {
    const first = await savePhoto("one");
    expect(await deletePhoto(phone.device, first.imageId)).toMatchObject({ ok: true });
    expect(await phone.device.database.imageBytes.count()).toBe(0);
    const second = await savePhoto("two");
    await uploadPhotos(phone.device, jobId);
    expect(await deletePhoto(phone.device, second.imageId)).toEqual({
      ok: false,
      refusal: "already-queued",
    });
  });

  it("is refused if its bytes are not an image", async () => {
    const other = await aSignedInPhone(fakeServer, {
      shrinkPhoto: () => Promise.resolve(refused("not-a-photo")),
    });
    expect(
      await addPhoto(other.device, { jobId, purpose: "job", file: new Blob(["text"]) }),
    ).toEqual({ ok: false, refusal: "not-a-photo" });
    other.kill();
  });

  it("is stored before the phone knows its position, and gets it as long as it is a draft", async () => {
    const positionResolvers: ((place: { latitude: number; longitude: number }) => void)[] = [];
    const slowPhone = await aSignedInPhone(fakeServer, {
      position: () => new Promise((resolve) => positionResolvers.push(resolve)),
    });
    const { database } = slowPhone.device;
    await database.job.put(aJobRow({ jobId, status: "AccessGained", isSelected: true }));
    const savePhotoOfSlowPhone = () =>
      addPhoto(slowPhone.device, { jobId, purpose: "job", file: new Blob(["one"]) });
    const readPositions = async () =>
      (await database.image.toArray()).map(({ latitude, longitude }) => [latitude, longitude]);
    await savePhotoOfSlowPhone();
    expect(await readPositions()).toEqual([[null, null]]);
    positionResolvers[0]?.({ latitude: 53.8, longitude: -1.5 });
    while ((await readPositions())[0]?.includes(null)) await Promise.resolve();
    expect(await readPositions()).toEqual([[53.8, -1.5]]);
    await savePhotoOfSlowPhone();
    await uploadPhotos(slowPhone.device, jobId);
    await drain(slowPhone.device);
    expect(fakeServer.received.map(({ payload }) => payload)).toMatchObject([
      { latitude: 53.8, longitude: -1.5 },
      { latitude: null, longitude: null },
    ]);
    slowPhone.kill();
  });

  it("that a server restored from a backup gets again is stored until it has it", async () => {
    await savePhoto("one");
    await uploadPhotos(phone.device, jobId);
    await drain(phone.device);
    const readStates = async () =>
      (await phone.device.database.image.toArray()).map(({ state }) => state);
    expect(await readStates()).toEqual(["sent"]);
    expect(await handleEpoch(phone.device, jobId)).toBe(true);
    expect(await readStates()).toEqual(["queued"]);
    await drain(phone.device);
    expect(await readStates()).toEqual(["sent"]);
  });

  it("whose bytes are missing is blocked and reported, never silently skipped", async () => {
    const { imageId } = await savePhoto("one");
    await uploadPhotos(phone.device, jobId);
    await phone.device.database.imageBytes.delete(imageId);
    await drain(phone.device);
    expect((await readOutbox(phone.device)).blockedKeys[0]).toMatchObject({ code: "picture-lost" });
  });
});

describe("Closing", () => {
  it("names every image of the job with its hash, and sends each after the close", async () => {
    const early = await savePhoto("early");
    await uploadPhotos(phone.device, jobId);
    const late = await savePhoto("late");
    expect(await closeJob(phone.device, jobId, answers)).toMatchObject({ ok: true });
    await drain(phone.device);
    expect(fakeServer.received.map(({ type }) => type)).toEqual([
      "JobImage",
      "JobStatusChange",
      "JobClose",
      "JobImage",
      "JobImage",
    ]);
    const { manifest, numberOfMessages } = fakeServer.received[2]!.payload as {
      manifest: { imageId: string; sha256: string }[];
      numberOfMessages: number;
    };
    expect(numberOfMessages).toBe(1 + 3);
    const sent = fakeServer.received
      .filter(({ type }) => type === "JobImage")
      .map(({ payload }) => (payload as { imageId: string }).imageId);
    expect(manifest.map(({ imageId }) => imageId).toSorted()).toEqual(sent.toSorted());
    expect(manifest).toContainEqual({ imageId: early.imageId, sha256: early.sha256 });
    expect(manifest).toContainEqual({ imageId: late.imageId, sha256: late.sha256 });
  });

  it("twice at once closes once", async () => {
    const results = await Promise.all([
      closeJob(phone.device, jobId, answers),
      closeJob(phone.device, jobId, answers),
    ]);
    expect(results.map(({ ok }) => ok)).toEqual([true, false]);
    await drain(phone.device);
    expect(fakeServer.received.filter(({ type }) => type === "JobClose")).toHaveLength(1);
  });

  it("that is refused leaves the job, the photos and the queue unchanged", async () => {
    await savePhoto("one");
    for (const given of [
      { ...answers, signOff: { isAgreed: false } },
      { ...answers, signature: { ...signature, customerName: "  " } },
      { ...answers, signature: { ...signature, signature: null } },
    ])
      expect((await closeJob(phone.device, jobId, given)).ok).toBe(false);
    expect(await readStates()).toEqual(["draft"]);
    expect(await phone.device.database.messageQueue.count()).toBe(0);
    expect((await phone.device.database.job.get(jobId))?.status).toBe("AccessGained");
  });

  it("without access needs a photo and notes, and takes the photo along", async () => {
    await phone.device.database.job.update(jobId, { status: "OnSite" });
    const given = { noAccessReasonId: 1, notes: "Nobody in" };
    expect(await closeWithoutAccess(phone.device, jobId, given)).toMatchObject({
      refusal: "photo-missing",
    });
    const { imageId } = await savePhoto("door", "no-access");
    expect(await closeWithoutAccess(phone.device, jobId, { ...given, notes: " " })).toMatchObject({
      refusal: "notes-missing",
    });
    expect(await closeWithoutAccess(phone.device, jobId, given)).toMatchObject({ ok: true });
    await drain(phone.device);
    expect(fakeServer.received.at(-2)?.payload).toMatchObject({ imageIds: [imageId] });
    expect(await readStates()).toEqual(["sent"]);
  });
});

it("What was refused can be exported with everything behind it", async () => {
  await savePhoto("one");
  await uploadPhotos(phone.device, jobId);
  fakeServer.answer = (path) =>
    path === "/api/job/image" ? refusal(422, "not-a-picture") : undefined;
  await closeJob(phone.device, jobId, answers);
  await drain(phone.device);
  const file = JSON.parse(await (await exportBlocked(phone.device)).text()) as {
    parked: { code: string }[];
    messages: { type: string }[];
  };
  expect(file.parked).toMatchObject([{ code: "not-a-picture" }]);
  expect(file.messages.map(({ type }) => type)).toEqual([
    "JobImage",
    "JobStatusChange",
    "JobClose",
    "JobImage",
  ]);
});
