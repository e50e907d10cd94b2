import { randomUUID } from "node:crypto";
import { buildNumber, type CallAnswer, type signIn } from "@fieldfare/contract";
import type { officeSignIn } from "@fieldfare/contract/office";
import { maximumFailedLogins } from "@fieldfare/domain";
import { verifySecret } from "../../database/secrets.ts";
import { isRefusal, type Refusal, refuse } from "../../http/problem.ts";
import type { Server } from "../../http/server.ts";
import { type AttemptKey, addressAttemptKey, deviceAttemptKey, takeAttempt } from "./attempts.ts";
import { issueTokens } from "./issue.ts";
import {
  addFamily,
  clearPinAttempts,
  findOwnDevice,
  type Person,
  personByEmail,
  takePinAttempt,
} from "./store.ts";

interface SignInAttempt {
  readonly email: string;
  readonly address: string;
}

interface EngineerAttempt extends SignInAttempt {
  readonly password?: string | undefined;
  readonly pin?: string | undefined;
  readonly deviceId: string | null;
}

/** With a password from anywhere, or with the PIN of the engineer's registered device that calls. */
export async function signInEngineer(
  server: Server,
  attempt: EngineerAttempt,
): Promise<CallAnswer<typeof signIn> | Refusal> {
  const person = await personByEmail(server.database, attempt.email);
  // One who is no field operative yet gets in as far as the installation, which says what is missing.
  const engineer = person?.userType === 1 ? person : null;
  const device =
    engineer?.fieldOperativeId && attempt.deviceId
      ? await findOwnDevice(server.database, attempt.deviceId, engineer.fieldOperativeId)
      : null;
  return withinLimit(server, buildAttemptKeys(server, attempt, device), async () => {
    const isRight =
      attempt.pin === undefined
        ? await verifySecret(attempt.password ?? "", engineer?.passwordHash ?? null)
        : await isPinRight(server, attempt.pin, device);
    if (isRefusal(isRight)) return isRight;
    if (!isRight || !engineer) return null;
    return {
      tokenModel: await startFamily(server, engineer, device?.deviceId ?? null),
      requestSignature: engineer.requestSignature ?? false,
      recordsMileage: engineer.recordsMileage ?? false,
      buildNumber,
    };
  });
}

export function signInOffice(
  server: Server,
  attempt: SignInAttempt & { readonly password: string },
): Promise<CallAnswer<typeof officeSignIn> | Refusal> {
  return withinLimit(server, buildAttemptKeys(server, attempt, null), async () => {
    const person = await personByEmail(server.database, attempt.email);
    const office = person?.userType === 2 ? person : null;
    const isRight = await verifySecret(attempt.password, office?.passwordHash ?? null);
    if (!isRight || !office) return null;
    return { tokenModel: await startFamily(server, office, null) };
  });
}

/**
 * On the engineer's own device failures elsewhere, of whoever they are, keep nobody out. Anywhere else an account
 * is counted at each address by itself, and each address for all accounts that are tried from it.
 */
function buildAttemptKeys(
  { config }: Server,
  { email, address, ...attempt }: SignInAttempt & { readonly pin?: string | undefined },
  device: { readonly deviceId: string } | null,
): Keys {
  // The sixth and right one is taken: after the last failure that is allowed there is one more attempt.
  const max = config.signInFailures + 1;
  if (device)
    return [
      { ...deviceAttemptKey(email, attempt.pin === undefined ? "password" : "pin", device), max },
    ];
  return [{ email, address, max }, addressAttemptKey(address, config.signInFailuresOfAddress)];
}

type Keys = readonly [AttemptKey, ...AttemptKey[]];

async function withinLimit<Answer>(
  { database, config }: Server,
  keys: Keys,
  authenticate: () => Promise<Answer | Refusal | null>,
): Promise<Answer | Refusal> {
  const at = config.now();
  const since = new Date(at.getTime() - config.signInWindowMinutes * 60_000);
  const attempt = await takeAttempt(database, keys, { at, since });
  if (!attempt) return refuse("too-many-attempts", { retryAfter: config.signInWindowMinutes * 60 });
  const answer = await authenticate();
  if (answer === null) return refuse("bad-credentials");
  // A refusal says nothing about the password or PIN: it is no failure, and forgives none.
  if (isRefusal(answer)) await attempt.withdraw();
  else await attempt.forgive();
  return answer;
}

/** A short PIN is guarded by the counter alone: past the limit even the right one is refused. */
async function isPinRight(
  { database }: Server,
  pin: string,
  device: { deviceId: string; pinHash: string } | null,
): Promise<boolean | Refusal> {
  if (!device) return verifySecret(pin, null);
  if (!(await takePinAttempt(database, device.deviceId, maximumFailedLogins))) {
    return refuse("pin-locked");
  }
  const isRight = await verifySecret(pin, device.pinHash);
  if (isRight) await clearPinAttempts(database, device.deviceId);
  return isRight;
}

function startFamily(server: Server, person: Person, deviceId: string | null) {
  const familyId = randomUUID();
  return server.database.orm.transaction(async (orm) => {
    await addFamily(orm, {
      familyId,
      accountId: person.accountId,
      deviceId,
      createdOn: server.config.now(),
    });
    return issueTokens(server, orm, person, familyId);
  });
}
