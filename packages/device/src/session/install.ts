import {
  checkInstallation as checkCall,
  getInstallation,
  type Installation,
  problemCode,
  type ReceivedWork,
  register,
  setPin,
} from "@fieldfare/contract";
import { done, refused, type Result } from "@fieldfare/domain";
import { callServer } from "../api/call.ts";
import type { CallFailure } from "../api/failure.ts";
import { takenBackCounter, transact, transactShared } from "../database/unit.ts";
import { type Device, forCurrentEngineer } from "../device.ts";
import { newId } from "../ids.ts";
import type { RecoveryRecord } from "../ports.ts";
import { describeUnlocked } from "./app-lock.ts";
import { protectDataKey } from "./data-key.ts";
import { replaceDataKey } from "./data-key-at-sign-in.ts";
import { noFailures } from "./lock-out.ts";
import { sealProfile } from "./seal.ts";
import { storeSignature } from "./stored-signature.ts";

export type InstallRefusal =
  | "network"
  | "signed-out"
  | "UserConfigurationError"
  | "ExistingDeviceRegistrationFound"
  /** The sign-in is too old, or did not give the password: another one with the password helps. */
  | "password-needed"
  | "pin-not-saved"
  | "signature-not-saved"
  | "failed";

export type InstallationAnswers = Omit<
  Installation,
  "deviceId" | "userAgent" | "installedOn" | "userPin" | "engineerSignature"
> & { readonly pin: string; readonly signature: string };

/** Checks before the installation whether this engineer may install on this browser. */
export async function checkInstallation(unbound: Device): Promise<Result<true, InstallRefusal>> {
  const device = forCurrentEngineer(unbound);
  const setting = await device.engineer?.setting.get(1);
  const answer = await callServer(device, checkCall, {
    body: { deviceId: setting?.deviceId ?? null, userAgent: device.ports.userAgent },
  });
  if (!answer.ok) return refused(toInstallRefusal(answer.failure));
  return answer.value.outcome === "ok" ? done(true) : refused(answer.value.outcome);
}

/** Registers this browser as the engineer's device and stores what an offline sign-in needs. */
export async function install(
  unbound: Device,
  answers: InstallationAnswers,
): Promise<Result<{ deviceId: string }, InstallRefusal>> {
  const device = forCurrentEngineer(unbound);
  const checked = await checkInstallation(device);
  if (!checked.ok) return checked;
  const deviceId = await claimDeviceId(device);
  const { pin, signature, ...rest } = answers;
  const answer = await callServer(device, register, {
    body: {
      ...rest,
      deviceId,
      userPin: pin,
      engineerSignature: signature,
      userAgent: device.ports.userAgent,
      installedOn: device.ports.now().toISOString(),
    },
  });
  if (!answer.ok) return refused(toInstallRefusal(answer.failure));
  await storeSignature(device, signature);
  return storeInstallation(device, pin, answer.value.deviceId, null);
}

function toInstallRefusal(failure: CallFailure): InstallRefusal {
  if (failure.kind === "network") return "network";
  if (failure.kind !== "problem") return "failed";
  const { code, issues = [] } = failure.problem;
  // The account is not that of a field operative: the office has to fix that.
  if (code === problemCode.forbidden) return "UserConfigurationError";
  if (code === problemCode.passwordNeeded || code === problemCode.signatureMismatch)
    return "password-needed";
  // The device id of this browser now belongs to another engineer.
  if (code === problemCode.conflict) return "ExistingDeviceRegistrationFound";
  const isAbout = (field: string) => issues.some(({ path }) => path.includes(field));
  if (isAbout("userPin")) return "pin-not-saved";
  return isAbout("engineerSignature") ? "signature-not-saved" : "failed";
}

/** Creates the id once: a registration whose answer was lost is tried again under the same id. */
async function claimDeviceId(device: Device): Promise<string> {
  const setting = await device.database.setting.get(1);
  if (setting?.deviceId) return setting.deviceId;
  const deviceId = newId(device.ports);
  await device.database.setting.update(1, { deviceId });
  return deviceId;
}

export interface LostWork {
  readonly received: ReceivedWork;
  /**
   * How many messages this device had ever queued and not taken back; null when no copy is left
   * that knows.
   */
  readonly queuedMessages: number | null;
  /**
   * How many of them cannot be recovered; null when that is unknown. Browsers write the small copy
   * some seconds late, so it may know of fewer messages than there were.
   */
  readonly lostMessages: number | null;
}

/**
 * True when the engineer has worked in this browser before, by its recovery record. Otherwise this
 * is another phone than theirs, and nothing was lost here.
 */
export async function hasWorkedHere({ engineer, ports }: Device): Promise<boolean> {
  if (!engineer || (await engineer.token.count()) === 0) return false;
  return readRecoveryRecord(ports, engineer.ownerId) !== null;
}

/** Returns what was lost: what this browser held of the device and the server does not have. */
export async function readLostWork(
  unbound: Device,
): Promise<Result<LostWork, "network" | "not-known">> {
  const device = forCurrentEngineer(unbound);
  const answer = await callServer(device, getInstallation, { query: { hasLocalData: "false" } });
  if (!answer.ok) return refused(answer.failure.kind === "network" ? "network" : "not-known");
  const { received } = answer.value;
  if (!received) return refused("not-known");
  const queuedMessages = await readQueuedMessages(device);
  const isKnown = queuedMessages !== null && queuedMessages >= received.messages;
  const lostMessages = isKnown ? queuedMessages - received.messages : null;
  return done({ received, queuedMessages, lostMessages });
}

async function readQueuedMessages({ database, ports }: Device): Promise<number | null> {
  const setting = await database.setting.get(1);
  const record = readRecoveryRecord(ports, database.ownerId);
  if (!record || record.deviceId !== setting?.deviceId) return null;
  return record.queuedMessages - (record.takenBackMessages ?? 0);
}

function readRecoveryRecord(
  { recoveryRecords }: Device["ports"],
  ownerId: string,
): RecoveryRecord | null {
  return recoveryRecords?.read(ownerId) ?? null;
}

/**
 * Installs this browser as the device that the server knows, under the given PIN. If the engineer
 * has worked in this browser before, the office is told what was lost.
 */
export async function recoverInstallation(
  unbound: Device,
  pin: string,
): Promise<Result<{ deviceId: string }, InstallRefusal>> {
  const device = forCurrentEngineer(unbound);
  const deviceId = (await device.engineer?.setting.get(1))?.deviceId;
  if (!deviceId) return refused("failed");
  const lost = (await hasWorkedHere(device))
    ? { queuedMessages: await readQueuedMessages(device) }
    : undefined;
  const answer = await callServer(device, setPin, {
    body: { deviceId, pin, userAgent: device.ports.userAgent, ...(lost && { lost }) },
  });
  if (!answer.ok) {
    const refusal = toInstallRefusal(answer.failure);
    return refused(
      refusal === "network" || refusal === "password-needed" ? refusal : "pin-not-saved",
    );
  }
  const { signature } = answer.value;
  if (signature) await storeSignature(device, signature);
  // A loss is reported once: the count goes on from what the server has.
  const queuedMessages = answer.value.received?.messages ?? 0;
  return storeInstallation(device, pin, deviceId, { queuedMessages });
}

async function storeInstallation(
  device: Device,
  pin: string,
  deviceId: string,
  recovery: { readonly queuedMessages: number } | null,
): Promise<Result<{ deviceId: string }, InstallRefusal>> {
  const token = await device.database.token.get(1);
  if (!token) return refused("signed-out");
  const { claims } = token;
  const { database } = device;
  if (database.sealing?.isLocked) await replaceDataKey(device, database);
  const profile = { username: claims.email, claims };
  const offlineLogin = await sealProfile(device.ports, pin, profile, database.sealing);
  // The sign-in first: a page that is killed before the second transaction has to finish the
  // installation again, and nobody is left without a PIN.
  const installationDate = device.ports.now().toISOString();
  await transactShared(device, ["login"], async (unit) => {
    const login = await unit.database.login.get(claims.email);
    await unit.put("login", {
      email: claims.email,
      ownerId: claims.id,
      installation: { deviceId, installationDate },
      offlineLogin,
      offlinePassword: null,
      ...noFailures,
      lastLoginDate: login?.lastLoginDate ?? null,
      lastFailedLoginDate: login?.lastFailedLoginDate ?? null,
    });
  });
  await transact(device, ["setting", "counter"], async (unit) => {
    if (recovery) {
      await unit.put("counter", { name: "message", value: recovery.queuedMessages });
      await unit.put("counter", { name: takenBackCounter, value: 0 });
    }
    const setting = await unit.database.setting.get(1);
    if (!setting) throw new Error("The device was used before it was opened");
    await unit.put("setting", {
      ...setting,
      deviceId,
      enabled: true,
      recoveryPending: recovery !== null,
      installationDate,
    });
  });
  // The PIN was chosen just now.
  device.events.emit(describeUnlocked(device));
  await protectDataKey(device, database, claims.email);
  const { recoveryRecords } = device.ports;
  if (recovery)
    recoveryRecords?.replace(claims.id, { deviceId, ...recovery, takenBackMessages: 0 });
  else recoveryRecords?.update(claims.id, { deviceId });
  return done({ deviceId });
}
