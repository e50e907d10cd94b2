import { done, refused, type Result } from "@fieldfare/domain";
import { type Actor, act, type ActionRefusal } from "../actions/act.ts";
import type { TableName } from "../database/database.ts";
import type { JobRow, OutboxRow } from "../database/rows.ts";
import type { Key } from "../database/unit.ts";
import type { Device } from "../device.ts";
import { requeueElsewhere } from "../outbox/queue.ts";
import { openRescueFile, type Put, type RescueFault, type Row } from "./content.ts";

export type RescueRefusal = RescueFault | ActionRefusal | "another-owner";

export interface Rescued {
  /** Jobs that stand here as the file has them. */
  readonly jobs: number;
  /** Messages that wait here now. */
  readonly queued: number;
  /** Messages that were here already, or had been sent from here. */
  readonly known: number;
  readonly images: number;
  readonly drafts: number;
}

/**
 * Puts a rescue file's work back on the device of the engineer whose it is: messages are queued under their
 * own ids, so that the server takes each once, however often the file is read. All of it, or nothing.
 */
export async function readRescueFile(
  device: Device,
  file: Blob,
  passphrase: string,
): Promise<Result<Rescued, RescueRefusal>> {
  const opened = await openRescueFile(device, file, passphrase);
  if (!opened.ok) return opened;
  const { ownerId, puts } = opened.value;
  const tables = [...new Set([...puts.map(({ table }) => table), ...alwaysTouched])];
  return act(
    device,
    tables,
    async (actor) => {
      if (actor.ownerId !== ownerId) return refused("another-owner");
      return done(await putBack(device, actor, puts));
    },
    { mayUseBallast: false },
  );
}

const alwaysTouched = [
  "job",
  "image",
  "draft",
  "sentMessage",
] as const satisfies readonly TableName[];

async function putBack(device: Device, actor: Actor, puts: readonly Put[]): Promise<Rescued> {
  const { database } = actor.unit;
  const of = <T>(table: TableName) =>
    puts.filter((put) => put.table === table).map(({ row }) => row as T);
  const fresh = new Set<unknown>();
  for (const job of of<JobRow>("job")) if (await putJob(actor, job)) fresh.add(job.jobId);
  const counts = { image: 0, draft: 0 };
  for (const { table, row } of puts) {
    if (table === "job" || table === "messageQueue") continue;
    const isOfOldJob = table !== "image" && "jobId" in row && !fresh.has(row["jobId"]);
    const here = await database.table<Row, Key>(table).get(keyOf(actor, table, row));
    // What is here was written later, or is the same.
    if (here && (isOfOldJob || table === "image" || table === "draft")) continue;
    if (here && !isNewer(row, here)) continue;
    await actor.unit.put(table, row);
    if (table === "image" || table === "draft") counts[table] += 1;
  }
  let queued = 0;
  const messages = of<OutboxRow>("messageQueue");
  for (const message of [...messages].sort((a, b) => a.id - b.id)) {
    const { messageId } = message;
    const waiting = await database.messageQueue.where("messageId").equals(messageId).count();
    const sent = await database.sentMessage.where("messageId").equals(messageId).count();
    if (waiting + sent > 0) continue;
    await requeueElsewhere(actor.unit, message);
    queued += 1;
  }
  return {
    jobs: fresh.size,
    queued,
    known: messages.length - queued,
    images: counts.image,
    drafts: counts.draft,
  };
}

/** The file's job is the later one, unless it went on here, or this device has unsent work of its own on it. */
async function putJob(actor: Actor, job: JobRow): Promise<boolean> {
  const { database } = actor.unit;
  const here = await database.job.get(job.jobId);
  if (here && here.ownerId !== actor.ownerId) return false;
  if (here && here.fieldOperativeAppointmentId !== job.fieldOperativeAppointmentId) return false;
  if (here && lastStepOf(here) > lastStepOf(job)) return false;
  const unsent = await database.messageQueue
    .where("jobId")
    .equals(job.jobId)
    .filter((row) => row.ownerId === actor.ownerId)
    .filter((row) => row.type !== "JobStatusChange" || !isFirst(row))
    .count();
  if (here && unsent > 0) return false;
  const own = await database.job.where("ownerId").equals(actor.ownerId).toArray();
  const isOtherSelected = own.some((other) => other.isSelected && other.jobId !== job.jobId);
  await actor.unit.put("job", { ...job, isSelected: job.isSelected && !isOtherSelected });
  return true;
}

function lastStepOf({ statusTimestamps, hold }: JobRow): number {
  const moments = [...Object.values(statusTimestamps), hold?.timestamp ?? ""];
  return Math.max(
    0,
    ...moments.filter((moment) => moment !== "").map((moment) => Date.parse(moment)),
  );
}

/** A device that has just fetched a job tells so: that is no work of the engineer's. */
function isFirst(row: OutboxRow): boolean {
  return (row.payload as { currentStatus?: string }).currentStatus === "Reset";
}

function isNewer(row: Row, here: Row | undefined): boolean {
  const [of, than] = [row["modifiedOn"], here?.["modifiedOn"]];
  return typeof of !== "string" || typeof than !== "string" || Date.parse(of) > Date.parse(than);
}

function keyOf(actor: Actor, table: TableName, row: Row): Key {
  const { keyPath } = actor.unit.database.table(table).schema.primKey;
  const key = Array.isArray(keyPath) ? keyPath.map((path) => row[path]) : row[keyPath ?? ""];
  return key as Key;
}
