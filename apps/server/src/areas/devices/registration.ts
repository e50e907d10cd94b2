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
import { hashSecret } from "../../database/secrets.ts";
import { type Refusal, refuse } from "../../http/problem.ts";
import { ok } from "../../http/routes.ts";
import type { Server } from "../../http/server.ts";
import {
  bindSignIn,
  type Device,
  findDevice,
  isForTraining,
  newestDevice,
  readReceivedWork,
  readSignature,
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
 * in training.
 */
export async function readDeviceState(
  { database }: Server,
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
  const newest = installer.isTraining
    ? null
    : await newestDevice(database, installer.fieldOperativeId);
  if (!newest) return { deviceState: deviceState.notFound, deviceId: null };
  if (newest.locked) return { deviceState: deviceState.locked, deviceId: newest.deviceId };
  return {
    deviceState: deviceState.clientOnlyInstall,
    deviceId: newest.deviceId,
    received: await readReceivedWork(database, newest),
  };
}

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

/** Registers a device. The same device again is installed again; an engineer may have several devices. */
export async function registerDevice(
  { database }: Server,
  installer: Installer & { readonly familyId: string },
  answers: Installation,
): Promise<CallAnswer<typeof register> | Refusal> {
  const { fieldOperativeId, familyId, isTraining } = installer;
  const { userPin, engineerSignature, ...installation } = answers;
  const { deviceId } = answers;
  const existing = await findDevice(database, deviceId);
  if (existing && !belongsTo(existing, installer)) return refuse("conflict");
  if (existing?.locked) return refuse("device-locked");
  const pinHash = await hashSecret(userPin);
  const stored = await database.orm.transaction(async (orm) => {
    const isStored = await storeDevice(orm, {
      deviceId,
      fieldOperativeId,
      pinHash,
      installation: { ...installation, isTraining },
      installedOn: new Date(answers.installedOn),
      // A signature from training must not be used on customers' documents.
      signature: isTraining ? null : engineerSignature,
    });
    if (isStored) await bindSignIn(orm, familyId, deviceId);
    return isStored;
  });
  return stored ? { deviceState: deviceState.valid, deviceId } : refuse("conflict");
}

/**
 * Changes the PIN of a device, also for another browser of the engineer, which counts on from what the server has
 * received. If that browser lost its data, the office gets an alarm about what may be missing.
 */
export async function changePin(
  { database }: Server,
  { fieldOperativeId, isTraining }: Installer,
  { deviceId, pin, lost }: CallBody<typeof setPin>,
): Promise<CallAnswer<typeof setPin> | Refusal> {
  const pinHash = await hashSecret(pin);
  return database.orm.transaction(async (orm) => {
    const changed = await storePin(orm, deviceId, fieldOperativeId, pinHash);
    if (!changed) return refuse("not-found");
    if (isTraining) return ok;
    const received = await readReceivedWork({ orm }, { deviceId, fieldOperativeId });
    if (lost)
      await raiseAlarm(orm, "device-data-lost", {
        deviceId,
        fieldOperativeId,
        queuedMessages: lost.queuedMessages,
        receivedMessages: received.messages,
        lastStep: received.lastStep,
      });
    const signature = await readSignature(orm, fieldOperativeId);
    return { ...ok, received, ...(signature !== null && { signature }) };
  });
}
