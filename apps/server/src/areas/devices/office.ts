import { desc, eq, sql } from "drizzle-orm";
import type { CallAnswer } from "@fieldfare/contract";
import type * as office from "@fieldfare/contract/office";
import type { Database } from "../../database/database.ts";
import { account, device } from "../../database/schema.ts";
import { deviceAttemptKey, forgetFailures } from "../auth/attempts.ts";
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

/**
 * Locks or unlocks a device. Unlocking also ends every lock-out of its engineer after wrong PINs or passwords, here and,
 * once the phone hears of it, on the phone.
 */
export async function setLocked(
  { orm }: Database,
  deviceId: string,
  locked: boolean,
): Promise<CallAnswer<typeof office.lockDevice> | Refusal> {
  return orm.transaction(async (transaction) => {
    const [row] = await transaction
      .update(device)
      .set({ locked, ...(!locked && { pinFailedCount: 0, unlockedOn: sql`now()` }) })
      .where(eq(device.deviceId, deviceId))
      .returning({
        deviceId: device.deviceId,
        locked: device.locked,
        fieldOperativeId: device.fieldOperativeId,
      });
    if (!row) return refuse("not-found");
    const { fieldOperativeId, ...answer } = row;
    if (locked) return answer;
    const people = await transaction
      .select({ email: account.email })
      .from(account)
      .where(eq(account.fieldOperativeId, fieldOperativeId));
    for (const { email } of people)
      for (const kind of ["pin", "password"] as const)
        await forgetFailures({ orm: transaction }, deviceAttemptKey(email, kind, row));
    return answer;
  });
}
