import { getInstallation, problemCode } from "@fieldfare/contract";
import {
  type DeviceState,
  destinationByState,
  deviceState,
  done,
  refused,
  type Result,
} from "@fieldfare/domain";
import { callServer } from "../api/call.ts";
import { readClaims } from "../api/claims.ts";
import type { CallFailure } from "../api/failure.ts";
import { switchUser, userSwitchTables, personalTables } from "../database/user-switch.ts";
import type { LoginRow } from "../database/rows.ts";
import { StorageError, type StorageRefusal, transact, type Unit } from "../database/unit.ts";
import type { Device, PendingCredentials } from "../device.ts";
import { openProfile, sealProfile } from "./seal.ts";
import { countFailure, failedSignIns, noFailures } from "./lock-out.ts";
import { readDeviceInstallation } from "./session.ts";
import { hasQueuedSignature, requestToken, type SignInAnswer } from "./token.ts";

export type SignInRefusal =
  | "bad-credentials"
  | "locked-out"
  | "pin-locked"
  | "offline-not-found"
  /** The browser's data is gone, so nobody can sign in here without a network. */
  | "offline-data-lost"
  | "offline-bad-credentials"
  | "network"
  | "office-user"
  | "device-locked"
  | StorageRefusal;

const signInTables = [...personalTables, ...userSwitchTables, "messageQueue"] as const;

export interface SignedIn {
  readonly deviceState: DeviceState;
  readonly destination: string;
  readonly fullSync: boolean;
}

/**
 * Signs in and makes the engineer the current user. Also refused, with nothing changed, when the
 * phone has no space for the user switch.
 */
export async function signInToDevice(
  device: Device,
  entered: PendingCredentials,
): Promise<Result<SignedIn, SignInRefusal>> {
  try {
    return await signInOnlineOrOffline(device, entered);
  } catch (error) {
    if (error instanceof StorageError) return refused(error.refusal);
    throw error;
  }
}

/**
 * Online the server decides; offline, the stored profile that only the right PIN or password
 * decrypts.
 */
async function signInOnlineOrOffline(
  device: Device,
  entered: PendingCredentials,
): Promise<Result<SignedIn, SignInRefusal>> {
  const credentials = { ...entered, email: entered.email.trim().toLowerCase() };
  const failedAttempts = await failedSignIns(device, credentials.email);
  const secret = credentials.pin === undefined ? "password" : "pin";
  const mayTry =
    !failedAttempts.lockedOut || (secret === "password" && failedAttempts.mayTryPassword);
  if (!mayTry) return refused("locked-out");
  const installation = await readDeviceInstallation(device, credentials.email);
  const answer = await requestToken(
    device,
    credentials,
    installation?.installationDate ? installation.deviceId : null,
  );
  if (answer.ok) return acceptToken(device, credentials, answer.value);
  const { failure } = answer;
  if (failure.kind === "device") return refused("device-locked");
  if (isBadCredentials(failure)) return countAndRefuse(device, credentials, "bad-credentials");
  if (isTooMany(failure)) return refused("locked-out");
  if (isPinLocked(failure)) return refused("pin-locked");
  return signInOffline(device, credentials);
}

async function acceptToken(
  device: Device,
  credentials: PendingCredentials,
  answer: SignInAnswer,
): Promise<Result<SignedIn, SignInRefusal>> {
  const claims = readClaims(answer.tokenModel.token);
  if (!claims) return refused("network");
  if (claims.userType !== 1) return refused("office-user");
  const now = device.ports.now().toISOString();
  const secret = credentials.pin ?? credentials.password ?? "";
  const installation = await readDeviceInstallation(device, credentials.email);
  const installed = (installation?.installationDate ?? null) !== null;
  const sealed = installed
    ? await sealProfile(device.ports, secret, { username: credentials.email, claims })
    : null;
  const name = sealedField(credentials);
  await transact(device, signInTables, async (unit) => {
    await switchUser(unit, device.ports, claims.id);
    if (!installed) await restoreDeviceId(device, unit, claims.id);
    const previousLogin = await unit.database.login.get(credentials.email);
    const isSignatureQueued = await hasQueuedSignature(unit.database, claims.id);
    await unit.put("login", {
      email: credentials.email,
      ownerId: claims.id,
      offlineLogin: previousLogin?.offlineLogin ?? null,
      offlinePassword: previousLogin?.offlinePassword ?? null,
      ...(sealed && { [name]: sealed }),
      ...noFailures,
      lastLoginDate: now,
      lastFailedLoginDate: previousLogin?.lastFailedLoginDate ?? null,
      knownUnlockOn: answer.unlockedOn ?? previousLogin?.knownUnlockOn ?? null,
      isSignatureGiven: isSignatureQueued,
    } satisfies LoginRow);
    await unit.put("token", {
      id: 1,
      tokenModel: answer.tokenModel,
      claims: {
        ...claims,
        requestSignature: claims.requestSignature && !isSignatureQueued,
      },
      ownerId: claims.id,
      signedInOn: now,
    });
  });
  device.pending.credentials = null;
  return done(await readDeviceState(device, installed));
}

/**
 * Takes the device id from the recovery record when database and journal are gone, so that the
 * server can be told. Without a record this browser is no device of the engineer yet, also if an
 * earlier sign-in learnt the id of the engineer's own phone here.
 */
async function restoreDeviceId({ ports }: Device, unit: Unit, ownerId: string): Promise<void> {
  const deviceId = ports.recoveryRecords?.read(ownerId)?.deviceId ?? null;
  const setting = await unit.database.setting.get(1);
  if (setting && setting.deviceId !== deviceId) await unit.put("setting", { ...setting, deviceId });
}

/**
 * A correct password leaves the profile sealed under the PIN unchanged, and the other way round.
 */
function sealedField({ pin }: PendingCredentials): "offlineLogin" | "offlinePassword" {
  return pin === undefined ? "offlinePassword" : "offlineLogin";
}

/**
 * Asks the server for the state of the device, which decides the next screen. Without an answer an
 * installed device stays installed.
 */
async function readDeviceState(device: Device, installed: boolean): Promise<SignedIn> {
  const answer = await callServer(device, getInstallation, {
    query: { hasLocalData: installed ? "true" : "false" },
  });
  const fallback = installed ? deviceState.valid : deviceState.notFound;
  const state: DeviceState = answer.ok
    ? answer.value.deviceState
    : answer.failure.kind === "device" && answer.failure.error === "locked"
      ? deviceState.locked
      : fallback;
  if (answer.ok) {
    const setting = await device.database.setting.get(1);
    if (setting)
      await device.database.setting.update(1, {
        // Without an installation the server's id counts, because a colleague may have tried here
        // before.
        deviceId: installed ? (setting.deviceId ?? answer.value.deviceId) : answer.value.deviceId,
        enabled: state !== deviceState.locked,
      });
  }
  return {
    deviceState: state,
    destination: destinationByState[state],
    fullSync: state === deviceState.valid,
  };
}

async function signInOffline(
  device: Device,
  credentials: PendingCredentials,
): Promise<Result<SignedIn, SignInRefusal>> {
  const row = await device.database.login.get(credentials.email);
  // An earlier build stored the profile of a password sign-in in the PIN's field.
  const sealed = row?.[sealedField(credentials)] ?? row?.offlineLogin;
  if (!row || !sealed)
    return refused((await isDataLost(device)) ? "offline-data-lost" : "offline-not-found");
  const secret = credentials.pin ?? credentials.password ?? "";
  const profile = await openProfile(sealed, secret, credentials.email);
  if (!profile) return countAndRefuse(device, credentials, "offline-bad-credentials");
  const now = device.ports.now().toISOString();
  const { claims } = profile;
  await transact(device, signInTables, async (unit) => {
    await switchUser(unit, device.ports, claims.id);
    await unit.put("login", {
      ...row,
      ownerId: claims.id,
      ...noFailures,
      lastLoginDate: now,
    } satisfies LoginRow);
    await unit.put("token", {
      id: 1,
      tokenModel: null,
      // The stored profile may be older than a signature given since.
      claims: {
        ...claims,
        requestSignature: claims.requestSignature && row.isSignatureGiven !== true,
      },
      ownerId: claims.id,
      signedInOn: now,
    });
  });
  device.pending.credentials = credentials;
  const setting = await device.database.setting.get(1);
  const state = setting?.enabled === false ? deviceState.locked : deviceState.valid;
  return done({ deviceState: state, destination: destinationByState[state], fullSync: false });
}

/** True if somebody has worked in this browser and no sign-in is stored: both copies are gone. */
async function isDataLost({ database, ports }: Device): Promise<boolean> {
  return (await database.login.count()) === 0 && ports.recoveryRecords?.hasAny() === true;
}

async function countAndRefuse<R extends SignInRefusal>(
  device: Device,
  { email, pin }: PendingCredentials,
  refusal: R,
): Promise<{ ok: false; refusal: R | "locked-out" }> {
  const secret = pin === undefined ? "password" : "pin";
  return refused((await countFailure(device, email, secret)) ? "locked-out" : refusal);
}

/** Only our own server's answer counts: a proxy's 401 says nothing about the PIN. */
function isBadCredentials(failure: CallFailure): boolean {
  return failure.kind === "problem" && (failure.status === 401 || failure.status === 400);
}

function isTooMany(failure: CallFailure): boolean {
  return failure.kind === "problem" && failure.problem.code === problemCode.tooManyAttempts;
}

function isPinLocked(failure: CallFailure): boolean {
  return failure.kind === "problem" && failure.problem.code === problemCode.pinLocked;
}

/** Works without a network. Queued messages stay for their owner's next sign-in. */
export async function signOut(device: Device): Promise<void> {
  device.pending.credentials = null;
  await device.database.token.clear();
}
