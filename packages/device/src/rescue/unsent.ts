import { isBegun, readField } from "@fieldfare/domain";
import type { TableName } from "../database/database.ts";
import { splitImage } from "../database/image-bytes.ts";
import type { JobRow, OutboxRow } from "../database/rows.ts";
import type { Device } from "../device.ts";
import { isAutomatic } from "../reading/outbox-summary.ts";
import { readOwner } from "../session/session.ts";
import { type Put, type RescueContent, type Row, unsentTables } from "./content.ts";

interface CountedRow {
  readonly isImported?: true;
}

export interface UnsentCounts {
  readonly jobs: number;
  readonly messages: number;
  readonly images: number;
  readonly drafts: number;
}

interface Unsent extends UnsentCounts {
  readonly puts: readonly Put[];
}

/**
 * Collects messages, images without their bytes, drafts, and the jobs that they belong to or that are begun, because
 * what is recorded in a job is sent when it is closed.
 */
export async function gatherUnsent(
  device: Device,
  counts: (row: CountedRow) => boolean = () => true,
): Promise<Unsent> {
  const { sealing } = device.database;
  const gather = () => gatherReadable(device, counts);
  // What is unsent, and the visits that have not ended, can be read without the PIN.
  return sealing?.isLocked ? sealing.withoutSealedRows(gather) : gather();
}

async function gatherReadable(
  { database }: Device,
  counts: (row: CountedRow) => boolean,
): Promise<Unsent> {
  // One transaction: a message without its image, or a job before its status, would be half a
  // rescue.
  return database.transaction("r", [...unsentTables], async () => {
    // The phone's own answers to the office are not the engineer's work and mean nothing on another
    // device.
    const queue = await database.messageQueue.orderBy("id").toArray();
    const waiting = queue.filter((row) => counts(row) && !isAutomatic(row));
    const images = (await database.image.toArray()).filter(
      (image) => counts(image) && image.state !== "sent",
    );
    const drafts = (await database.draft.toArray()).filter(counts);
    const storedJobs = await database.job.toArray();
    const jobsById = new Map<unknown, JobRow>(storedJobs.map((job) => [job.jobId, job]));
    const isEngineersWork = (row: OutboxRow) => !isFirstStatus(row, jobsById.get(row.jobId));
    const work = [...waiting.filter(isEngineersWork), ...images, ...drafts];
    const jobIds = new Set<unknown>(work.map((row) => row.jobId));
    const jobs = storedJobs.filter((job) => jobIds.has(job.jobId) || (isBegun(job) && counts(job)));
    const includedJobIds = new Set<unknown>(jobs.map((job) => job.jobId));
    const messages = waiting.filter((row) => isEngineersWork(row) || includedJobIds.has(row.jobId));
    const properties = new Set<unknown>(jobs.map((job) => job.property.propertyId));
    const puts: { table: TableName; row: Row }[] = [];
    const add = (table: TableName, rows: readonly object[]) =>
      puts.push(...rows.map((row) => ({ table, row: { ...row } })));
    add("job", jobs);
    for (const table of unsentTables) {
      if (table in { job: 0, messageQueue: 0, image: 0, draft: 0 }) continue;
      const rows: Row[] = await database.table(table).toArray();
      add(
        table,
        rows.filter((row) => {
          if ("jobId" in row) return includedJobIds.has(row["jobId"]);
          return !("propertyId" in row) || properties.has(row["propertyId"]);
        }),
      );
    }
    add("image", images);
    add("draft", drafts);
    add("messageQueue", messages);
    return {
      puts,
      jobs: jobs.length,
      messages: messages.length,
      images: images.length,
      drafts: drafts.length,
    };
  });
}

/**
 * True for the message that a device queues when it has fetched a job. It is not the engineer's
 * work, because the server hands the job out again. A cancel also reports Reset, and may be the
 * first of its ordering key when the numbers began again. But its time is later than the job's
 * `storedOn`, and it may carry work.
 */
function isFirstStatus(message: OutboxRow, job: JobRow | undefined): boolean {
  const { type, laneNumber, payload } = message;
  return (
    type === "JobStatusChange" &&
    laneNumber === 1 &&
    readField(payload, "currentStatus") === "Reset" &&
    readField(payload, "job") === undefined &&
    (job === undefined || readField(payload, "changeTimestamp") === job.storedOn)
  );
}

/** Whether there is nothing to lose. */
export function isEmpty({ jobs, messages, images, drafts }: UnsentCounts): boolean {
  return jobs + messages + images + drafts === 0;
}

/** A row of an imported database is in a file already. */
const isFromHere = (row: CountedRow) => row.isImported !== true;

/** Counts what the signed-in engineer would lose with this database. */
export async function readUnsent(device: Device): Promise<UnsentCounts> {
  if ((await readOwner(device)) === null) return { jobs: 0, messages: 0, images: 0, drafts: 0 };
  const { puts: _puts, ...counts } = await gatherUnsent(device, isFromHere);
  return counts;
}

/** True when a rescue file written now would contain nothing that `rescue` does not. */
export async function isCoveredByRescue(
  device: Device,
  rescue: RescueContent | null,
): Promise<boolean> {
  const { puts, ...counts } = await gatherUnsent(device, isFromHere);
  if (isEmpty(counts)) return true;
  if (rescue?.ownerId !== device.database.ownerId) return false;
  const rescuedContent = new Set(rescue.puts.map(serialise));
  return puts.filter(isWork).every((put) => rescuedContent.has(serialise(put)));
}

/** Other rows of the engineer, such as mileage, have messages of their own. */
function isWork({ row }: Put): boolean {
  return "jobId" in row || "propertyId" in row || "messageId" in row;
}

/** A message is the same however often it was tried; the bytes of an image have their hash in it. */
function serialise({ table, row }: Put): string {
  const { messageId } = row;
  if (table === "messageQueue") return JSON.stringify([table, messageId]);
  return JSON.stringify([table, table === "image" ? splitImage(row).image : row]);
}
