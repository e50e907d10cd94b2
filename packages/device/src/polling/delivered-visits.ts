import type { MessageType } from "@fieldfare/contract";
import type { Actor } from "../actions/act.ts";
import type { Device } from "../device.ts";
import { readOwner } from "../session/session.ts";

const closingTypes: readonly MessageType[] = ["JobClose", "JobNoAccess"];

/**
 * Reads the ids of the jobs that were closed on this phone and whose closing the server has; photos may still wait. It
 * is called before the server is asked: the visit warnings of its answer take these visits into account.
 */
export async function readDeliveredVisits(device: Device): Promise<ReadonlySet<string>> {
  if ((await readOwner(device)) === null) return new Set();
  const { job, messageQueue } = device.database;
  const jobs = await job.toArray();
  const visits = jobs.flatMap((one) =>
    one.status === "Closed" ? [one] : (one.deletedVisits ?? []),
  );
  const ids = visits.map(({ jobId }) => jobId);
  const queued = await messageQueue.where("jobId").anyOf(ids).toArray();
  const closings = queued.filter(({ type }) => closingTypes.includes(type));
  const waiting = new Set(closings.map(({ jobId }) => jobId));
  return new Set(ids.filter((jobId) => !waiting.has(jobId)));
}

/** Selects the delivered visits of one property. */
export async function selectVisitsAt(
  { unit }: Actor,
  propertyId: string,
  delivered: ReadonlySet<string>,
): Promise<readonly string[]> {
  if (delivered.size === 0) return [];
  const jobs = await unit.database.job.toArray();
  return jobs
    .filter(({ status, property }) => status === "Closed" && property.propertyId === propertyId)
    .filter(({ jobId }) => delivered.has(jobId))
    .map(({ jobId }) => jobId);
}
