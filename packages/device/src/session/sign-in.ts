import { getInstallation, problemCode } from "@fieldfare/contract";
import {
  type DeviceState,
  destinationOf,
  deviceState,
  done,
  isLockedOut,
  refused,
  type Result,
} from "@fieldfare/domain";
import { callServer } from "../api/call.ts";
import type { CallFailure } from "../api/failure.ts";
import type { LoginRow } from "../database/rows.ts";
import { transact } from "../database/unit.ts";
import type { Device, PendingCredentials } from "../device.ts";
import { openProfile, sealProfile } from "./seal.ts";
import { isInstalled } from "./session.ts";
import { readClaims, requestToken, type SignInAnswer } from "./token.ts";

export type SignInRefusal =
  | "bad-credentials"
  | "locked-out"
  | "offline-not-found"
  | "offline-bad-credentials"
  | "network"
  | "office-user"
  | "device-locked";

export interface SignedIn {
  readonly deviceState: DeviceState;
  readonly destination: string;
  readonly fullSync: boolean;
}

/** Online with the server's word, offline with the stored value that only the right PIN or password opens. */
export async function signInToDevice(
  device: Device,
  given: PendingCredentials,
): Promise<Result<SignedIn, SignInRefusal>> {
  const credentials = { ...given, email: given.email.trim().toLowerCase() };
  const failed = await failedSignIns(device, credentials.email);
  if (failed.lockedOut) return refused("locked-out");
  const answer = await requestToken(device, credentials);
  if (answer.ok) return acceptToken(device, credentials, answer.value);
  const { failure } = answer;
  if (failure.kind === "device") return refused("device-locked");
  if (isBadCredentials(failure)) return countFailure(device, credentials.email, "bad-credentials");
  if (isTooMany(failure)) return refused("locked-out");
  return signInOffline(device, credentials);
}

export interface FailedSignIns {
  readonly count: number;
  readonly lockedOut: boolean;
}

/** A lock-out ends by itself: the form comes back this long after the last failure. */
const lockOutMs = 15 * 60_000;

export async function failedSignIns(device: Device, email: string): Promise<FailedSignIns> {
  const row = await device.database.login.get(email.trim().toLowerCase());
  const count = row?.failedLoginCount ?? 0;
  const last = row?.lastFailedLoginDate ? Date.parse(row.lastFailedLoginDate) : 0;
  // Either way round: a clock that was set back must not lock for years, one set forward not unlock at once.
  const isRecent = Math.abs(device.ports.now().getTime() - last) < lockOutMs;
  return { count, lockedOut: isLockedOut(count) && isRecent };
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
  const installed = await isInstalled(device);
  const offlineLogin = installed
    ? await sealProfile(device.ports, secret, { username: credentials.email, claims })
    : null;
  await transact(device, ["login", "token"], async (unit) => {
    const earlier = await unit.database.login.get(credentials.email);
    await unit.put("login", {
      email: credentials.email,
      offlineLogin: offlineLogin ?? earlier?.offlineLogin ?? null,
      failedLoginCount: 0,
      lastLoginDate: now,
      lastFailedLoginDate: earlier?.lastFailedLoginDate ?? null,
    } satisfies LoginRow);
    await unit.put("token", {
      id: 1,
      tokenModel: answer.tokenModel,
      claims,
      ownerId: claims.id,
      signedInOn: now,
    });
  });
  device.pending.credentials = null;
  return done(await readDeviceState(device, installed));
}

/** Where to go now. A server that does not answer here costs nothing that is installed. */
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
        // A browser without an installation is whose the server says: a colleague may have tried here before.
        deviceId: installed ? (setting.deviceId ?? answer.value.deviceId) : answer.value.deviceId,
        enabled: state !== deviceState.locked,
      });
  }
  return {
    deviceState: state,
    destination: destinationOf[state],
    fullSync: state === deviceState.valid,
  };
}

async function signInOffline(
  device: Device,
  credentials: PendingCredentials,
): Promise<Result<SignedIn, SignInRefusal>> {
  const row = await device.database.login.get(credentials.email);
  if (!row?.offlineLogin) return refused("offline-not-found");
  const secret = credentials.pin ?? credentials.password ?? "";
  const profile = await openProfile(row.offlineLogin, secret, credentials.email);
  if (!profile) return countFailure(device, credentials.email, "offline-bad-credentials");
  const now = device.ports.now().toISOString();
  await transact(device, ["login", "token"], async (unit) => {
    await unit.put("login", { ...row, failedLoginCount: 0, lastLoginDate: now });
    await unit.put("token", {
      id: 1,
      tokenModel: null,
      claims: profile.claims,
      ownerId: profile.claims.id,
      signedInOn: now,
    });
  });
  device.pending.credentials = credentials;
  const setting = await device.database.setting.get(1);
  const state = setting?.enabled === false ? deviceState.locked : deviceState.valid;
  return done({ deviceState: state, destination: destinationOf[state], fullSync: false });
}

async function countFailure<R extends SignInRefusal>(
  device: Device,
  email: string,
  refusal: R,
): Promise<{ ok: false; refusal: R | "locked-out" }> {
  const count = await transact(device, ["login"], async (unit) => {
    const row = await unit.database.login.get(email);
    const next = (row?.failedLoginCount ?? 0) + 1;
    await unit.put("login", {
      email,
      offlineLogin: row?.offlineLogin ?? null,
      failedLoginCount: next,
      lastLoginDate: row?.lastLoginDate ?? null,
      lastFailedLoginDate: device.ports.now().toISOString(),
    } satisfies LoginRow);
    return next;
  });
  return refused(isLockedOut(count) ? "locked-out" : refusal);
}

/** Only our server's word counts: a proxy's 401 says nothing about the PIN. */
function isBadCredentials(failure: CallFailure): boolean {
  return failure.kind === "problem" && (failure.status === 401 || failure.status === 400);
}

function isTooMany(failure: CallFailure): boolean {
  return failure.kind === "problem" && failure.problem.code === problemCode.tooManyAttempts;
}

/** Works with no network. What waits to be sent stays, for its owner's next sign-in. */
export async function signOut(device: Device): Promise<void> {
  device.pending.credentials = null;
  await device.database.token.clear();
}
