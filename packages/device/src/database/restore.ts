import { newId } from "../ids.ts";
import type { Device } from "../device.ts";
import { defaultSyncConfig } from "@fieldfare/domain";
import { loadClock } from "./clock.ts";
import type { TableName } from "./database.ts";
import { replay } from "./journal.ts";
import { userSwitchTables, emptyInstallation, personalTables } from "./user-switch.ts";
import { readImageId } from "./image-messages.ts";
import type { CounterRow, OutboxRow, SettingRow } from "./rows.ts";
import { upgradeTo10 } from "./versions.ts";

export type StartState = "as-it-was" | "restored" | "fresh";

/**
 * Called once when a page opens the device. A browser may silently wipe its databases:
 * when the setting record is missing and the journal is not empty, the journal puts everything back.
 */
export async function startDatabase(device: Device): Promise<StartState> {
  const { database } = device;
  const [setting] = await Promise.all([database.setting.get(1), loadClock(device)]);
  if (setting) {
    recordDevice(device, setting);
    return "as-it-was";
  }
  return device.ports.locks.hold("fieldfare-restore", async () => {
    if ((await database.setting.get(1)) !== undefined) return "as-it-was";
    const entries = (await device.ports.journal?.readAll()) ?? [];
    const state = replay(entries);
    if (!state.has("setting")) {
      await database.setting.put(createSetting(device));
      return "fresh";
    }
    const needed = [...personalTables, ...userSwitchTables, "messageQueue", "log"] as const;
    const names = new Set<TableName>([...state.keys(), ...needed]);
    await database.transaction("rw", [...names], async () => {
      await skipDeliveredImages(device, state);
      for (const [table, rows] of state) await database.table(table).bulkPut([...rows.values()]);
      await upgradeTo10(database);
      // The journal does not know what a sender has claimed: each message may have reached the server.
      await database.messageQueue.toCollection().modify({ isTaken: true });
      await restartCounters(device);
    });
    device.events.emit({ kind: "restored", messages: state.get("messageQueue")?.size ?? 0 });
    return "restored";
  });
}

/** A device that was installed by an earlier build has no mark yet. */
function recordDevice(
  { ports }: Device,
  { holderId: currentUserId, deviceId, installationDate }: SettingRow,
): void {
  if (currentUserId && deviceId && installationDate !== null)
    ports.recoveryRecords?.update(currentUserId, { deviceId });
}

/**
 * A receipt is not journaled: what was sent comes back and is sent again. A picture that waits is never deleted, so one
 * that is gone was delivered and went with its job; its message would wait for it for ever, and its lane with it.
 */
async function skipDeliveredImages(
  { database, ports }: Device,
  state: ReturnType<typeof replay>,
): Promise<void> {
  const messages = state.get("messageQueue") as Map<string, OutboxRow> | undefined;
  for (const [key, message] of messages ?? []) {
    const imageId = readImageId(message);
    if (imageId === null || state.get("image")?.has(JSON.stringify(imageId))) continue;
    const { messageId, ownerId } = message;
    messages?.delete(key);
    await database.log.put({
      logId: newId(ports),
      loggedOn: ports.now().toISOString(),
      level: "information",
      message: `The message ${messageId} was left out of what the journal put back: its picture was delivered and deleted`,
      details: null,
      ownerId,
    });
  }
}

/**
 * What a killed page had stored and not yet journaled may have been sent: its number must not be used
 * again. What came back keeps its own numbers and goes first.
 */
async function restartCounters({ database, ports }: Device): Promise<void> {
  await database.setting.update(1, { incarnation: newId(ports) });
  await database.counter.where("name").startsWith("lane:").delete();
  for (const profile of await database.drawer.toArray())
    await database.drawer.put({
      ...profile,
      installed: { ...profile.installed, incarnation: newId(ports) },
      rows: { ...profile.rows, counter: pickMessageCounter(profile.rows["counter"]) },
    });
}

/** How many messages were ever queued still holds; the numbers of the lanes do not. */
function pickMessageCounter(counters: readonly unknown[] = []): readonly unknown[] {
  return (counters as readonly CounterRow[]).filter(({ name }) => name === "message");
}

function createSetting(device: Device): SettingRow {
  return {
    id: 1,
    holderId: null,
    ...emptyInstallation(device.ports),
    sync: { config: defaultSyncConfig, status: { dateLastSync: null, size: null } },
    export: { lastExportDate: null, code: null },
  };
}

const reservedBytes = 2_000_000;

/** Space that is given up when the device is full, so that a status and a close always fit. */
export async function reserveSpace(device: Device): Promise<void> {
  const { ballast: reservedSpace } = device.database;
  if ((await reservedSpace.count()) > 0) return;
  try {
    await reservedSpace.put({ id: 1, bytes: randomBuffer(device, reservedBytes) });
  } catch {
    device.events.emit({ kind: "storage", state: "full" });
  }
}

/** Browsers compress what they store, looking back 64 KB at most: zeros would keep no space at all. */
function randomBuffer(device: Device, size: number): ArrayBuffer {
  const noise = device.ports.randomBytes(65_536);
  const bytes = new Uint8Array(size);
  for (let start = 0; start < size; start += noise.length)
    bytes.set(noise.subarray(0, size - start), start);
  return bytes.buffer;
}
