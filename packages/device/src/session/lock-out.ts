import { isLockedOut } from "@fieldfare/domain";
import { transactShared } from "../database/unit.ts";
import type { Device } from "../device.ts";

/**
 * A lock-out ends by itself, this long after the last failure. The server's own counter lasts as
 * long.
 */
export const lockOutMs = 15 * 60_000;

/** The secret with which a sign-in is tried. */
export type Secret = "pin" | "password";

export interface FailedSignIns {
  readonly count: number;
  readonly lockedOut: boolean;
  /** During a lock-out after wrong PINs the password may still be tried, as often as the PIN. */
  readonly mayTryPassword: boolean;
  /** The time for which the form stays hidden while the app is open; 0 when it is shown. */
  readonly leftMs: number;
}

/**
 * Returns the failures and the rest of the lock-out. The phone's clock does not count, because
 * anybody who holds the phone can set it. What counts is the time that passed while the app was
 * open, the server's clock when it is known, and an unlock by the office.
 */
export async function failedSignIns(device: Device, email: string): Promise<FailedSignIns> {
  const row = await device.shared.login.get(normaliseEmail(email));
  const count = row?.failedLoginCount ?? 0;
  const leftMs = isLockedOut(count) ? Math.max(0, lockOutMs - (row?.lockOutServedMs ?? 0)) : 0;
  return {
    count,
    lockedOut: leftMs > 0,
    mayTryPassword: !isLockedOut(row?.failedPasswordCount ?? 0),
    leftMs,
  };
}

/**
 * Counts a failure and returns whether it locks out. A failure during a lock-out starts it again.
 */
export async function countFailure(
  device: Device,
  email: string,
  secret: Secret,
): Promise<boolean> {
  return transactShared(device, ["login"], async (unit) => {
    const row = await unit.database.login.get(email);
    const previousCount = row?.failedLoginCount ?? 0;
    const passwords = (row?.failedPasswordCount ?? 0) + (secret === "password" ? 1 : 0);
    await unit.put("login", {
      ...row,
      email,
      offlineLogin: row?.offlineLogin ?? null,
      failedLoginCount: previousCount + 1,
      failedPasswordCount: passwords,
      lastLoginDate: row?.lastLoginDate ?? null,
      lastFailedLoginDate: device.ports.now().toISOString(),
      lockOutServedMs: 0,
      lastFailedServerTime: null,
    });
    // The password was tried during a lock-out after wrong PINs: it has its own number of attempts.
    if (secret === "password" && isLockedOut(previousCount)) return isLockedOut(passwords);
    return isLockedOut(previousCount + 1);
  });
}

/** The fields of a login row after a sign-in, a new PIN or an unlock by the office. */
export const noFailures = { failedLoginCount: 0, failedPasswordCount: 0 } as const;

/** The form in which e-mail addresses are compared. */
export function normaliseEmail(email: string): string {
  return email.trim().toLowerCase();
}
