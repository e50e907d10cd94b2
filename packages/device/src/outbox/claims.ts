import { refusalCodes } from "@fieldfare/contract";
import type { EngineerDatabase } from "../database/database.ts";
import { readImageId } from "../database/image-messages.ts";
import type { OutboxRow, SendFailure, SentMessageRow } from "../database/rows.ts";
import { withReservedSpace } from "../database/unit.ts";
import type { Device } from "../device.ts";
import { readServerTime } from "../database/server-time.ts";

/** The one refusal that comes from the device itself: the bytes of an image are missing. */
export const lostImageCode = "picture-lost";

export interface SettledMessage {
  readonly row: OutboxRow;
  readonly receivedOn: string;
}

/**
 * Returns rows that still say processing to the queue. The caller holds the sender's lock, so a
 * dead sender left them.
 */
export async function returnStale(device: Device): Promise<void> {
  await withReservedSpace(device, () =>
    device.database.messageQueue.where("status").equals("processing").modify({ status: "queued" }),
  );
}

/**
 * Takes up to `maxRows` messages, oldest first, whose ordering keys are neither
 * blocked nor failing. Keys that were answered with an error come last, those with the fewest
 * attempts first, so that messages which fail for ever never keep the others from being sent.
 */
export function claim(
  device: Device,
  maxRows: number,
  failedKeys: ReadonlySet<string>,
): Promise<readonly OutboxRow[]> {
  const { database } = device;
  const take = async () => {
    const blockedKeys = new Set(await readBlockedKeys(database));
    const attempts = await readFailedAttempts(database);
    const isSendable = (row: OutboxRow) =>
      row.status === "queued" && !blockedKeys.has(row.lane) && !failedKeys.has(row.lane);
    const isPreferred = (row: OutboxRow) => isSendable(row) && !attempts.has(row.lane);
    const inOrder = () => database.messageQueue.orderBy("id");
    // Usually all of them are wanted: reading them at once saves a cursor step for each.
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

/**
 * Returns the number of attempts of each ordering key whose next message was last answered with an
 * error.
 */
async function readFailedAttempts({
  messageQueue,
}: EngineerDatabase): Promise<ReadonlyMap<string, number>> {
  const attemptedMessages = await messageQueue.where("sendAttempts").above(0).toArray();
  const attempts = new Map<string, number>();
  for (const row of attemptedMessages)
    if (typeof row.lastFailure?.status === "number")
      attempts.set(row.lane, Math.max(row.sendAttempts, attempts.get(row.lane) ?? 0));
  return attempts;
}

/** Returns the ordering keys whose messages wait for a person. */
export function readBlockedKeys(database: EngineerDatabase): Promise<string[]> {
  return database.parkedLane.toCollection().primaryKeys();
}

/** Deletes receipted messages and returns the others to the queue, in one transaction. */
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

/** Returns a failed message to the queue and counts the attempt. */
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

/** Returns the messages of a request that was not answered to the queue, and counts the attempt. */
export async function releaseAll(
  device: Device,
  rows: readonly OutboxRow[],
  lastError: string,
): Promise<void> {
  const { messageQueue } = device.database;
  await withReservedSpace(device, () =>
    device.database.transaction("rw", [messageQueue], () =>
      Promise.all(
        rows.map(({ id, sendAttempts }) =>
          messageQueue.update(id, {
            status: "queued",
            sendAttempts: sendAttempts + 1,
            lastError,
            lastFailure: { status: null, code: null },
          }),
        ),
      ),
    ),
  );
}

/** Blocks this ordering key only and records the reason. No message is dropped. */
export async function blockOrderingKey(
  device: Device,
  row: OutboxRow,
  code: string,
  detail: string,
): Promise<void> {
  await withReservedSpace(device, () =>
    device.database.parkedLane.put({
      lane: row.lane,
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
 * Queues again what a server lacks that expects a lower number: it was restored from a backup and
 * lost messages that it had receipted. Returns false when this device no longer has all of them.
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
  { image }: EngineerDatabase,
  messages: readonly OutboxRow[],
  state: "queued" | "sent",
): Promise<void> {
  const ids = messages.map(readImageId).filter((id) => id !== null);
  await Promise.all(ids.map((id) => image.update(id, { state })));
}

function requeueTables({ messageQueue, sentMessage, image }: EngineerDatabase) {
  return [messageQueue, sentMessage, image];
}

/**
 * Queues each message under its old number, before those that were queued later. An image that
 * waits again is not deleted.
 */
async function requeue(
  database: EngineerDatabase,
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
 * Handles a changed epoch of the server, which means that it was restored from a backup: queues again
 * all messages with its receipt that are still stored here. Returns whether there were any. The caller
 * holds the sender's lock.
 */
export function handleEpoch(device: Device, epoch: string): Promise<boolean> {
  const { database } = device;
  const tables = [...requeueTables(database), database.setting];
  return database.transaction("rw", tables, async () => {
    const setting = await database.setting.get(1);
    if (!setting || setting.serverEpoch === epoch) return false;
    await database.setting.put({ ...setting, serverEpoch: epoch });
    if ((setting.serverEpoch ?? null) === null) return false;
    const storedMessages = await database.sentMessage.toArray();
    await requeue(database, storedMessages);
    return storedMessages.length > 0;
  });
}

/** Unblocks keys that no server has refused. An earlier build blocked those too. */
export async function unblockUnrefused(device: Device): Promise<void> {
  await device.database.parkedLane
    .filter(({ code }) => !refusalCodes.has(code) && code !== lostImageCode)
    .delete();
}

/** Unblocks all ordering keys, so that the next run tries them again. */
export async function unblockAll(device: Device): Promise<void> {
  await device.database.parkedLane.clear();
}

const retentionDays = 7;

/** Deletes receipted messages after a week, measured by the server's clock at both ends. */
export async function purgeSentMessages(device: Device): Promise<void> {
  const now = await readServerTime(device.database);
  if (now === null) return;
  const limit = new Date(now - retentionDays * 86_400_000).toISOString();
  await device.database.sentMessage.where("receivedOn").below(limit).delete();
}
