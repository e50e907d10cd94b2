import { newId } from "../ids.ts";
import type { Device } from "../device.ts";
import type { DeviceEvents } from "../events.ts";
import type { Ports } from "../ports.ts";
import { defaultSyncConfig } from "@fieldfare/domain";
import type { EngineerDatabase, SharedDatabase } from "./database.ts";
import { type JournalState, replay } from "./journal.ts";
import { isLegacyJournal } from "./legacy-journal.ts";
import { emptyInstallation } from "./installations.ts";
import type { ImageRow, LogRow, OutboxRow, SettingRow } from "./rows.ts";

export type StartState = "unchanged" | "restored" | "fresh";

type StartPorts = Pick<Ports, "now" | "randomBytes" | "locks" | "recoveryRecords">;

/** Held while a database is restored: two tabs that open at once restore it once. */
const restoreLock = "fieldfare-restore";

/**
 * Called when a page opens the database that all engineers share. A browser may silently wipe its
 * databases: when the setting row is missing and the journal is not empty, the rows are restored
 * from the journal. A journal of an earlier build, with the rows of all engineers, is left as it is.
 */
export async function startShared(
  database: SharedDatabase,
  { locks }: StartPorts,
): Promise<StartedShared> {
  const { setting } = database;
  const stored = await setting.get(1);
  if (stored) return { state: "unchanged", currentUserId: stored.currentUserId };
  return locks.hold(restoreLock, async () => {
    const restored = await setting.get(1);
    if (restored) return { state: "unchanged", currentUserId: restored.currentUserId };
    const entries = (await database.journal?.readAll()) ?? [];
    if (isLegacyJournal(entries)) return { state: "earlier-journal", currentUserId: null };
    const state = replay(entries);
    if (!state.has("setting")) {
      await setting.put({
        id: 1,
        currentUserId: null,
        sync: { config: defaultSyncConfig, status: { dateLastSync: null, size: null } },
      });
      return { state: "fresh", currentUserId: null };
    }
    await database.transaction("rw", [...state.keys()], () => putAll(database, state));
    const currentUserId = (await setting.get(1))?.currentUserId ?? null;
    return { state: "restored", currentUserId };
  });
}

export interface StartedShared {
  readonly state: StartState | "earlier-journal";
  readonly currentUserId: string | null;
}

/** Called when a page opens the database of an engineer. It is restored in the same way. */
export async function startEngineer(
  database: EngineerDatabase,
  ports: StartPorts,
  events: DeviceEvents,
): Promise<StartState> {
  const setting = await database.setting.get(1);
  if (setting) {
    recordDevice(ports, database.ownerId, setting);
    return "unchanged";
  }
  return ports.locks.hold(restoreLock, async () => {
    if ((await database.setting.get(1)) !== undefined) return "unchanged";
    const state = replay((await database.journal?.readAll()) ?? []);
    if (!state.has("setting")) {
      await database.setting.put(createSetting(ports));
      return "fresh";
    }
    // Few starts need it: it is not part of what every start loads.
    const { restoreImageBytes, takeDeliveredImages } = await import("./restore-images.ts");
    const images = (state.get("image")?.values() ?? []) as Iterable<ImageRow>;
    const lostImages = await restoreImageBytes(database.imageBytes, database.journal, images);
    const deliveredImages = takeDeliveredImages<OutboxRow>(state);
    const names = new Set([...state.keys(), "messageQueue", "setting", "counter", "log"]);
    await database.transaction("rw", [...names], async () => {
      for (const { messageId } of deliveredImages)
        await writeLog(
          database,
          ports,
          "information",
          `The message ${messageId} was not restored from the journal: its photo was delivered and deleted`,
        );
      for (const { imageId } of lostImages)
        await writeLog(
          database,
          ports,
          "error",
          `The bytes of the photo ${imageId} could not be restored from the journal`,
        );
      await putAll(database, state);
      // The journal does not know what a sender has claimed: each message may have reached the
      // server.
      await database.messageQueue.toCollection().modify({ isTaken: true });
      // What a killed page had stored and not yet journaled may have been sent, so its number must
      // not be used again. Restored messages keep their numbers and go first.
      await database.setting.update(1, { incarnation: newId(ports) });
      await database.counter.where("name").startsWith("lane:").delete();
      // The log is not journaled and begins at 1 again.
      await database.counter.bulkDelete(["log-sent", "shared-log-sent"]);
    });
    events.emit({ kind: "restored", messages: state.get("messageQueue")?.size ?? 0 });
    return "restored";
  });
}

async function putAll(
  database: SharedDatabase | EngineerDatabase,
  state: JournalState,
): Promise<void> {
  for (const [table, rows] of state) await database.table(table).bulkPut([...rows.values()]);
}

/** Writes the recovery record of a device that was installed by an earlier build. */
function recordDevice(
  { recoveryRecords }: StartPorts,
  ownerId: string,
  { deviceId, installationDate }: SettingRow,
): void {
  if (deviceId && installationDate !== null) recoveryRecords?.update(ownerId, { deviceId });
}

async function writeLog(
  { log }: EngineerDatabase,
  ports: StartPorts,
  level: LogRow["level"],
  message: string,
): Promise<void> {
  const loggedOn = ports.now().toISOString();
  await log.put({ logId: newId(ports), loggedOn, level, message, details: null });
}

function createSetting(ports: StartPorts): SettingRow {
  return { id: 1, ...emptyInstallation(ports), export: { lastExportDate: null, code: null } };
}

const reservedBytes = 2_000_000;

/**
 * Reserves space that is given up when the device is full, so that a status and a close always fit.
 */
export async function reserveSpace(device: Device): Promise<void> {
  const { ballast: reservedSpace } = device.shared;
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
