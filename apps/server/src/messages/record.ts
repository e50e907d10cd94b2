import type pg from "pg";
import { clockCorrection } from "@fieldfare/domain";
import { storableJson } from "../database/storable.ts";
import { refuse } from "../http/problem.ts";
import type { Arrival, IntakeAnswer } from "./arrival.ts";
import { type Batch, type BatchTable, emptyBatch, statements } from "./batch.ts";
import { effects, type Situation } from "./effects.ts";
import { type Found, find, lockJobs, write } from "./record-statements.ts";
import type { JobState } from "./state.ts";

/**
 * All in one transaction of two round trips: locks and finds, judges each message, then writes what is new with
 * its effects. Throws with 40001 when another server wrote the same message or lane first: nothing was kept.
 * The clients of `pool` are in pipeline mode.
 */
export async function recordGroup(
  pool: pg.Pool,
  arrivals: readonly Arrival[],
): Promise<IntakeAnswer[]> {
  const client = await pool.connect();
  let broken: Error | undefined;
  try {
    const [, jobs, found] = await Promise.all([
      client.query("begin"),
      lockJobs(client, arrivals),
      find(client, arrivals),
    ]);
    const group = startGroup(jobs);
    const answers = arrivals.map((arrival, n) => judge(arrival, found[n] as Found, group));
    // A commit behind a statement that failed rolls back, and the failure is what is thrown.
    await Promise.all([...writes(client, group), client.query("commit")]);
    return answers;
  } catch (error) {
    await client.query("rollback").catch((lost: Error) => (broken = lost));
    throw error;
  } finally {
    client.release(broken);
  }
}

interface Group {
  readonly jobs: ReadonlyMap<string, JobState>;
  /** Last number by lane, as this group has moved it. */
  readonly lanes: Map<string, Lane>;
  readonly rows: object[];
  /** Receipts that this group itself makes. */
  readonly receipts: Map<string, Receipt>;
  readonly batch: Batch;
}

interface Lane {
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
  return { jobs, lanes: new Map(), rows: [], receipts: new Map(), batch: emptyBatch() };
}

/** The answer to one message; when it is new, its row and its effects join the group's. */
function judge(arrival: Arrival, found: Found, group: Group): IntakeAnswer {
  const { messageId } = arrival;
  if (found.device_operative !== arrival.fieldOperativeId) return refuse("device-unknown");

  const known = group.receipts.get(messageId) ?? receiptOf(found);
  if (known) {
    const isSame =
      known.contentHash === arrival.contentHash &&
      known.fieldOperativeId === arrival.fieldOperativeId;
    if (isSame) {
      takePlace(arrival, found, group);
      return { messageId, outcome: "already-recorded", receivedOn: known.receivedOn };
    }
    raiseMismatch(arrival, group);
    return refuse("hash-mismatch", { detail: "This messageId was used for another content" });
  }
  if (!isOwn(arrival, found)) return refuse("not-found");
  if (isTakenImage(arrival, found, group)) {
    return refuse("conflict", { detail: "This imageId belongs to another picture" });
  }

  const lane = laneOf(arrival, found, group);
  const laneNumber = arrival.order?.laneNumber ?? 0;
  if (lane && laneNumber !== lane.last + 1) {
    return laneNumber > lane.last
      ? refuse("lane-gap", { expectedLaneNumber: lane.last + 1 })
      : refuse("conflict", { detail: "This number of the lane belongs to another message" });
  }
  if (lane) lane.last = laneNumber;
  record(arrival, found, group);
  return { messageId, outcome: "recorded", receivedOn: found.now };
}

function record(arrival: Arrival, found: Found, group: Group) {
  const flags: string[] = [];
  const job = found.job_id === null ? null : (group.jobs.get(found.job_id) ?? null);
  const isCurrent =
    job !== null && job.fieldOperativeAppointmentId === arrival.fieldOperativeAppointmentId;
  // What was recorded before the lock, or by whoever was locked out, is evidence: kept, and told apart.
  if (found.device_locked) flags.push("device-locked");
  if (job && !isCurrent) flags.push(`appointment-ended: ${found.ended_reason ?? "not current"}`);
  const clockFlag = describeClock(arrival);
  if (clockFlag) flags.push(clockFlag);
  const situation: Situation = {
    arrival,
    batch: group.batch,
    receivedOn: found.now,
    job,
    isCurrent,
    recordsMileage: found.records_mileage === true,
    list: found.list,
    ordered: found.ordered_qty === null ? null : { qty: found.ordered_qty },
    flag: (flag) => flags.push(flag),
  };
  const effect = effects[arrival.type] as (payload: unknown, situation: Situation) => void;
  effect(arrival.payload, situation);
  group.receipts.set(arrival.messageId, {
    contentHash: arrival.contentHash,
    fieldOperativeId: arrival.fieldOperativeId,
    receivedOn: found.now,
  });
  const { picture: _kept, ...row } = arrival;
  group.rows.push({ ...row, receivedOn: found.now, flags });
}

/** The office reads whether times of a phone whose clock is off were corrected; null: it is right, or does not say. */
function describeClock({ clockCorrectionMs, clockOffsetMs }: Arrival): string | null {
  const minutes = (ms: number) => `${Math.round(ms / 60_000)} min`;
  if (clockCorrectionMs !== null) return `clock-corrected: ${minutes(clockCorrectionMs)}`;
  const offsetMs = clockCorrection(clockOffsetMs ?? 0);
  return offsetMs === 0 ? null : `clock-off: ${minutes(offsetMs)}`;
}

function receiptOf(found: Found): Receipt | undefined {
  if (found.known_hash === null || found.known_operative === null) return undefined;
  return {
    contentHash: found.known_hash,
    fieldOperativeId: found.known_operative,
    receivedOn: found.known_on ?? found.now,
  };
}

/** The sender has or had the appointment, and the appointment is of the named job; a command is their own. */
function isOwn(arrival: Arrival, found: Found): boolean {
  if (arrival.type === "CommandAcknowledgement") return found.is_own_command;
  if (arrival.jobId === null) return true;
  return found.job_id === arrival.jobId && found.appointment_operative === arrival.fieldOperativeId;
}

/** A receipt for a picture that is not kept would be a lie. */
function isTakenImage({ picture, payload, jobId }: Arrival, found: Found, { batch }: Group) {
  if (!picture) return false;
  const here = batch.images.get(String(payload.imageId)) as StoredImage | undefined;
  const known = here ?? { jobId: found.image_job, sha256: found.image_hash };
  if (known.jobId === null) return false;
  return known.jobId !== jobId || known.sha256 !== picture.sha256;
}

interface StoredImage {
  readonly jobId: string | null;
  readonly sha256: string | null;
}

function laneOf({ order, deviceId }: Arrival, found: Found, { lanes }: Group): Lane | null {
  if (!order) return null;
  const { incarnation } = order;
  const key = `${deviceId} ${incarnation} ${order.lane}`;
  const before = found.last_number ?? 0;
  const lane = lanes.get(key) ?? { deviceId, incarnation, lane: order.lane, before, last: before };
  lanes.set(key, lane);
  return lane;
}

/**
 * A message that another device of the engineer had sent comes again from a rescue file, in a lane of this
 * device: its number is used up, or the next one would wait for it for ever.
 */
function takePlace(arrival: Arrival, found: Found, group: Group) {
  const lane = laneOf(arrival, found, group);
  if (lane && arrival.order?.laneNumber === lane.last + 1) lane.last += 1;
}

function raiseMismatch(arrival: Arrival, { batch }: Group) {
  const { messageId, type, deviceId, fieldOperativeId, contentHash } = arrival;
  batch.alarms.set(messageId, {
    kind: "message-changed",
    details: { messageId, type, deviceId, fieldOperativeId, contentHash },
  });
}

function writes(client: pg.PoolClient, { rows, lanes, jobs, batch }: Group): Promise<unknown>[] {
  const moved = [...lanes.values()].filter((lane) => lane.last > lane.before);
  const changed = [...jobs.values()].filter((job) => job.isChanged);
  const isNews = rows.length > 0 || moved.length > 0;
  const messages = isNews ? [write(client, { rows, lanes: moved, jobs: changed })] : [];
  const effects = Object.entries(statements).flatMap(([table, text]) => {
    const list = [...batch[table as BatchTable].values()];
    if (list.length === 0) return [];
    return [client.query({ name: `intake-${table}`, text, values: [storableJson(list)] })];
  });
  return [...messages, ...effects];
}
