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
import type { AuditSource } from "../../database/audit.ts";
import { hashSecret } from "../../database/secrets.ts";
import { type Refusal, refuse } from "../../http/problem.ts";
import { ok } from "../../http/routes.ts";
import type { Server } from "../../http/server.ts";
import { recordAccountEvent } from "../auth/account-events.ts";
import { refusePin } from "../auth/pin-rule.ts";
import { findFamily } from "../auth/store.ts";
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
 * in training. An unknown browser may go on as an earlier device of the engineer, but not as a locked one, which may be
 * lost, and not where the office approves devices: it then becomes a further device and learns no other's id.
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

/**
 * Registers a device. The same device again is installed again; an engineer may have several devices. The sign-in must
 * have begun with the password a short time ago, so that a stolen refresh token registers nothing.
 */
export async function registerDevice(
  server: Server,
  installer: Installer & { readonly familyId: string },
  answers: Installation,
  source: AuditSource,
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
  const pinHash = await hashSecret(userPin);
  return database.orm.transaction(async (orm): Promise<CallAnswer<typeof register> | Refusal> => {
    const isFurther =
      !existing && !isTraining && (await newestDevice({ orm }, fieldOperativeId)) !== null;
    const stored = await storeDevice(orm, {
      deviceId,
      fieldOperativeId,
      pinHash,
      awaitsApproval: isFurther && config.deviceApproval,
      installation: { ...installation, isTraining },
      installedOn: new Date(answers.installedOn),
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
 * Changes the PIN of a device, also for another browser of the engineer, which counts on from what the server has
 * received. If that browser lost its data, the office gets an alarm about what may be missing. Where the office approves
 * devices, another browser takes no device over: it has to be registered.
 */
export async function changePin(
  server: Server,
  { fieldOperativeId, familyId, isTraining }: Installer & { readonly familyId: string },
  { deviceId, pin, lost }: CallBody<typeof setPin>,
  source: AuditSource,
): Promise<CallAnswer<typeof setPin> | Refusal> {
  const { database, config } = server;
  const family = await findFamily(database.orm, familyId);
  const refusal = refusePin("pin", pin) ?? refuseSession(server, family, deviceId);
  if (refusal) return refusal;
  // A browser that sent no device id when its engineer signed in is another one, or lost all its data.
  const isOtherBrowser = family?.deviceId !== deviceId;
  if (isOtherBrowser && config.deviceApproval) return refuse("device-unapproved");
  const pinHash = await hashSecret(pin);
  return database.orm.transaction(async (orm) => {
    const changed = await storePin(orm, deviceId, fieldOperativeId, pinHash);
    if (!changed) return refuse("not-found");
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
    await recordAccountEvent(
      orm,
      {
        action: "pin-changed",
        source,
        objectType: "device",
        objectId: deviceId,
        fieldOperativeId,
        after: { proof: "password", isOtherBrowser },
      },
      config.now(),
    );
    return { ...ok, received, ...(signature !== null && { signature }) };
  });
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
