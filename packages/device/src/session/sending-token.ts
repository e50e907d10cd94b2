import { problemCode, sendingToken as sendingTokenCall } from "@fieldfare/contract";
import { callServer, markRefused } from "../api/call.ts";
import type { Answer, CallFailure } from "../api/failure.ts";
import { fail } from "../api/request.ts";
import type { Device } from "../device.ts";

/**
 * Asks for a token that only sends messages, after the office has ended the sign-in: it locked the
 * device, disabled the account or changed the password. `ended` is the failure that said so; it is
 * the answer if the server gives no such token. `refusedToken` is one that the server no longer takes.
 */
export async function requestSendingToken(
  device: Device,
  ended: CallFailure,
  refusedToken: string | null = null,
): Promise<Answer<string>> {
  const row = await device.database.token.get(1);
  if (row && device.pending.credentials?.sendingToken !== undefined) {
    const { sendingToken } = device.pending.credentials;
    if (sendingToken !== refusedToken) return { ok: true, value: sendingToken };
    device.pending.credentials = null;
  }
  const { credentials } = device.pending;
  const input = row?.tokenModel
    ? { body: { refreshToken: row.tokenModel.refreshToken } }
    : credentials && { body: credentials };
  if (!row || !input) return fail(ended);
  const answer = await callServer(device, sendingTokenCall, input);
  if (answer.ok) return { ok: true, value: answer.value.token };
  const { failure } = answer;
  const isFinal = failure.kind === "problem" && failure.status < 500 && failure.status !== 429;
  // Only another sign-in gets such a token now.
  const isEnded =
    failure.kind === "problem" &&
    (failure.status === 401 || failure.problem.code === problemCode.signatureMismatch);
  if (row.tokenModel && isEnded) await markRefused(device, row.tokenModel.token);
  return fail(isFinal ? ended : failure);
}
