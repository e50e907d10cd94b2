import { ping } from "@fieldfare/contract";
import { isLockedOut } from "@fieldfare/domain";
import { callServer } from "../api/call.ts";
import type { LoginRow } from "../database/rows.ts";
import { transactShared } from "../database/unit.ts";
import type { Device } from "../device.ts";
import { readDeviceInstallation } from "./session.ts";

/**
 * A lock-out ends by itself, this long after the last failure. The server's own counter lasts as
 * long.
 */
export const lockOutMs = 15 * 60_000;
const stepMs = 5_000;
const serverCheckSteps = 12;

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
    } satisfies LoginRow);
    // The password was tried during a lock-out after wrong PINs: it has its own number of attempts.
    if (secret === "password" && isLockedOut(previousCount)) return isLockedOut(passwords);
    return isLockedOut(previousCount + 1);
  });
}

/**
 * Counts the lock-out down while a page shows it, in one page only, however many are open. Returns
 * a function that stops it.
 */
export function watchLockOut(device: Device, email: string): () => void {
  const { ports } = device;
  const watch = new AbortController();
  void ports.locks
    .hold("fieldfare-lock-out", async () => {
      let last = ports.elapsed();
      for (let step = 0; !watch.signal.aborted; step += 1) {
        if (step % serverCheckSteps === 0) await checkWithServer(device, email);
        await ports.pause(stepMs);
        const now = ports.elapsed();
        await addServedTime(device, email, now - last);
        last = now;
        if (!(await failedSignIns(device, email)).lockedOut) break;
      }
    })
    .catch(() => undefined);
  return () => watch.abort();
}

async function addServedTime(device: Device, email: string, ms: number): Promise<void> {
  await device.shared.login
    .where("email")
    .equals(normaliseEmail(email))
    .modify((row: { lockOutServedMs?: number }) => {
      row.lockOutServedMs = (row.lockOutServedMs ?? 0) + Math.max(0, ms);
    });
}

/**
 * Ends the lock-out if the office has unlocked this device since the last sign-in. Time during which
 * the app was closed counts too, by the server's clock.
 */
async function checkWithServer(device: Device, enteredEmail: string): Promise<void> {
  const email = normaliseEmail(enteredEmail);
  const installation = await readDeviceInstallation(device, email);
  const answer = await callServer(device, ping, {}, installation?.deviceId ?? null);
  if (!answer.ok) return;
  const { serverTime, unlockedOn = null } = answer.value;
  const { login } = device.shared;
  const row = await login.get(email);
  if (!row) return;
  if (unlockedOn !== null && unlockedOn !== (row.knownUnlockOn ?? null))
    return void (await login.update(email, { ...noFailures, knownUnlockOn: unlockedOn }));
  const since = row.lastFailedServerTime ?? null;
  if (since === null) await login.update(email, { lastFailedServerTime: serverTime });
  else if (Date.parse(serverTime) - Date.parse(since) >= lockOutMs)
    await login.update(email, { lockOutServedMs: lockOutMs });
}

/** The fields of a login row after a sign-in, a new PIN or an unlock by the office. */
export const noFailures = { failedLoginCount: 0, failedPasswordCount: 0 } as const;

function normaliseEmail(email: string): string {
  return email.trim().toLowerCase();
}
