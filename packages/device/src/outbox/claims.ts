import { refusalCodes } from "@fieldfare/contract";
import type { DeviceDatabase } from "../database/database.ts";
import { readImageId } from "../database/image-messages.ts";
import type { OutboxRow, SendFailure, SentMessageRow } from "../database/rows.ts";
import type { Device } from "../device.ts";
import { readServerTime } from "../database/server-time.ts";
import { withReservedSpace } from "./reserved-space.ts";

/** The one refusal that comes from the device itself: the bytes of an image are gone. */
export const lostImageCode = "picture-lost";

/** Page and worker send in turn, never both. */
export const senderLock = "fieldfare-sender";

export interface SettledMessage {
  readonly row: OutboxRow;
  readonly receivedOn: string;
}

/** Whoever holds the sender's lock is alone: a row that still says processing was left by a dead sender. */
export async function returnStale(device: Device): Promise<void> {
  await withReservedSpace(device, () =>
    device.database.messageQueue.where("status").equals("processing").modify({ status: "queued" }),
  );
}

/**
 * Takes up to `most` of the owner's messages, oldest first, from lanes that are neither parked nor failing.
 * Lanes that have been answered with an error come last, those with the fewest attempts first: however many
 * messages fail for ever, they never keep the others from being sent.
 */
export function claim(
  device: Device,
  ownerId: string,
  maxRows: number,
  failedKeys: ReadonlySet<string>,
): Promise<readonly OutboxRow[]> {
  const { database } = device;
  const take = async () => {
    const blockedKeys = new Set(await readBlockedKeys(database, ownerId));
    const attempts = await readFailedAttempts(database, ownerId);
    const isSendable = (row: OutboxRow) =>
      row.ownerId === ownerId &&
      row.status === "queued" &&
      !blockedKeys.has(row.lane) &&
      !failedKeys.has(row.lane);
    const isPreferred = (row: OutboxRow) => isSendable(row) && !attempts.has(row.lane);
    const inOrder = () => database.messageQueue.orderBy("id");
    // Mostly all of them are wanted: reading them at once spares a step of a cursor for each.
    const oldest = await inOrder().limit(maxRows).toArray();
    let rows = oldest.every(isPreferred)
      ? oldest
      : await inOrder().filter(isPreferred).limit(maxRows).toArray();
    if (rows.length === 0 && attempts.size > 0) {
      const failing = await inOrder().filter(isSendable).toArray();
      const fewest = Math.min(...failing.map((row) => attempts.get(row.lane) ?? 0));
      rows = failing.filter((row) => attempts.get(row.lane) === fewest).slice(0, maxRows);
    }
    const claimedRows = rows.map((row) => ({ ...row, isTaken: true }));
    await database.messageQueue.bulkPut(
      claimedRows.map((row) => ({ ...row, status: "processing" })),
    );
    return claimedRows;
  };
  const tables = [database.messageQueue, database.parkedLane];
  return withReservedSpace(device, () => database.transaction("rw", tables, take));
}

/** How often each lane has been tried whose next message was last answered with an error. */
async function readFailedAttempts(
  { messageQueue }: DeviceDatabase,
  ownerId: string,
): Promise<ReadonlyMap<string, number>> {
  const attemptedMessages = await messageQueue.where("sendAttempts").above(0).toArray();
  const attempts = new Map<string, number>();
  for (const row of attemptedMessages)
    if (row.ownerId === ownerId && typeof row.lastFailure?.status === "number")
      attempts.set(row.lane, Math.max(row.sendAttempts, attempts.get(row.lane) ?? 0));
  return attempts;
}

/** A colleague's lane of the same job may bear the same name. */
export function readBlockedKeys(database: DeviceDatabase, ownerId: string): Promise<string[]> {
  return database.parkedLane.where("ownerId").equals(ownerId).primaryKeys();
}

/** Clears what was receipted and gives back what was not, in one transaction. */
export async function settle(
  device: Device,
  claimed: readonly OutboxRow[],
  settled: readonly SettledMessage[],
): Promise<void> {
  const { database } = device;
  const clear = async () => {
    const settledIds = new Set(settled.map(({ row }) => row.id));
    await Promise.all([
      database.messageQueue.bulkDelete([...settledIds]),
      database.sentMessage.bulkPut(settled.map(({ row, receivedOn }) => ({ ...row, receivedOn }))),
      markImages(
        database,
        settled.map(({ row }) => row),
        "sent",
      ),
      ...claimed
        .filter((row) => !settledIds.has(row.id))
        .map((row) => database.messageQueue.update(row.id, { status: "queued" })),
    ]);
  };
  const tables = [database.messageQueue, database.sentMessage, database.image];
  await withReservedSpace(device, () => database.transaction("rw", tables, clear));
}

/** A failure keeps the message and counts the attempt. */
export async function release(
  device: Device,
  row: OutboxRow,
  lastError: string,
  lastFailure: SendFailure,
): Promise<void> {
  await withReservedSpace(device, () =>
    device.database.messageQueue.update(row.id, {
      status: "queued",
      sendAttempts: row.sendAttempts + 1,
      lastError,
      lastFailure,
    }),
  );
}

/** Holds back this lane only, and says so; nothing is dropped. */
export async function blockOrderingKey(
  device: Device,
  row: OutboxRow,
  code: string,
  detail: string,
): Promise<void> {
  await withReservedSpace(device, () =>
    device.database.parkedLane.put({
      lane: row.lane,
      ownerId: row.ownerId,
      messageId: row.messageId,
      type: row.type,
      jobId: row.jobId,
      code,
      detail,
      parkedOn: device.ports.now().toISOString(),
    }),
  );
  device.events.emit({ kind: "lane-parked", messageType: row.type, detail });
}

/**
 * A server that expects a lower number than we send was put back from a copy:
 * it gets again what it once receipted. Answers false when we no longer have all of it.
 */
export function fillGap(
  device: Device,
  row: OutboxRow,
  expected: number | undefined,
): Promise<boolean> {
  const { database } = device;
  return database.transaction("rw", requeueTables(database), async () => {
    if (expected === undefined || expected >= row.laneNumber) return false;
    const storedMessages = (
      await database.sentMessage.where("lane").equals(row.lane).toArray()
    ).filter(
      (sent) =>
        sent.ownerId === row.ownerId &&
        sent.incarnation === row.incarnation &&
        sent.laneNumber >= expected &&
        sent.laneNumber < row.laneNumber,
    );
    if (storedMessages.length !== row.laneNumber - expected) return false;
    await requeue(database, storedMessages);
    return true;
  });
}

async function markImages(
  { image }: DeviceDatabase,
  messages: readonly OutboxRow[],
  state: "queued" | "sent",
): Promise<void> {
  const ids = messages.map(readImageId).filter((id) => id !== null);
  await Promise.all(ids.map((id) => image.update(id, { state })));
}

function requeueTables({ messageQueue, sentMessage, image }: DeviceDatabase) {
  return [messageQueue, sentMessage, image];
}

/** Under its old number each: what was queued later still comes after it. A picture that waits again is not deleted. */
async function requeue(
  database: DeviceDatabase,
  storedMessages: readonly SentMessageRow[],
): Promise<void> {
  await markImages(database, storedMessages, "queued");
  await database.messageQueue.bulkPut(
    storedMessages.map(({ receivedOn: _receivedOn, ...message }) => ({
      ...message,
      status: "queued",
      sendAttempts: 0,
    })),
  );
  await database.sentMessage.bulkDelete(storedMessages.map((sent) => sent.id));
}

/**
 * A server whose epoch has changed was put back from a copy: it gets again all that it receipted and
 * that is still kept here, of whoever is signed in. Call it with the sender's lock held.
 */
export function handleEpoch(device: Device, ownerId: string, epoch: string): Promise<boolean> {
  const { database } = device;
  const tables = [...requeueTables(database), database.setting];
  return database.transaction("rw", tables, async () => {
    const setting = await database.setting.get(1);
    if (!setting || setting.serverEpoch === epoch) return false;
    await database.setting.put({ ...setting, serverEpoch: epoch });
    if ((setting.serverEpoch ?? null) === null) return false;
    const storedMessages = await database.sentMessage
      .filter((sent) => sent.ownerId === ownerId)
      .toArray();
    await requeue(database, storedMessages);
    return storedMessages.length > 0;
  });
}

/** An earlier build also held back what no server had refused: that is sent again by itself. */
export async function unblockUnrefused(device: Device, ownerId: string): Promise<void> {
  await device.database.parkedLane
    .where("ownerId")
    .equals(ownerId)
    .filter(({ code }) => !refusalCodes.has(code) && code !== lostImageCode)
    .delete();
}

/** Takes the hold off parked lanes, so that the next run tries them again. */
export async function unblockAll(device: Device, ownerId: string): Promise<void> {
  await device.database.parkedLane.where("ownerId").equals(ownerId).delete();
}

const retentionDays = 7;

/** Forgets receipted messages after a week, both ends of it by the server's clock. */
export async function purgeSentMessages(device: Device): Promise<void> {
  const now = await readServerTime(device.database);
  if (now === null) return;
  const limit = new Date(now - retentionDays * 86_400_000).toISOString();
  await device.database.sentMessage.where("receivedOn").below(limit).delete();
}
