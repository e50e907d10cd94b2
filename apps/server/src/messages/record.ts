import type pg from "pg";
import type { MessageType, Payload } from "@fieldfare/contract";
import { clockCorrection, listKeys, type MessageFlag } from "@fieldfare/domain";
import { appointmentEndedFlag, endedElsewhereFlag } from "../database/evidence.ts";
import type { QueueName } from "../database/queues.ts";
import { storableJson } from "../database/storable.ts";
import { isRefusal, refuse } from "../http/problem.ts";
import { addHousingCompletions, addHousingSteps } from "./housing-steps.ts";
import type { InboundMessage, IntakeAnswer, Sequence } from "./inbound-message.ts";
import { type Batch, type BatchTable, emptyBatch, statements } from "./batch.ts";
import type { EffectContext } from "./effect-context.ts";
import { effects, storeImage } from "./effects.ts";
import { readHandedOver } from "./handed-over.ts";
import { afterDisablingFlag } from "./flags.ts";
import {
  type ExistingRows,
  findExisting,
  lockJobs,
  type MessageRow,
  write,
} from "./record-statements.ts";
import type { JobState, VisitEnd } from "./state.ts";

/**
 * Records a group in one transaction of two round trips: it locks and reads, decides about each message, then
 * writes the new ones with their effects. Throws with 40001 when another server wrote the same message or ordering
 * key first; nothing is then stored. The clients of `pool` are in pipeline mode.
 */
export async function recordGroup(
  pool: pg.Pool,
  sequenced: readonly SequencedMessage[],
): Promise<RecordedGroup> {
  const messages = sequenced.map(({ message }) => message);
  const client = await pool.connect();
  let connectionError: Error | undefined;
  try {
    const [, jobs, existing] = await Promise.all([
      client.query("begin"),
      lockJobs(client, messages),
      findExisting(client, messages),
    ]);
    const group = startGroup(jobs);
    const stopped = new Set<object>();
    const answers = sequenced.map(({ message, sequence }, n) => {
      const rows = existing[n];
      if (!rows) throw new Error("The search returned too few rows");
      if (stopped.has(sequence)) return refuse("not-tried");
      const answer = decide(message, rows, group);
      if (isRefusal(answer)) stopped.add(sequence);
      return answer;
    });
    // After a failed statement the commit rolls back, and the failure is thrown.
    const [newTasks] = await Promise.all([sendWrites(client, group), client.query("commit")]);
    return { answers, newTasks };
  } catch (error) {
    await client.query("rollback").catch((lost: Error) => (connectionError = lost));
    throw error;
  } finally {
    client.release(connectionError);
  }
}

/** A message, and the object that it shares with the other messages of its ordering key in the same request. */
export interface SequencedMessage {
  readonly message: InboundMessage;
  readonly sequence: Sequence;
}

export interface RecordedGroup {
  readonly answers: readonly IntakeAnswer[];
  /** The queues to which the messages added tasks. */
  readonly newTasks: readonly QueueName[];
}

interface Group {
  readonly jobs: ReadonlyMap<string, JobState>;
  /** Last number by ordering key, after the messages of this group so far. */
  readonly orderingKeys: Map<string, OrderingKeyState>;
  readonly rows: MessageRow[];
  /** Receipts of messages in this same group. */
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

/** Answers one message. A new message adds its row and its effects to the group. */
function decide(message: InboundMessage, existing: ExistingRows, group: Group): IntakeAnswer {
  const { messageId } = message;
  if (existing.device_operative !== message.fieldOperativeId) return refuse("device-unknown");
  if (existing.device_unapproved) return refuse("device-unapproved");

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
    return refuse("hash-mismatch", { detail: "This messageId was used for other content" });
  }
  if (!isOwn(message, existing)) return refuse("not-found");
  if (isImageIdTaken(message, existing, group)) {
    return refuse("conflict", { detail: "This imageId belongs to another image" });
  }

  const keyState = findKeyState(message, existing, group);
  const sequenceNumber = message.order?.laneNumber ?? 0;
  if (keyState && sequenceNumber !== keyState.last + 1) {
    return sequenceNumber > keyState.last
      ? refuse("lane-gap", { expectedLaneNumber: keyState.last + 1 })
      : refuse("conflict", {
          detail: "This sequence number belongs to another message",
          expectedLaneNumber: keyState.last + 1,
        });
  }
  if (keyState) keyState.last = sequenceNumber;
  record(message, existing, group);
  return { messageId, outcome: "recorded", receivedOn: existing.now };
}

function record(message: InboundMessage, existing: ExistingRows, group: Group) {
  const flags: MessageFlag[] = [];
  // The office sees which messages a locked device or a disabled account has sent.
  if (existing.device_locked) flags.push("device-locked");
  if (existing.disabled_on !== null) flags.push("account-disabled");
  // It may have been the thief of a password or of a phone who was signed in.
  if (existing.is_sign_in_ended && flags.length === 0) flags.push("sign-in-ended");
  const isAfterDisabling =
    existing.disabled_on !== null && readRecordedOn(message) >= Date.parse(existing.disabled_on);
  const handedOver = isAfterDisabling ? findHandedOver(message, existing, group) : null;
  if (isAfterDisabling && handedOver?.isPart !== false) flags.push(afterDisablingFlag);
  flags.push(...describeAppointment(message, existing, group));
  const clockFlag = describeClock(message, existing.now);
  if (clockFlag) flags.push(clockFlag);
  if (!isAfterDisabling) applyEffect(effects[message.type], message, existing, group, flags);
  else if (handedOver) {
    const { payload, isPart } = handedOver;
    applyEffect(effects.JobStatusChange, { ...message, payload }, existing, group, flags, isPart);
  }
  // The message is evidence, and its image.
  else if (message.type === "JobImage") applyEffect(storeImage, message, existing, group, flags);
  group.receipts.set(message.messageId, {
    contentHash: message.contentHash,
    fieldOperativeId: message.fieldOperativeId,
    receivedOn: existing.now,
  });
  const { image: _image, clockCorrectionMs: _correction, familyId: _family, ...row } = message;
  const contentHash = `\\x${message.contentHash}`;
  group.rows.push({ ...row, contentHash, receivedOn: existing.now, flags });
}

/** What a message of a phone that was wiped hands over from before its account was disabled. */
function findHandedOver(message: InboundMessage, existing: ExistingRows, group: Group) {
  const { job } = findAppointment(message, existing, group);
  if (message.type !== "JobStatusChange" || !job || existing.disabled_on === null) return null;
  const disabledAt = Date.parse(existing.disabled_on);
  const isBefore = (at: string) => Date.parse(at) + readCorrection(message) < disabledAt;
  // `accept` parsed the payload with the schema of its type.
  // oxlint-disable-next-line typescript/consistent-type-assertions
  const payload = message.payload as Payload<"JobStatusChange">;
  return readHandedOver(payload, job.status, isBefore);
}

/**
 * The job of a message's appointment; whether that is still the current one, and its visit was not ended by another device
 * of the engineer; and which device did.
 */
function findAppointment(message: InboundMessage, existing: ExistingRows, { jobs }: Group) {
  const job = existing.job_id === null ? null : (jobs.get(existing.job_id) ?? null);
  const isAppointed =
    job !== null && job.fieldOperativeAppointmentId === message.fieldOperativeAppointmentId;
  if (!isAppointed) return { job, isCurrent: false, endedElsewhere: null };
  if (job.visitEnd === undefined) job.visitEnd = existing.visit_end;
  job.lastStepDeviceId ??= existing.last_step_device_id;
  const endedElsewhere = isPartOfVisit(message, job.visitEnd) ? null : (job.visitEnd ?? null);
  return { job, isCurrent: endedElsewhere === null, endedElsewhere };
}

/**
 * False for what another device sends about a visit that has ended, except what completes the ending: a rescue file sends
 * the unsent messages of a lost phone from another one.
 */
function isPartOfVisit({ type, deviceId, payload }: InboundMessage, end: VisitEnd | null) {
  if (end === null || end.deviceId === deviceId) return true;
  if (end.imageIds === null) return type !== "JobStatusChange" && type !== "JobHoldChange";
  return type === "JobImage" && end.imageIds.includes(String(payload.imageId).toLowerCase());
}

function describeAppointment(
  message: InboundMessage,
  existing: ExistingRows,
  group: Group,
): MessageFlag[] {
  const { job, isCurrent, endedElsewhere } = findAppointment(message, existing, group);
  if (endedElsewhere) return [endedElsewhereFlag];
  return job && !isCurrent && !isMereRemoval(message)
    ? [`${appointmentEndedFlag}: ${existing.ended_reason ?? "not current"}`]
    : [];
}

/** Whether a phone only says that it has removed a job in which nothing was recorded: that is what a move asks it to do. */
function isMereRemoval({ type, payload }: InboundMessage): boolean {
  return type === "JobRemove" && payload.job === undefined && payload.manifest === undefined;
}

type Apply = (payload: unknown, context: EffectContext) => void;

function applyEffect(
  effect: (typeof effects)[MessageType],
  message: InboundMessage,
  existing: ExistingRows,
  group: Group,
  flags: MessageFlag[],
  isPart = false,
) {
  const context: EffectContext = {
    message,
    isPart,
    batch: group.batch,
    receivedOn: existing.now,
    ...findAppointment(message, existing, group),
    hasAcknowledged: existing.has_acknowledged,
    isBegunElsewhere: existing.is_begun_elsewhere,
    recordsMileage: existing.records_mileage === true,
    holdReasons: existing.hold_reasons ?? [],
    rootCauses: existing.root_causes ?? [],
    ordered: existing.ordered_qty === null ? null : { qty: existing.ordered_qty },
    flag: (flag) => flags.push(flag),
  };
  // `accept` parsed the payload with the schema of its type.
  // oxlint-disable-next-line typescript/consistent-type-assertions
  (effect as Apply)(message.payload, context);
}

/**
 * Applies stored messages in their order, as if they came now, in a transaction of the caller's, and adds what is
 * unexpected about them to their flags. `before` is how the flag begins for which they had no effect, `after` is the flag that
 * they get instead.
 */
export async function applyRecorded(
  client: pg.PoolClient,
  messages: readonly InboundMessage[],
  { before, after }: { readonly before: MessageFlag; readonly after: MessageFlag },
): Promise<void> {
  const group = startGroup(await lockJobs(client, messages));
  const existing = await findExisting(client, messages);
  for (const [n, message] of messages.entries()) {
    const rows = existing[n];
    if (!rows) throw new Error("The search returned too few rows");
    const flags: MessageFlag[] = [];
    flags.push(...describeAppointment(message, rows, group));
    applyEffect(effects[message.type], message, rows, group, flags);
    await client.query(
      `update message
          set flags = array(select flag from unnest(flags) flag where not starts_with(flag, $2) and not starts_with(flag, $4)) || $3::text[]
        where message_id = $1`,
      [message.messageId, before, [after, ...flags], appointmentEndedFlag],
    );
  }
  const ids = messages.map(({ messageId }) => messageId);
  await addHousingSteps(client, ids);
  await sendWrites(client, group);
  await addHousingCompletions(client, ids);
}

/** When the message was recorded, by the clock of the server as far as the device knew it. */
function readRecordedOn(message: InboundMessage): number {
  return Date.parse(message.messageCreatedOn) + readCorrection(message);
}

/** What has to be added to the times of a message, which its device may have corrected. */
function readCorrection({ clockCorrectionMs, clockOffsetMs }: InboundMessage): number {
  return clockCorrectionMs === null ? clockCorrection(clockOffsetMs ?? 0) : 0;
}

/**
 * Tells the office whether a phone with a wrong clock corrected its times. Null: the clock is right, or the device
 * did not say.
 */
function describeClock(message: InboundMessage, receivedOn: string): MessageFlag | null {
  const { clockCorrectionMs, clockOffsetMs } = message;
  const minutes = (ms: number) => `${Math.round(ms / 60_000)} min`;
  // The clock was set right before it was compared with that of the server.
  const aheadMs = clockCorrection(readRecordedOn(message) - Date.parse(receivedOn));
  if (aheadMs > 0) return `clock-off: ${minutes(-aheadMs)}`;
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

/**
 * True when the sender has or had the appointment and the appointment belongs to the named job. A command must be
 * addressed to the sender.
 */
function isOwn(message: InboundMessage, existing: ExistingRows): boolean {
  if (message.type === "CommandAcknowledgement") return existing.is_own_command;
  if (message.jobId === null) return true;
  return (
    existing.job_id === message.jobId && existing.appointment_operative === message.fieldOperativeId
  );
}

/** A receipt must not confirm an image that is not stored. */
function isImageIdTaken(
  { image, payload, jobId }: InboundMessage,
  existing: ExistingRows,
  { batch }: Group,
) {
  if (!image) return false;
  const inGroup = batch.images.get(String(payload.imageId));
  const known = inGroup ?? { jobId: existing.image_job, sha256: existing.image_hash };
  if (known.jobId === null) return false;
  return known.jobId !== jobId || known.sha256 !== image.sha256;
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
 * A message that another device of the engineer sent first can come again from a rescue file, under an ordering key
 * of this device. Its number counts as used; otherwise the next message would wait for ever.
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

/** The lists whose statements return a row for each task that they add. */
const taskQueues: { readonly [Table in BatchTable]?: QueueName } = {
  formChecks: "form-checks",
  visitUpdates: "visit-updates",
  deliveries: "documents",
  visitEnds: "push",
  removalRequests: "push",
};

/** Sends all statements at once, and returns the queues to which they added tasks. */
async function sendWrites(
  client: pg.PoolClient,
  { rows, orderingKeys, jobs, batch }: Group,
): Promise<QueueName[]> {
  const movedKeys = [...orderingKeys.values()].filter(
    (keyState) => keyState.last > keyState.before,
  );
  const changed = [...jobs.values()].filter((job) => job.isChanged);
  const hasChanges = rows.length > 0 || movedKeys.length > 0 || changed.length > 0;
  const messages = hasChanges
    ? write(client, { rows, orderingKeys: movedKeys, jobs: changed })
    : null;
  const effects = listKeys(statements).flatMap((table) => {
    const list = [...batch[table].values()];
    if (list.length === 0) return [];
    const result = client.query({
      name: `intake-${table}`,
      text: statements[table],
      values: [storableJson(list)],
    });
    return [result.then(({ rowCount }) => (rowCount ? taskQueues[table] : undefined))];
  });
  const [queues] = await Promise.all([Promise.all(effects), messages]);
  return queues.filter((queue) => queue !== undefined);
}
