import { newId } from "../ids.ts";
import type { Device } from "../device.ts";
import { defaultSyncConfig } from "@fieldfare/domain";
import { loadClock } from "./clock.ts";
import type { TableName } from "./database.ts";
import { replay } from "./journal.ts";
import { userSwitchTables, emptyInstallation, personalTables } from "./user-switch.ts";
import { readImageId } from "./image-messages.ts";
import { hashBytes, splitImage } from "./image-bytes.ts";
import type { CounterRow, ImageRow, LogRow, OutboxRow, SettingRow } from "./rows.ts";
import { upgradeTo11 } from "./versions.ts";

export type StartState = "unchanged" | "restored" | "fresh";

/**
 * Called once when a page opens the device. A browser may silently wipe its databases: when the
 * setting row is missing and the journal is not empty, the rows are restored from the journal.
 */
export async function startDatabase(device: Device): Promise<StartState> {
  const { database } = device;
  const [setting] = await Promise.all([database.setting.get(1), loadClock(device)]);
  if (setting) {
    recordDevice(device, setting);
    return "unchanged";
  }
  return device.ports.locks.hold("fieldfare-restore", async () => {
    if ((await database.setting.get(1)) !== undefined) return "unchanged";
    const entries = (await device.ports.journal?.readAll()) ?? [];
    const state = replay(entries);
    if (!state.has("setting")) {
      await database.setting.put(createSetting(device));
      return "fresh";
    }
    const lostImages = await restoreImageBytes(device, state);
    const needed = [
      ...personalTables,
      ...userSwitchTables,
      "messageQueue",
      "log",
      "image",
      "imageBytes",
    ] as const;
    const names = new Set<TableName>([...state.keys(), ...needed]);
    await database.transaction("rw", [...names], async () => {
      await skipDeliveredImages(device, state);
      for (const { imageId, ownerId } of lostImages)
        await writeLog(
          device,
          "error",
          `The bytes of the photo ${imageId} could not be restored from the journal`,
          ownerId,
        );
      for (const [table, rows] of state) await database.table(table).bulkPut([...rows.values()]);
      await upgradeTo11(database);
      // The journal does not know what a sender has claimed: each message may have reached the
      // server.
      await database.messageQueue.toCollection().modify({ isTaken: true });
      await restartCounters(device);
    });
    device.events.emit({ kind: "restored", messages: state.get("messageQueue")?.size ?? 0 });
    return "restored";
  });
}

/** Writes the recovery record of a device that was installed by an earlier build. */
function recordDevice(
  { ports }: Device,
  { holderId: currentUserId, deviceId, installationDate }: SettingRow,
): void {
  if (currentUserId && deviceId && installationDate !== null)
    ports.recoveryRecords?.update(currentUserId, { deviceId });
}

/**
 * A receipt is not journaled, so a sent message is restored and sent again. A queued image is never
 * deleted. When it is missing it was delivered and deleted with its job: its message would wait for
 * it for ever and block its ordering key, so the message is left out.
 */
async function skipDeliveredImages(
  device: Device,
  state: ReturnType<typeof replay>,
): Promise<void> {
  const messages = state.get("messageQueue") as Map<string, OutboxRow> | undefined;
  for (const [key, message] of messages ?? []) {
    const imageId = readImageId(message);
    if (imageId === null || state.get("image")?.has(JSON.stringify(imageId))) continue;
    const { messageId, ownerId } = message;
    messages?.delete(key);
    await writeLog(
      device,
      "information",
      `The message ${messageId} was not restored from the journal: its photo was delivered and deleted`,
      ownerId,
    );
  }
}

async function writeLog(
  { database, ports }: Device,
  level: LogRow["level"],
  message: string,
  ownerId: string,
): Promise<void> {
  const loggedOn = ports.now().toISOString();
  await database.log.put({
    logId: newId(ports),
    loggedOn,
    level,
    message,
    details: null,
    ownerId,
  });
}

/**
 * Restores the bytes of images from their files, one at a time because together they may exceed the
 * memory of a small phone. It comes before the transaction that restores the rows: IndexedDB closes
 * a transaction that waits for a file. A page that is killed meanwhile starts again. Returns the
 * images whose bytes are missing or damaged.
 */
async function restoreImageBytes(
  { database, ports }: Device,
  state: ReturnType<typeof replay>,
): Promise<readonly ImageRow[]> {
  const lostImages: ImageRow[] = [];
  const images = (state.get("image")?.values() ?? []) as Iterable<ImageRow>;
  for (const image of images) {
    // An earlier build had the bytes in the row: the upgrade moves them.
    if (splitImage(image).bytes) continue;
    const bytes = (await ports.journal?.readImage(image.imageId)) ?? null;
    if (bytes && (await hashBytes(bytes)) === image.sha256)
      await database.imageBytes.put({ imageId: image.imageId, bytes });
    else lostImages.push(image);
  }
  return lostImages;
}

/**
 * What a killed page had stored and not yet journaled may have been sent, so its number must not be
 * used again. Restored messages keep their numbers and go first.
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

/** The count of all messages ever queued still holds; the numbers of the ordering keys do not. */
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

/**
 * Reserves space that is given up when the device is full, so that a status and a close always fit.
 */
export async function reserveSpace(device: Device): Promise<void> {
  const { ballast: reservedSpace } = device.database;
  if ((await reservedSpace.count()) > 0) return;
  try {
    await reservedSpace.put({ id: 1, bytes: randomBuffer(device, reservedBytes) });
  } catch {
    device.events.emit({ kind: "storage", state: "full" });
  }
}

/**
 * Browsers compress what they store, looking back 64 KB at most: zeros would reserve no space at
 * all.
 */
function randomBuffer(device: Device, size: number): ArrayBuffer {
  const noise = device.ports.randomBytes(65_536);
  const bytes = new Uint8Array(size);
  for (let start = 0; start < size; start += noise.length)
    bytes.set(noise.subarray(0, size - start), start);
  return bytes.buffer;
}
