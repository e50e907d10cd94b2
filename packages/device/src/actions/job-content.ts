import type { JobContent, JobCustomForm, JobPart } from "@fieldfare/contract";
import {
  addedSorUsage,
  isNoLongerOrdered,
  isOnlyTyped,
  isPartRecorded,
  partUsage,
} from "@fieldfare/domain";
import type { EngineerDatabase, TableName } from "../database/database.ts";
import type { ImageRow, JobRow } from "../database/rows.ts";
import type { Device } from "../device.ts";
import type { Actor } from "./act.ts";
import { readLatestForms } from "./forms.ts";
import { queueImage } from "./images.ts";

/** The tables that hold what was recorded inside a job. */
export const contentTables = [
  "job",
  "image",
  "draft",
  "engineeringNote",
  "jobPart",
  "propertyAppliance",
  "propertyTenant",
] as const satisfies readonly TableName[];

export type JobWork = Pick<JobContent, "notes" | "parts" | "propertyAssets" | "tenants">;

/**
 * Reads the rows that belong to a job and have tables of their own. Those of the property are the
 * same for all its jobs.
 */
export async function readJobWork(database: EngineerDatabase, job: JobRow): Promise<JobWork> {
  const { jobId } = job;
  const { propertyId } = job.property;
  const [notes, parts, propertyAssets, tenants] = await Promise.all([
    database.engineeringNote.where("jobId").equals(jobId).toArray(),
    database.jobPart.where("jobId").equals(jobId).toArray(),
    database.propertyAppliance.where("propertyId").equals(propertyId).toArray(),
    database.propertyTenant.where("propertyId").equals(propertyId).toArray(),
  ]);
  return { notes, parts, propertyAssets, tenants };
}

/**
 * Returns what was recorded inside the job, or undefined when there is nothing. It goes with a cancel
 * and with every message that ends the job except the close, which always has it.
 */
export async function readRecordedContent(
  actor: Actor,
  job: JobRow,
  images: readonly ImageRow[],
): Promise<JobContent | undefined> {
  const work = await readJobWork(actor.unit.database, job);
  if (!hasRecordedWork(job, work)) return undefined;
  return buildJobContent(job, work, await readLatestForms(actor, job), images);
}

/**
 * Builds the content of the message that ends a job. `customForms` replaces the forms in the row of
 * the job.
 */
export function buildJobContent(
  job: JobRow,
  work: JobWork,
  customForms: readonly JobCustomForm[],
  images: readonly ImageRow[],
): JobContent {
  return {
    statusTimestamps: job.statusTimestamps,
    plannedSors: job.plannedSors.filter((sor) => !isOnlyTyped(sor)),
    ...(job.ordersVersion !== undefined && { ordersVersion: job.ordersVersion }),
    customForms: [...customForms],
    formPhotoImageIds: images
      .filter(({ purpose }) => purpose === "form")
      .map(({ imageId }) => imageId),
    ...work,
    parts: work.parts.filter((part) => !isLeftOut(job, part)),
    ...(job.removed && { removed: job.removed }),
  };
}

/** Whether the office has taken an ordered part out of the job, and nothing is recorded of it any more. */
export function isLeftOut(job: JobRow, part: JobPart): boolean {
  return isNoLongerOrdered(job, part) && !isPartRecorded(part);
}

/**
 * Adds the forms that the engineer added to those the server is known to have. Such a form can be
 * removed from the job only until then.
 */
export function withSentForms(job: JobRow, forms: readonly JobCustomForm[]): JobRow {
  const added = forms.filter((form) => form.addedByUser).map((form) => form.customFormId);
  if (added.length === 0) return job;
  return { ...job, sentForms: [...new Set([...(job.sentForms ?? []), ...added])] };
}

/**
 * True when something was recorded inside the job. Also checks the rows, because an earlier build
 * did not set the flag.
 */
export function hasRecordedWork(job: JobRow, { notes, parts }: JobWork): boolean {
  const { fieldOperativeAppointmentId } = job;
  return (
    job.isWorkedOn === true ||
    notes.some((note) => note.fieldOperativeAppointmentId === fieldOperativeAppointmentId) ||
    parts.some((part) => part.addedByFieldOp || isOrderedAndRecorded(part)) ||
    job.plannedSors.some((sor) => sor.usageType === addedSorUsage && !isOnlyTyped(sor)) ||
    job.customForms.some((form) => form.addedByUser || form.completionStatus !== "NotStarted")
  );
}

/** The office may have taken the part out of the job before it heard what was received of it. */
function isOrderedAndRecorded(part: JobPart): boolean {
  return part.usageType === partUsage.preordered && isPartRecorded(part);
}

/** Returns the images of a job that are in no message yet, of every purpose. */
export async function readAllDraftImages(
  actor: Actor,
  jobId: string,
): Promise<readonly ImageRow[]> {
  const rows = await actor.unit.database.image.where("jobId").equals(jobId).toArray();
  return rows.filter((row) => row.state === "draft");
}

/** Returns all images of a job that are queued or sent. */
export async function readQueuedImages(actor: Actor, jobId: string): Promise<readonly ImageRow[]> {
  const rows = await actor.unit.database.image.where("jobId").equals(jobId).toArray();
  return rows.filter((row) => row.state !== "draft");
}

/** Builds the list of images that must arrive before the server counts the job as delivered. */
export function buildManifest(images: readonly ImageRow[]) {
  return images.map(({ imageId, sha256 }) => ({ imageId, sha256 }));
}

/** Queues a message for each image. */
export async function queueImages(
  device: Device,
  actor: Actor,
  job: JobRow,
  images: readonly ImageRow[],
): Promise<void> {
  for (const image of images) await queueImage(device, actor, job, image);
}
