import type { JobContent } from "@fieldfare/contract";
import {
  advance,
  begunStatuses,
  cancel,
  done,
  type HoldReason,
  type JobStatus,
  placeHold as decideHold,
  refused,
  releaseHold as decideRelease,
  reportedStatus,
  select,
} from "@fieldfare/domain";
import type { JobRow } from "../database/rows.ts";
import type { Device } from "../device.ts";
import { queueMessage } from "../outbox/queue.ts";
import { type Actor, act, buildMessageHead, buildJobIdentity, findJob } from "./act.ts";
import {
  contentTables,
  readRecordedContent,
  readQueuedImages,
  withSentForms,
} from "./job-content.ts";

/** Selects a job and deselects the others. Selection is local: nothing is sent. */
export function selectJob(device: Device, jobId: string) {
  return act(device, ["job"], async (actor) => {
    const job = await findJob(actor, jobId);
    if (!job.ok) return job;
    const changed = select(job.value, await actor.unit.database.job.toArray());
    if (!changed.ok) return changed;
    for (const row of changed.value) await actor.unit.put("job", row);
    return done(true);
  });
}

/**
 * Advances the job one step from the status that the person saw (Start Travel, On-Site, Access).
 * The same step tapped in two tabs is taken once. The close wizard does the last step.
 */
export function advanceJob(device: Device, jobId: string, from: JobStatus) {
  return act(device, ["job"], async (actor) => {
    // These reads run together: on a slow phone each step of the transaction delays the tap.
    const [job, started] = await Promise.all([findJob(actor, jobId), ownStartedJobs(actor)]);
    if (!job.ok) return job;
    if (job.value.status !== from) return done(job.value.status);
    const advanced = advance(job.value, started, actor.at);
    if (!advanced.ok) return advanced;
    if (advanced.value.status === "Closed") return refused("closes-through-the-wizard");
    // Selecting this job has already deselected the others.
    if (!job.value.isSelected) await deselectOthers(actor, jobId);
    await Promise.all([
      actor.unit.put("job", advanced.value),
      queueStatus(device, actor, advanced.value),
    ]);
    return done(advanced.value.status);
  });
}

/**
 * Sets the job back to New. Messages already queued about it stay queued, because they happened.
 * The message carries everything that was recorded inside the job.
 */
export function cancelJob(device: Device, jobId: string) {
  return act(device, contentTables, async (actor) => {
    const job = await findJob(actor, jobId);
    if (!job.ok) return job;
    const cancelled = cancel(job.value, actor.at);
    if (!cancelled.ok) return cancelled;
    const content = await readRecordedContent(
      actor,
      job.value,
      await readQueuedImages(actor, jobId),
    );
    await actor.unit.put("job", withSentForms(cancelled.value, content?.customForms ?? []));
    await queueStatus(device, actor, cancelled.value, {
      isAcknowledgement: false,
      ...(content && { job: content }),
    });
    return done(true);
  });
}

/** Why the job is held, with a description when the reason asks for one. */
export interface HoldReport {
  readonly holdReasonId: number;
  readonly holdDescription: string | null;
  /** The list from which the reason was chosen. */
  readonly reasons: readonly HoldReason[];
}

/** Puts a job on hold: it loses its access, and the office gets the reason. */
export function placeHold(device: Device, jobId: string, report: HoldReport) {
  return act(device, ["job", "draft"], async (actor) => {
    const job = await findJob(actor, jobId);
    if (!job.ok) return job;
    const { reasons, ...reason } = report;
    const held = decideHold(job.value, reason, reasons, actor.at);
    if (!held.ok) return held;
    await actor.unit.put("job", held.value);
    await queueHold(device, actor, held.value);
    await actor.unit.remove("draft", [jobId, "hold"]);
    return done(true);
  });
}

/** Ends the hold of a job and selects the job. */
export function releaseHold(device: Device, jobId: string) {
  return act(device, ["job"], async (actor) => {
    const job = await findJob(actor, jobId);
    if (!job.ok) return job;
    const jobs = await actor.unit.database.job.toArray();
    const released = decideRelease(job.value, jobs);
    if (!released.ok) return released;
    await deselectOthers(actor, jobId);
    await actor.unit.put("job", released.value);
    await queueHold(device, actor, released.value);
    return done(true);
  });
}

async function deselectOthers(actor: Actor, jobId: string): Promise<void> {
  for (const other of await actor.unit.database.job.toArray())
    if (other.isSelected && other.jobId !== jobId)
      await actor.unit.put("job", { ...other, isSelected: false });
}

/**
 * Reads only the started jobs, because only they can block another. A tap costs the same with 20
 * jobs and with 1,000.
 */
async function ownStartedJobs(actor: Actor): Promise<readonly JobRow[]> {
  return actor.unit.database.job.where("status").anyOf(begunStatuses).toArray();
}

/**
 * Queues a message with the new status. Every change of status does so; New is reported as Reset.
 */
export async function queueStatus(
  device: Device,
  actor: Actor,
  job: JobRow,
  more: { readonly job?: JobContent; readonly isAcknowledgement?: boolean } = {},
): Promise<void> {
  await queueMessage(device, actor.unit, "JobStatusChange", buildMessageHead(job), {
    ...buildJobIdentity(job),
    currentStatus: reportedStatus(job.status),
    changeTimestamp: actor.at.toISOString(),
    ...more,
  });
}

/** Says that this device has the job now. It changes nothing of a visit that has begun. */
export async function queueAcknowledgement(
  device: Device,
  actor: Actor,
  job: JobRow,
): Promise<void> {
  await queueStatus(device, actor, { ...job, status: "New" }, { isAcknowledgement: true });
}

async function queueHold(device: Device, actor: Actor, job: JobRow): Promise<void> {
  await queueMessage(device, actor.unit, "JobHoldChange", buildMessageHead(job), {
    ...buildJobIdentity(job),
    statusTimestamps: job.statusTimestamps,
    isOnHold: job.hold !== null,
    holdReasonId: job.hold?.holdReasonId ?? null,
    holdDescription: job.hold?.holdDescription ?? null,
    timestamp: job.hold?.timestamp ?? null,
    changeTimestamp: actor.at.toISOString(),
  });
}
