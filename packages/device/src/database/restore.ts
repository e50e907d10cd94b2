import type { DeviceEvents } from "../events.ts";
import type { Ports } from "../ports.ts";
import { defaultSyncConfig } from "@fieldfare/domain";
import type { EngineerDatabase, SharedDatabase } from "./database.ts";
import { emptyInstallation } from "./installations.ts";
import type { SettingRow, SharedSettingRow } from "./rows.ts";

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
  if (stored) return describeShared("unchanged", stored);
  return locks.hold(restoreLock, async () => {
    const restored = await setting.get(1);
    if (restored) return describeShared("unchanged", restored);
    const entries = (await database.journal?.readAll()) ?? [];
    if (entries.length > 0) {
      // Few starts need it: it is not part of what every start loads.
      const { restoreShared } = await import("./restore-rows.ts");
      const outcome = await restoreShared(database, entries);
      if (outcome !== "nothing") return describeShared(outcome, await setting.get(1));
    }
    await setting.put({
      id: 1,
      currentUserId: null,
      sync: { config: defaultSyncConfig, status: { dateLastSync: null, size: null } },
    });
    return describeShared("fresh", undefined);
  });
}

function describeShared(
  state: StartedShared["state"],
  setting: SharedSettingRow | undefined,
): StartedShared {
  const isWiping = setting?.wipes !== undefined;
  return { state, currentUserId: setting?.currentUserId ?? null, isWiping };
}

export interface StartedShared {
  readonly state: StartState | "earlier-journal";
  readonly currentUserId: string | null;
  readonly isWiping: boolean;
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
    const entries = (await database.journal?.readAll()) ?? [];
    if (entries.length > 0) {
      const { restoreEngineer } = await import("./restore-rows.ts");
      if ((await restoreEngineer(database, entries, ports, events)) === "restored")
        return "restored";
    }
    await database.setting.put(createSetting(ports));
    return "fresh";
  });
}

/** Writes the recovery record of a device that was installed by an earlier build. */
function recordDevice(
  { recoveryRecords }: StartPorts,
  ownerId: string,
  { deviceId, installationDate }: SettingRow,
): void {
  if (deviceId && installationDate !== null) recoveryRecords?.update(ownerId, { deviceId });
}

function createSetting(ports: StartPorts): SettingRow {
  return { id: 1, ...emptyInstallation(ports), export: { lastExportDate: null, code: null } };
}
