import type { CallAnswer, openDataKey } from "@fieldfare/contract";
import type { DeviceSource } from "../../http/audit-source.ts";
import { readDeviceAccess } from "../../http/devices.ts";
import { type Refusal, refuse } from "../../http/problem.ts";
import type { Server } from "../../http/server.ts";
import type { Identity } from "../../http/tokens.ts";
import { recordAccountEvent } from "./account-events.ts";
import { isUsedUp, takeAttempt } from "./attempts.ts";
import { checkDeviceKey } from "./device-key.ts";
import { findFamily, findOwnDevice } from "./store.ts";

/** How often a device may ask within the window of sign-ins. A phone asks once after a sign-in. */
const maxOpenings = 10;

/**
 * Opens the copy of a data key that only the server can open, for an engineer whose new or forgotten PIN opens nothing on
 * the phone. The sign-in has to be a new one, so its PIN or password was right just now, on the device that sealed the
 * copy, and the request has to be signed with the key of that device.
 */
export async function openDataKeyCopy(
  server: Server,
  sealed: string,
  identity: Identity,
  { proof, ...source }: DeviceSource,
): Promise<CallAnswer<typeof openDataKey> | Refusal> {
  const { database, config, escrowKeys } = server;
  const { deviceId } = source;
  const { fieldOperativeId } = identity;
  if (!deviceId || !fieldOperativeId) return refuse("device-unknown");
  const access = await readDeviceAccess(database, deviceId, fieldOperativeId, null);
  if (access.status !== "ok") return refuse(access.status);
  // What is on the phone is about to be deleted.
  if (access.hasToBeWiped) return refuse("forbidden");
  const at = config.now();
  const family = await findFamily(database.orm, identity.familyId);
  if (!family || family.revokedOn || family.accountId !== identity.id)
    return refuse("unauthorised");
  const oldest = at.getTime() - config.dataKeyMinutes * 60_000;
  if (family.deviceId !== deviceId || family.createdOn.getTime() < oldest)
    return refuse("password-needed");
  const device = await findOwnDevice(database, deviceId, fieldOperativeId);
  // A device that has no key yet has nothing to sign with, so nothing says that the request is its own.
  if (!device?.publicKey) return refuse("signature-mismatch");
  const mismatch = await database.orm.transaction((orm) =>
    checkDeviceKey(orm, device, { proof, source, at }),
  );
  if (mismatch) return mismatch;
  const key = { email: `${identity.id} data-key ${deviceId}`, address: "", max: maxOpenings };
  const since = new Date(at.getTime() - config.signInWindowMinutes * 60_000);
  // Right ones count too.
  if (isUsedUp(await takeAttempt(database, [key], { at, since })))
    return refuse("too-many-attempts", { retryAfter: config.signInWindowMinutes * 60 });
  const opened = await escrowKeys.open(sealed);
  const isOwn = opened?.accountId === identity.id && opened.deviceId === deviceId;
  await database.orm.transaction((orm) =>
    recordAccountEvent(
      orm,
      {
        action: isOwn ? "data-key-opened" : "data-key-refused",
        source,
        objectType: "device",
        objectId: deviceId,
        fieldOperativeId,
      },
      at,
    ),
  );
  return isOwn ? { dataKey: opened.dataKey } : refuse("data-key-not-opened");
}
