import { type CollectionPlace, groupCollection, waitsForCollection } from "@fieldfare/domain";
import type { JobPart, JobRow } from "../database/rows.ts";
import type { Device } from "../device.ts";
import { readOwner } from "../session/session.ts";
import { addressOf } from "../actions/address.ts";

/** An ordered part that waits at its store, and the job that it is for. */
export type PartToCollect = JobPart & {
  readonly formattedJobId: string;
  readonly address: string;
};

/** What the engineer's open jobs wait for, by location, then purchase order, then part. */
export async function readPartsToCollect(
  device: Device,
): Promise<readonly CollectionPlace<PartToCollect>[]> {
  const { jobs, parts } = await readWaiting(device);
  return groupCollection(
    parts.flatMap((part) => {
      const job = jobs.get(part.jobId);
      return job
        ? [{ ...part, formattedJobId: job.formattedJobId, address: addressOf(job.property) }]
        : [];
    }),
  );
}

export async function readPartsToCollectCount(device: Device): Promise<number> {
  return (await readWaiting(device)).parts.length;
}

async function readWaiting(device: Device) {
  const ownerId = await readOwner(device);
  const { database } = device;
  const own = ownerId === null ? [] : await database.job.where("ownerId").equals(ownerId).toArray();
  const open = own.filter((job) => job.status !== "Closed");
  const jobs: ReadonlyMap<string, JobRow> = new Map(open.map((job) => [job.jobId, job]));
  const parts = await database.jobPart
    .where("jobId")
    .anyOf([...jobs.keys()])
    .toArray();
  return { jobs, parts: parts.filter(waitsForCollection) };
}
