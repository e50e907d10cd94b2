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
import { fail } from "../api/request.ts";
import { imageIdOf } from "../database/pictures.ts";
import type { OutboxRow } from "../database/rows.ts";
import type { Device } from "../device.ts";
import { ensureToken } from "../session/token.ts";
import {
  claim,
  fillGap,
  heedEpoch,
  freeUnrefused,
  lostPictureCode,
  park,
  parkedLanesOf,
  release,
  returnStale,
  senderLock,
  settle,
  type Settled,
} from "./claims.ts";
import { holdOff, readHoldOff } from "./hold-off.ts";
import { restartLane } from "./restart-lane.ts";

/** Rows taken in one transaction, sent one at a time, and cleared in one transaction. */
const claimSize = 50;
/** So many failures one after the other are the server's, not the messages'. */
const sickServer = 3;

export type DrainResult =
  | { readonly kind: "empty"; readonly sent: number }
  /** Something waits for another try, which comes by itself. */
  | {
      readonly kind: "again";
      readonly sent: number;
      readonly cause: WaitCause;
      /** How long the server has asked to be left alone. */
      readonly retryInMs?: number;
    }
  /** Only a person can help: signed out, locked. */
  | { readonly kind: "blocked"; readonly sent: number };

/** Why a message waits: nobody answers, the server cannot take it now, or it cannot store photos now. */
export type WaitCause = "network" | "server" | "images";

export interface DrainOptions {
  /** Somebody has tapped: the server's Retry-After does not keep them waiting. */
  readonly asked?: boolean;
}

/**
 * Sends what waits, oldest first, one at a time, order kept within each lane.
 * Waits for the lock, never skips: a skipped nudge would leave a message unsent.
 */
export function drain(device: Device, options: DrainOptions = {}): Promise<DrainResult> {
  return device.ports.locks.hold(senderLock, () => drainAlone(device, options));
}

async function drainAlone(device: Device, options: DrainOptions): Promise<DrainResult> {
  await returnStale(device);
  const { database } = device;
  const ownerId = (await database.token.get(1))?.ownerId;
  if (!ownerId) return { kind: "blocked", sent: 0 };
  if ((await database.messageQueue.where("ownerId").equals(ownerId).count()) === 0)
    return { kind: "empty", sent: 0 };
  await freeUnrefused(device, ownerId);
  const retryInMs = options.asked ? 0 : await readHoldOff(device);
  if (retryInMs > 0) return { kind: "again", sent: 0, cause: "server", retryInMs };
  const online = await callServer(device, ping, {});
  if (!online.ok && !isLocked(online.failure)) return reportStop(device, online.failure, 0);
  device.events.tell({
    kind: "contact",
    isReached: true,
    ...(online.ok && { buildNumber: online.value.buildNumber }),
  });
  const token = await ensureToken(device);
  if (!token.ok) return reportStop(device, token.failure, 0);
  if (online.ok) await heedEpoch(device, ownerId, online.value.epoch);

  const failedLanes = new Set<string>();
  let sent = 0;
  let failuresInARow = 0;
  let cause: WaitCause = "server";
  for (;;) {
    const credentials = await readCredentials(device);
    // Signed out meanwhile, or somebody else signed in: nobody's messages go under another's name.
    if (credentials?.ownerId !== ownerId) return { kind: "blocked", sent };
    const rows = await claim(device, ownerId, claimSize, failedLanes);
    if (rows.length === 0) break;
    const settled: Settled[] = [];
    const heldBack = new Set<string>();
    let stop: CallFailure | null = null;
    for (const row of rows) {
      if (heldBack.has(row.lane)) continue;
      // One photo that cannot be stored is enough to know: the others are not even uploaded.
      if (cause === "images" && imageIdOf(row) !== null) {
        heldBack.add(row.lane);
        failedLanes.add(row.lane);
        continue;
      }
      const answer = await sendRow(device, row, credentials);
      if (answer.ok) {
        settled.push({ row, receivedOn: answer.value.receivedOn });
        failuresInARow = 0;
        continue;
      }
      heldBack.add(row.lane);
      const verdict = await failRow(device, row, answer.failure);
      if (verdict !== "gap-filled") failedLanes.add(row.lane);
      if (verdict === "no-images") {
        cause = "images";
        continue;
      }
      failuresInARow += 1;
      const isSick = verdict === "failed" && failuresInARow >= sickServer;
      if (verdict === "stop" || isSick) {
        stop = answer.failure;
        break;
      }
    }
    await settle(device, rows, settled);
    sent += settled.length;
    if (stop) return reportStop(device, stop, sent);
  }
  device.events.tell({ kind: "drained", sent });
  const parked = new Set(await parkedLanesOf(database, ownerId));
  const failing = [...failedLanes].some((lane) => !parked.has(lane));
  return failing ? { kind: "again", sent, cause } : { kind: "empty", sent };
}

/** A locked device still delivers what was recorded on it, as far as the server takes it. */
function isLocked(failure: CallFailure): boolean {
  return failure.kind === "device" && failure.error === "locked";
}

/** Sends one message; only a receipt of ours for this very message counts. */
async function sendRow(
  device: Device,
  row: OutboxRow,
  credentials: Credentials,
): Promise<Answer<Receipt>> {
  const body = await bodyOf(device, row);
  if (!body) return fail({ kind: "problem", status: 410, problem: lostPicture });
  const request = {
    method: "POST",
    path: messagePaths[row.type],
    body: body.content,
    headers: { [header.idempotencyKey]: row.messageId },
    timeoutMs: body.timeoutMs,
  };
  const answer = await sendSigned(device, request, credentials);
  if (!answer.ok) return answer;
  const parsed = receipt.safeParse(answer.value);
  return parsed.success && parsed.data.messageId === row.messageId
    ? { ok: true, value: parsed.data }
    : fail({ kind: "nonsense", status: 200 });
}

const lostPicture: Problem = {
  title: "The picture is no longer on this device",
  status: 410,
  code: lostPictureCode,
};

async function bodyOf(
  device: Device,
  row: OutboxRow,
): Promise<{ content: string | FormData; timeoutMs: number } | null> {
  const message = wireMessage(row);
  const imageId = imageIdOf(row);
  if (imageId === null) return { content: JSON.stringify(message), timeoutMs: 30_000 };
  const image = await device.database.image.get(imageId);
  if (!image) return null;
  const form = new FormData();
  form.set("message", JSON.stringify(message));
  form.set("image", new Blob([image.bytes], { type: "image/jpeg" }), `${image.imageId}.jpg`);
  return { content: form, timeoutMs: 120_000 };
}

/** The queued message without its local fields. */
export function wireMessage(row: OutboxRow): MessageEnvelope {
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

type Verdict = "stop" | "parked" | "gap-filled" | "no-images" | "failed";

/** Keeps the message and says how to go on. Only a refusal of our own server holds back what is behind it. */
async function failRow(device: Device, row: OutboxRow, failure: CallFailure): Promise<Verdict> {
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
      if (await restartLane(device, row, expected)) return "gap-filled";
    }
    await park(device, row, problem.code, describeFailure(failure));
    return "parked";
  }
  // The server is there but this message fails without a reason: others go on, this lane waits.
  return "failed";
}

/** A 4xx of ours that another try would not change: a proxy's 403 says nothing about the message. */
function isRefusal({ status, problem }: { status: number; problem: Problem }): boolean {
  const isCode = refusalCodes.has(problem.code) || problem.code === lostPictureCode;
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
      device.events.tell({ kind: "token-renewal-failure" });
      return { kind: "blocked", sent };
    case "token-not-found":
      device.events.tell({ kind: "token-not-found" });
      return { kind: "blocked", sent };
    case "awaiting-credentials":
      return { kind: "blocked", sent };
    default: {
      const isAnswer = failure.kind === "problem" || failure.kind === "status";
      device.events.tell({ kind: "contact", isReached: failure.kind === "problem" });
      device.events.tell({ kind: "network-error" });
      const cause = isAnswer ? "server" : "network";
      const retryAfterMs = isAnswer ? failure.retryAfterMs : undefined;
      if (retryAfterMs === undefined) return { kind: "again", sent, cause };
      return { kind: "again", sent, cause, retryInMs: await holdOff(device, retryAfterMs) };
    }
  }
}
