import type pg from "pg";
import { clockCorrection } from "@fieldfare/domain";
import { storableJson } from "../database/storable.ts";
import { refuse } from "../http/problem.ts";
import type { InboundMessage, IntakeAnswer } from "./inbound-message.ts";
import { type Batch, type BatchTable, emptyBatch, statements } from "./batch.ts";
import { effects, type EffectContext } from "./effects.ts";
import { type ExistingRows, findExisting, lockJobs, write } from "./record-statements.ts";
import type { JobState } from "./state.ts";

/**
 * All in one transaction of two round trips: locks and finds, judges each message, then writes what is new with
 * its effects. Throws with 40001 when another server wrote the same message or lane first: nothing was kept.
 * The clients of `pool` are in pipeline mode.
 */
export async function recordGroup(
  pool: pg.Pool,
  messages: readonly InboundMessage[],
): Promise<IntakeAnswer[]> {
  const client = await pool.connect();
  let connectionError: Error | undefined;
  try {
    const [, jobs, existing] = await Promise.all([
      client.query("begin"),
      lockJobs(client, messages),
      findExisting(client, messages),
    ]);
    const group = startGroup(jobs);
    const answers = messages.map((message, n) =>
      decide(message, existing[n] as ExistingRows, group),
    );
    // A commit behind a statement that failed rolls back, and the failure is what is thrown.
    await Promise.all([...sendWrites(client, group), client.query("commit")]);
    return answers;
  } catch (error) {
    await client.query("rollback").catch((lost: Error) => (connectionError = lost));
    throw error;
  } finally {
    client.release(connectionError);
  }
}

interface Group {
  readonly jobs: ReadonlyMap<string, JobState>;
  /** Last number by lane, as this group has moved it. */
  readonly orderingKeys: Map<string, OrderingKeyState>;
  readonly rows: object[];
  /** Receipts that this group itself makes. */
  readonly receipts: Map<string, Receipt>;
  readonly batch: Batch;
}

interface OrderingKeyState {
  readonly deviceId: string;
  readonly incarnation: string;
  readonly lane: string;
  readonly before: number;
  last: number;
}

interface Receipt {
  readonly contentHash: string;
  readonly fieldOperativeId: string;
  readonly receivedOn: string;
}

function startGroup(jobs: ReadonlyMap<string, JobState>): Group {
  return { jobs, orderingKeys: new Map(), rows: [], receipts: new Map(), batch: emptyBatch() };
}

/** The answer to one message; when it is new, its row and its effects join the group's. */
function decide(message: InboundMessage, existing: ExistingRows, group: Group): IntakeAnswer {
  const { messageId } = message;
  if (existing.device_operative !== message.fieldOperativeId) return refuse("device-unknown");

  const known = group.receipts.get(messageId) ?? readReceipt(existing);
  if (known) {
    const isSame =
      known.contentHash === message.contentHash &&
      known.fieldOperativeId === message.fieldOperativeId;
    if (isSame) {
      consumeNumber(message, existing, group);
      return { messageId, outcome: "already-recorded", receivedOn: known.receivedOn };
    }
    raiseMismatchAlarm(message, group);
    return refuse("hash-mismatch", { detail: "This messageId was used for another content" });
  }
  if (!isOwn(message, existing)) return refuse("not-found");
  if (isImageIdTaken(message, existing, group)) {
    return refuse("conflict", { detail: "This imageId belongs to another picture" });
  }

  const keyState = findKeyState(message, existing, group);
  const sequenceNumber = message.order?.laneNumber ?? 0;
  if (keyState && sequenceNumber !== keyState.last + 1) {
    return sequenceNumber > keyState.last
      ? refuse("lane-gap", { expectedLaneNumber: keyState.last + 1 })
      : refuse("conflict", { detail: "This number of the lane belongs to another message" });
  }
  if (keyState) keyState.last = sequenceNumber;
  record(message, existing, group);
  return { messageId, outcome: "recorded", receivedOn: existing.now };
}

function record(message: InboundMessage, existing: ExistingRows, group: Group) {
  const flags: string[] = [];
  const job = existing.job_id === null ? null : (group.jobs.get(existing.job_id) ?? null);
  const isCurrent =
    job !== null && job.fieldOperativeAppointmentId === message.fieldOperativeAppointmentId;
  // What was recorded before the lock, or by whoever was locked out, is evidence: kept, and told apart.
  if (existing.device_locked) flags.push("device-locked");
  if (job && !isCurrent) flags.push(`appointment-ended: ${existing.ended_reason ?? "not current"}`);
  const clockFlag = describeClock(message);
  if (clockFlag) flags.push(clockFlag);
  const context: EffectContext = {
    message,
    batch: group.batch,
    receivedOn: existing.now,
    job,
    isCurrent,
    recordsMileage: existing.records_mileage === true,
    list: existing.list,
    ordered: existing.ordered_qty === null ? null : { qty: existing.ordered_qty },
    flag: (flag) => flags.push(flag),
  };
  const effect = effects[message.type] as (payload: unknown, context: EffectContext) => void;
  effect(message.payload, context);
  group.receipts.set(message.messageId, {
    contentHash: message.contentHash,
    fieldOperativeId: message.fieldOperativeId,
    receivedOn: existing.now,
  });
  const { image: _image, ...row } = message;
  group.rows.push({ ...row, receivedOn: existing.now, flags });
}

/** The office reads whether times of a phone whose clock is off were corrected; null: it is right, or does not say. */
function describeClock({ clockCorrectionMs, clockOffsetMs }: InboundMessage): string | null {
  const minutes = (ms: number) => `${Math.round(ms / 60_000)} min`;
  if (clockCorrectionMs !== null) return `clock-corrected: ${minutes(clockCorrectionMs)}`;
  const offsetMs = clockCorrection(clockOffsetMs ?? 0);
  return offsetMs === 0 ? null : `clock-off: ${minutes(offsetMs)}`;
}

function readReceipt(existing: ExistingRows): Receipt | undefined {
  if (existing.known_hash === null || existing.known_operative === null) return undefined;
  return {
    contentHash: existing.known_hash,
    fieldOperativeId: existing.known_operative,
    receivedOn: existing.known_on ?? existing.now,
  };
}

/** The sender has or had the appointment, and the appointment is of the named job; a command is their own. */
function isOwn(message: InboundMessage, existing: ExistingRows): boolean {
  if (message.type === "CommandAcknowledgement") return existing.is_own_command;
  if (message.jobId === null) return true;
  return (
    existing.job_id === message.jobId && existing.appointment_operative === message.fieldOperativeId
  );
}

/** A receipt for a picture that is not kept would be a lie. */
function isImageIdTaken(
  { image, payload, jobId }: InboundMessage,
  existing: ExistingRows,
  { batch }: Group,
) {
  if (!image) return false;
  const inGroup = batch.images.get(String(payload.imageId)) as StoredImage | undefined;
  const known = inGroup ?? { jobId: existing.image_job, sha256: existing.image_hash };
  if (known.jobId === null) return false;
  return known.jobId !== jobId || known.sha256 !== image.sha256;
}

interface StoredImage {
  readonly jobId: string | null;
  readonly sha256: string | null;
}

function findKeyState(
  { order, deviceId }: InboundMessage,
  existing: ExistingRows,
  { orderingKeys }: Group,
): OrderingKeyState | null {
  if (!order) return null;
  const { incarnation: clientGeneration } = order;
  const key = `${deviceId} ${clientGeneration} ${order.lane}`;
  const before = existing.last_number ?? 0;
  const keyState = orderingKeys.get(key) ?? {
    deviceId,
    incarnation: clientGeneration,
    lane: order.lane,
    before,
    last: before,
  };
  orderingKeys.set(key, keyState);
  return keyState;
}

/**
 * A message that another device of the engineer had sent comes again from a rescue file, in a lane of this
 * device: its number is used up, or the next one would wait for it for ever.
 */
function consumeNumber(message: InboundMessage, existing: ExistingRows, group: Group) {
  const keyState = findKeyState(message, existing, group);
  if (keyState && message.order?.laneNumber === keyState.last + 1) keyState.last += 1;
}

function raiseMismatchAlarm(message: InboundMessage, { batch }: Group) {
  const { messageId, type, deviceId, fieldOperativeId, contentHash } = message;
  batch.alarms.set(messageId, {
    kind: "message-changed",
    details: { messageId, type, deviceId, fieldOperativeId, contentHash },
  });
}

function sendWrites(
  client: pg.PoolClient,
  { rows, orderingKeys, jobs, batch }: Group,
): Promise<unknown>[] {
  const movedKeys = [...orderingKeys.values()].filter(
    (keyState) => keyState.last > keyState.before,
  );
  const changed = [...jobs.values()].filter((job) => job.isChanged);
  const hasChanges = rows.length > 0 || movedKeys.length > 0;
  const messages = hasChanges
    ? [write(client, { rows, orderingKeys: movedKeys, jobs: changed })]
    : [];
  const effects = Object.entries(statements).flatMap(([table, text]) => {
    const list = [...batch[table as BatchTable].values()];
    if (list.length === 0) return [];
    return [client.query({ name: `intake-${table}`, text, values: [storableJson(list)] })];
  });
  return [...messages, ...effects];
}
