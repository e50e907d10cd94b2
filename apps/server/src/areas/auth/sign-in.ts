import { randomUUID } from "node:crypto";
import {
  buildNumber,
  type CallAnswer,
  type sendingToken,
  type signIn,
  type TokenModel,
} from "@fieldfare/contract";
import type { officeSignIn } from "@fieldfare/contract/office";
import { maximumFailedLogins } from "@fieldfare/domain";
import type { Orm } from "../../database/database.ts";
import { verifyCredential } from "../../database/secrets.ts";
import type { DeviceSource } from "../../http/audit-source.ts";
import { isRefusal, type Refusal, refuse } from "../../http/problem.ts";
import type { Server } from "../../http/server.ts";
import {
  type AttemptKey,
  addressAttemptKey,
  deviceAttemptKey,
  forgetWrongPins,
  isUsedUp,
  takeAttempt,
} from "./attempts.ts";
import { isFromDevice, reportMissingKey, settleDeviceKey } from "./device-key.ts";
import { issueAccessToken, issueTokens } from "./issue.ts";
import { recordRefusedTries } from "./refused-tries.ts";
import {
  addFamily,
  clearPinAttempts,
  findOwnDevice,
  giveBackPinAttempt,
  hasUsedUpPin,
  isUnchanged,
  isUnlocked,
  type Person,
  personByEmail,
  personById,
  takePinAttempt,
} from "./store.ts";

interface SignInAttempt {
  readonly email: string;
  readonly address: string;
}

interface EngineerAttempt extends SignInAttempt, DeviceSource {
  readonly password?: string | undefined;
  readonly pin?: string | undefined;
}

/** Signs an engineer in: with a password on any device, or with the PIN on the engineer's registered device. */
export function signInEngineer(
  server: Server,
  attempt: EngineerAttempt,
): Promise<CallAnswer<typeof signIn> | Refusal> {
  return authenticateEngineer(server, attempt, async (engineer, device) => {
    const refusal = refuseSignIn(engineer, device);
    if (refusal) return refusal;
    const secret = nameSecret(attempt);
    return startEngineerSession(server, engineer, { device, secret, source: attempt });
  });
}

function nameSecret({ pin }: Pick<EngineerAttempt, "pin">): "password" | "pin" {
  return pin === undefined ? "password" : "pin";
}

/** What an engineer has proved at the OpenID Connect provider, just now. It counts as the password does. */
export interface ProviderProof {
  readonly accountId: string;
  readonly source: DeviceSource;
  /** Uses the proof up; false: it was used meanwhile. */
  readonly use: () => Promise<boolean>;
}

/** Signs in an engineer who has signed in at the provider. A refusal leaves the proof for `signInProvenToSend`. */
export async function signInProven(
  server: Server,
  proof: ProviderProof,
): Promise<CallAnswer<typeof signIn> | Refusal> {
  const { database } = server;
  const proven = await findProven(server, proof);
  if (!proven) return refuse("unauthorised");
  const { engineer, device } = proven;
  const refusal = refuseSignIn(engineer, device);
  if (refusal) return refusal;
  if (!(await proof.use())) return refuse("unauthorised");
  if (device) {
    await clearPinAttempts(database, device.deviceId);
    await forgetWrongPins(database, engineer.email, device);
  }
  const { source } = proof;
  return startEngineerSession(server, engineer, { device, secret: "provider", source });
}

async function findProven(
  { database }: Server,
  { accountId, source: { deviceId } }: ProviderProof,
): Promise<{ engineer: Person; device: OwnDevice | null } | null> {
  const engineer = await personById(database.orm, accountId);
  if (engineer?.userType !== 1) return null;
  const { fieldOperativeId } = engineer;
  const device =
    fieldOperativeId && deviceId ? await findOwnDevice(database, deviceId, fieldOperativeId) : null;
  return { engineer, device };
}

/** What somebody signs in with. */
type SignInSecret = "password" | "pin" | "provider";

interface GivenAtSignIn {
  readonly secret: SignInSecret;
  readonly source: DeviceSource;
}

async function startEngineerSession(
  server: Server,
  engineer: Person,
  { device, ...given }: GivenAtSignIn & { readonly device: OwnDevice | null },
): Promise<CallAnswer<typeof signIn> | Refusal> {
  const tokenModel = await startFamily(server, engineer, {
    deviceId: device?.deviceId ?? null,
    isPasswordGiven: given.secret !== "pin",
    settleKey: async (orm) => (device ? settleKeyAtSignIn(server, orm, device, given) : null),
  });
  if (isRefusal(tokenModel)) return tokenModel;
  return {
    tokenModel,
    requestSignature: engineer.requestSignature ?? false,
    recordsMileage: engineer.recordsMileage ?? false,
    buildNumber,
    unlockedOn: device?.unlockedOn?.toISOString() ?? null,
  };
}

/**
 * Gives an engineer whose sign-in is refused, because the account is disabled or the device locked, a token that sends
 * what was recorded on that device.
 */
export function signInToSend(
  server: Server,
  attempt: EngineerAttempt,
): Promise<CallAnswer<typeof sendingToken> | Refusal> {
  return authenticateEngineer(server, attempt, async (engineer, device) => {
    if (!maySend(engineer, device)) return refuse("forbidden");
    return issueToSend(server, engineer, device, { secret: nameSecret(attempt), source: attempt });
  });
}

/** The same for an engineer who has signed in at the provider. */
export async function signInProvenToSend(
  server: Server,
  proof: ProviderProof,
): Promise<CallAnswer<typeof sendingToken> | Refusal> {
  const proven = await findProven(server, proof);
  if (!proven) return refuse("unauthorised");
  const { engineer, device } = proven;
  if (!maySend(engineer, device)) return refuse("forbidden");
  if (!(await proof.use())) return refuse("unauthorised");
  return issueToSend(server, engineer, device, { secret: "provider", source: proof.source });
}

function maySend(engineer: Person, device: OwnDevice | null): device is OwnDevice {
  return device !== null && (device.locked || engineer.disabledOn !== null);
}

async function issueToSend(
  server: Server,
  engineer: Person,
  device: OwnDevice,
  given: GivenAtSignIn,
): Promise<CallAnswer<typeof sendingToken> | Refusal> {
  const mismatch = await server.database.orm.transaction((orm) =>
    settleKeyOf(server, orm, device, given),
  );
  const { deviceId } = device;
  const token = { familyId: randomUUID(), scope: "sending", deviceId } as const;
  return mismatch ?? issueAccessToken(server, engineer, token);
}

/** A sign-in is not refused for its key: a phone of an earlier build has none, and a full one stores none. */
async function settleKeyAtSignIn(
  server: Server,
  orm: Orm,
  device: OwnDevice,
  given: GivenAtSignIn,
): Promise<Refusal | null> {
  const { proof } = given.source;
  if (proof.ownKey) return settleKeyOf(server, orm, device, given);
  if (!isFromDevice(device, proof))
    await reportMissingKey(orm, device, describePresented(server, given));
  return null;
}

function settleKeyOf(
  server: Server,
  orm: Orm,
  device: OwnDevice,
  given: GivenAtSignIn,
): Promise<Refusal | null> {
  return settleDeviceKey(orm, device, describePresented(server, given));
}

/** What the audit does not record of the source, the proof of the key, stands next to it. */
function describePresented(
  { config }: Server,
  { secret, source: { proof, actor, address, deviceId } }: GivenAtSignIn,
) {
  return { proof, secret, source: { actor, address, deviceId }, at: config.now() };
}

type OwnDevice = NonNullable<Awaited<ReturnType<typeof findOwnDevice>>>;

/** Checks the secret of an engineer, and answers if it is right. */
async function authenticateEngineer<Answer>(
  server: Server,
  attempt: EngineerAttempt,
  answer: (engineer: Person, device: OwnDevice | null) => Promise<Answer | Refusal>,
): Promise<Answer | Refusal> {
  const person = await personByEmail(server.database, attempt.email);
  // An engineer without a field operative may sign in; the installation then says what is missing.
  const engineer = person?.userType === 1 ? person : null;
  const device =
    engineer?.fieldOperativeId && attempt.deviceId
      ? await findOwnDevice(server.database, attempt.deviceId, engineer.fieldOperativeId)
      : null;
  const hasKey = device === null || isFromDevice(device, attempt.proof);
  const limit = device && !hasKey ? limitWithoutKey(server, attempt, device) : null;
  const keys = limit?.keys ?? buildAttemptKeys(server, attempt, device);
  /** The sixth wrong PIN locks the PIN: it is recorded then, and not only when another one is tried. */
  let isLastTry = false;
  const authenticate = async () => {
    const isRight =
      attempt.pin === undefined
        ? await verifyCredential(attempt.password ?? "", engineer?.passwordHash ?? null)
        : await isPinRight(server, attempt.pin, device, hasKey);
    if (isRefusal(isRight)) return isRight;
    if (!isRight && device && attempt.pin !== undefined && hasKey)
      isLastTry = await hasUsedUpPin(server.database, device.deviceId, maximumFailedLogins);
    if (!isRight || !engineer) return null;
    // The right password on the engineer's own device proves as much as a new PIN does.
    if (device && attempt.pin === undefined) {
      await clearPinAttempts(server.database, device.deviceId);
      await forgetWrongPins(server.database, attempt.email, device);
    }
    return answer(engineer, device);
  };
  const result = await withinLimit(server, keys, authenticate, limit?.minutes);
  if (person && isRefusal(result))
    await recordRefusedTries(server, {
      person,
      device,
      secret: attempt.pin === undefined ? "password" : hasKey ? "pin" : "pin-without-key",
      refusal: isLastTry ? refuse("too-many-attempts") : result,
      source: { actor: null, address: attempt.address, deviceId: attempt.deviceId },
    });
  return result;
}

/**
 * Somebody who knows the id of a device can try its PIN or the password in its name, without its key. That does not count
 * against the device. A phone that has lost its data has another key and may try its PIN as often, within a week.
 */
function limitWithoutKey(
  server: Server,
  attempt: EngineerAttempt,
  device: OwnDevice,
): { readonly keys: Keys; readonly minutes?: number } {
  if (attempt.pin === undefined) return { keys: buildAttemptKeys(server, attempt, null) };
  const key = deviceAttemptKey(attempt.email, "pin-without-key", device);
  return { keys: [{ ...key, max: maximumFailedLogins + 1 }], minutes: weekMinutes };
}

const weekMinutes = 7 * 24 * 60;

/** Signs somebody of the office in with a password. Wrong tries are counted for the account and for the address. */
export async function signInOffice(
  server: Server,
  attempt: SignInAttempt & { readonly password: string },
): Promise<CallAnswer<typeof officeSignIn> | Refusal> {
  const person = await personByEmail(server.database, attempt.email);
  const office = person?.userType === 2 ? person : null;
  const result = await withinLimit(server, buildAttemptKeys(server, attempt, null), async () => {
    const isRight = await verifyCredential(attempt.password, office?.passwordHash ?? null);
    if (!isRight || !office) return null;
    const refusal = refuseSignIn(office, null);
    if (refusal) return refusal;
    const tokenModel = await startFamily(server, office, { isPasswordGiven: true });
    const { mustChangePassword } = office;
    return isRefusal(tokenModel) ? tokenModel : { tokenModel, mustChangePassword };
  });
  if (person && isRefusal(result))
    await recordRefusedTries(server, {
      person,
      device: null,
      secret: "password",
      refusal: result,
      source: { actor: null, address: attempt.address, deviceId: null },
    });
  return result;
}

/** Says only to somebody with the right secret why it opens nothing. */
function refuseSignIn(
  { disabledOn }: Person,
  device: { readonly locked: boolean; readonly awaitsApproval: boolean } | null,
): Refusal | null {
  if (disabledOn) return refuse("account-disabled");
  if (device?.locked) return refuse("device-locked");
  return device?.awaitsApproval ? refuse("device-unapproved") : null;
}

/**
 * Returns the keys under which an attempt is counted. On the engineer's own device, failures elsewhere do not count.
 * Anywhere else, failures are counted for each account and network address, and for each network address over all
 * accounts.
 */
export function buildAttemptKeys(
  { config }: Pick<Server, "config">,
  { email, address, ...attempt }: SignInAttempt & { readonly pin?: string | undefined },
  device: { readonly deviceId: string } | null,
): Keys {
  // After the last failure that is allowed there is one more attempt: a right sixth one is accepted.
  const max = config.signInFailures + 1;
  if (device) return [{ ...deviceAttemptKey(email, nameSecret(attempt), device), max }];
  return [{ email, address, max }, addressAttemptKey(address, config.signInFailuresOfAddress)];
}

type Keys = readonly [AttemptKey, ...AttemptKey[]];

/**
 * Counts an attempt, then authenticates. Null is a wrong secret. Any other end says nothing about the secret, so the
 * attempt is not counted.
 */
export async function withinLimit<Answer>(
  { database, config }: Pick<Server, "database" | "config">,
  keys: Keys,
  authenticate: () => Promise<Answer | Refusal | null>,
  minutes = config.signInWindowMinutes,
): Promise<Answer | Refusal> {
  const at = config.now();
  const since = new Date(at.getTime() - minutes * 60_000);
  const attempt = await takeAttempt(database, keys, { at, since });
  if (isUsedUp(attempt))
    return refuse("too-many-attempts", { retryAfter: minutes * 60, limit: attempt.usedUp });
  const answer = await authenticate().catch(async (error: unknown) => {
    await attempt.withdraw();
    throw error;
  });
  if (answer === null) return refuse("bad-credentials");
  if (isRefusal(answer)) await attempt.withdraw();
  else await attempt.forgive();
  return answer;
}

/** Only the counter protects a short PIN: past the limit even the right one is refused. */
async function isPinRight(
  { database }: Server,
  pin: string,
  device: OwnDevice | null,
  hasKey: boolean,
): Promise<boolean | Refusal> {
  if (!device) return verifyCredential(pin, null);
  if (!hasKey) {
    if (device.pinFailedCount > maximumFailedLogins) return refuse("pin-locked");
    return verifyCredential(pin, device.pinHash);
  }
  if (!(await takePinAttempt(database, device.deviceId, maximumFailedLogins))) {
    return refuse("pin-locked");
  }
  const isRight = await verifyCredential(pin, device.pinHash).catch(async (error: unknown) => {
    // A PIN that could not be checked is no wrong one.
    await giveBackPinAttempt(database, device.deviceId);
    throw error;
  });
  if (isRight) await clearPinAttempts(database, device.deviceId);
  return isRight;
}

interface NewFamily {
  readonly deviceId?: string | null;
  readonly isPasswordGiven: boolean;
  /** Checks the key of the device, in the transaction that starts the family. */
  readonly settleKey?: (orm: Orm) => Promise<Refusal | null>;
}

/** Begins a session of a person whose secret was right. */
export function startFamily(
  server: Server,
  person: Person,
  { deviceId = null, isPasswordGiven, settleKey = async () => null }: NewFamily,
): Promise<TokenModel | Refusal> {
  const family = { familyId: randomUUID(), deviceId, createdOn: server.config.now() };
  return server.database.orm.transaction(async (orm): Promise<TokenModel | Refusal> => {
    // The account or the device may have been changed while the secret was checked: the sessions have then been ended.
    if (!(await isUnchanged(orm, person))) return refuse("unauthorised");
    if (deviceId !== null && !(await isUnlocked(orm, deviceId))) return refuse("device-locked");
    await addFamily(orm, {
      ...family,
      accountId: person.accountId,
      passwordGivenOn: isPasswordGiven ? family.createdOn : null,
    });
    const tokenModel = await issueTokens(server, orm, person, family);
    return (await settleKey(orm)) ?? tokenModel;
  });
}
