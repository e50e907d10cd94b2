import { desc, eq, sql } from "drizzle-orm";
import type { CallAnswer, CallBody } from "@fieldfare/contract";
import type * as office from "@fieldfare/contract/office";
import { type AuditSource, makeChange } from "../../database/audit.ts";
import type { Database, Orm } from "../../database/database.ts";
import { account, device } from "../../database/schema.ts";
import { recordAccountEvent } from "../auth/account-events.ts";
import { deviceAttemptKey, forgetFailures, forgetWrongPins } from "../auth/attempts.ts";
import { endSessionsOfDevice } from "../auth/sessions.ts";
import { type Refusal, refuse } from "../../http/problem.ts";
import type { Server } from "../../http/server.ts";
import { readModel } from "./model.ts";
import { lockDeviceRow } from "./store.ts";
import { isWiped, readLastWipes } from "./wipe.ts";

/** Lists devices by newest registration first. */
export async function listDevices({
  orm,
}: Database): Promise<CallAnswer<typeof office.listDevices>> {
  const wipes = await readLastWipes(orm);
  const rows = await orm
    .select({ device, operativeName: account.name })
    .from(device)
    .innerJoin(account, eq(account.fieldOperativeId, device.fieldOperativeId))
    .orderBy(desc(device.registeredOn));
  return rows.map((row) => ({
    deviceId: row.device.deviceId,
    fieldOperativeId: row.device.fieldOperativeId,
    operativeName: row.operativeName,
    name: row.device.name,
    model: readModel(row.device),
    unsentMessages: row.device.unsentMessages,
    unsentReportedOn: row.device.unsentReportedOn?.toISOString() ?? null,
    locked: row.device.locked,
    awaitsApproval: row.device.awaitsApproval,
    installedOn: row.device.installedOn.toISOString(),
    lastContactOn: row.device.lastContactOn?.toISOString() ?? null,
    appVersion: row.device.appVersion,
    wipe: wipes.get(row.device.deviceId) ?? null,
  }));
}

/**
 * Gives a device a name, or takes it away. It is refused if the device has another name than `expected`, unless it has
 * the wanted one already.
 */
export async function nameDevice(
  { database }: Pick<Server, "database">,
  deviceId: string,
  { name, expected }: CallBody<typeof office.nameDevice>,
  source: AuditSource,
): Promise<CallAnswer<typeof office.nameDevice> | Refusal> {
  return makeChange(database, source, async ({ orm: transaction, record }) => {
    const before = await lockDeviceRow(transaction, deviceId);
    if (!before) return refuse("not-found");
    if (expected && before.name !== expected.name && before.name !== name)
      return refuse("conflict", {
        detail:
          before.name === null
            ? "Meanwhile somebody has taken the name of this device away."
            : `Meanwhile somebody has named this device ${before.name}.`,
      });
    await transaction.update(device).set({ name }).where(eq(device.deviceId, deviceId));
    record({
      action: "device-named",
      objectType: "device",
      objectId: deviceId,
      fieldOperativeId: before.fieldOperativeId,
      before: { name: before.name },
      after: { name },
    });
    return { deviceId, name };
  });
}

/**
 * Locks or unlocks a device. Locking ends its sessions. Unlocking also ends every lock-out of its engineer after wrong
 * PINs or passwords, here and, once the phone hears of it, on the phone. A device that was wiped stays locked, so that a
 * copy of its storage opens nothing. A repetition that changes nothing is not recorded, and the engineer is not told.
 * Who only ends a lock-out (`expectedLocked`) unlocks no device that somebody has locked meanwhile.
 */
export async function setLocked(
  { database, config }: Pick<Server, "database" | "config">,
  deviceId: string,
  locked: boolean,
  source: AuditSource,
  expectedLocked?: "no",
): Promise<CallAnswer<typeof office.lockDevice> | Refusal> {
  return makeChange(database, source, async ({ orm: transaction }) => {
    const before = await lockDeviceRow(transaction, deviceId);
    if (!before) return refuse("not-found");
    const { fieldOperativeId } = before;
    if (!locked && (await isWiped(transaction, before)))
      return refuse("conflict", {
        detail: "This device was wiped, and stays locked. Its engineer installs the app again.",
      });
    if (locked && before.locked) return { deviceId, locked };
    if (expectedLocked === "no" && before.locked)
      return refuse("conflict", { detail: "Meanwhile somebody has locked this device." });
    await transaction
      .update(device)
      .set({ locked, ...(!locked && { pinFailedCount: 0, unlockedOn: sql`now()` }) })
      .where(eq(device.deviceId, deviceId));
    if (locked) await endSessionsOfDevice(transaction, before, config.now());
    else {
      const hadFailures = await forgetDeviceFailures(transaction, before);
      if (!hadFailures && !isChangedByUnlock(before)) return { deviceId, locked };
    }
    await recordAccountEvent(
      transaction,
      {
        action: locked ? "device-locked" : "device-unlocked",
        source,
        objectType: "device",
        objectId: deviceId,
        fieldOperativeId,
        before: { locked: before.locked },
        after: { locked },
      },
      config.now(),
    );
    return { deviceId, locked };
  });
}

/** Lets a further device of an engineer work. A repetition changes nothing. */
export async function approveDevice(
  { database, config }: Pick<Server, "database" | "config">,
  deviceId: string,
  source: AuditSource,
): Promise<CallAnswer<typeof office.approveDevice> | Refusal> {
  return makeChange(database, source, async ({ orm: transaction }) => {
    const before = await lockDeviceRow(transaction, deviceId);
    if (!before) return refuse("not-found");
    if (before.awaitsApproval) {
      await transaction
        .update(device)
        .set({ awaitsApproval: false })
        .where(eq(device.deviceId, deviceId));
      await recordAccountEvent(
        transaction,
        {
          action: "device-approved",
          source,
          objectType: "device",
          objectId: deviceId,
          fieldOperativeId: before.fieldOperativeId,
        },
        config.now(),
      );
    }
    return { deviceId, awaitsApproval: false };
  });
}

type DeviceRow = NonNullable<Awaited<ReturnType<typeof lockDeviceRow>>>;

/** Whether an unlock ends a lock or a lock-out of the device. One that has called since the last unlock may have locked its PIN. */
function isChangedByUnlock(before: DeviceRow): boolean {
  const { locked, pinFailedCount, unlockedOn, lastContactOn } = before;
  if (locked || pinFailedCount > 0 || unlockedOn === null) return true;
  return lastContactOn !== null && lastContactOn > unlockedOn;
}

/** Returns whether there were wrong PINs or passwords. */
async function forgetDeviceFailures(
  orm: Orm,
  own: { readonly deviceId: string; readonly fieldOperativeId: string },
): Promise<boolean> {
  let hadFailures = false;
  const people = await orm
    .select({ email: account.email })
    .from(account)
    .where(eq(account.fieldOperativeId, own.fieldOperativeId));
  for (const { email } of people) {
    if (await forgetFailures({ orm }, deviceAttemptKey(email, "password", own))) hadFailures = true;
    if (await forgetWrongPins({ orm }, email, own)) hadFailures = true;
  }
  return hadFailures;
}
