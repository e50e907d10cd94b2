import {
  done,
  parseReceived,
  receivedPart,
  refused,
  remainingToCollect,
  type Result,
  unreceivedPart,
  waitsForCollection,
} from "@fieldfare/domain";
import type { JobPart, JobRow } from "../database/rows.ts";
import type { Device } from "../device.ts";
import { queueMessage, unqueueMessage } from "../outbox/queue.ts";
import { readPartReceipts } from "../reading/collection.ts";
import { isLeftOut } from "./job-content.ts";
import { type Actor, act, buildMessageHead, buildJobIdentity, findJob } from "./act.ts";

/**
 * Records that a number of pieces of an ordered part was received at its store. The quantity is the
 * typed text.
 */
export function receivePart(device: Device, jobPartId: string, enteredQuantity: string) {
  return act(device, ["job", "jobPart"], async (actor) => {
    const found = await partToCollect(actor, jobPartId);
    if (!found.ok) return found;
    const { job, part } = found.value;
    if (!waitsForCollection(part)) return refused("already-collected");
    const count = parseReceived(enteredQuantity, part);
    return count.ok ? done(await receive(device, actor, job, part, count.value)) : count;
  });
}

/**
 * Records that everything left of several parts of a purchase order was received, in one
 * transaction.
 */
export function receiveParts(device: Device, jobPartIds: readonly string[]) {
  return act(device, ["job", "jobPart"], async (actor) => {
    const waiting = [];
    for (const jobPartId of jobPartIds) {
      const found = await partToCollect(actor, jobPartId);
      if (found.ok && waitsForCollection(found.value.part)) waiting.push(found.value);
    }
    if (waiting.length === 0) return refused("already-collected");
    for (const { job, part } of waiting)
      await receive(device, actor, job, part, remainingToCollect(part));
    return done(waiting.length);
  });
}

/** Takes back the last receipt of a part, as long as no sender has taken the message. */
export function takeBackReceipt(device: Device, jobPartId: string) {
  return act(device, ["job", "jobPart"], async (actor) => {
    const found = await partToCollect(actor, jobPartId);
    if (!found.ok) return found;
    const { job, part } = found.value;
    const receipts = await readPartReceipts(actor.unit.database, jobPartId);
    const [last, before] = receipts.toReversed();
    if (!last || last.payload.qtyCollected !== part.qtyCollected) return refused("receipt-sent");
    if (!(await unqueueMessage(actor.unit, last.message))) return refused("receipt-sent");
    const unreceived = unreceivedPart(part, last.payload.qty);
    const collectedDateTime =
      unreceived.qtyCollected === 0
        ? null
        : (before?.payload.collectedDateTime ?? part.collectedDateTime);
    const now = { ...unreceived, collectedDateTime };
    if (isLeftOut(job, now)) await actor.unit.remove("jobPart", jobPartId);
    else await actor.unit.put("jobPart", now);
    return done({ ...unreceived, count: last.payload.qty });
  });
}

async function receive(
  device: Device,
  actor: Actor,
  job: JobRow,
  part: JobPart,
  count: number,
): Promise<JobPart> {
  const collectedDateTime = actor.at.toISOString();
  const received = { ...receivedPart(part, count), collectedDateTime };
  await actor.unit.put("jobPart", received);
  await queueMessage(device, actor.unit, "PartCollected", buildMessageHead(job), {
    ...buildJobIdentity(job),
    jobPartId: part.jobPartId,
    qty: count,
    qtyCollected: received.qtyCollected,
    status: received.status,
    collectedDateTime,
    supplierTicketNumber: part.supplierTicketNumber,
    changeTimestamp: collectedDateTime,
  });
  return received;
}

/** Finds an ordered part of one of the engineer's open jobs. */
async function partToCollect(
  actor: Actor,
  jobPartId: string,
): Promise<Result<{ job: JobRow; part: JobPart }, "not-found" | "already-closed">> {
  const part = await actor.unit.database.jobPart.get(jobPartId);
  const job = part && (await findJob(actor, part.jobId));
  if (!part || !job?.ok) return refused("not-found");
  return job.value.status === "Closed" ? refused("already-closed") : done({ job: job.value, part });
}
