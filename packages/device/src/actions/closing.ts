import type { Payload } from "@fieldfare/contract";
import {
  close,
  type ClosingFault,
  closingFaults,
  closeWithoutAccess as decideNoAccess,
  done,
  type OutcomeId,
  refused,
} from "@fieldfare/domain";
import type { ImageRow, JobRow } from "../database/rows.ts";
import type { DeviceDatabase, TableName } from "../database/database.ts";
import type { Device } from "../device.ts";
import { queueMessage } from "../outbox/queue.ts";
import { type Actor, act, headOf, identityOf, ownJob } from "./act.ts";
import { draftImages, queueImage, signatureImage } from "./images.ts";
import { queueStatus } from "./job-life.ts";

export interface NoAccessAnswers {
  readonly noAccessReasonId: number;
  readonly notes: string;
}

/** Closes the job because nobody let the engineer in: a reason, notes and at least one photo. */
export function closeWithoutAccess(device: Device, jobId: string, answers: NoAccessAnswers) {
  return act(device, ["job", "image", "draft"], async (actor) => {
    const job = await ownJob(actor, jobId);
    if (!job.ok) return job;
    const photos = await draftImages(actor, jobId, "no-access");
    if (photos.length === 0) return refused("photo-missing");
    if (answers.notes.trim() === "") return refused("notes-missing");
    const closed = decideNoAccess(job.value, actor.at);
    if (!closed.ok) return closed;
    const left = await draftImages(actor, jobId, "job");
    await actor.unit.put("job", closed.value);
    await queueStatus(device, actor, closed.value);
    await queueMessage(device, actor.unit, "JobNoAccess", headOf(job.value, actor.ownerId), {
      ...identityOf(job.value),
      noAccessReasonId: answers.noAccessReasonId,
      notes: answers.notes.trim(),
      imageIds: photos.map((photo) => photo.imageId),
      statusTimestamps: closed.value.statusTimestamps,
      manifest: manifestOf([...(await sentImages(actor, jobId)), ...photos, ...left]),
      changeTimestamp: actor.at.toISOString(),
    });
    for (const photo of [...photos, ...left]) await queueImage(device, actor, job.value, photo);
    await dropDrafts(actor, jobId);
    return done(true);
  });
}

export interface CloseAnswers {
  readonly outcomeId: OutcomeId;
  readonly customerName: string;
  /** The customer cannot or will not sign. */
  readonly optOut: boolean;
  /** PNG as a data URL; null on opt-out. */
  readonly signature: string | null;
  readonly engineerSignOffAgreed: boolean;
}

/** What the closing takes along, besides the job itself. */
const closingTables = [
  "job",
  "image",
  "draft",
  "engineeringNote",
  "jobPart",
  "propertyAppliance",
  "propertyTenant",
] as const satisfies readonly TableName[];

/**
 * Closes the job: one close message and one message per image, in one local transaction.
 * Any refusal leaves the job as it was.
 */
export function closeJob(device: Device, jobId: string, answers: CloseAnswers) {
  return act(device, closingTables, async (actor) => {
    const job = await ownJob(actor, jobId);
    if (!job.ok) return job;
    const fault = answersFault(answers);
    if (fault) return refused(fault);
    const work = await readWork(actor.unit.database, job.value);
    const [first] = faultsOf(job.value, work, answers.outcomeId);
    if (first) return refused(first);
    const closed = close(job.value, actor.at);
    if (!closed.ok) return closed;
    const signature = answers.signature
      ? [signatureImage(device, actor, job.value, bytesOfUrl(answers.signature))]
      : [];
    const drafts = await allDrafts(actor, jobId);
    const pictures = [...drafts, ...signature];
    await actor.unit.put("job", { ...closed.value, outcomeId: answers.outcomeId });
    await queueStatus(device, actor, closed.value);
    await queueMessage(device, actor.unit, "JobClose", headOf(job.value, actor.ownerId), {
      ...identityOf(job.value),
      job: {
        statusTimestamps: closed.value.statusTimestamps,
        plannedSors: job.value.plannedSors,
        customForms: job.value.customForms,
        formPhotoImageIds: [],
        ...work,
      },
      outcome: outcomeOf(answers),
      manifest: manifestOf([...(await sentImages(actor, jobId)), ...pictures]),
      numberOfMessages: 1 + pictures.length,
      changeTimestamp: actor.at.toISOString(),
    });
    for (const picture of pictures) await queueImage(device, actor, job.value, picture);
    await dropDrafts(actor, jobId);
    return done(true);
  });
}

/** What stands in the way of closing with this outcome, for the panel of the outcome screen. */
export async function checkOutcome(
  device: Device,
  jobId: string,
  outcomeId: OutcomeId,
): Promise<readonly ClosingFault[]> {
  const job = await device.database.job.get(jobId);
  if (!job) return [];
  return faultsOf(job, await readWork(device.database, job), outcomeId);
}

type Work = Pick<Payload<"JobClose">["job"], "notes" | "parts" | "propertyAssets" | "tenants">;

async function readWork(database: DeviceDatabase, job: JobRow): Promise<Work> {
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

function faultsOf(job: JobRow, work: Work, outcomeId: OutcomeId): readonly ClosingFault[] {
  return closingFaults(outcomeId, {
    forms: job.customForms,
    parts: work.parts,
    noteCount: work.notes.length,
  });
}

function answersFault(answers: CloseAnswers) {
  if (!answers.engineerSignOffAgreed) return "sign-off-missing";
  if (answers.customerName.trim() === "") return "customer-name-missing";
  if (!answers.optOut && answers.signature === null) return "signature-missing";
  return null;
}

function outcomeOf(answers: CloseAnswers): Payload<"JobClose">["outcome"] {
  return {
    outcomeId: answers.outcomeId,
    rootCauses: [],
    engineerSignOffAgreed: true,
    customerSignature: {
      customerName: answers.customerName.trim(),
      optOut: answers.optOut,
      dataUrl: answers.optOut ? null : answers.signature,
    },
    partsNotUsed: null,
    partsNotUsedNote: null,
    tenantReviewCompleted: false,
    heatingStatus: null,
  };
}

/** Every picture that was taken goes out, also those that nobody saved with a note or an appliance. */
async function allDrafts(actor: Actor, jobId: string): Promise<readonly ImageRow[]> {
  const rows = await actor.unit.database.image.where("jobId").equals(jobId).toArray();
  return rows.filter((row) => row.state === "draft" && row.ownerId === actor.ownerId);
}

async function sentImages(actor: Actor, jobId: string): Promise<readonly ImageRow[]> {
  const rows = await actor.unit.database.image.where("jobId").equals(jobId).toArray();
  return rows.filter((row) => row.state !== "draft");
}

/** What must arrive before the server calls the job delivered. */
function manifestOf(images: readonly ImageRow[]) {
  return images.map(({ imageId, sha256 }) => ({ imageId, sha256 }));
}

async function dropDrafts(actor: Actor, jobId: string): Promise<void> {
  const keys = await actor.unit.database.draft.where("jobId").equals(jobId).primaryKeys();
  for (const key of keys) await actor.unit.remove("draft", key);
}

function bytesOfUrl(url: string): ArrayBuffer {
  const binary = atob(url.slice(url.indexOf(",") + 1));
  return Uint8Array.from(binary, (character) => character.charCodeAt(0)).buffer;
}
