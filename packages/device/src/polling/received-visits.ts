import type { MessageType } from "@fieldfare/contract";
import type { Actor } from "../actions/act.ts";
import type { Device } from "../device.ts";
import { readOwner } from "../session/session.ts";

const endingTypes: readonly MessageType[] = ["JobClose", "JobNoAccess"];

/**
 * Reads the ids of the jobs that were closed on this phone and whose ending the server has received; photos may still wait. It
 * is called before the server is asked: the visit warnings of its answer take these visits into account.
 */
export async function readReceivedVisits(device: Device): Promise<ReadonlySet<string>> {
  if ((await readOwner(device)) === null) return new Set();
  const { job, messageQueue } = device.database;
  const jobs = await job.toArray();
  const visits = jobs.flatMap((one) =>
    one.status === "Closed" ? [one] : (one.deletedVisits ?? []),
  );
  const ids = visits.map(({ jobId }) => jobId);
  const queued = await messageQueue.where("jobId").anyOf(ids).toArray();
  const endings = queued.filter(({ type }) => endingTypes.includes(type));
  const waiting = new Set(endings.map(({ jobId }) => jobId));
  return new Set(ids.filter((jobId) => !waiting.has(jobId)));
}

/** Selects those of the received visits that are of one property. */
export async function selectVisitsAt(
  { unit }: Actor,
  propertyId: string,
  receivedVisits: ReadonlySet<string>,
): Promise<readonly string[]> {
  if (receivedVisits.size === 0) return [];
  const jobs = await unit.database.job.toArray();
  return jobs
    .filter(({ status, property }) => status === "Closed" && property.propertyId === propertyId)
    .filter(({ jobId }) => receivedVisits.has(jobId))
    .map(({ jobId }) => jobId);
}
