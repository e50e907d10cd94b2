import { getInstallation, problemCode } from "@fieldfare/contract";
import {
  type DeviceState,
  destinationByState,
  type SignInDestination,
  deviceState,
  done,
  refused,
  type Result,
} from "@fieldfare/domain";
import { callServer, type NamedEngineer } from "../api/call.ts";
import { readClaims } from "../api/claims.ts";
import type { Answer, CallFailure } from "../api/failure.ts";
import { pickKnownInstallation } from "../database/installations.ts";
import { openForSignIn, switchUser } from "../database/user-switch.ts";
import type { EngineerDatabase } from "../database/database.ts";
import type { KnownInstallation, LoginRow, TokenRow } from "../database/rows.ts";
import { switchContacts } from "../database/switch-contacts.ts";
import { isQuotaError, StorageError, type StorageRefusal, transact } from "../database/unit.ts";
import { type Device, forCurrentEngineer, type PendingCredentials } from "../device.ts";
import { describeUnlocked } from "./app-lock.ts";
import { type ProfileField, protectDataKey, renewProfile, unlockWithProfile } from "./data-key.ts";
import { findDataKey, withoutDataKey } from "./data-key-at-sign-in.ts";
import { findProfileIssue, openProfile, sealProfile } from "./seal.ts";
import { countFailure, failedSignIns, noFailures } from "./lock-out.ts";
import { nameEngineer } from "./named-engineer.ts";
import { hasQueuedSignature, requestToken, type SignInAnswer } from "./token.ts";

export type SignInRefusal =
  | "bad-credentials"
  | "locked-out"
  | "pin-locked"
  | "offline-not-found"
  /** The browser's data is gone, so nobody can sign in here without a network. */
  | "offline-data-lost"
  /** What the PIN or password has to open is not as it was stored. It was not tried. */
  | "offline-damaged"
  | "offline-bad-credentials"
  | "offline-password-unknown"
  | "network"
  | "office-user"
  | "device-locked"
  /** The office has not approved this further device of the engineer yet. */
  | "device-unapproved"
  | StorageRefusal;

export interface SignedIn {
  readonly deviceState: DeviceState;
  readonly destination: SignInDestination;
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
    const result = await signInOnlineOrOffline(device, entered);
    // Whoever has signed in need not open the lock as well.
    if (result.ok) device.events.emit(describeUnlocked(device));
    return result;
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
  const named = await nameEngineer(device, credentials.email);
  const answer = await requestTokenOfDevice(device, credentials, named);
  if (answer.ok) return acceptToken(device, credentials, answer.value);
  const { failure } = answer;
  if (failure.kind === "device") {
    // Seldom needed, so it is loaded then.
    const module = await import("./sign-in-to-send.ts").catch(() => null);
    const signedIn = (await module?.signInToSend(device, credentials, named)) ?? null;
    return signedIn ? done(signedIn) : refused("device-locked");
  }
  if (isBadCredentials(failure)) return countAndRefuse(device, credentials, "bad-credentials");
  if (hasCode(failure, problemCode.tooManyAttempts)) return refused("locked-out");
  if (hasCode(failure, problemCode.pinLocked)) return refused("pin-locked");
  if (hasCode(failure, problemCode.deviceUnapproved)) return refused("device-unapproved");
  return signInOffline(device, credentials);
}

/**
 * A browser that has lost its data learns from the first answer who signs in, and so which device it
 * is. It signs in again as that device: otherwise a server where the office approves devices takes it
 * for another browser and does not let it be recovered.
 */
async function requestTokenOfDevice(
  device: Device,
  credentials: PendingCredentials,
  named: NamedEngineer,
): Promise<Answer<SignInAnswer>> {
  const answer = await requestToken(device, credentials, named);
  if (!answer.ok || named.deviceId !== null) return answer;
  const claims = readClaims(answer.value.tokenModel.token);
  const record = claims && device.ports.recoveryRecords?.read(claims.id);
  if (!record) return answer;
  const database = await openForSignIn(device, claims.id);
  return requestToken(device, credentials, { deviceId: record.deviceId, database });
}

/** Stores a sign-in that the server has taken. `credentials` have no secret after a sign-in at the provider. */
export async function acceptToken(
  device: Device,
  credentials: PendingCredentials,
  answer: SignInAnswer,
): Promise<Result<SignedIn, SignInRefusal>> {
  const claims = readClaims(answer.tokenModel.token);
  if (!claims) return refused("network");
  if (claims.userType !== 1) return refused("office-user");
  const now = device.ports.now().toISOString();
  const secret = credentials.pin ?? credentials.password ?? null;
  const database = await openForSignIn(device, claims.id);
  const { messageQueue, setting } = database;
  const known = await readKnownInstallation(setting);
  const installed = known !== null;
  const name = sealedField(credentials);
  const previousLogin = await device.shared.login.get(credentials.email);
  const { token } = answer.tokenModel;
  const entered = { field: name, secret, username: credentials.email, token };
  const dataKey = await findDataKey(device, database, previousLogin, entered);
  if (dataKey === "unreachable") return refused("network");
  const sealed =
    installed && secret !== null
      ? await sealProfile(
          device.ports,
          secret,
          { username: credentials.email, claims },
          database.sealing,
        )
      : null;
  const isSignatureQueued = await hasQueuedSignature(messageQueue);
  const login = {
    email: credentials.email,
    ownerId: claims.id,
    installation: known,
    offlineLogin: previousLogin?.offlineLogin ?? null,
    offlinePassword: previousLogin?.offlinePassword ?? null,
    authenticator: previousLogin?.authenticator ?? null,
    isAuthenticatorOffered: previousLogin?.isAuthenticatorOffered ?? false,
    ...(dataKey === "lost" && withoutDataKey),
    ...(sealed && { [name]: sealed }),
    ...noFailures,
    lastLoginDate: now,
    lastFailedLoginDate: previousLogin?.lastFailedLoginDate ?? null,
    knownUnlockOn: answer.unlockedOn ?? previousLogin?.knownUnlockOn ?? null,
  } satisfies LoginRow;
  await takeContacts(device, claims.id);
  await switchUser(device, login, (signedIn) =>
    storeToken(
      signedIn,
      { isSignatureGiven: isSignatureQueued, isNew: !installed },
      {
        id: 1,
        tokenModel: answer.tokenModel,
        claims: { ...claims, requestSignature: claims.requestSignature && !isSignatureQueued },
        signedInOn: now,
      },
    ),
  );
  device.pending.credentials = null;
  await protectDataKey(device, database, credentials.email);
  await database.sealing?.openAhead();
  return done(await readDeviceState(device, installed));
}

/** Without space for them the contacts are fetched again. */
async function takeContacts({ shared }: Device, ownerId: string): Promise<void> {
  await switchContacts(shared, ownerId).catch((error: unknown) => {
    if (!isQuotaError(error)) throw error;
  });
}

async function readKnownInstallation(
  settings: EngineerDatabase["setting"],
): Promise<KnownInstallation | null> {
  const setting = await settings.get(1);
  return setting ? pickKnownInstallation(setting) : null;
}

/**
 * Stores the sign-in in the engineer's database. Where this browser is not installed for the engineer
 * it takes the device id from the recovery record, which outlives database and journal, so that the
 * server can be told. Without a record this browser is no device of the engineer yet, also if an
 * earlier sign-in learnt the id of the engineer's own phone here.
 */
async function storeToken(
  device: Device,
  { isSignatureGiven, isNew }: { readonly isSignatureGiven: boolean; readonly isNew: boolean },
  token: TokenRow,
): Promise<void> {
  await transact(device, ["token", "setting"], async (unit) => {
    const { ownerId } = unit.database;
    const setting = await unit.database.setting.get(1);
    if (!setting) throw new Error("The device was used before it was opened");
    const record = device.ports.recoveryRecords?.read(ownerId);
    const deviceId = isNew ? (record?.deviceId ?? null) : setting.deviceId;
    if (deviceId !== setting.deviceId || isSignatureGiven !== (setting.isSignatureGiven ?? false))
      await unit.put("setting", { ...setting, deviceId, isSignatureGiven });
    await unit.put("token", token);
  });
}

/**
 * A correct password leaves the profile sealed under the PIN unchanged, and the other way round.
 */
function sealedField({ pin }: PendingCredentials): ProfileField {
  return pin === undefined ? "offlinePassword" : "offlineLogin";
}

/**
 * Asks the server for the state of the device, which decides the next screen. Without an answer an
 * installed device stays installed.
 */
async function readDeviceState(unbound: Device, installed: boolean): Promise<SignedIn> {
  const device = forCurrentEngineer(unbound);
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
  const row = await device.shared.login.get(credentials.email);
  // An earlier build stored the profile of a password sign-in in the PIN's field.
  const sealed = row?.[sealedField(credentials)] ?? row?.offlineLogin;
  if (!row || !sealed)
    return refused((await isDataLost(device)) ? "offline-data-lost" : "offline-not-found");
  const secret = credentials.pin ?? credentials.password ?? "";
  // A profile of this build says whose it is, and needs a key of that engineer's database.
  const known =
    sealed.boundTo !== undefined && row.ownerId ? await openForSignIn(device, row.ownerId) : null;
  const issue = await findProfileIssue(sealed, known?.sealing ?? null);
  if (issue) return refused(issue === "damaged" ? "offline-damaged" : "offline-not-found");
  const profile = await openProfile(
    device.ports,
    sealed,
    secret,
    credentials.email,
    known?.sealing ?? null,
  );
  if (!profile) {
    // Counted all the same: what was typed may have been a PIN.
    const isUnknown = credentials.pin === undefined && !row.offlinePassword;
    const refusal = isUnknown ? "offline-password-unknown" : "offline-bad-credentials";
    return countAndRefuse(device, credentials, refusal);
  }
  const now = device.ports.now().toISOString();
  const { claims } = profile;
  const database = await openForSignIn(device, claims.id);
  if (!unlockWithProfile(database, profile)) return refused("offline-data-lost");
  const { setting: settings } = database;
  const isSignatureGiven = (await settings.get(1))?.isSignatureGiven === true;
  const login = {
    ...row,
    ownerId: claims.id,
    installation: await readKnownInstallation(settings),
    ...noFailures,
    lastLoginDate: now,
  };
  await takeContacts(device, claims.id);
  await switchUser(device, login, (signedIn) =>
    storeToken(
      signedIn,
      { isSignatureGiven, isNew: false },
      {
        id: 1,
        tokenModel: null,
        // The stored profile may be older than a signature given since.
        claims: {
          ...claims,
          requestSignature: claims.requestSignature && !isSignatureGiven,
        },
        signedInOn: now,
      },
    ),
  );
  device.pending.credentials = credentials;
  const field = sealed === row.offlinePassword ? "offlinePassword" : "offlineLogin";
  await renewProfile(device, database, { row, field, secret, profile });
  await protectDataKey(device, database, credentials.email);
  await database.sealing?.openAhead();
  const setting = await device.database.setting.get(1);
  const state = setting?.enabled === false ? deviceState.locked : deviceState.valid;
  return done({ deviceState: state, destination: destinationByState[state], fullSync: false });
}

/** True if somebody has worked in this browser and no sign-in is stored: both copies are gone. */
async function isDataLost({ shared, ports }: Device): Promise<boolean> {
  return (await shared.login.count()) === 0 && ports.recoveryRecords?.hasAny() === true;
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

function hasCode(failure: CallFailure, code: string): boolean {
  return failure.kind === "problem" && failure.problem.code === code;
}

/** Works without a network. Queued messages stay for their owner's next sign-in. */
export async function signOut(device: Device): Promise<void> {
  device.pending.credentials = null;
  device.ports.heldKeys?.clear();
  // No tab keeps what a reload would need.
  device.events.emit({ kind: "app-locked" });
  const { engineer } = device;
  if (!engineer) return;
  // Told before the token goes: a request of any tab may miss it at once.
  device.events.emit({ kind: "signed-out", ownerId: engineer.ownerId });
  await engineer.token.clear();
}
