import { done, refused, type Result } from "@fieldfare/domain";
import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex } from "@noble/hashes/utils.js";
import { hashBytes } from "../database/hash-bytes.ts";
import type { TableName } from "../database/database.ts";
import type { ImagePurpose, ImageRow, JobRow } from "../database/rows.ts";
import type { Unit } from "../database/unit.ts";
import { type Device, forCurrentEngineer } from "../device.ts";
import type { PhotoRefusal } from "../ports.ts";
import { newId } from "../ids.ts";
import { queueMessage } from "../outbox/queue.ts";
import {
  type ActionRefusal,
  type Actor,
  act,
  buildMessageHead,
  buildJobIdentity,
  findJob,
} from "./act.ts";

export interface NewPhoto {
  readonly jobId: string;
  /** The entity that the image belongs to, when it is not the job itself. */
  readonly entityId?: string;
  readonly purpose: ImagePurpose;
  readonly file: Blob;
  readonly openingId?: string | undefined;
}

/**
 * Stores a photo as a draft at once, so that it survives a page that is killed a moment later. Its
 * position is added when the phone has found it, which can take long underground.
 */
export async function addPhoto(
  unbound: Device,
  photo: NewPhoto,
): Promise<Result<ImageRow, ActionRefusal | "not-found" | "already-closed" | PhotoRefusal>> {
  const device = forCurrentEngineer(unbound);
  const positionRequest = device.ports.position();
  const shrinkResult = await device.ports.shrinkPhoto(photo.file);
  if (!shrinkResult.ok) return shrinkResult;
  const shrunk = shrinkResult.value;
  const hash = await hashBytes(shrunk.bytes);
  const knownPosition = await Promise.race([positionRequest, Promise.resolve(null)]);
  const saveImage = async (actor: Actor) => {
    const job = await findJob(actor, photo.jobId);
    if (!job.ok) return job;
    // The job was closed while the photo was being shrunk: no message would ever send it.
    if (job.value.status === "Closed") return refused("already-closed");
    const row: ImageRow = {
      ...newImage(device, actor, job.value, photo.purpose),
      entityId: photo.entityId ?? photo.jobId,
      sha256: hash,
      width: shrunk.width,
      height: shrunk.height,
      latitude: knownPosition?.latitude ?? null,
      longitude: knownPosition?.longitude ?? null,
      ...(photo.openingId !== undefined && { openingId: photo.openingId }),
    };
    await addImage(actor.unit, row, shrunk.bytes);
    return done(row);
  };
  // A photo must not take the space that the close of its job will need.
  const savedImage = await act(device, ["job", ...imageTables], saveImage, {
    mayUseReservedSpace: false,
  });
  if (savedImage.ok && knownPosition === null)
    void positionRequest.then(
      (position) => position && storePosition(device, savedImage.value.imageId, position),
    );
  return savedImage;
}

/** The tables of what is added or deleted with an image. */
export const imageTables = ["image", "imageBytes"] as const satisfies readonly TableName[];

/**
 * Writes an image and, once, its bytes in the transaction of an action, which needs `imageTables`.
 */
export async function addImage(unit: Unit, image: ImageRow, bytes: ArrayBuffer): Promise<void> {
  await unit.put("imageBytes", { imageId: image.imageId, bytes });
  await unit.put("image", image);
}

/** Deletes an image and its bytes in the transaction of an action. */
export async function deleteImage(unit: Unit, imageId: string): Promise<void> {
  await unit.remove("image", imageId);
  await unit.remove("imageBytes", imageId);
}

type Position = NonNullable<Awaited<ReturnType<Device["ports"]["position"]>>>;

/**
 * Adds the position to a draft. An image that has been queued meanwhile stays without: a queued
 * message does not change any more.
 */
function storePosition(device: Device, imageId: string, { latitude, longitude }: Position) {
  const savePosition = async ({ unit }: Actor) => {
    const row = await unit.database.image.get(imageId);
    if (row?.state === "draft") await unit.put("image", { ...row, latitude, longitude });
    return done(true);
  };
  return act(device, ["image"], savePosition, { mayUseReservedSpace: false });
}

/** Deletes a draft photo. A queued photo is part of the record and stays. */
export function deletePhoto(device: Device, imageId: string) {
  return act(device, imageTables, async (actor) => {
    const row = await actor.unit.database.image.get(imageId);
    if (!row) return refused("not-found");
    if (row.state !== "draft") return refused("already-queued");
    await deleteImage(actor.unit, imageId);
    return done(true);
  });
}

/** Queues the photos of the camera button. Returns how many there were. */
export function uploadPhotos(device: Device, jobId: string) {
  return act(device, ["job", "image"], async (actor) => {
    const job = await findJob(actor, jobId);
    if (!job.ok) return job;
    const drafts = await readDraftImagesOf(actor, jobId, "job");
    for (const row of drafts) await queueImage(device, actor, job.value, row);
    return done(drafts.length);
  });
}

/** Returns the images of a job that are in no message yet and have this purpose. */
export async function readDraftImagesOf(
  actor: Actor,
  jobId: string,
  purpose: ImagePurpose,
): Promise<readonly ImageRow[]> {
  const rows = await actor.unit.database.image.where("jobId").equals(jobId).toArray();
  return rows.filter((row) => row.purpose === purpose && row.state === "draft");
}

/** Queues one image message. Its sender reads the bytes. */
export async function queueImage(
  device: Device,
  actor: Actor,
  job: JobRow,
  row: ImageRow,
): Promise<void> {
  await actor.unit.put("image", { ...row, state: "queued" });
  await queueMessage(device, actor.unit, "JobImage", buildMessageHead(job), {
    ...buildJobIdentity(job),
    entityId: row.entityId,
    imageId: row.imageId,
    associateToJob: row.entityId === job.jobId,
    timestamp: row.takenOn,
    latitude: row.latitude,
    longitude: row.longitude,
    sha256: row.sha256,
  });
}

/** Adds the image of a signature from its PNG bytes. */
export async function addSignatureImage(
  device: Device,
  actor: Actor,
  job: JobRow,
  bytes: ArrayBuffer,
): Promise<ImageRow> {
  const image: ImageRow = {
    ...newImage(device, actor, job, "signature"),
    entityId: job.jobId,
    sha256: bytesToHex(sha256(new Uint8Array(bytes))),
    width: 0,
    height: 0,
    latitude: null,
    longitude: null,
  };
  await addImage(actor.unit, image, bytes);
  return image;
}

function newImage(device: Device, actor: Actor, job: JobRow, purpose: ImagePurpose) {
  return {
    imageId: newId(device.ports),
    ...buildJobIdentity(job),
    purpose,
    state: "draft",
    takenOn: actor.at.toISOString(),
  } as const;
}
