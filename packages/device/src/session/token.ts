import { type CallAnswer, signIn } from "@fieldfare/contract";
import { callServer, type NamedEngineer } from "../api/call.ts";
import { readClaims } from "../api/claims.ts";
import type { Answer } from "../api/failure.ts";
import { fail } from "../api/request.ts";
import type { EngineerDatabase } from "../database/database.ts";
import { type Device, forCurrentEngineer, type PendingCredentials } from "../device.ts";

export type SignInAnswer = CallAnswer<typeof signIn>;

/** `named` is the engineer who signs in, who need not be the last one. */
export function requestToken(
  device: Device,
  credentials: PendingCredentials,
  named?: NamedEngineer,
): Promise<Answer<SignInAnswer>> {
  return callServer(device, signIn, { body: credentials }, named);
}

/**
 * Turns the credentials of an offline sign-in, which wait in memory, into a token at the first
 * contact. One at a time on this device, so that a PIN is not tried twice at once.
 */
export async function ensureToken(unbound: Device): Promise<Answer<true>> {
  const device = forCurrentEngineer(unbound);
  const row = await device.engineer?.token.get(1);
  if (!row) return fail({ kind: "token-not-found" });
  if (row.tokenModel) return { ok: true, value: true };
  // Another page of this device may still have them; the worker never does.
  if (!canSignIn(device)) return fail({ kind: "awaiting-credentials" });
  return device.ports.locks.hold("fieldfare-token", () => exchangeCredentials(device));
}

async function exchangeCredentials(device: Device): Promise<Answer<true>> {
  const row = await device.database.token.get(1);
  if (!row) return fail({ kind: "token-not-found" });
  if (row.tokenModel) return { ok: true, value: true };
  const { credentials } = device.pending;
  if (!credentials || !canSignIn(device)) return fail({ kind: "awaiting-credentials" });
  const answer = await requestToken(device, credentials);
  if (!answer.ok) {
    const { failure } = answer;
    const isRefused = failure.kind === "problem" && failure.status < 500 && failure.status !== 429;
    if (!isRefused) return answer;
    // A PIN that was changed elsewhere is not tried again until it is locked.
    dropCredentials(device, credentials);
    return fail({ kind: "token-renewal" });
  }
  const claims = readClaims(answer.value.tokenModel.token);
  if (!claims) return fail({ kind: "malformed", status: 200 });
  dropCredentials(device, credentials);
  // An engineer who has signed out meanwhile stays signed out, and nobody gets another person's
  // token.
  const { tokenModel } = answer.value;
  const isSignatureQueued = await hasQueuedSignature(device.database.messageQueue);
  const updatedRows = await device.database.token
    .where("id")
    .equals(row.id)
    .and((now) => now.signedInOn === row.signedInOn && device.database.ownerId === claims.id)
    .modify({
      tokenModel,
      claims: { ...claims, requestSignature: claims.requestSignature && !isSignatureQueued },
    });
  return updatedRows === 0 ? fail({ kind: "token-not-found" }) : { ok: true, value: true };
}

function canSignIn({ pending: { credentials } }: Device): boolean {
  return credentials !== null && credentials.sendingToken === undefined;
}

/** Drops credentials after their exchange, but not those of a sign-in made meanwhile. */
function dropCredentials({ pending }: Device, exchanged: PendingCredentials): void {
  if (pending.credentials === exchanged) pending.credentials = null;
}

/**
 * True when nothing can be sent before another sign-in: the server has refused this one, or it was
 * made offline and the page with its PIN is gone.
 */
export async function isSignInNeeded(device: Device): Promise<boolean> {
  const { engineer, pending } = device;
  const row = await engineer?.token.get(1);
  if (!engineer || !row) return false;
  if (row.tokenModel !== null || row.isRefused) return row.isRefused === true;
  if (canSignIn(device)) return false;
  // A token that only sends is enough for as long as the device is locked.
  return pending.credentials === null || (await engineer.setting.get(1))?.enabled !== false;
}

/**
 * The server asks for a signature until it has it, so one that waits to be sent is not asked for
 * again.
 */
export async function hasQueuedSignature(
  messageQueue: EngineerDatabase["messageQueue"],
): Promise<boolean> {
  return (await messageQueue.filter((row) => row.type === "SignatureUpdate").count()) > 0;
}
