import type { OutboxRow, ParkedLaneRow } from "../database/rows.ts";
import type { Device } from "../device.ts";
import { releaseParked } from "../outbox/claims.ts";
import { drain, wireMessage } from "../outbox/sender.ts";
import { readOwner } from "../session/session.ts";

export interface OutboxSummary {
  readonly state: "all-sent" | "waiting" | "attention";
  readonly waiting: number;
  readonly parked: number;
  /** When the oldest that waits was queued; null when nothing waits. */
  readonly oldestOn: string | null;
}

/** The quiet sign: whether all work is sent, how many wait, how old the oldest is. */
export async function readOutboxSummary(device: Device): Promise<OutboxSummary> {
  const { database } = device;
  const ownerId = await readOwner(device);
  if (ownerId === null) return { state: "all-sent", waiting: 0, parked: 0, oldestOn: null };
  const own = database.messageQueue.where("ownerId").equals(ownerId);
  const [waiting, oldest, parked] = await Promise.all([
    own.count(),
    database.messageQueue
      .orderBy("id")
      .filter((row) => row.ownerId === ownerId)
      .first(),
    database.parkedLane.where("ownerId").equals(ownerId).count(),
  ]);
  const state = parked > 0 ? "attention" : waiting > 0 ? "waiting" : "all-sent";
  return { state, waiting, parked, oldestOn: oldest?.messageCreatedOn ?? null };
}

export interface Outbox extends OutboxSummary {
  readonly messages: readonly OutboxRow[];
  readonly parkedLanes: readonly ParkedLaneRow[];
}

const mostShown = 1_000;

export async function readOutbox(device: Device): Promise<Outbox> {
  const ownerId = (await readOwner(device)) ?? "";
  const { database } = device;
  const [summary, messages, parkedLanes] = await Promise.all([
    readOutboxSummary(device),
    database.messageQueue
      .orderBy("id")
      .filter((row) => row.ownerId === ownerId)
      .limit(mostShown)
      .toArray(),
    database.parkedLane.where("ownerId").equals(ownerId).toArray(),
  ]);
  return { ...summary, messages, parkedLanes };
}

/** Gives what was held back another try, and sends. */
export async function tryNow(device: Device): Promise<void> {
  const ownerId = await readOwner(device);
  if (ownerId !== null) await releaseParked(device, ownerId);
  device.ports.nudge();
}

/** What the server has refused, with everything behind it in its lane, as a file for the office. */
export async function exportParked(device: Device): Promise<Blob> {
  const ownerId = await readOwner(device);
  const { parkedLanes } = await readOutbox(device);
  const lanes = new Set(parkedLanes.map((parked) => parked.lane));
  const rows = await device.database.messageQueue
    .where("lane")
    .anyOf([...lanes])
    .filter((row) => row.ownerId === ownerId)
    .toArray();
  const file = {
    exportedOn: device.ports.now().toISOString(),
    parked: parkedLanes,
    messages: rows.map((row) => ({ ...wireMessage(row), lastError: row.lastError })),
  };
  return new Blob([JSON.stringify(file, null, 2)], { type: "application/json" });
}

/** Gives what was held back another try and waits for the end; false when something could not be sent. */
export async function processMessages(device: Device): Promise<boolean> {
  const ownerId = await readOwner(device);
  if (ownerId !== null) await releaseParked(device, ownerId);
  const { kind } = await drain(device);
  if (kind === "again") device.ports.nudge();
  return kind === "empty";
}

/** One waiting message of the signed-in engineer, with what holds its lane up. */
export async function readMessage(
  device: Device,
  messageId: string,
): Promise<{ readonly message: OutboxRow; readonly parked: ParkedLaneRow | null } | null> {
  const { database } = device;
  const ownerId = await readOwner(device);
  const message = await database.messageQueue.where("messageId").equals(messageId).first();
  if (!message || message.ownerId !== ownerId) return null;
  const parked = await database.parkedLane.get(message.lane);
  return { message, parked: parked?.ownerId === ownerId ? parked : null };
}

/** A message as it is sent, for the office. */
export async function exportMessage(device: Device, messageId: string): Promise<Blob | null> {
  const found = await readMessage(device, messageId);
  if (!found) return null;
  const { message, parked } = found;
  const file = {
    exportedOn: device.ports.now().toISOString(),
    parked,
    messages: [{ ...wireMessage(message), lastError: message.lastError }],
  };
  return new Blob([JSON.stringify(file, null, 2)], { type: "application/json" });
}
