import { done, refused, type Result } from "@fieldfare/domain";
import type { LoginRow, SealedLogin } from "../database/rows.ts";
import {
  isQuotaError,
  StorageError,
  type StorageRefusal,
  transactShared,
} from "../database/unit.ts";
import { type Device, forCurrentEngineer, type PendingCredentials } from "../device.ts";
import { describeUnlocked } from "./app-lock.ts";
import type { Authenticator, AuthenticatorRefusal } from "./authenticator.ts";
import { protectDataKey, renewProfile, unlockWithProfile } from "./data-key.ts";
import { countFailure, failedSignIns, noFailures } from "./lock-out.ts";
import { findProfileIssue, type OfflineProfile, openProfile } from "./seal.ts";

/** What opens the locked app. */
export type UnlockSecret =
  | { readonly pin: string }
  | { readonly password: string }
  | { readonly authenticator: Authenticator };

export type UnlockRefusal =
  | "wrong"
  | "locked-out"
  /** This phone has stored no sign-in that the secret could open. */
  | "not-stored"
  /** The secret is right, and what the phone has stored is sealed with another key. */
  | "data-key-lost"
  /** What the secret has to open is not as it was stored, and there is no network. The secret was not tried. */
  | "damaged"
  /** The phone has recognised its owner, and the secret of the authenticator does not open the data key. */
  | "authenticator-opens-nothing"
  | AuthenticatorRefusal
  | StorageRefusal;

/** What the lock screen offers to the engineer who is signed in. */
export interface UnlockOptions {
  readonly email: string;
  readonly hasPin: boolean;
  readonly hasPassword: boolean;
  readonly hasAuthenticator: boolean;
}

/** Returns null when nobody is signed in. */
export async function readUnlockOptions(device: Device): Promise<UnlockOptions | null> {
  const row = await readLogin(device);
  if (!row || (await device.engineer?.token.count()) !== 1) return null;
  const needsKey = device.engineer?.sealing?.isLocked === true;
  const password = pickPasswordLogin(row);
  return {
    email: row.email,
    hasPin: row.offlineLogin !== null,
    hasPassword: password !== null && (!needsKey || password.hasDataKey === true),
    // Without a secret of its own the fingerprint opens only what is in memory still.
    hasAuthenticator:
      Boolean(row.authenticator) && (!needsKey || Boolean(row.authenticator?.dataKey)),
  };
}

/** Starts the worker that hashes the PIN before the PIN is entered. It ends with the hash, so it is started again for another try. */
export async function prepareUnlock({ ports }: Device): Promise<void> {
  const cheapest = { memory: 8, passes: 1 };
  await ports
    .hashSecret({ secret: "0", salt: ports.randomBytes(16), ...cheapest, isFirst: true })
    .catch(() => undefined);
}

/**
 * Opens the locked app for the engineer who is signed in, without a network. A wrong PIN or password counts as a failed
 * sign-in does. All tabs are open then.
 */
export async function unlock(
  unbound: Device,
  secret: UnlockSecret,
): Promise<Result<OfflineProfile, UnlockRefusal>> {
  const device = forCurrentEngineer(unbound);
  try {
    const row = await readLogin(device);
    if (!row) return refused("not-stored");
    const opened = await open(device, row, secret);
    if (!opened.ok) {
      const { refusal } = opened;
      if ("authenticator" in secret) return opened;
      const mayHelp = refusal === "damaged" || (refusal === "not-stored" && "pin" in secret);
      return mayHelp
        ? await signInInstead(unbound, { email: row.email, ...secret }, refusal)
        : opened;
    }
    await clearFailures(device, row);
    await keepForContact(device, row, secret);
    await device.database.sealing?.openAhead();
    device.events.emit(describeUnlocked(device));
    await protectDataKey(device, device.database, row.email).catch(ignoreFullPhone);
    return opened;
  } catch (error) {
    if (error instanceof StorageError) return refused(error.refusal);
    throw error;
  }
}

/**
 * Signs in at the server with a PIN that this phone has no profile for (it was changed, and the sign-in that followed got
 * no answer), or with a secret whose profile is damaged. `otherwise` is the answer if the server cannot be asked.
 */
async function signInInstead(
  device: Device,
  credentials: PendingCredentials,
  otherwise: "damaged" | "not-stored",
): Promise<Result<OfflineProfile, UnlockRefusal>> {
  const { email } = credentials;
  const module = await import("./sign-in.ts").catch(() => null);
  const signedIn = await module?.signInToDevice(device, credentials);
  if (signedIn?.ok) {
    const { database } = forCurrentEngineer(device);
    const claims = (await database.token.get(1))?.claims;
    const dataKey = database.sealing?.dataKey ?? null;
    return claims ? done({ username: email, claims, dataKey }) : refused("not-stored");
  }
  if (signedIn?.refusal === "bad-credentials") return refused("wrong");
  return refused(signedIn?.refusal === "locked-out" ? "locked-out" : otherwise);
}

async function open(
  device: Device,
  row: LoginRow,
  secret: UnlockSecret,
): Promise<Result<OfflineProfile, UnlockRefusal>> {
  const { sealing } = device.database;
  if ("authenticator" in secret) {
    // Seldom needed, so it is loaded then.
    const module = await import("./authenticator.ts").catch(() => null);
    if (!module) return refused("not-recognised");
    const verified = await module.verifyOwner(device, row, secret.authenticator);
    const claims = (await device.database.token.get(1))?.claims;
    if (!verified.ok) return verified;
    if (!claims) return refused("not-stored");
    const derived = verified.value;
    if (sealing?.isLocked) {
      const wrapped = row.authenticator?.dataKey;
      if (!wrapped || !derived) return refused("no-authenticator");
      const dataKey = await module.unwrapDataKey(wrapped, derived);
      if (!dataKey || !sealing.unlock(dataKey)) return refused("authenticator-opens-nothing");
    }
    return done({ username: row.email, claims, dataKey: sealing?.dataKey ?? null });
  }
  const [kind, text] =
    "pin" in secret ? (["pin", secret.pin] as const) : (["password", secret.password] as const);
  const failed = await failedSignIns(device, row.email);
  const mayTry = !failed.lockedOut || (kind === "password" && failed.mayTryPassword);
  if (!mayTry) return refused("locked-out");
  const sealed = kind === "pin" ? row.offlineLogin : pickPasswordLogin(row);
  if (!sealed) return refused("not-stored");
  const issue = await findProfileIssue(sealed, sealing);
  if (issue) return refused(issue === "damaged" ? "damaged" : "not-stored");
  const profile = await openProfile(device.ports, sealed, text, row.email, sealing);
  if (profile) {
    if (!unlockWithProfile(device.database, profile)) return refused("data-key-lost");
    const field = sealed === row.offlinePassword ? "offlinePassword" : "offlineLogin";
    await renewProfile(device, device.database, { row, field, secret: text, profile }).catch(
      ignoreFullPhone,
    );
    return done(profile);
  }
  return refused((await countFailure(device, row.email, kind)) ? "locked-out" : "wrong");
}

/** An earlier build stored the profile of a password sign-in in the PIN's field, and had no field of the password. */
function pickPasswordLogin({ offlineLogin, offlinePassword }: LoginRow): SealedLogin | null {
  return offlinePassword === undefined ? offlineLogin : offlinePassword;
}

/** Stores or deletes the data key as the settings say now: the operator may want no lock any more, or one again. */
export async function followLockSetting(unbound: Device): Promise<void> {
  if (!unbound.engineer) return;
  const device = forCurrentEngineer(unbound);
  const row = await readLogin(device);
  if (row) await protectDataKey(device, device.database, row.email).catch(ignoreFullPhone);
}

/** An engineer may have signed in with the address in two ways: the later sign-in counts. */
async function readLogin({ engineer, shared }: Device): Promise<LoginRow | null> {
  if (!engineer) return null;
  const rows = (await shared.login.toArray()).filter(({ ownerId }) => ownerId === engineer.ownerId);
  const signedInOn = ({ lastLoginDate }: LoginRow) => lastLoginDate ?? "";
  return rows.toSorted((a, b) => (signedInOn(a) < signedInOn(b) ? 1 : -1))[0] ?? null;
}

/** A full phone opens all the same: only the count of failures stays. */
async function clearFailures(device: Device, row: LoginRow): Promise<void> {
  if (row.failedLoginCount === 0 && (row.failedPasswordCount ?? 0) === 0) return;
  await transactShared(device, ["login"], async (unit) => {
    const current = await unit.database.login.get(row.email);
    if (current) await unit.put("login", { ...current, ...noFailures });
  }).catch(ignoreFullPhone);
}

function ignoreFullPhone(error: unknown): void {
  if (!(error instanceof StorageError) && !isQuotaError(error)) throw error;
}

/** After a sign-in without a network, the PIN or password signs in at the first contact. */
async function keepForContact(device: Device, row: LoginRow, secret: UnlockSecret): Promise<void> {
  if ("authenticator" in secret || device.pending.credentials) return;
  const token = await device.database.token.get(1);
  if (token?.tokenModel === null) device.pending.credentials = { email: row.email, ...secret };
}
