import { raiseAlarm } from "../../database/alarms.ts";
import { hashSecret } from "../../database/secrets.ts";
import { type Refusal, refuse } from "../../http/problem.ts";
import type { Server } from "../../http/server.ts";
import { forgetFailures, addressAttemptKey, deviceAttemptKey, takeAttempt } from "./attempts.ts";
import { findOwnDevice, personByEmail, storePin } from "./store.ts";

interface PinReset {
  readonly email: string;
  readonly pin: string;
  readonly deviceId: string;
  readonly address: string;
}

/**
 * Sets a new PIN for a registered device whose engineer has forgotten the old one and so cannot sign in. The device's
 * id, which only the device and the server know, is the proof. Each change raises an alarm for the office.
 */
export async function resetPin(server: Server, reset: PinReset): Promise<true | Refusal> {
  const { database, config } = server;
  if (!config.mayResetPin) return refuse("forbidden");
  const at = config.now();
  const since = new Date(at.getTime() - config.signInWindowMinutes * 60_000);
  const attempt = await takeAttempt(
    database,
    [
      {
        email: `${reset.email} changepin`,
        address: reset.address,
        max: config.signInFailures,
      },
      addressAttemptKey(reset.address, config.signInFailuresOfAddress),
    ],
    { at, since },
  );
  if (!attempt) return refuse("too-many-attempts", { retryAfter: config.signInWindowMinutes * 60 });
  const pinHash = await hashSecret(reset.pin);
  const person = await personByEmail(database, reset.email);
  const device = person?.fieldOperativeId
    ? await findOwnDevice(database, reset.deviceId, person.fieldOperativeId)
    : null;
  if (!device) return refuse("not-found");
  await attempt.withdraw();
  if (device.locked) return refuse("device-locked");
  await storePin(database, device.deviceId, pinHash, at);
  // An engineer who has forgotten the PIN has tried it: those failures must not lock the new one.
  await forgetFailures(database, deviceAttemptKey(reset.email, "pin", device));
  await raiseAlarm(database.orm, "pin-changed-unsigned", {
    deviceId: device.deviceId,
    fieldOperativeId: device.fieldOperativeId,
    address: reset.address,
  });
  return true;
}
