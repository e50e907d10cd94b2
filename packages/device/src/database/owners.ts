import { newId } from "../ids.ts";
import type { Ports } from "../ports.ts";
import type { TableName } from "./database.ts";
import type { DrawerRow, Installed, SettingRow } from "./rows.ts";
import type { Key, Unit } from "./unit.ts";

/**
 * The tables that hold the rows of one engineer at a time: whoever signed in last. A table that keeps
 * something of a person and has no owner in its rows belongs in this list.
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

/** What a change of hands needs beside them. */
export const handTables = [
  "setting",
  "drawer",
  "counter",
  "token",
  "login",
] as const satisfies readonly TableName[];

export function notInstalled(ports: Pick<Ports, "now" | "randomBytes">): Installed {
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
 * Somebody signs in. What lies open of another engineer goes into their drawer, unsent work included, and
 * what lies in the newcomer's comes back: no reader and no action ever meets a colleague's row. Queued
 * messages and pictures stay where they are; they name their owner.
 */
export async function changeHands(
  unit: Unit,
  ports: Pick<Ports, "now" | "randomBytes">,
  ownerId: string,
): Promise<void> {
  const { database } = unit;
  const setting = await database.setting.get(1);
  if (!setting) throw new Error("The device was used before it was opened");
  const holderId = setting.holderId ?? null;
  if (holderId === ownerId) return;
  if (holderId === null) {
    // Nobody's yet, or of a build that did not know holders: whoever comes first has it.
    const own = await database.drawer.get(ownerId);
    if (own) await takeOut(unit, setting, own);
    else await unit.put("setting", { ...setting, holderId: ownerId });
    return;
  }
  await putAway(unit, setting, holderId);
  const own = await database.drawer.get(ownerId);
  const fresh: DrawerRow = { ownerId, installed: notInstalled(ports), rows: {} };
  await takeOut(unit, setting, own ?? fresh);
}

async function putAway(unit: Unit, setting: SettingRow, holderId: string): Promise<void> {
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
  await unit.put("drawer", { ownerId: holderId, installed: installedOf(setting), rows });
}

async function takeOut(unit: Unit, setting: SettingRow, own: DrawerRow): Promise<void> {
  for (const [name, rows] of Object.entries(own.rows))
    for (const row of rows) await unit.put(name as TableName, row);
  await unit.remove("drawer", own.ownerId);
  await unit.put("setting", { ...setting, ...own.installed, holderId: own.ownerId });
}

/** What goes with its engineer of the setting that is in use. */
export function installedOf(setting: SettingRow): Installed {
  const { installationDate, deviceId, enabled, incarnation, serverEpoch, recoveryPending } =
    setting;
  return { installationDate, deviceId, enabled, incarnation, serverEpoch, recoveryPending };
}
