import { done, readField, readTextField, refused, type Result } from "@fieldfare/domain";
import { type Actor, act, type ActionRefusal } from "../actions/act.ts";
import { imageTables } from "../actions/images.ts";
import type { TableName } from "../database/database.ts";
import { splitImage } from "../database/image-bytes.ts";
import type { JobRow, Key, OutboxRow } from "../database/rows.ts";
import { type Device, forCurrentEngineer } from "../device.ts";
import { queueFromOtherDevice } from "../outbox/queue.ts";
import { openRescueFile, type Put, type RescueFileRefusal, type Row } from "./content.ts";

export type RescueRefusal = RescueFileRefusal | ActionRefusal | "another-owner";

export interface RescueResult {
  /** Jobs that were restored from the file. */
  readonly jobs: number;
  /** Messages that were queued here. */
  readonly queued: number;
  /** Messages that were here already, or had been sent from here. */
  readonly known: number;
  readonly images: number;
  readonly drafts: number;
}

/**
 * Restores a rescue file's work on a device of its engineer. Messages are queued under their own
 * ids, so that the server records each once, however often the file is read. All of it is restored,
 * or nothing.
 */
export async function readRescueFile(
  unbound: Device,
  file: Blob,
  passphrase: string,
): Promise<Result<RescueResult, RescueRefusal>> {
  const device = forCurrentEngineer(unbound);
  const opened = await openRescueFile(device, file, passphrase);
  if (!opened.ok) return opened;
  const { ownerId, puts } = opened.value;
  const tables = [...new Set([...puts.map(({ table }) => table), ...alwaysUsedTables])];
  return act(
    device,
    tables,
    async (actor) => {
      if (actor.ownerId !== ownerId) return refused("another-owner");
      return done(await restoreWork(device, actor, puts));
    },
    { mayUseReservedSpace: false },
  );
}

const alwaysUsedTables = [
  "job",
  ...imageTables,
  "draft",
  "sentMessage",
] as const satisfies readonly TableName[];

async function restoreWork(
  device: Device,
  actor: Actor,
  puts: readonly Put[],
): Promise<RescueResult> {
  const { database } = actor.unit;
  const restoredJobIds = new Set<unknown>();
  for (const job of selectRows<JobRow>(puts, "job"))
    if (await restoreJob(actor, job)) restoredJobIds.add(job.jobId);
  const counts = { image: 0, draft: 0 };
  for (const { table, row } of puts) {
    if (table === "job" || table === "messageQueue") continue;
    const isOfOldJob = table !== "image" && "jobId" in row && !restoredJobIds.has(row["jobId"]);
    const existing = await database.table<Row, Key>(table).get(readKey(actor, table, row));
    // The row on this device was written later, or is the same.
    if (existing && (isOfOldJob || table === "image" || table === "draft")) continue;
    if (existing && !isNewer(row, existing)) continue;
    await actor.unit.putChecked(table, table === "image" ? splitImage(row).image : row);
    if (table === "image") await putImageBytes(actor, row);
    if (table === "image" || table === "draft") counts[table] += 1;
  }
  let queued = 0;
  const messages = selectRows<OutboxRow>(puts, "messageQueue");
  for (const message of [...messages].sort((a, b) => a.id - b.id)) {
    const { messageId } = message;
    const waiting = await database.messageQueue.where("messageId").equals(messageId).count();
    const sent = await database.sentMessage.where("messageId").equals(messageId).count();
    if (waiting + sent > 0) continue;
    await queueFromOtherDevice(actor.unit, message);
    queued += 1;
  }
  return {
    jobs: restoredJobIds.size,
    queued,
    known: messages.length - queued,
    images: counts.image,
    drafts: counts.draft,
  };
}

/** Returns the rows of one table, which `openRescueFile` has checked. */
function selectRows<Row>(puts: readonly Put[], table: TableName): readonly Row[] {
  // The check of a table's rows does not give them their type.
  // oxlint-disable-next-line typescript/consistent-type-assertions
  return puts.filter((put) => put.table === table).map(({ row }) => row as Row);
}

async function putImageBytes({ unit }: Actor, row: Row): Promise<void> {
  const { bytes } = splitImage(row);
  const imageId = readTextField(row, "imageId");
  if (bytes && imageId !== undefined) await unit.put("imageBytes", { imageId, bytes });
}

/**
 * Restores the file's job, unless the job went on here or this device has unsent work of its own on
 * it.
 */
async function restoreJob(actor: Actor, job: JobRow): Promise<boolean> {
  const { database } = actor.unit;
  const existing = await database.job.get(job.jobId);
  if (existing && existing.fieldOperativeAppointmentId !== job.fieldOperativeAppointmentId)
    return false;
  if (existing && readLastStepTime(existing) > readLastStepTime(job)) return false;
  const unsent = await database.messageQueue
    .where("jobId")
    .equals(job.jobId)
    .filter((row) => row.type !== "JobStatusChange" || !isFirstStatus(row))
    .count();
  if (existing && unsent > 0) return false;
  const own = await database.job.toArray();
  const isOtherSelected = own.some((other) => other.isSelected && other.jobId !== job.jobId);
  await actor.unit.put("job", { ...job, isSelected: job.isSelected && !isOtherSelected });
  return true;
}

function readLastStepTime({ statusTimestamps, hold }: JobRow): number {
  const moments = [...Object.values(statusTimestamps), hold?.timestamp ?? ""];
  return Math.max(
    0,
    ...moments.filter((moment) => moment !== "").map((moment) => Date.parse(moment)),
  );
}

/**
 * True for the message that a device queues when it has fetched a job. It is not the engineer's
 * work.
 */
function isFirstStatus(row: OutboxRow): boolean {
  return readField(row.payload, "currentStatus") === "Reset";
}

function isNewer(row: Row, existing: Row | undefined): boolean {
  const modifiedOn = row["modifiedOn"];
  const existingModifiedOn = existing?.["modifiedOn"];
  if (typeof modifiedOn !== "string" || typeof existingModifiedOn !== "string") return true;
  return Date.parse(modifiedOn) > Date.parse(existingModifiedOn);
}

function readKey(actor: Actor, table: TableName, row: Row): Key {
  const { keyPath } = actor.unit.database.table(table).schema.primKey;
  const [first, second] = [keyPath ?? ""].flat().map((path) => row[path]);
  if (typeof first === "string" && typeof second === "string") return [first, second];
  if (typeof first === "string" || typeof first === "number") return first;
  throw new Error(`A row of ${table} has no key`);
}
