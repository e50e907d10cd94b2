import { header, messagePaths, type Problem, type Receipt, receipt } from "@fieldfare/contract";
import { type Credentials, readCredentials, renewToken, sendSigned } from "../api/call.ts";
import { readClaims } from "../api/claims.ts";
import type { Answer, CallFailure } from "../api/failure.ts";
import { fail, type RawRequest, send } from "../api/request.ts";
import type { SharedDatabase } from "../database/database.ts";
import { readImageId } from "../database/image-messages.ts";
import type { OutboxRow } from "../database/rows.ts";
import type { Device } from "../device.ts";
import { requestSendingToken } from "../session/sending-token.ts";
import { lostImageCode } from "./claims.ts";
import { toEnvelope } from "./send-together.ts";

/** Sends one message. Only our server's receipt for this very message counts. */
export async function sendRow(
  device: Device,
  row: OutboxRow,
  credentials: Credentials,
): Promise<Answer<Receipt>> {
  const body = await buildBody(device, row);
  if (!body) return fail({ kind: "problem", status: 410, problem: lostImageProblem });
  const request = {
    method: "POST",
    path: messagePaths[row.type],
    body: body.content,
    headers: { [header.idempotencyKey]: row.messageId },
    timeoutMs: body.timeoutMs,
  };
  const answer = await sendOrAskAgain(device, request, credentials);
  if (!answer.ok) return answer;
  const parsed = receipt.safeParse(answer.value);
  return parsed.success && parsed.data.messageId === row.messageId
    ? { ok: true, value: parsed.data }
    : fail({ kind: "malformed", status: 200 });
}

/**
 * Reads what signs the messages: the stored token, or one that only sends. Null when the engineer
 * has signed out.
 */
export async function readSendingCredentials(
  device: Device,
  sendingToken: string | true,
): Promise<Credentials | null> {
  if (sendingToken === true) return renewEnded(device, await readCredentials(device));
  const [token, setting] = await Promise.all([
    device.database.token.get(1),
    device.database.setting.get(1),
  ]);
  return token ? { deviceId: setting?.deviceId, token: sendingToken } : null;
}

/** The phones whose clock is so wrong that even a new token seems to have ended. */
const wrongClocks = new WeakSet<SharedDatabase>();

/**
 * Renews a token that has ended before anything is sent with it: what the server refuses for that, such as a photo,
 * travels twice. If it cannot be renewed, the answer to the message says why.
 */
async function renewEnded(
  device: Device,
  credentials: Credentials | null,
): Promise<Credentials | null> {
  if (!credentials || wrongClocks.has(device.shared) || !hasEnded(device, credentials.token))
    return credentials;
  const renewed = await renewToken(device, credentials.token);
  if (!renewed.ok) return credentials;
  if (hasEnded(device, renewed.value)) wrongClocks.add(device.shared);
  return { ...credentials, token: renewed.value };
}

function hasEnded({ ports, clock }: Device, token: string): boolean {
  const seconds = readClaims(token)?.exp ?? Number.POSITIVE_INFINITY;
  return ports.now().getTime() + clock.correctionMs >= seconds * 1_000;
}

/** After a sign-in without a network there is no stored token that could be renewed. */
const endedKinds: ReadonlySet<CallFailure["kind"]> = new Set(["token-renewal", "token-not-found"]);

/** Sends a message. If the office has ended the sign-in, it is sent with a token that only sends. */
export async function sendOrAskAgain(
  device: Device,
  request: RawRequest,
  credentials: Credentials,
): Promise<Answer<unknown>> {
  const answer = await sendSigned(device, request, credentials);
  if (answer.ok || !(isLocked(answer.failure) || endedKinds.has(answer.failure.kind)))
    return answer;
  const sendingToken = await requestSendingToken(device, answer.failure, credentials.token);
  if (!sendingToken.ok) return sendingToken;
  credentials.token = sendingToken.value;
  return send(device, { ...request, ...credentials });
}

const lostImageProblem: Problem = {
  title: "The photo is no longer on this device",
  status: 410,
  code: lostImageCode,
};

async function buildBody(
  device: Device,
  row: OutboxRow,
): Promise<{ content: string | FormData; timeoutMs: number } | null> {
  const message = toEnvelope(row);
  const imageId = readImageId(row);
  if (imageId === null) return { content: JSON.stringify(message), timeoutMs: 30_000 };
  const image = await device.database.imageBytes.get(imageId);
  if (!image) return null;
  const form = new FormData();
  form.set("message", JSON.stringify(message));
  form.set("image", new Blob([image.bytes], { type: "image/jpeg" }), `${image.imageId}.jpg`);
  return { content: form, timeoutMs: 120_000 };
}

/**
 * True for a locked device. It still delivers what was recorded on it, as far as the server takes
 * it.
 */
export function isLocked(failure: CallFailure): boolean {
  return failure.kind === "device" && failure.error === "locked";
}
