import {
  decideRemoval,
  done,
  firstIssue,
  refused,
  type RemovalOutcome,
  type RemovalRequest,
  removalOutcome,
  validateRetain,
} from "@fieldfare/domain";
import type { EngineerDatabase, KeyOf, TableName } from "../database/database.ts";
import type { JobRow } from "../database/rows.ts";
import type { Device } from "../device.ts";
import { newId } from "../ids.ts";
import { queueMessage } from "../outbox/queue.ts";
import { addDeletedVisit } from "../reading/later-visits.ts";
import { addAlert, readAlertsOfJob, readUnsavedText } from "./alerts.ts";
import { type Actor, act, buildMessageHead, buildJobIdentity, findJob } from "./act.ts";
import { deleteImage, imageTables } from "./images.ts";
import {
  readAllDraftImages,
  buildManifest,
  queueImages,
  readRecordedContent,
  readQueuedImages,
} from "./job-content.ts";

/** All tables with rows of a job. */
export const jobDataTables = [
  "alert",
  "job",
  "jobRemoval",
  "jobPart",
  "engineeringNote",
  ...imageTables,
  "propertyAppliance",
  "propertyTenant",
  "draft",
  "formKit",
  "messageQueue",
  "log",
] as const satisfies readonly TableName[];

export interface Rejection {
  /** 1: Already On Site. 2: In Transit. */
  readonly reason: 1 | 2;
  readonly comment: string;
}

/** Rejects the office's request to remove the job (Retain Job). The job stays. */
export function retainJob(device: Device, jobId: string, rejection: Rejection) {
  return act(device, ["alert", "job", "jobRemoval", "draft"], async (actor) => {
    const job = await findJob(actor, jobId);
    if (!job.ok) return job;
    const comment = rejection.comment.trim();
    const issue = firstIssue(validateRetain(rejection));
    if (issue) return refused(issue);
    const removals = await actor.unit.database.jobRemoval.where("jobId").equals(jobId).toArray();
    if (removals.length === 0) return refused("no-removal-request");
    for (const removal of removals) await actor.unit.remove("jobRemoval", removal.jobRemovalId);
    await queueRejection(device, actor, job.value, rejection.reason, comment);
    await actor.unit.remove("draft", [jobId, "removal"]);
    await readAlertsOfJob(actor, jobId, "retained");
    return done(true);
  });
}

/**
 * Agrees to the removal (Remove Job): deletes the job and its data from the device. Messages already queued about it
 * are still sent.
 */
export function removeJob(device: Device, jobId: string) {
  return act(device, jobDataTables, async (actor) => {
    const job = await findJob(actor, jobId);
    if (!job.ok) return job;
    const removalRequest = await actor.unit.database.jobRemoval
      .where("jobId")
      .equals(jobId)
      .first();
    if (!removalRequest) return refused("no-removal-request");
    await queueRemove(device, actor, job.value);
    await deleteJobData(device, actor, job.value, "The engineer agreed to the removal");
    await readAlertsOfJob(actor, jobId, "removed");
    return done(true);
  });
}

/**
 * Applies a removal request of the office, in the transaction that also queues its acknowledgement.
 */
export async function applyRemoval(
  device: Device,
  actor: Actor,
  request: RemovalRequest & {
    readonly messageId: string;
    readonly reason?: "ended-elsewhere" | undefined;
    readonly isMoved?: boolean | undefined;
    readonly visitCounts?: boolean | undefined;
  },
): Promise<RemovalOutcome> {
  const job = await actor.unit.database.job.get(request.jobId);
  const decision = decideRemoval(job, request);
  const alertId = request.messageId;
  const isMoved = request.isMoved === true;
  if (job && decision.outcome === "deleted") {
    const unsaved = await readUnsavedText(actor, job);
    await addAlert(actor, job, {
      kind: "job-removed",
      alertId,
      // A job that nobody has begun here goes like one that the office takes back.
      mustConfirm: request.force && (!request.reason || job.status !== "New"),
      unsaved,
      isMoved,
      ...(request.reason && { reason: request.reason }),
      ...(job.status === "Closed" &&
        request.visitCounts !== undefined && {
          closedVisit: request.visitCounts ? "counts" : "evidence",
        }),
    });
    await queueRemove(device, actor, job);
    await deleteJobData(
      device,
      actor,
      job,
      request.reason
        ? "The visit was ended with another device of the engineer"
        : request.force
          ? "Removal was forced"
          : "The job was still New",
    );
  }
  if (job && decision.outcome === "rejected") {
    await queueRejection(device, actor, job, decision.reason, decision.comment);
    await addAlert(actor, job, { kind: "removal-declined", alertId, isMoved });
  }
  if (job && decision.outcome === "alert") {
    const openRequests = await actor.unit.database.jobRemoval
      .where("jobId")
      .equals(job.jobId)
      .count();
    if (openRequests === 0) {
      await actor.unit.put("jobRemoval", {
        jobRemovalId: newId(device.ports),
        ...buildJobIdentity(job),
        requestedOn: actor.at.toISOString(),
        ...(isMoved && { isMoved }),
      });
      await addAlert(actor, job, { kind: "removal-requested", alertId, isMoved });
    }
  }
  return removalOutcome(decision);
}

/**
 * Queues the removal message with what was recorded. A closed job has already sent all of that with
 * its close.
 */
async function queueRemove(device: Device, actor: Actor, job: JobRow): Promise<void> {
  const images = [
    ...(await readQueuedImages(actor, job.jobId)),
    ...(await readAllDraftImages(actor, job.jobId)),
  ];
  const isOpen = job.status !== "Closed";
  const content = isOpen ? await readRecordedContent(actor, job, images) : undefined;
  await queueMessage(device, actor.unit, "JobRemove", buildMessageHead(job), {
    ...buildJobIdentity(job),
    changeTimestamp: actor.at.toISOString(),
    ...(content && { job: content }),
    ...(isOpen && images.length > 0 && { manifest: buildManifest(images) }),
  });
}

async function queueRejection(
  device: Device,
  actor: Actor,
  job: JobRow,
  reason: 1 | 2 | 3 | 4,
  comment: string,
): Promise<void> {
  await queueMessage(device, actor.unit, "RejectRemoveRequest", buildMessageHead(job), {
    ...buildJobIdentity(job),
    reason,
    comment,
    changeTimestamp: actor.at.toISOString(),
  });
}

/**
 * Deletes the rows of a job and writes a log line with the cause. Queued images stay until they are
 * sent; draft images are queued too.
 */
export async function deleteJobData(
  device: Device,
  actor: Actor,
  job: JobRow,
  cause: string,
): Promise<void> {
  const { unit } = actor;
  const { database } = unit;
  const { jobId } = job;
  for (const table of ["jobRemoval", "jobPart", "engineeringNote", "draft", "formKit"] as const) {
    const keys = await database
      .table<object, KeyOf<EngineerDatabase, typeof table>>(table)
      .where("jobId")
      .equals(jobId)
      .primaryKeys();
    for (const key of keys) await unit.remove(table, key);
  }
  await queueImages(device, actor, job, await readAllDraftImages(actor, jobId));
  const images = await database.image.where("jobId").equals(jobId).toArray();
  for (const image of images) if (image.state !== "queued") await deleteImage(unit, image.imageId);
  const { propertyId } = job.property;
  const others = (await actor.unit.database.job.toArray()).filter(
    (other) => other.jobId !== jobId && other.property.propertyId === propertyId,
  );
  if (job.status === "Closed")
    for (const other of others)
      if (other.status !== "Closed") await unit.put("job", addDeletedVisit(other, job));
  if (others.length === 0)
    for (const table of ["propertyAppliance", "propertyTenant"] as const) {
      const keys = await database
        .table<object, KeyOf<EngineerDatabase, typeof table>>(table)
        .where("propertyId")
        .equals(propertyId)
        .primaryKeys();
      for (const key of keys) await unit.remove(table, key);
    }
  await unit.remove("job", jobId);
  await unit.put("log", {
    logId: newId(device.ports),
    loggedOn: actor.at.toISOString(),
    level: "information",
    message: `Job ${job.formattedJobId} was deleted from this device: ${cause}`,
    details: null,
  });
}
