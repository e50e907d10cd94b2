import { ping } from "@fieldfare/contract";
import { callServer } from "../api/call.ts";
import type { Device } from "../device.ts";
import { failedSignIns, lockOutMs, noFailures, normaliseEmail } from "./lock-out.ts";
import { readDeviceInstallation } from "./session.ts";

const stepMs = 5_000;
const serverCheckSteps = 12;

/** Counts until the lock-out ends or `signal` is aborted. */
export function countDown(device: Device, email: string, signal: AbortSignal): Promise<void> {
  const { ports } = device;
  return ports.locks.hold("fieldfare-lock-out", async () => {
    let last = ports.elapsed();
    for (let step = 0; !signal.aborted; step += 1) {
      if (step % serverCheckSteps === 0) await checkWithServer(device, email);
      await ports.pause(stepMs);
      const now = ports.elapsed();
      await addServedTime(device, email, now - last);
      last = now;
      if (!(await failedSignIns(device, email)).lockedOut) break;
    }
  });
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
  const answer = await callServer(
    device,
    ping,
    {},
    {
      deviceId: installation?.deviceId ?? null,
    },
  );
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
