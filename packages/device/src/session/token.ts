import { signIn, tokenClaims, type CallAnswer, type TokenClaims } from "@fieldfare/contract";
import { callServer } from "../api/call.ts";
import { type Answer } from "../api/failure.ts";
import { fail } from "../api/request.ts";
import type { Device, PendingCredentials } from "../device.ts";

/** The claims of a token, read without its key: only the server can tell whether it is genuine. */
export function readClaims(token: string): TokenClaims | null {
  const body = token.split(".")[1];
  if (body === undefined) return null;
  try {
    const binary = atob(body.replace(/-/g, "+").replace(/_/g, "/"));
    const bytes = Uint8Array.from(binary, (character) => character.charCodeAt(0));
    const parsed = tokenClaims.safeParse(JSON.parse(new TextDecoder().decode(bytes)));
    return parsed.success ? parsed.data : null;
  } catch {
    return null;
  }
}

export type SignInAnswer = CallAnswer<typeof signIn>;

export function requestToken(
  device: Device,
  credentials: PendingCredentials,
): Promise<Answer<SignInAnswer>> {
  return callServer(device, signIn, { body: credentials });
}

/**
 * After an offline sign-in the credentials wait in memory: the first contact turns them into a token.
 * One at a time on this device, so that nobody's PIN is tried twice at once.
 */
export async function ensureToken(device: Device): Promise<Answer<true>> {
  const row = await device.database.token.get(1);
  if (!row) return fail({ kind: "token-not-found" });
  if (row.tokenModel) return { ok: true, value: true };
  // Another page of this device may still hold them; the worker never does.
  if (!device.pending.credentials) return fail({ kind: "awaiting-credentials" });
  return device.ports.locks.hold("fieldfare-token", () => exchangeCredentials(device));
}

async function exchangeCredentials(device: Device): Promise<Answer<true>> {
  const row = await device.database.token.get(1);
  if (!row) return fail({ kind: "token-not-found" });
  if (row.tokenModel) return { ok: true, value: true };
  const { credentials } = device.pending;
  if (!credentials) return fail({ kind: "awaiting-credentials" });
  const answer = await requestToken(device, credentials);
  if (!answer.ok) {
    const { failure } = answer;
    const isRefused = failure.kind === "problem" && failure.status < 500 && failure.status !== 429;
    if (!isRefused) return answer;
    // A PIN that was changed elsewhere is not tried again and again until it is locked.
    device.pending.credentials = null;
    return fail({ kind: "token-renewal" });
  }
  const claims = readClaims(answer.value.tokenModel.token);
  if (!claims) return fail({ kind: "nonsense", status: 200 });
  device.pending.credentials = null;
  // Whoever has signed out meanwhile stays signed out, and nobody gets another person's token.
  const { tokenModel } = answer.value;
  const kept = await device.database.token
    .where("id")
    .equals(row.id)
    .and((now) => now.signedInOn === row.signedInOn && now.ownerId === claims.id)
    .modify({ tokenModel, claims });
  return kept === 0 ? fail({ kind: "token-not-found" }) : { ok: true, value: true };
}
