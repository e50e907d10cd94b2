import {
  done,
  parseReceived,
  receivedPart,
  refused,
  type Result,
  waitsForCollection,
} from "@fieldfare/domain";
import type { JobPart, JobRow } from "../database/rows.ts";
import type { Device } from "../device.ts";
import { queueMessage } from "../outbox/queue.ts";
import { type Actor, act, headOf, identityOf, ownJob } from "./act.ts";

/** So many of an ordered part were received at its store, as typed. */
export function receivePart(device: Device, jobPartId: string, typed: string) {
  return act(device, ["job", "jobPart"], async (actor) => {
    const found = await partToCollect(actor, jobPartId);
    if (!found.ok) return found;
    const { job, part } = found.value;
    if (!waitsForCollection(part)) return refused("already-collected");
    const count = parseReceived(typed, part);
    if (!count.ok) return count;
    const collectedDateTime = actor.at.toISOString();
    const received = { ...receivedPart(part, count.value), collectedDateTime };
    await actor.unit.put("jobPart", received satisfies JobPart);
    await queueMessage(device, actor.unit, "PartCollected", headOf(job, actor.ownerId), {
      ...identityOf(job),
      jobPartId,
      qty: count.value,
      qtyCollected: received.qtyCollected,
      status: received.status,
      collectedDateTime,
      supplierTicketNumber: part.supplierTicketNumber,
      changeTimestamp: collectedDateTime,
    });
    return done(received);
  });
}

/** A part whose job has left the device is nobody's here. */
async function partToCollect(
  actor: Actor,
  jobPartId: string,
): Promise<Result<{ job: JobRow; part: JobPart }, "not-found" | "already-closed">> {
  const part = await actor.unit.database.jobPart.get(jobPartId);
  const job = part && (await ownJob(actor, part.jobId));
  if (!part || !job?.ok) return refused("not-found");
  return job.value.status === "Closed" ? refused("already-closed") : done({ job: job.value, part });
}
