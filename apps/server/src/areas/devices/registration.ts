import { randomUUIDv7 } from "node:crypto";
import type {
  CallAnswer,
  CallBody,
  checkInstallation,
  getInstallation,
  Installation,
  register,
  setPin,
} from "@fieldfare/contract";
import { deviceState } from "@fieldfare/domain";
import { raiseAlarm } from "../../database/alarms.ts";
import type { Orm } from "../../database/database.ts";
import { hashCredential } from "../../database/secrets.ts";
import type { DeviceSource } from "../../http/audit-source.ts";
import { type Refusal, refuse } from "../../http/problem.ts";
import { ok } from "../../http/routes.ts";
import type { Server } from "../../http/server.ts";
import { recordAccountEvent } from "../auth/account-events.ts";
import { settleDeviceKey } from "../auth/device-key.ts";
import { refusePin } from "../auth/pin-rule.ts";
import { findFamily, lockFamily } from "../auth/store.ts";
import {
  bindSignIn,
  type Device,
  findDevice,
  findDeviceToRegister,
  isForTraining,
  newestDevice,
  readReceivedWork,
  readSignature,
  type Registration,
  storeDevice,
  storePin,
} from "./store.ts";

type State = CallAnswer<typeof getInstallation>;

interface Installer {
  readonly fieldOperativeId: string;
  readonly isTraining: boolean;
}

/**
 * Reads which of the five states the device has. Another engineer's device counts as unknown, and so does a live device
 * in training. An unknown browser of an engineer who has a device becomes a further device: it gets an id of its own, and
 * only its own half of the installation is missing. It is installed as a whole if the engineer's devices are all locked,
 * or where the office approves devices.
 */
export async function readDeviceState(
  { database, config }: Server,
  installer: Installer,
  deviceId: string | null,
  hasLocalData: "true" | "false" | undefined,
): Promise<State> {
  const existing = deviceId ? await findDevice(database, deviceId) : null;
  const ownDevice = existing && belongsTo(existing, installer) ? existing : null;
  if (ownDevice) {
    if (ownDevice.locked) return { deviceState: deviceState.locked, deviceId: ownDevice.deviceId };
    if (hasLocalData !== "false")
      return { deviceState: deviceState.valid, deviceId: ownDevice.deviceId };
    return {
      deviceState: deviceState.clientRecovery,
      deviceId: ownDevice.deviceId,
      received: await readReceivedWork(database, ownDevice),
    };
  }
  const newest =
    installer.isTraining || config.deviceApproval
      ? null
      : await newestDevice(database, installer.fieldOperativeId, { isLocked: false });
  if (!newest) return { deviceState: deviceState.notFound, deviceId: null };
  // Asked again, the browser gets the same id.
  const ownId = existing === null && deviceId !== null ? deviceId : randomUUIDv7();
  return {
    deviceState: deviceState.clientOnlyInstall,
    deviceId: ownId,
    received: await readReceivedWork(database, { ...installer, deviceId: ownId }),
  };
}

/** Whether a device id belongs to another engineer already. */
export async function decideInstallation(
  { database }: Server,
  installer: Installer,
  deviceId: string | null,
): Promise<CallAnswer<typeof checkInstallation>> {
  const existing = deviceId ? await findDevice(database, deviceId) : null;
  const isForeign = existing !== null && !belongsTo(existing, installer);
  return { outcome: isForeign ? "ExistingDeviceRegistrationFound" : "ok" };
}

function belongsTo(device: Device, { fieldOperativeId, isTraining }: Installer): boolean {
  return device.fieldOperativeId === fieldOperativeId && isForTraining(device) === isTraining;
}

/**
 * Registers a device. The same device again is installed again; an engineer may have several devices. The sign-in must
 * have begun with the password a short time ago, so that a stolen refresh token registers nothing.
 */
export async function registerDevice(
  server: Server,
  installer: Installer & { readonly familyId: string },
  answers: Installation,
  { proof, ...source }: DeviceSource,
): Promise<CallAnswer<typeof register> | Refusal> {
  const { database, config } = server;
  const { fieldOperativeId, familyId, isTraining } = installer;
  const { userPin, engineerSignature, ...installation } = answers;
  const { deviceId } = answers;
  const existing = await findDevice(database, deviceId);
  if (existing && !belongsTo(existing, installer)) return refuse("conflict");
  if (existing?.locked) return refuse("device-locked");
  const family = await findFamily(database.orm, familyId);
  const refusal = refusePin("userPin", userPin) ?? refuseSession(server, family, deviceId);
  if (refusal) return refusal;
  const pinHash = await hashCredential(userPin);
  return database.orm.transaction(async (orm): Promise<CallAnswer<typeof register> | Refusal> => {
    const current = await findDeviceToRegister(orm, deviceId);
    if (current && !belongsTo(current, installer)) return refuse("conflict");
    // The sign-in may have been ended while the PIN was hashed.
    const ended = refuseSession(server, await lockFamily(orm, familyId), deviceId);
    if (ended) return ended;
    const isFurther =
      !current && !isTraining && (await newestDevice({ orm }, fieldOperativeId)) !== null;
    const at = config.now();
    const mismatch =
      current && (await settleDeviceKey(orm, current, { proof, secret: null, source, at }));
    if (mismatch) return mismatch;
    const stored = await storeDevice(orm, {
      deviceId,
      fieldOperativeId,
      pinHash,
      publicKey: proof.ownKey,
      awaitsApproval: isFurther && config.deviceApproval,
      installation: { ...installation, isTraining },
      // The clock of the phone may be wrong by days.
      installedOn: at,
      // A signature from training must not be used on customers' documents.
      signature: isTraining ? null : engineerSignature,
    });
    if (!stored) return refuse("conflict");
    await bindSignIn(orm, familyId, deviceId);
    const { awaitsApproval } = stored;
    if (!isTraining)
      await recordAccountEvent(
        orm,
        {
          action: "device-registered",
          isQuiet: !isFurther,
          source,
          objectType: "device",
          objectId: deviceId,
          fieldOperativeId,
          after: { isFurther, awaitsApproval, userAgent: answers.userAgent },
        },
        config.now(),
      );
    return { deviceState: deviceState.valid, deviceId, awaitsApproval };
  });
}

/**
 * Changes the PIN of a device. If its browser lost its data, the office gets an alarm about what may be missing, and the
 * browser counts on from what the server has received. A browser that is no device yet becomes a further one of its
 * engineer, whose signature the server has.
 */
export async function changePin(
  server: Server,
  installer: Installer & { readonly familyId: string },
  { deviceId, pin, lost, userAgent }: CallBody<typeof setPin>,
  { proof, ...source }: DeviceSource,
): Promise<CallAnswer<typeof setPin> | Refusal> {
  const { database, config } = server;
  const { fieldOperativeId, familyId, isTraining } = installer;
  const existing = await findDevice(database, deviceId);
  const isOwn = existing !== null && belongsTo(existing, installer);
  if (isOwn && existing.locked) return refuse("device-locked");
  if (isOwn && existing.awaitsApproval) return refuse("device-unapproved");
  const family = await findFamily(database.orm, familyId);
  const refusal = refusePin("pin", pin) ?? refuseSession(server, family, deviceId);
  if (refusal) return refusal;
  if (existing ? !isOwn : isTraining) return refuse("not-found");
  // Nobody takes over a device that did not sign in as itself.
  if (existing && family?.deviceId !== deviceId)
    return refuse(config.deviceApproval ? "device-unapproved" : "password-needed");
  const pinHash = await hashCredential(pin);
  return database.orm.transaction(async (orm): Promise<CallAnswer<typeof setPin> | Refusal> => {
    const at = config.now();
    // Locking a device and ending its sign-ins take the rows in this order too: any other order could deadlock.
    await findDeviceToRegister(orm, deviceId);
    const ended = refuseSession(server, await lockFamily(orm, familyId), deviceId);
    if (ended) return ended;
    const mismatch =
      existing && (await settleDeviceKey(orm, existing, { proof, secret: null, source, at }));
    if (mismatch) return mismatch;
    const isStored = existing
      ? await storePin(orm, deviceId, fieldOperativeId, pinHash)
      : await storeFurtherDevice(orm, server, {
          deviceId,
          fieldOperativeId,
          pinHash,
          publicKey: proof.ownKey,
          installation: { userAgent: userAgent ?? null, isTraining },
        });
    if (!isStored) return refuse("not-found");
    await bindSignIn(orm, familyId, deviceId);
    if (isTraining) return ok;
    const received = await readReceivedWork({ orm }, { deviceId, fieldOperativeId });
    if (lost)
      await raiseAlarm(orm, "device-data-lost", {
        deviceId,
        fieldOperativeId,
        queuedMessages: lost.queuedMessages,
        receivedMessages: received.messages,
        lastStep: received.lastStep,
        openVisits: received.openVisits.map(({ formattedJobId }) => formattedJobId),
      });
    const signature = await readSignature(orm, fieldOperativeId);
    const about = { source, objectType: "device", objectId: deviceId, fieldOperativeId } as const;
    await recordAccountEvent(
      orm,
      existing
        ? { ...about, action: "pin-changed", after: { proof: "sign-in" } }
        : {
            ...about,
            action: "device-registered",
            after: { isFurther: true, awaitsApproval: config.deviceApproval, userAgent },
          },
      at,
    );
    return { ...ok, received, ...(signature !== null && { signature }) };
  });
}

/** Registers a further device of an engineer who has one. The first one needs the whole installation. */
async function storeFurtherDevice(
  orm: Orm,
  { config }: Server,
  registration: Pick<
    Registration,
    "deviceId" | "fieldOperativeId" | "pinHash" | "publicKey" | "installation"
  >,
): Promise<boolean> {
  if (!(await newestDevice({ orm }, registration.fieldOperativeId))) return false;
  const stored = await storeDevice(orm, {
    ...registration,
    awaitsApproval: config.deviceApproval,
    installedOn: config.now(),
    signature: null,
  });
  return stored !== null;
}

/**
 * Says why a session may neither register the device nor set its PIN. Null: it may, because its engineer gave the
 * password on this device a short time ago.
 */
function refuseSession(
  { config }: Server,
  family: Awaited<ReturnType<typeof findFamily>>,
  deviceId: string,
): Refusal | null {
  if (!family || family.revokedOn) return refuse("unauthorised");
  const oldest = config.now().getTime() - config.registrationMinutes * 60_000;
  const isPasswordFresh = (family.passwordGivenOn?.getTime() ?? 0) >= oldest;
  const isElsewhere = family.deviceId !== null && family.deviceId !== deviceId;
  return isPasswordFresh && !isElsewhere ? null : refuse("password-needed");
}
