import {
  header,
  messagePaths,
  type MessageEnvelope,
  ping,
  type Problem,
  problemCode,
  refusalCodes,
  type Receipt,
  receipt,
} from "@fieldfare/contract";
import {
  callServer,
  type Credentials,
  disableDevice,
  readCredentials,
  sendSigned,
} from "../api/call.ts";
import { type Answer, type CallFailure, describeFailure } from "../api/failure.ts";
import { reportFailure } from "../api/report-failure.ts";
import { fail, type RawRequest, send } from "../api/request.ts";
import { readImageId } from "../database/image-messages.ts";
import { senderLock } from "../database/locks.ts";
import type { OutboxRow } from "../database/rows.ts";
import { isQuotaError } from "../database/unit.ts";
import { followCurrentUser } from "../database/user-switch.ts";
import { type Device, forCurrentEngineer } from "../device.ts";
import { requestSendingToken } from "../session/sending-token.ts";
import { ensureToken } from "../session/token.ts";
import {
  claim,
  fillGap,
  handleEpoch,
  unblockUnrefused,
  lostImageCode,
  blockOrderingKey,
  readBlockedKeys,
  release,
  returnStale,
  settle,
  type SettledMessage,
} from "./claims.ts";
import { holdOff, readHoldOff } from "./hold-off.ts";
import { leaveSharedNumbers, restartOrderingKey } from "./restart-ordering-key.ts";

/**
 * The number of rows taken in one transaction, sent one at a time, and deleted in one transaction.
 */
const claimSize = 50;
/** After so many failures in a row the server is at fault and not the messages. */
const maxServerFailures = 3;

export type DrainResult =
  | { readonly kind: "empty"; readonly sent: number }
  /** A message waits for the next automatic try. */
  | {
      readonly kind: "again";
      readonly sent: number;
      readonly cause: WaitCause;
      /** The wait that the server has asked for. */
      readonly retryInMs?: number;
    }
  /** Only a person can help: the engineer is signed out or the device is locked. */
  | { readonly kind: "blocked"; readonly sent: number };

/**
 * Why a message waits: no answer, a server that cannot take it now, one that cannot store photos
 * now, or a phone that is too full to store the receipt.
 */
export type WaitCause = "network" | "server" | "images" | "storage";

export interface DrainOptions {
  /** A person has tapped: the server's Retry-After does not apply. */
  readonly isManual?: boolean;
}

/**
 * Sends the queue, oldest first, one message at a time, in order within each ordering key. Waits
 * for the lock and never skips: a skipped trigger would leave a message unsent.
 */
export function drain(device: Device, options: DrainOptions = {}): Promise<DrainResult> {
  return device.ports.locks.hold(senderLock, async () => {
    await followCurrentUser(device);
    if (!device.engineer) return { kind: "blocked", sent: 0 };
    // A run begins and ends with one engineer's queue, whoever signs in meanwhile.
    try {
      return await drainWithLock(forCurrentEngineer(device), options);
    } catch (error) {
      if (!isQuotaError(error)) throw error;
      device.events.emit({ kind: "sending-lacks-space" });
      return { kind: "again", sent: 0, cause: "storage" };
    }
  });
}

async function drainWithLock(device: Device, options: DrainOptions): Promise<DrainResult> {
  await returnStale(device);
  const { database } = device;
  if ((await database.token.count()) === 0) return { kind: "blocked", sent: 0 };
  if ((await database.messageQueue.count()) === 0) return { kind: "empty", sent: 0 };
  await unblockUnrefused(device);
  const retryInMs = options.isManual ? 0 : await readHoldOff(device);
  if (retryInMs > 0) return { kind: "again", sent: 0, cause: "server", retryInMs };
  const pingAnswer = await callServer(device, ping, {});
  if (!pingAnswer.ok && !isLocked(pingAnswer.failure))
    return reportStop(device, pingAnswer.failure, 0);
  device.events.emit({
    kind: "contact",
    isReached: true,
    ...(pingAnswer.ok && { buildNumber: pingAnswer.value.buildNumber }),
  });
  const token = await ensureToken(device);
  // A locked device that was signed in on without a network still sends what it has recorded.
  const sendingToken =
    !token.ok && isLocked(token.failure) ? await requestSendingToken(device, token.failure) : token;
  if (!sendingToken.ok) return reportStop(device, sendingToken.failure, 0);
  if (pingAnswer.ok) await handleEpoch(device, pingAnswer.value.epoch);

  const failedKeys = new Set<string>();
  /** The keys that were given new numbers. A server that refuses those as well would be asked for ever. */
  const renumberedKeys = new Set<string>();
  let sent = 0;
  let failuresInARow = 0;
  let cause: WaitCause = "server";
  for (;;) {
    const credentials = await readSendingCredentials(device, sendingToken.value);
    // The engineer has signed out meanwhile.
    if (!credentials) return { kind: "blocked", sent };
    const rows = await claim(device, claimSize, failedKeys);
    if (rows.length === 0) break;
    const settled: SettledMessage[] = [];
    const skippedKeys = new Set<string>();
    let stop: CallFailure | null = null;
    for (const row of rows) {
      if (skippedKeys.has(row.lane)) continue;
      // After one photo that cannot be stored the others are not even uploaded.
      if (cause === "images" && readImageId(row) !== null) {
        skippedKeys.add(row.lane);
        failedKeys.add(row.lane);
        continue;
      }
      const answer = await sendRow(device, row, credentials);
      if (answer.ok) {
        settled.push({ row, receivedOn: answer.value.receivedOn });
        failuresInARow = 0;
        continue;
      }
      skippedKeys.add(row.lane);
      const outcome = await failRow(device, row, answer.failure, renumberedKeys);
      if (outcome !== "gap-filled") failedKeys.add(row.lane);
      if (outcome === "no-images") {
        cause = "images";
        continue;
      }
      failuresInARow += 1;
      const isServerFailing = outcome === "failed" && failuresInARow >= maxServerFailures;
      if (outcome === "stop" || isServerFailing) {
        stop = answer.failure;
        break;
      }
    }
    await settle(device, rows, settled);
    sent += settled.length;
    if (stop) return reportStop(device, stop, sent);
  }
  device.events.emit({ kind: "drained", sent });
  const blockedKeys = new Set(await readBlockedKeys(database));
  const hasFailingKeys = [...failedKeys].some((orderingKey) => !blockedKeys.has(orderingKey));
  return hasFailingKeys ? { kind: "again", sent, cause } : { kind: "empty", sent };
}

/**
 * True for a locked device. It still delivers what was recorded on it, as far as the server takes
 * it.
 */
function isLocked(failure: CallFailure): boolean {
  return failure.kind === "device" && failure.error === "locked";
}

/** Sends one message. Only our server's receipt for this very message counts. */
async function sendRow(
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
async function readSendingCredentials(
  device: Device,
  sendingToken: string | true,
): Promise<Credentials | null> {
  if (sendingToken === true) return readCredentials(device);
  const [token, setting] = await Promise.all([
    device.database.token.get(1),
    device.database.setting.get(1),
  ]);
  return token ? { deviceId: setting?.deviceId, token: sendingToken } : null;
}

/** After a sign-in without a network there is no stored token that could be renewed. */
const endedKinds: ReadonlySet<CallFailure["kind"]> = new Set(["token-renewal", "token-not-found"]);

/** Sends a message. If the office has ended the sign-in, it is sent with a token that only sends. */
async function sendOrAskAgain(
  device: Device,
  request: RawRequest,
  credentials: Credentials,
): Promise<Answer<unknown>> {
  const answer = await sendSigned(device, request, credentials);
  if (answer.ok || !(isLocked(answer.failure) || endedKinds.has(answer.failure.kind)))
    return answer;
  const sendingToken = await requestSendingToken(device, answer.failure);
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

/** Builds the wire form of a queued message, without its local fields. */
export function toEnvelope(row: OutboxRow): MessageEnvelope {
  return {
    messageId: row.messageId,
    correlationId: row.correlationId,
    type: row.type,
    payload: row.payload,
    messageCreatedOn: row.messageCreatedOn,
    ...(row.clockCorrectionMs !== undefined && { clockCorrectionMs: row.clockCorrectionMs }),
    mobileVersion: row.mobileVersion,
    messageVersion: row.messageVersion,
    jobId: row.jobId,
    fieldOperativeAppointmentId: row.fieldOperativeAppointmentId,
    order: {
      incarnation: row.incarnation,
      lane: row.lane,
      laneNumber: row.laneNumber,
      deviceSequence: row.deviceSequence,
      payloadHash: row.payloadHash,
    },
  };
}

type FailureOutcome = "stop" | "blocked" | "gap-filled" | "no-images" | "failed";

/**
 * Returns the message to the queue and decides how to go on. Only a refusal of our own server
 * blocks the messages behind it.
 */
async function failRow(
  device: Device,
  row: OutboxRow,
  failure: CallFailure,
  renumberedKeys: Set<string>,
): Promise<FailureOutcome> {
  const isAnswer = failure.kind === "problem" || failure.kind === "status";
  const code = failure.kind === "problem" ? failure.problem.code : null;
  await release(device, row, describeFailure(failure), {
    status: isAnswer ? failure.status : null,
    code,
  });
  if (!isAnswer || failure.status === 429) return "stop";
  if (code === problemCode.imagesUnavailable) return "no-images";
  if (failure.retryAfterMs !== undefined) return "stop";
  if (failure.kind === "problem" && isRefusal(failure)) {
    const { problem } = failure;
    if (problem.code === problemCode.laneGap) {
      const expected = problem.expectedLaneNumber;
      if (await fillGap(device, row, expected)) return "gap-filled";
      if (await restartOrderingKey(device, row, expected)) return "gap-filled";
    }
    if (problem.code === problemCode.conflict && !renumberedKeys.has(row.lane)) {
      renumberedKeys.add(row.lane);
      if (await leaveSharedNumbers(device, row, problem.expectedLaneNumber)) return "gap-filled";
    }
    await blockOrderingKey(device, row, problem.code, describeFailure(failure));
    return "blocked";
  }
  // The server answers, but this message fails without a refusal: its ordering key waits and others
  // go on.
  return "failed";
}

/**
 * True for a 4xx of our server that another try would not change. A proxy's 403 says nothing about
 * the message.
 */
function isRefusal({ status, problem }: { status: number; problem: Problem }): boolean {
  const isCode = refusalCodes.has(problem.code) || problem.code === lostImageCode;
  return isCode && status >= 400 && status < 500;
}

async function reportStop(
  device: Device,
  failure: CallFailure,
  sent: number,
): Promise<DrainResult> {
  switch (failure.kind) {
    case "device":
      await disableDevice(device, failure);
      return { kind: "blocked", sent };
    case "token-renewal":
    case "token-not-found":
      reportFailure(device, failure);
      return { kind: "blocked", sent };
    case "awaiting-credentials":
      return { kind: "blocked", sent };
    default: {
      const isAnswer = failure.kind === "problem" || failure.kind === "status";
      device.events.emit({ kind: "contact", isReached: failure.kind === "problem" });
      device.events.emit({ kind: "network-error" });
      const cause = isAnswer ? "server" : "network";
      const retryAfterMs = isAnswer ? failure.retryAfterMs : undefined;
      if (retryAfterMs === undefined) return { kind: "again", sent, cause };
      return { kind: "again", sent, cause, retryInMs: await holdOff(device, retryAfterMs) };
    }
  }
}
