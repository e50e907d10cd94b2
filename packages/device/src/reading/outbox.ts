import type { EngineerDatabase } from "../database/database.ts";
import type { OutboxRow, BlockedKeyRow } from "../database/rows.ts";
import type { Device } from "../device.ts";
import { toEnvelope } from "../outbox/send-together.ts";
import { readOwner } from "../session/session.ts";
import { type OutboxSummary, readOutboxSummary } from "./outbox-summary.ts";

export interface Outbox extends OutboxSummary {
  readonly messages: readonly OutboxRow[];
  readonly blockedKeys: readonly BlockedKeyRow[];
  /** The jobs of these messages that are still on this device. */
  readonly jobs: ReadonlyMap<string, JobName>;
  /** The names of the parts that these messages report as collected, by their `messageId`. */
  readonly parts: ReadonlyMap<string, string>;
}

export interface JobName {
  readonly formattedJobId: string;
  readonly addressLine1: string;
}

const maxShown = 1_000;

/** Reads the outbox for its screen: the oldest messages, and what blocks their ordering keys. */
export async function readOutbox(device: Device): Promise<Outbox> {
  const summary = await readOutboxSummary(device);
  if ((await readOwner(device)) === null)
    return { ...summary, messages: [], blockedKeys: [], jobs: new Map(), parts: new Map() };
  const { database } = device;
  const [messages, blockedKeys] = await Promise.all([
    database.messageQueue.orderBy("id").limit(maxShown).toArray(),
    database.parkedLane.toArray(),
  ]);
  const [jobs, parts] = await Promise.all([
    readJobNames(database, [...messages, ...blockedKeys]),
    readPartNames(database, messages),
  ]);
  return { ...summary, messages, blockedKeys, jobs, parts };
}

async function readPartNames(
  { jobPart }: EngineerDatabase,
  messages: readonly OutboxRow[],
): Promise<ReadonlyMap<string, string>> {
  const collected = messages.flatMap(({ messageId, type, payload }) => {
    const names = typeof payload === "object" && payload !== null && "jobPartId" in payload;
    return type === "PartCollected" && names && typeof payload.jobPartId === "string"
      ? [{ messageId, jobPartId: payload.jobPartId }]
      : [];
  });
  const parts = await jobPart.bulkGet(collected.map(({ jobPartId }) => jobPartId));
  return new Map(
    collected.flatMap(({ messageId }, index) => {
      const part = parts[index];
      return part ? [[messageId, part.shortDescription] as const] : [];
    }),
  );
}

async function readJobNames(
  { job }: EngineerDatabase,
  rows: readonly { readonly jobId: string | null }[],
): Promise<ReadonlyMap<string, JobName>> {
  const ids = [...new Set(rows.flatMap(({ jobId }) => jobId ?? []))];
  const jobs = (await job.bulkGet(ids)).filter((row) => row !== undefined);
  return new Map(
    jobs.map(({ jobId, formattedJobId, property }) => [
      jobId,
      { formattedJobId, addressLine1: property.addressLine1 },
    ]),
  );
}

/**
 * Exports the refused messages, with those that wait behind them under the same ordering key, as a
 * file for the office.
 */
export async function exportBlocked(device: Device): Promise<Blob> {
  const { blockedKeys } = await readOutbox(device);
  const orderingKeys = new Set(blockedKeys.map((blocked) => blocked.lane));
  const { engineer } = device;
  const rows = engineer
    ? await engineer.messageQueue
        .where("lane")
        .anyOf([...orderingKeys])
        .toArray()
    : [];
  const file = {
    exportedOn: device.ports.now().toISOString(),
    parked: blockedKeys,
    messages: rows.map((row) => ({ ...toEnvelope(row), lastError: row.lastError })),
  };
  return new Blob([JSON.stringify(file, null, 2)], { type: "application/json" });
}

export interface QueuedMessage {
  readonly message: OutboxRow;
  readonly blocked: BlockedKeyRow | null;
  readonly job: JobName | null;
  /** The name of the part that the message reports as collected. */
  readonly part: string | null;
}

/** Reads one waiting message of the signed-in engineer, with what blocks its ordering key. */
export async function readMessage(
  device: Device,
  messageId: string,
): Promise<QueuedMessage | null> {
  if ((await readOwner(device)) === null) return null;
  const { database } = device;
  const message = await database.messageQueue.where("messageId").equals(messageId).first();
  if (!message) return null;
  const blocked = await database.parkedLane.get(message.lane);
  const [jobs, parts] = await Promise.all([
    readJobNames(database, [message]),
    readPartNames(database, [message]),
  ]);
  return {
    message,
    blocked: blocked ?? null,
    job: jobs.get(message.jobId ?? "") ?? null,
    part: parts.get(messageId) ?? null,
  };
}

/** Exports a message in its wire form, for the office. */
export async function exportMessage(device: Device, messageId: string): Promise<Blob | null> {
  const found = await readMessage(device, messageId);
  if (!found) return null;
  const { message, blocked } = found;
  const file = {
    exportedOn: device.ports.now().toISOString(),
    parked: blocked,
    messages: [{ ...toEnvelope(message), lastError: message.lastError }],
  };
  return new Blob([JSON.stringify(file, null, 2)], { type: "application/json" });
}
