import { raiseAlarm } from "../../database/alarms.ts";
import { hashSecret } from "../../database/secrets.ts";
import { type Refusal, refuse } from "../../http/problem.ts";
import type { Server } from "../../http/server.ts";
import {
  deviceOf,
  forgetFailures,
  failuresSince,
  noteFailure,
  personByEmail,
  pinOf,
  storePin,
} from "./store.ts";

interface Choice {
  readonly email: string;
  readonly pin: string;
  readonly deviceId: string;
  readonly address: string;
}

/**
 * Another PIN for a registered device, by somebody who has forgotten the old one and so cannot sign in:
 * the device's id, which only that device and the server know, is the proof. The office sees each change.
 */
export async function choosePin(server: Server, choice: Choice): Promise<true | Refusal> {
  const { database, config } = server;
  if (!config.mayResetPin) return refuse("forbidden");
  const at = config.now();
  const who = `${choice.email} changepin`;
  const since = new Date(at.getTime() - config.signInWindowMinutes * 60_000);
  if ((await failuresSince(database, who, choice.address, since)) >= config.signInFailures) {
    return refuse("too-many-attempts", { retryAfter: config.signInWindowMinutes * 60 });
  }
  const pinHash = await hashSecret(choice.pin);
  const person = await personByEmail(database, choice.email);
  const device = person?.fieldOperativeId
    ? await deviceOf(database, choice.deviceId, person.fieldOperativeId)
    : null;
  if (!device) {
    await noteFailure(database, who, choice.address, at);
    return refuse("not-found");
  }
  if (device.locked) return refuse("device-locked");
  await storePin(database, device.deviceId, pinHash, at);
  // Whoever has forgotten a PIN has tried it: those failures do not keep the new one out.
  await forgetFailures(database, pinOf(choice.email, device), choice.address);
  await raiseAlarm(database.orm, "pin-changed-unsigned", {
    deviceId: device.deviceId,
    fieldOperativeId: device.fieldOperativeId,
    address: choice.address,
  });
  return true;
}
