import { and, eq, inArray, isNull, or, type SQL } from "drizzle-orm";
import type { Orm } from "../../database/database.ts";
import { account, tokenFamily } from "../../database/schema.ts";

/** Why all sessions of an account or of a device were ended. Their phones may still send what they had recorded. */
export const endReasons = {
  accountDisabled: "account disabled",
  deviceLocked: "device locked",
  passwordChanged: "password changed",
  deviceWiped: "device wiped",
} as const;

export type EndReason = (typeof endReasons)[keyof typeof endReasons];

/** Ends every session of an account: none of its refresh tokens works from now on, at any server. */
export function endSessionsOfAccount(orm: Orm, accountId: string, on: Date, reason: EndReason) {
  return endSessions(orm, eq(tokenFamily.accountId, accountId), on, reason);
}

/**
 * Ends every session of a device. A session that is not bound to a device yet may be on this one, so those of its
 * engineer end too.
 */
export function endSessionsOfDevice(
  orm: Orm,
  { deviceId, fieldOperativeId }: { readonly deviceId: string; readonly fieldOperativeId: string },
  on: Date,
) {
  const owners = orm
    .select({ accountId: account.accountId })
    .from(account)
    .where(eq(account.fieldOperativeId, fieldOperativeId));
  const isUnbound = and(isNull(tokenFamily.deviceId), inArray(tokenFamily.accountId, owners));
  return endSessions(
    orm,
    or(eq(tokenFamily.deviceId, deviceId), isUnbound),
    on,
    endReasons.deviceLocked,
  );
}

/** Ends the sessions that are bound to a device that has been wiped. */
export function endSessionsOfWipedDevice(orm: Orm, deviceId: string, on: Date) {
  return endSessions(orm, eq(tokenFamily.deviceId, deviceId), on, endReasons.deviceWiped);
}

async function endSessions(orm: Orm, which: SQL | undefined, on: Date, revokedReason: EndReason) {
  await orm
    .update(tokenFamily)
    .set({ revokedOn: on, revokedReason })
    .where(and(which, isNull(tokenFamily.revokedOn)));
}
