import { randomUUID } from "node:crypto";
import { buildNumber, type CallAnswer, type signIn } from "@fieldfare/contract";
import type { officeSignIn } from "@fieldfare/contract/office";
import { maximumFailedLogins } from "@fieldfare/domain";
import { secretMatches } from "../../database/secrets.ts";
import { isRefusal, type Refusal, refuse } from "../../http/problem.ts";
import type { Server } from "../../http/server.ts";
import { issueTokens } from "./issue.ts";
import {
  addFamily,
  clearPinAttempts,
  deviceOf,
  failuresSince,
  forgetFailures,
  noteFailure,
  type Person,
  pinOf,
  personByEmail,
  takePinAttempt,
} from "./store.ts";

interface Attempt {
  readonly email: string;
  readonly address: string;
}

interface EngineerAttempt extends Attempt {
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
      ? await deviceOf(server.database, attempt.deviceId, engineer.fieldOperativeId)
      : null;
  // Failures elsewhere, of whoever they are, keep nobody out who holds the phone that is registered for him.
  const who = device && attempt.pin !== undefined ? pinOf(attempt.email, device) : attempt.email;
  return withinLimit(server, { who, address: attempt.address }, async () => {
    const right =
      attempt.pin === undefined
        ? await secretMatches(attempt.password ?? "", engineer?.passwordHash ?? null)
        : await isPinRight(server, attempt.pin, device);
    if (isRefusal(right)) return right;
    if (!right || !engineer) return null;
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
  attempt: Attempt & { readonly password: string },
): Promise<CallAnswer<typeof officeSignIn> | Refusal> {
  const { email: who, address } = attempt;
  return withinLimit(server, { who, address }, async () => {
    const person = await personByEmail(server.database, who);
    const office = person?.userType === 2 ? person : null;
    const right = await secretMatches(attempt.password, office?.passwordHash ?? null);
    if (!right || !office) return null;
    return { tokenModel: await startFamily(server, office, null) };
  });
}

/** Failures of one account at one address are counted, whether or not there is such an account. */
async function withinLimit<Answer>(
  server: Server,
  { who, address }: { readonly who: string; readonly address: string },
  judge: () => Promise<Answer | Refusal | null>,
): Promise<Answer | Refusal> {
  const { database, config } = server;
  const at = config.now();
  const since = new Date(at.getTime() - config.signInWindowMinutes * 60_000);
  if ((await failuresSince(database, who, address, since)) > config.signInFailures) {
    return refuse("too-many-attempts", { retryAfter: config.signInWindowMinutes * 60 });
  }
  const answer = await judge();
  if (answer === null) {
    await noteFailure(database, who, address, at);
    return refuse("bad-credentials");
  }
  if (!isRefusal(answer)) await forgetFailures(database, who, address);
  return answer;
}

/** A short PIN is guarded by the counter alone: past the limit even the right one is refused. */
async function isPinRight(
  { database }: Server,
  pin: string,
  device: { deviceId: string; pinHash: string } | null,
): Promise<boolean | Refusal> {
  if (!device) return secretMatches(pin, null);
  if (!(await takePinAttempt(database, device.deviceId, maximumFailedLogins))) {
    return refuse("pin-locked");
  }
  const right = await secretMatches(pin, device.pinHash);
  if (right) await clearPinAttempts(database, device.deviceId);
  return right;
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
