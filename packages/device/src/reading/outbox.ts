import { type MessageType, problemCode, refusalCodes } from "@fieldfare/contract";
import type { EngineerDatabase } from "../database/database.ts";
import type { OutboxRow, BlockedKeyRow } from "../database/rows.ts";
import type { Device } from "../device.ts";
import { type WaitCause, toEnvelope } from "../outbox/sender.ts";
import { readOwner } from "../session/session.ts";

/**
 * Messages that the phone sends the office by itself. They are sent like the others and are not the
 * engineer's work.
 */
const automaticTypes = [
  "CommandAcknowledgement",
  "MemoryProfile",
] as const satisfies readonly MessageType[];

export function isAutomatic({ type }: { readonly type: MessageType }): boolean {
  return (automaticTypes as readonly MessageType[]).includes(type);
}

/** The state of the engineer's work in the outbox. The phone's own answers are not counted. */
export interface OutboxSummary {
  readonly state: "all-sent" | "waiting" | "attention";
  readonly waiting: number;
  readonly blocked: number;
  /** When the oldest waiting message was queued; null when none waits. */
  readonly oldestOn: string | null;
  /** Why the last attempts failed; null when none did. */
  readonly cause: WaitCause | null;
}

/**
 * Reads whether all work is sent, how many messages wait and how old the oldest is. One
 * transaction, because the counts belong together and every start of the app reads them.
 */
export async function readOutboxSummary(device: Device): Promise<OutboxSummary> {
  const nothing = {
    state: "all-sent",
    waiting: 0,
    blocked: 0,
    oldestOn: null,
    cause: null,
  } as const;
  const { engineer } = device;
  if (!engineer) return nothing;
  const { token, messageQueue, parkedLane } = engineer;
  return engineer.transaction("r", [token, messageQueue, parkedLane], async () => {
    if ((await token.count()) === 0) return nothing;
    const automaticKeys = automaticTypes.map((type) => `${engineer.ownerId}:${type}`);
    const [all, automatic, oldest, blocked, attempted] = await Promise.all([
      messageQueue.count(),
      messageQueue.where("lane").anyOf(automaticKeys).count(),
      messageQueue
        .orderBy("id")
        .filter((row) => !isAutomatic(row))
        .first(),
      parkedLane.count(),
      messageQueue.where("sendAttempts").above(0).toArray(),
    ]);
    const waiting = all - automatic;
    const cause = readCause(attempted);
    const state = blocked > 0 ? "attention" : waiting > 0 ? "waiting" : "all-sent";
    return { state, waiting, blocked, oldestOn: oldest?.messageCreatedOn ?? null, cause };
  });
}

/** A refused message tells nothing about the others. */
function readCause(attempted: readonly OutboxRow[]): WaitCause | null {
  const failures = attempted.flatMap(({ lastFailure }) => lastFailure ?? []);
  const hasCode = (wanted: string) => failures.some(({ code }) => code === wanted);
  if (hasCode(problemCode.imagesUnavailable)) return "images";
  const otherFailures = failures.filter(({ code }) => code === null || !refusalCodes.has(code));
  if (otherFailures.length === 0) return null;
  return otherFailures.some(({ status }) => status !== null) ? "server" : "network";
}

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
