import { logDump, logDumpData, type Payload } from "@fieldfare/contract";
import type { Actor } from "../actions/act.ts";
import { callServer } from "../api/call.ts";
import type { Device } from "../device.ts";
import { queueMessage } from "../outbox/queue.ts";
import { redactEntries, withinRequest } from "./send-log.ts";

const maxEntries = 200;
const maxMessages = 500;

/**
 * Sends the log and the queue, without message contents and personal data. The next poll repeats a
 * dump that fails.
 */
export async function dumpData(device: Device, commandId: string): Promise<boolean> {
  const { database } = device;
  const rows = await database.log.orderBy("id").reverse().limit(maxEntries).toArray();
  const tables = await Promise.all(
    [...device.shared.tables, ...database.tables].map(async (table) => ({
      name: table.name,
      rows: await table.count(),
    })),
  );
  const queue = await database.messageQueue.limit(maxMessages).toArray();
  const log = await callServer(device, logDump, {
    body: { commandId, entries: withinRequest(await redactEntries(device, rows)) },
  });
  const data = await callServer(device, logDumpData, {
    body: {
      commandId,
      tables,
      queue: queue.map(({ messageId, type, status, sendAttempts, lane }) => ({
        messageId,
        type,
        status,
        sendAttempts,
        lane,
      })),
    },
  });
  return log.ok && data.ok;
}

type MemoryProfile = Omit<Payload<"MemoryProfile">, "takenOn">;

/** Returns what the page's memory and the browser's storage hold. */
export async function measureMemory({ ports }: Device): Promise<MemoryProfile> {
  const { used, limit } = ports.storage.memory();
  const { usage, quota } = await ports.storage.estimate();
  return {
    usedBytes: used,
    limitBytes: limit,
    storageUsageBytes: usage,
    storageQuotaBytes: quota,
  };
}

/** Queues a message with the use of memory and storage, in bytes. */
export function queueMemoryProfile(
  device: Device,
  { unit, at }: Actor,
  profile: MemoryProfile,
): Promise<void> {
  const payload = { takenOn: at.toISOString(), ...profile };
  return queueMessage(device, unit, "MemoryProfile", {}, payload);
}
