import { and, eq, isNull } from "drizzle-orm";
import type { DeviceKey } from "@fieldfare/contract";
import { hasAlarmSince, raiseAlarm } from "../../database/alarms.ts";
import type { AuditSource } from "../../database/audit.ts";
import type { Orm } from "../../database/database.ts";
import { device } from "../../database/schema.ts";
import type { KeyProof } from "../../http/key-proof.ts";
import { type Refusal, refuse } from "../../http/problem.ts";
import { recordAccountEvent } from "./account-events.ts";

/** The secret that a request itself gives. Null: it rests on an earlier sign-in. */
type GivenSecret = "password" | "provider" | "pin" | "reset-code" | null;

interface KeyedDevice {
  readonly deviceId: string;
  readonly fieldOperativeId: string;
  readonly publicKey: DeviceKey | null;
}

interface Presented {
  readonly proof: KeyProof;
  /** Already found right. */
  readonly secret: GivenSecret;
  readonly source: AuditSource;
  readonly at: Date;
}

/** Whether a request comes from its device, as far as the server can know: a device of an earlier build has no key. */
export function isFromDevice(
  { publicKey }: Pick<KeyedDevice, "publicKey">,
  proof: KeyProof,
): boolean {
  return !publicKey || proof.isSignedWith(publicKey);
}

/**
 * Checks the signature of a request with the key of its device. A device that has no key yet gets the one that the
 * request names. Another key replaces the stored one only with a secret that the request gives itself, since a phone
 * whose data were lost has a new key. Anything else is refused, and the office learns of it.
 */
export async function settleDeviceKey(
  orm: Orm,
  own: KeyedDevice,
  presented: Presented,
): Promise<Refusal | null> {
  const { proof, secret, source, at } = presented;
  const { deviceId, fieldOperativeId, publicKey } = own;
  if (publicKey && proof.isSignedWith(publicKey)) return null;
  const { ownKey } = proof;
  const event = { source, objectType: "device", objectId: deviceId, fieldOperativeId } as const;
  if (!publicKey) {
    if (ownKey && (await addKey(orm, deviceId, ownKey)))
      await recordAccountEvent(orm, { ...event, action: "device-key-added" }, at);
    return null;
  }
  if (!ownKey || secret === null) {
    await reportMismatch(orm, own, presented);
    return refuse("signature-mismatch");
  }
  await orm.update(device).set({ publicKey: ownKey }).where(eq(device.deviceId, deviceId));
  await recordAccountEvent(
    orm,
    {
      ...event,
      action: "device-key-replaced",
      isQuiet: isKnownToOwner(secret),
      after: { proof: secret },
    },
    at,
  );
  return null;
}

/**
 * Records a sign-in that named a device with a key, and was not signed with any. It is taken, since a phone that cannot store
 * a key signs nothing. The office and the engineer learn of it, once an hour for each address.
 */
export async function reportMissingKey(
  orm: Orm,
  { deviceId, fieldOperativeId }: KeyedDevice,
  { secret, source, at }: Omit<Presented, "proof">,
): Promise<void> {
  const action = "signed-in-without-key";
  const { address } = source;
  const hourAgo = new Date(at.getTime() - hourMs);
  if (await hasAlarmSince(orm, action, { deviceId, address }, hourAgo)) return;
  await raiseAlarm(orm, action, { deviceId, fieldOperativeId, address }, at);
  const event = { source, objectType: "device", objectId: deviceId, fieldOperativeId } as const;
  await recordAccountEvent(
    orm,
    { ...event, action, isQuiet: isKnownToOwner(secret), after: { proof: secret } },
    at,
  );
}

/** Who gives the password knows of it; a PIN or a code may have come to a stranger. */
function isKnownToOwner(secret: GivenSecret): boolean {
  return secret === "password" || secret === "provider";
}

/** Checks the signature and changes nothing: what a device without a key sends is taken. */
export async function checkDeviceKey(
  orm: Orm,
  own: KeyedDevice,
  presented: Omit<Presented, "secret">,
): Promise<Refusal | null> {
  if (isFromDevice(own, presented.proof)) return null;
  await reportMismatch(orm, own, presented);
  return refuse("signature-mismatch");
}

async function addKey(orm: Orm, deviceId: string, publicKey: DeviceKey): Promise<boolean> {
  const added = await orm
    .update(device)
    .set({ publicKey })
    .where(and(eq(device.deviceId, deviceId), isNull(device.publicKey)))
    .returning({ deviceId: device.deviceId });
  return added.length > 0;
}

/** Once an hour for each device: a caller that is refused may try as often as it likes. */
async function reportMismatch(
  orm: Orm,
  { deviceId, fieldOperativeId }: KeyedDevice,
  { source, at }: Omit<Presented, "secret">,
): Promise<void> {
  const kind = "signature-mismatch";
  if (await hasAlarmSince(orm, kind, { deviceId }, new Date(at.getTime() - hourMs))) return;
  await raiseAlarm(orm, kind, { deviceId, fieldOperativeId, address: source.address }, at);
  await recordAccountEvent(
    orm,
    { action: kind, source, objectType: "device", objectId: deviceId, fieldOperativeId },
    at,
  );
}

const hourMs = 3_600_000;
