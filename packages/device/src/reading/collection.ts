import { partCollected, type Payload } from "@fieldfare/contract";
import { type CollectionPlace, groupCollection, waitsForCollection } from "@fieldfare/domain";
import type { EngineerDatabase } from "../database/database.ts";
import type { JobPart, JobRow, OutboxRow } from "../database/rows.ts";
import type { Device } from "../device.ts";
import { readOwner } from "../session/session.ts";
import { formatAddress } from "../actions/address.ts";

/** An ordered part that waits at its store, with its job. */
export type PartToCollect = JobPart & {
  readonly formattedJobId: string;
  readonly address: string;
};

/**
 * Reads the parts that the engineer's open jobs wait for, sorted by location, purchase order and
 * part.
 */
export async function readPartsToCollect(
  device: Device,
): Promise<readonly CollectionPlace<PartToCollect>[]> {
  const { jobs, parts } = await readJobsAndParts(device);
  return groupCollection(
    parts.flatMap((part) => {
      const job = jobs.get(part.jobId);
      return job
        ? [{ ...part, formattedJobId: job.formattedJobId, address: formatAddress(job.property) }]
        : [];
    }),
  );
}

/** The last receipt of a part, while it can be taken back. */
export interface OpenReceipt {
  readonly jobPartId: string;
  readonly shortDescription: string;
  readonly formattedJobId: string;
  readonly count: number;
  readonly receivedOn: string;
}

/**
 * Reads the receipts of parts that can still be taken back, newest first. Of a part it is only the last one, because
 * later ones count on from it.
 */
export async function readOpenReceipts(device: Device): Promise<readonly OpenReceipt[]> {
  if ((await readOwner(device)) === null) return [];
  const { database } = device;
  const receipts = await readReceipts(database);
  const last = new Map(receipts.map((receipt) => [receipt.payload.jobPartId, receipt]));
  const open = [...last.values()]
    .filter(({ message }) => message.status === "queued" && message.isTaken === false)
    .toReversed();
  const found = await Promise.all(
    open.map(async ({ payload }): Promise<OpenReceipt | null> => {
      const [part, job] = await Promise.all([
        database.jobPart.get(payload.jobPartId),
        database.job.get(payload.jobId),
      ]);
      const isOpen = job && job.status !== "Closed";
      if (!part || !isOpen || part.qtyCollected !== payload.qtyCollected) return null;
      return {
        jobPartId: part.jobPartId,
        shortDescription: part.shortDescription,
        formattedJobId: job.formattedJobId,
        count: payload.qty,
        receivedOn: payload.collectedDateTime,
      };
    }),
  );
  return found.filter((receipt) => receipt !== null);
}

interface Receipt {
  readonly message: OutboxRow;
  readonly payload: Payload<"PartCollected">;
}

/** Reads the receipts of one part that wait in the queue, oldest first. */
export async function readPartReceipts(
  database: EngineerDatabase,
  jobPartId: string,
): Promise<readonly Receipt[]> {
  const receipts = await readReceipts(database);
  return receipts.filter(({ payload }) => payload.jobPartId === jobPartId);
}

async function readReceipts({ messageQueue }: EngineerDatabase): Promise<readonly Receipt[]> {
  const waiting = await messageQueue.orderBy("id").toArray();
  return waiting
    .filter(({ type }) => type === "PartCollected")
    .flatMap((message) => {
      // Without its fields a receipt of an earlier build or an imported file cannot be taken back.
      const payload = partCollected.safeParse(message.payload);
      return payload.success ? [{ message, payload: payload.data }] : [];
    });
}

/** Counts the parts that wait at their stores. */
export async function readPartsToCollectCount(device: Device): Promise<number> {
  return (await readJobsAndParts(device)).parts.length;
}

async function readJobsAndParts(device: Device) {
  if ((await readOwner(device)) === null) return { jobs: new Map<string, JobRow>(), parts: [] };
  const { database } = device;
  const own = await database.job.toArray();
  const open = own.filter((job) => job.status !== "Closed");
  const jobs: ReadonlyMap<string, JobRow> = new Map(open.map((job) => [job.jobId, job]));
  const parts = await database.jobPart
    .where("jobId")
    .anyOf([...jobs.keys()])
    .toArray();
  return { jobs, parts: parts.filter(waitsForCollection) };
}
