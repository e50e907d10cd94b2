import { newId } from "../ids.ts";
import type { Ports } from "../ports.ts";
import type { TableName } from "./database.ts";
import type { StoredProfileRow, DeviceInstallation, SettingRow } from "./rows.ts";
import type { Key, Unit } from "./unit.ts";

/**
 * The personal tables: they hold the rows of the current user only. A table that stores something
 * of a person without an owner in its rows belongs in this list.
 */
export const personalTables = [
  "job",
  "jobRemoval",
  "jobPart",
  "engineeringNote",
  "formKit",
  "draft",
  "propertyAppliance",
  "propertyTenant",
  "mileage",
] as const satisfies readonly TableName[];

/** The tables that a user switch needs besides the personal ones. */
export const userSwitchTables = [
  "setting",
  "drawer",
  "counter",
  "token",
  "login",
] as const satisfies readonly TableName[];

export function emptyInstallation(ports: Pick<Ports, "now" | "randomBytes">): DeviceInstallation {
  return {
    installationDate: null,
    deviceId: null,
    enabled: true,
    incarnation: newId(ports),
    serverEpoch: null,
    recoveryPending: false,
  };
}

/**
 * Makes `ownerId` the current user. The rows of the engineer before, unsent work included, go to
 * their stored profile, and the newcomer's own are restored, so that no reader and no action ever
 * meets a colleague's row. Queued messages and images stay in place, because they name their owner.
 */
export async function switchUser(
  unit: Unit,
  ports: Pick<Ports, "now" | "randomBytes">,
  ownerId: string,
): Promise<void> {
  const { database } = unit;
  const setting = await database.setting.get(1);
  if (!setting) throw new Error("The device was used before it was opened");
  const currentUserId = setting.holderId ?? null;
  if (currentUserId === ownerId) return;
  if (currentUserId === null) {
    // There is no current user yet, or an earlier build did not record one: the first to sign in
    // gets the rows.
    const storedProfile = await database.drawer.get(ownerId);
    if (storedProfile) await restoreProfile(unit, setting, storedProfile);
    else await unit.put("setting", { ...setting, holderId: ownerId });
    return;
  }
  await storeProfile(unit, setting, currentUserId);
  const storedProfile = await database.drawer.get(ownerId);
  const emptyProfile: StoredProfileRow = { ownerId, installed: emptyInstallation(ports), rows: {} };
  await restoreProfile(unit, setting, storedProfile ?? emptyProfile);
}

async function storeProfile(unit: Unit, setting: SettingRow, currentUserId: string): Promise<void> {
  const { database } = unit;
  const rows: Record<string, unknown[]> = {};
  for (const name of personalTables) {
    const table = database.table(name);
    rows[name] = await table.toArray();
    for (const key of await table.toCollection().primaryKeys()) await unit.remove(name, key as Key);
  }
  const counters = await database.counter
    .filter(({ name }) => name.startsWith("lane:") || name === "message")
    .toArray();
  rows["counter"] = counters;
  for (const { name } of counters) await unit.remove("counter", name);
  await unit.put("drawer", { ownerId: currentUserId, installed: pickInstallation(setting), rows });
}

async function restoreProfile(
  unit: Unit,
  setting: SettingRow,
  storedProfile: StoredProfileRow,
): Promise<void> {
  for (const [name, rows] of Object.entries(storedProfile.rows))
    for (const row of rows) await unit.put(name as TableName, row);
  await unit.remove("drawer", storedProfile.ownerId);
  await unit.put("setting", {
    ...setting,
    ...storedProfile.installed,
    holderId: storedProfile.ownerId,
  });
}

/** Picks the part of the setting row that belongs to the engineer and not to the browser. */
export function pickInstallation(setting: SettingRow): DeviceInstallation {
  const { installationDate, deviceId, enabled, incarnation, serverEpoch, recoveryPending } =
    setting;
  return { installationDate, deviceId, enabled, incarnation, serverEpoch, recoveryPending };
}
