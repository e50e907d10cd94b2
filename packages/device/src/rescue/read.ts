import { done, refused, type Result } from "@fieldfare/domain";
import { type Actor, act, type ActionRefusal } from "../actions/act.ts";
import type { TableName } from "../database/database.ts";
import { decodeEntries, journaledTables } from "../database/journal.ts";
import type { JobRow, OutboxRow } from "../database/rows.ts";
import type { Key } from "../database/unit.ts";
import type { Device } from "../device.ts";
import { bytesOf } from "../import/bytes.ts";
import { fitsTable, isPlainRow } from "../import/row-rules.ts";
import { requeueElsewhere } from "../outbox/queue.ts";
import { type EnvelopeFault, open } from "./envelope.ts";

export type RescueRefusal =
  | "unreadable"
  | EnvelopeFault
  | ActionRefusal
  | "too-large"
  | "another-owner";

/** A phone full of unsent pictures stays well below it. */
const mostFileBytes = 500_000_000;

export interface Rescued {
  /** Messages that wait here now. */
  readonly queued: number;
  /** Messages that were here already, or had been sent from here. */
  readonly known: number;
  readonly images: number;
  readonly drafts: number;
}

type Row = Readonly<Record<string, unknown>>;
interface Put {
  readonly table: TableName;
  readonly row: Row;
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
  if (file.size > mostFileBytes) return refused("too-large");
  const bytes = await bytesOf(file);
  if (!bytes) return refused("unreadable");
  const opened = await open(bytes, passphrase);
  if (!opened.ok) return opened;
  const [first, ...puts] = putsIn(opened.value);
  const ownerId = isPlainRow(first?.row) ? first.row["ownerId"] : undefined;
  if (typeof ownerId !== "string" || !puts.every((put) => isPut(device, put)))
    return refused("damaged");
  const tables = [...new Set([...puts.map(({ table }) => table), ...alwaysTouched])];
  return act(
    device,
    tables,
    async (actor) => {
      if (actor.ownerId !== ownerId) return refused("another-owner");
      if (puts.some(({ row }) => "ownerId" in row && row["ownerId"] !== ownerId))
        return refused("damaged");
      return done(await putBack(device, actor, puts));
    },
    { mayUseBallast: false },
  );
}

/** What the passphrase opened need not be what this app has sealed. */
function putsIn(content: Uint8Array<ArrayBuffer>): readonly Put[] {
  try {
    const puts: unknown = decodeEntries(content)[0]?.puts;
    return Array.isArray(puts) ? (puts as Put[]) : [];
  } catch {
    return [];
  }
}

const alwaysTouched = [
  "job",
  "image",
  "draft",
  "sentMessage",
] as const satisfies readonly TableName[];

/** What may stand in a rescue file: rows of work, never of sign-ins and settings. */
const refusedTables: ReadonlySet<string> = new Set([
  "login",
  "setting",
  "counter",
  "polling",
  "parkedLane",
  "drawer",
]);

function isPut({ database }: Device, put: Put): boolean {
  return (
    typeof put?.table === "string" &&
    (journaledTables.has(put.table) || put.table === "draft") &&
    !refusedTables.has(put.table) &&
    fitsTable(database, put.table, put.row)
  );
}

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
    queued,
    known: messages.length - queued,
    images: counts.image,
    drafts: counts.draft,
  };
}

/** The file's job is the later one, unless this device has work of its own on it that is not sent. */
async function putJob(actor: Actor, job: JobRow): Promise<boolean> {
  const { database } = actor.unit;
  const here = await database.job.get(job.jobId);
  if (here && here.ownerId !== actor.ownerId) return false;
  if (here && here.fieldOperativeAppointmentId !== job.fieldOperativeAppointmentId) return false;
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
