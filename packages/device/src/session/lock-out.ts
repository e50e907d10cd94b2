import { ping } from "@fieldfare/contract";
import { isLockedOut } from "@fieldfare/domain";
import { callServer } from "../api/call.ts";
import type { LoginRow } from "../database/rows.ts";
import { transact } from "../database/unit.ts";
import type { Device } from "../device.ts";

/**
 * A lock-out ends by itself, this long after the last failure. The server's own counter lasts as
 * long.
 */
export const lockOutMs = 15 * 60_000;
const stepMs = 5_000;
const askServerEvery = 12;

export interface FailedSignIns {
  readonly count: number;
  readonly lockedOut: boolean;
  /** The time for which the form stays hidden while the app is open; 0 when it is shown. */
  readonly leftMs: number;
}

/**
 * Returns the failures and the rest of the lock-out. The phone's clock does not count, because
 * anybody who holds the phone can set it. What counts is the time that passed while the app was
 * open, and the server's clock when it is known.
 */
export async function failedSignIns(device: Device, email: string): Promise<FailedSignIns> {
  const row = await device.database.login.get(normaliseEmail(email));
  const count = row?.failedLoginCount ?? 0;
  const leftMs = isLockedOut(count) ? Math.max(0, lockOutMs - (row?.lockOutServedMs ?? 0)) : 0;
  return { count, lockedOut: leftMs > 0, leftMs };
}

/**
 * Counts a failure and returns whether it locks out. A failure during a lock-out starts it again.
 */
export async function countFailure(device: Device, email: string): Promise<boolean> {
  const count = await transact(device, ["login"], async (unit) => {
    const row = await unit.database.login.get(email);
    const next = (row?.failedLoginCount ?? 0) + 1;
    await unit.put("login", {
      ...row,
      email,
      offlineLogin: row?.offlineLogin ?? null,
      failedLoginCount: next,
      lastLoginDate: row?.lastLoginDate ?? null,
      lastFailedLoginDate: device.ports.now().toISOString(),
      lockOutServedMs: 0,
      lastFailedServerTime: null,
    } satisfies LoginRow);
    return next;
  });
  return isLockedOut(count);
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
        if (step % askServerEvery === 0) await checkServerClock(device, email);
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
  await device.database.login
    .where("email")
    .equals(normaliseEmail(email))
    .modify((row: { lockOutServedMs?: number }) => {
      row.lockOutServedMs = (row.lockOutServedMs ?? 0) + Math.max(0, ms);
    });
}

/**
 * Time during which the app was closed counts too, by the server's clock: the screen tells the
 * engineer to come back later.
 */
async function checkServerClock(device: Device, email: string): Promise<void> {
  const answer = await callServer(device, ping, {});
  if (!answer.ok) return;
  const { serverTime } = answer.value;
  const { login } = device.database;
  const row = await login.get(normaliseEmail(email));
  if (!row) return;
  const since = row.lastFailedServerTime ?? null;
  if (since === null) await login.update(row.email, { lastFailedServerTime: serverTime });
  else if (Date.parse(serverTime) - Date.parse(since) >= lockOutMs)
    await login.update(row.email, { lockOutServedMs: lockOutMs });
}

function normaliseEmail(email: string): string {
  return email.trim().toLowerCase();
}
