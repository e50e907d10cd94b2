import { desc, eq } from "drizzle-orm";
import type { CallAnswer } from "@fieldfare/contract";
import type * as office from "@fieldfare/contract/office";
import type { Database } from "../../database/database.ts";
import { account, device } from "../../database/schema.ts";
import { type Refusal, refuse } from "../../http/problem.ts";

/** Lists devices by newest registration first. */
export async function listDevices({
  orm,
}: Database): Promise<CallAnswer<typeof office.listDevices>> {
  const rows = await orm
    .select({ device, operativeName: account.name })
    .from(device)
    .innerJoin(account, eq(account.fieldOperativeId, device.fieldOperativeId))
    .orderBy(desc(device.registeredOn));
  return rows.map((row) => ({
    deviceId: row.device.deviceId,
    fieldOperativeId: row.device.fieldOperativeId,
    operativeName: row.operativeName,
    locked: row.device.locked,
    installedOn: row.device.installedOn.toISOString(),
    lastContactOn: row.device.lastContactOn?.toISOString() ?? null,
    appVersion: row.device.appVersion,
  }));
}

/** Locks or unlocks a device. Unlocking also clears wrong PIN attempts, for an engineer who has used up all of them. */
export async function setLocked(
  { orm }: Database,
  deviceId: string,
  locked: boolean,
): Promise<CallAnswer<typeof office.lockDevice> | Refusal> {
  const [row] = await orm
    .update(device)
    .set({ locked, ...(!locked && { pinFailedCount: 0 }) })
    .where(eq(device.deviceId, deviceId))
    .returning({ deviceId: device.deviceId, locked: device.locked });
  return row ?? refuse("not-found");
}
