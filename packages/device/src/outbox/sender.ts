import {
  type Problem,
  problemCode,
  refusalCodes,
  type Receipt,
  sendingPing,
} from "@fieldfare/contract";
import { callServer, type Credentials, disableDevice } from "../api/call.ts";
import { type Answer, type CallFailure, describeFailure } from "../api/failure.ts";
import { reportFailure } from "../api/report-failure.ts";
import type { RawRequest } from "../api/request.ts";
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
  releaseAll,
  returnStale,
  settle,
  type SettledMessage,
} from "./claims.ts";
import { holdOff, readHoldOff } from "./hold-off.ts";
import { growRequests, readRequestSize, shrinkRequests } from "./request-size.ts";
import { leaveSharedNumbers, restartOrderingKey } from "./restart-ordering-key.ts";
import { isLocked, readSendingCredentials, sendOrAskAgain, sendRow } from "./send-single.ts";
import { type MessageText, pickTogether, pickUploads, sendTogether } from "./send-together.ts";

/** The number of rows taken in one transaction, sent, and deleted in one transaction. */
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
 * Sends the queue, oldest first, in order within each ordering key: several messages in a request
 * if the server takes them, else one at a time. Waits for the lock and never skips: a skipped
 * trigger would leave a message unsent.
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
  const pingAnswer = await callServer(device, sendingPing, {});
  if (!pingAnswer.ok && !isLocked(pingAnswer.failure))
    return reportStop(device, pingAnswer.failure, 0);
  device.events.emit({
    kind: "contact",
    isReached: true,
    ...(pingAnswer.ok && { buildNumber: pingAnswer.value.buildNumber }),
  });
  const token = await ensureToken(device);
  // A locked device that was signed in on without a network still sends what it has recorded.
  const onlySends = device.pending.credentials?.sendingToken !== undefined;
  const sendingToken =
    !token.ok && (isLocked(token.failure) || onlySends)
      ? await requestSendingToken(device, token.failure)
      : token;
  if (!sendingToken.ok) return reportStop(device, sendingToken.failure, 0);
  if (pingAnswer.ok) await handleEpoch(device, pingAnswer.value.epoch);

  const maxMessages = (pingAnswer.ok && pingAnswer.value.maxMessages) || 1;
  return sendClaims(device, sendingToken.value, maxMessages);
}

/** One run of the sender, from its ping to its end. */
interface Run {
  readonly device: Device;
  /** The number of messages that the server takes in one request. */
  readonly maxMessages: number;
  /** How many messages the next request may carry; 1 when they go one at a time. */
  requestSize: number;
  /** Set when the server, or a proxy, did not take several messages. */
  sendsOneAtATime: boolean;
  readonly failedKeys: Set<string>;
  /** The keys that were given new numbers. A server that refuses those as well would be asked for ever. */
  readonly renumberedKeys: Set<string>;
  sent: number;
  failuresInARow: number;
  cause: WaitCause;
}

/** The messages that a run has claimed in one transaction. */
interface ClaimedMessages {
  readonly settled: SettledMessage[];
  /** The keys of which a message failed. Those behind it wait for the next claim. */
  readonly skippedKeys: Set<string>;
  /** Why the run has to stop. */
  stop: CallFailure | null;
}

/** Claims and sends until nothing is left that can be sent now. */
async function sendClaims(
  device: Device,
  sendingToken: string | true,
  maxMessages: number,
): Promise<DrainResult> {
  const run: Run = {
    device,
    maxMessages,
    requestSize: await readRequestSize(device, maxMessages),
    sendsOneAtATime: maxMessages <= 1,
    failedKeys: new Set(),
    renumberedKeys: new Set(),
    sent: 0,
    failuresInARow: 0,
    cause: "server",
  };
  const { failedKeys } = run;
  for (;;) {
    const credentials = await readSendingCredentials(device, sendingToken);
    // The engineer has signed out meanwhile.
    if (!credentials) return { kind: "blocked", sent: run.sent };
    const rows = await claim(device, claimSize, failedKeys);
    if (rows.length === 0) break;
    const { settled, stop } = await sendClaimed(run, rows, credentials);
    await settle(device, rows, settled);
    run.sent += settled.length;
    if (stop) return reportStop(device, stop, run.sent);
  }
  const { sent, cause } = run;
  device.events.emit({ kind: "drained", sent });
  const blockedKeys = new Set(await readBlockedKeys(device.database));
  const hasFailingKeys = [...failedKeys].some((orderingKey) => !blockedKeys.has(orderingKey));
  return hasFailingKeys ? { kind: "again", sent, cause } : { kind: "empty", sent };
}

async function sendClaimed(
  run: Run,
  rows: readonly OutboxRow[],
  credentials: Credentials,
): Promise<ClaimedMessages> {
  const claimed: ClaimedMessages = { settled: [], skippedKeys: new Set(), stop: null };
  let waiting = rows;
  for (;;) {
    waiting = waiting.filter((row) => !claimed.skippedKeys.has(row.lane));
    const [first] = waiting;
    if (!first || claimed.stop) return claimed;
    const together = run.sendsOneAtATime ? [] : pickTogether(waiting, run.requestSize);
    let done: ReadonlySet<OutboxRow>;
    if (together.length > 1) done = await sendSeveral(run, claimed, together, credentials);
    else {
      const alone = together[0]?.row ?? first;
      done = new Set(run.maxMessages > 1 ? pickUploads(waiting, alone) : [alone]);
      await sendAlone(run, claimed, [...done], credentials);
    }
    if (!run.sendsOneAtATime && !claimed.stop)
      run.requestSize = await growRequests(run.device, run.requestSize, run.maxMessages);
    waiting = waiting.filter((row) => !done.has(row));
  }
}

/** Sends each of these messages in a request of its own, at the same time. No two have the same ordering key. */
async function sendAlone(
  run: Run,
  claimed: ClaimedMessages,
  rows: readonly OutboxRow[],
  credentials: Credentials,
): Promise<void> {
  // After one photo that cannot be stored the others are not even uploaded.
  const isUseless = (row: OutboxRow) => run.cause === "images" && readImageId(row) !== null;
  const sending = rows.filter((row) => !isUseless(row));
  const answers = await Promise.all(sending.map((row) => sendRow(run.device, row, credentials)));
  for (const [n, row] of sending.entries()) {
    const answer = answers[n];
    if (answer) await takeAnswer(run, claimed, row, answer);
  }
  for (const row of rows.filter(isUseless)) {
    claimed.skippedKeys.add(row.lane);
    run.failedKeys.add(row.lane);
  }
}

/** Sends several messages in one request. Returns those that need not be sent again in this claim. */
async function sendSeveral(
  run: Run,
  claimed: ClaimedMessages,
  together: readonly MessageText[],
  credentials: Credentials,
): Promise<Set<OutboxRow>> {
  const { device } = run;
  const rows = together.map(({ row }) => row);
  const send = (request: RawRequest) => sendOrAskAgain(device, request, credentials);
  const answers = await sendTogether(send, together);
  if (!answers.ok && isAboutTheRequest(answers.failure)) {
    run.sendsOneAtATime = true;
    return new Set();
  }
  if (answers.ok) {
    for (const [n, row] of rows.entries()) {
      const answer = answers.value[n];
      if (answer && !claimed.skippedKeys.has(row.lane)) await takeAnswer(run, claimed, row, answer);
    }
  } else {
    claimed.stop = answers.failure;
    await releaseAll(device, rows, describeFailure(answers.failure));
  }
  // The answer did not arrive as our server sends it: a smaller request may do better.
  const { stop } = claimed;
  if (stop?.kind === "network" || stop?.kind === "malformed")
    await shrinkRequests(device, rows.length);
  return new Set(rows);
}

/** Notes the receipt of a message, or handles its failure. */
async function takeAnswer(
  run: Run,
  claimed: ClaimedMessages,
  row: OutboxRow,
  answer: Answer<Receipt>,
): Promise<void> {
  if (answer.ok) {
    claimed.settled.push({ row, receivedOn: answer.value.receivedOn });
    run.failuresInARow = 0;
    return;
  }
  claimed.skippedKeys.add(row.lane);
  const outcome = await failRow(run.device, row, answer.failure, run.renumberedKeys);
  if (outcome !== "gap-filled") run.failedKeys.add(row.lane);
  if (outcome === "no-images") {
    run.cause = "images";
    return;
  }
  run.failuresInARow += 1;
  const isServerFailing = outcome === "failed" && run.failuresInARow >= maxServerFailures;
  if (outcome === "stop" || isServerFailing) claimed.stop ??= answer.failure;
}

/**
 * True when the answer says nothing about a single message, and one at a time they may be taken: an older server, a proxy
 * that takes no such request, or a failure that one of the messages causes.
 */
function isAboutTheRequest(failure: CallFailure): boolean {
  const isAnswer = failure.kind === "problem" || failure.kind === "status";
  return isAnswer && failure.status !== 429 && failure.retryAfterMs === undefined;
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
