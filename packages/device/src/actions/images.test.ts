import { refused } from "@fieldfare/domain";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { heedEpoch } from "../outbox/claims.ts";
import { drain } from "../outbox/sender.ts";
import { exportParked, readOutbox } from "../reading/outbox.ts";
import { aJobRow } from "../testing/builders.ts";
import { closeAnswers } from "../testing/close-answers.ts";
import {
  aPeer,
  aSignedInPhone,
  owner,
  type Peer,
  refusal,
  type SignedInPhone,
} from "../testing/peer.ts";
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

let peer: Peer;
let phone: SignedInPhone;
beforeEach(async () => {
  peer = aPeer();
  phone = await aSignedInPhone(peer);
  await phone.device.database.job.put(
    aJobRow({ jobId, ownerId: owner, status: "AccessGained", isSelected: true }),
  );
});
afterEach(() => phone.kill());

async function photo(text: string, purpose: "job" | "no-access" = "job") {
  const added = await addPhoto(phone.device, { jobId, purpose, file: new Blob([text]) });
  if (!added.ok) throw new Error(added.refusal);
  return added.value;
}
const states = async () => (await phone.device.database.image.toArray()).map(({ state }) => state);

describe("A photo", () => {
  it("is a draft until it is uploaded, and sent with its hash", async () => {
    const { imageId, sha256 } = await photo("one");
    expect(await states()).toEqual(["draft"]);
    expect(await uploadPhotos(phone.device, jobId)).toEqual({ ok: true, value: 1 });
    await drain(phone.device);
    expect(peer.received[0]?.payload).toMatchObject({ imageId, sha256, associateToJob: true });
    expect(await states()).toEqual(["sent"]);
  });

  it("can be deleted while it is a draft, and no longer once it is queued", async () => {
    const first = await photo("one");
    expect(await deletePhoto(phone.device, first.imageId)).toMatchObject({ ok: true });
    const second = await photo("two");
    await uploadPhotos(phone.device, jobId);
    expect(await deletePhoto(phone.device, second.imageId)).toEqual({
      ok: false,
      refusal: "already-queued",
    });
  });

  it("that is no picture is refused", async () => {
    const other = await aSignedInPhone(peer, {
      shrinkPhoto: () => Promise.resolve(refused("not-a-picture")),
    });
    expect(
      await addPhoto(other.device, { jobId, purpose: "job", file: new Blob(["text"]) }),
    ).toEqual({ ok: false, refusal: "not-a-picture" });
    other.kill();
  });

  it("is kept before the phone knows where it is, and placed as long as it is a draft", async () => {
    const places: ((place: { latitude: number; longitude: number }) => void)[] = [];
    const slow = await aSignedInPhone(peer, {
      position: () => new Promise((resolve) => places.push(resolve)),
    });
    const { database } = slow.device;
    await database.job.put(
      aJobRow({ jobId, ownerId: owner, status: "AccessGained", isSelected: true }),
    );
    const take = () => addPhoto(slow.device, { jobId, purpose: "job", file: new Blob(["one"]) });
    const placed = async () =>
      (await database.image.toArray()).map(({ latitude, longitude }) => [latitude, longitude]);
    await take();
    expect(await placed()).toEqual([[null, null]]);
    places[0]?.({ latitude: 53.8, longitude: -1.5 });
    while ((await placed())[0]?.includes(null)) await Promise.resolve();
    expect(await placed()).toEqual([[53.8, -1.5]]);
    await take();
    await uploadPhotos(slow.device, jobId);
    await drain(slow.device);
    expect(peer.received.map(({ payload }) => payload)).toMatchObject([
      { latitude: 53.8, longitude: -1.5 },
      { latitude: null, longitude: null },
    ]);
    slow.kill();
  });

  it("that a server put back from a copy gets again is kept until it has it", async () => {
    await photo("one");
    await uploadPhotos(phone.device, jobId);
    await drain(phone.device);
    const states = async () =>
      (await phone.device.database.image.toArray()).map(({ state }) => state);
    expect(await states()).toEqual(["sent"]);
    expect(await heedEpoch(phone.device, owner, jobId)).toBe(true);
    expect(await states()).toEqual(["queued"]);
    await drain(phone.device);
    expect(await states()).toEqual(["sent"]);
  });

  it("whose bytes are gone is parked and told, never silently skipped", async () => {
    const { imageId } = await photo("one");
    await uploadPhotos(phone.device, jobId);
    await phone.device.database.image.delete(imageId);
    await drain(phone.device);
    expect((await readOutbox(phone.device)).parkedLanes[0]).toMatchObject({ code: "picture-lost" });
  });
});

describe("Closing", () => {
  it("names every image of the job with its hash, and sends each after the close", async () => {
    const early = await photo("early");
    await uploadPhotos(phone.device, jobId);
    const late = await photo("late");
    expect(await closeJob(phone.device, jobId, answers)).toMatchObject({ ok: true });
    await drain(phone.device);
    expect(peer.received.map(({ type }) => type)).toEqual([
      "JobImage",
      "JobStatusChange",
      "JobClose",
      "JobImage",
      "JobImage",
    ]);
    const { manifest, numberOfMessages } = peer.received[2]!.payload as {
      manifest: { imageId: string; sha256: string }[];
      numberOfMessages: number;
    };
    expect(numberOfMessages).toBe(1 + 3);
    const sent = peer.received
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
    expect(peer.received.filter(({ type }) => type === "JobClose")).toHaveLength(1);
  });

  it("that is refused leaves the job, the photos and the queue as they were", async () => {
    await photo("one");
    for (const given of [
      { ...answers, signOff: { isAgreed: false } },
      { ...answers, signature: { ...signature, customerName: "  " } },
      { ...answers, signature: { ...signature, signature: null } },
    ])
      expect((await closeJob(phone.device, jobId, given)).ok).toBe(false);
    expect(await states()).toEqual(["draft"]);
    expect(await phone.device.database.messageQueue.count()).toBe(0);
    expect((await phone.device.database.job.get(jobId))?.status).toBe("AccessGained");
  });

  it("without access needs a photo and notes, and takes the photo along", async () => {
    await phone.device.database.job.update(jobId, { status: "OnSite" });
    const given = { noAccessReasonId: 1, notes: "Nobody in" };
    expect(await closeWithoutAccess(phone.device, jobId, given)).toMatchObject({
      refusal: "photo-missing",
    });
    const { imageId } = await photo("door", "no-access");
    expect(await closeWithoutAccess(phone.device, jobId, { ...given, notes: " " })).toMatchObject({
      refusal: "notes-missing",
    });
    expect(await closeWithoutAccess(phone.device, jobId, given)).toMatchObject({ ok: true });
    await drain(phone.device);
    expect(peer.received.at(-2)?.payload).toMatchObject({ imageIds: [imageId] });
    expect(await states()).toEqual(["sent"]);
  });
});

it("What was refused can be exported with everything behind it", async () => {
  await photo("one");
  await uploadPhotos(phone.device, jobId);
  peer.answer = (path) => (path === "/api/job/image" ? refusal(422, "not-a-picture") : undefined);
  await closeJob(phone.device, jobId, answers);
  await drain(phone.device);
  const file = JSON.parse(await (await exportParked(phone.device)).text()) as {
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
