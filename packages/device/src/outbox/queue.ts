import {
  canonicalJson,
  type MessageType,
  messageVersion,
  mobileVersion,
  type Payload,
} from "@fieldfare/contract";
import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex, utf8ToBytes } from "@noble/hashes/utils.js";
import { recordingTime } from "../database/clock.ts";
import type { TableName } from "../database/database.ts";
import type { OutboxRow } from "../database/rows.ts";
import { takenBackCounter, type Unit } from "../database/unit.ts";
import type { Device } from "../device.ts";
import { newId } from "../ids.ts";

/** The tables that a transaction needs to queue a message. */
export const queueTables = [
  "messageQueue",
  "counter",
  "setting",
] as const satisfies readonly TableName[];

/** A JobImage is queued without its bytes: the sender reads them from the table `imageBytes`. */
export type QueuedPayload<T extends MessageType> = T extends "JobImage"
  ? Omit<Payload<"JobImage">, "image">
  : Payload<T>;

export interface MessageHead {
  readonly jobId?: string;
  readonly fieldOperativeAppointmentId?: string;
  readonly correlationId?: string;
  /**
   * Groups message types that keep their order among each other. Without it each type
   * has its own ordering key.
   */
  readonly sequence?: string;
}

/** Queues one message in the transaction of the change that it reports. */
export async function queueMessage<T extends MessageType>(
  device: Device,
  unit: Unit,
  type: T,
  messageHead: MessageHead,
  payload: QueuedPayload<T>,
): Promise<void> {
  const lane = messageHead.jobId ?? `${unit.database.ownerId}:${messageHead.sequence ?? type}`;
  // These reads run together: on a slow phone each step of a transaction delays the tap that waits
  // for it.
  const [setting, laneNumber, deviceSequence] = await Promise.all([
    unit.database.setting.get(1),
    unit.count(`lane:${lane}`),
    unit.count("message"),
  ]);
  if (!setting) throw new Error("The device was used before it was opened");
  const row: Omit<OutboxRow, "id"> = {
    messageId: newId(device.ports),
    correlationId: messageHead.correlationId ?? null,
    type,
    payload,
    status: "queued",
    sendAttempts: 0,
    lastError: null,
    messageCreatedOn: recordingTime(device).toISOString(),
    ...(device.clock.correctionMs !== 0 && { clockCorrectionMs: device.clock.correctionMs }),
    mobileVersion,
    messageVersion,
    jobId: messageHead.jobId ?? null,
    fieldOperativeAppointmentId: messageHead.fieldOperativeAppointmentId ?? null,
    incarnation: setting.incarnation,
    lane,
    laneNumber,
    deviceSequence,
    payloadHash: hashPayload(payload),
    isTaken: false,
  };
  await unit.put("messageQueue", row);
}

/**
 * Takes a message that no sender has claimed out of the queue, in the transaction of the change
 * that takes back what it reports. A sender claims in a transaction of its own, so either it has
 * the message or this has. Later messages of its ordering key move up, because the server expects
 * numbers without a gap. Returns false when the message may have been sent.
 */
export async function unqueueMessage(unit: Unit, message: OutboxRow): Promise<boolean> {
  const { messageQueue, counter } = unit.database;
  const lane = await messageQueue.where("lane").equals(message.lane).sortBy("id");
  const later = lane.filter(({ id }) => id > message.id);
  const isUntaken = (row: OutboxRow | undefined) =>
    row?.status === "queued" && row.isTaken === false;
  const current = lane.find(({ id }) => id === message.id);
  if (!isUntaken(current) || !later.every(isUntaken)) return false;
  await unit.remove("messageQueue", message.id);
  await unit.count(takenBackCounter);
  for (const row of later)
    await unit.put("messageQueue", { ...row, laneNumber: row.laneNumber - 1 });
  const name = `lane:${message.lane}`;
  const last = (await counter.get(name))?.value ?? 0;
  await unit.put("counter", { name, value: last - 1 });
  return true;
}

/**
 * Queues a message that was queued on another device. It keeps its id, so that the server records
 * it once, and gets a place in the order of this device.
 */
export async function queueFromOtherDevice(unit: Unit, message: OutboxRow): Promise<void> {
  const { id: _id, isImported: _isImported, ...row } = message;
  const setting = await unit.database.setting.get(1);
  if (!setting) throw new Error("The device was used before it was opened");
  await unit.put("messageQueue", {
    ...row,
    status: "queued",
    sendAttempts: 0,
    lastError: null,
    incarnation: setting.incarnation,
    laneNumber: await unit.count(`lane:${row.lane}`),
    deviceSequence: await unit.count("message"),
    payloadHash: hashPayload(row.payload),
    // The other device may have sent it.
    isTaken: true,
  });
}

function hashPayload(payload: unknown): string {
  return bytesToHex(sha256(utf8ToBytes(canonicalJson(payload))));
}
