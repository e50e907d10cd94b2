import type pg from "pg";
import type { Database } from "../database/database.ts";
import type { QueueName } from "../database/queues.ts";
import { openPool } from "../database/session-settings.ts";
import { isDataError, refuseValue } from "../http/errors.ts";
import type { InboundMessage, IntakeAnswer, Sequence } from "./inbound-message.ts";
import { isRefusal, refuse } from "../http/problem.ts";
import { recordGroup, type RecordedGroup, type SequencedMessage } from "./record.ts";

export interface Intake {
  readonly pool: pg.Pool;
  /**
   * Resolves once the message is committed or refused. Throws when the database cannot be reached. Messages of one device
   * are recorded in the order of the calls. After a refusal the later messages of the same `sequence` are not tried.
   */
  receive(message: InboundMessage, sequence?: Sequence): Promise<IntakeAnswer>;
  /** Waits for the messages in progress, then closes the connections. */
  close(): Promise<void>;
}

interface PendingMessage extends SequencedMessage {
  readonly answer: (answer: IntakeAnswer) => void;
  readonly fail: (error: unknown) => void;
}

/** Limits the size of a statement, and the cost when a group must be repeated one message at a time. */
const groupSize = 200;
const maxAttempts = 5;

/**
 * Combines messages of many devices into one commit. A device belongs to one writer, so its ordering keys never
 * conflict within one server; between servers the statements themselves decide.
 */
export function createIntake(
  database: Database,
  writers: number,
  onNewTasks: (queue: QueueName) => void,
): Intake {
  const pool = openPool(
    { connectionString: database.connectionString, max: writers, pipeline: true },
    {
      ...database.session,
      statement_timeout: 60_000,
      idle_in_transaction_session_timeout: 60_000,
      lock_timeout: 5_000,
      // The look-ups are by key. A plan that was made while a table was small must not scan it when it is large.
      enable_seqscan: "off",
      enable_hashjoin: "off",
      enable_mergejoin: "off",
    },
  );
  const queues = Array.from({ length: writers }, () => createWriter(pool, onNewTasks));

  return {
    pool,
    receive(message, sequence = { isStopped: false }) {
      const writer = queues[pickShard(message.deviceId, writers)];
      if (!writer) throw new Error("The intake has no writers");
      return writer.add({ message, sequence });
    },
    async close() {
      await Promise.all(queues.map((writer) => writer.settled()));
      await pool.end();
    },
  };
}

function createWriter(pool: pg.Pool, onNewTasks: (queue: QueueName) => void) {
  const pending: PendingMessage[] = [];
  let run: Promise<void> | null = null;

  async function writeAll() {
    // Messages that arrive in the same turn of the event loop join the first group.
    await new Promise((resolve) => setImmediate(resolve));
    while (pending.length > 0) await writeGroup(pending.splice(0, groupSize));
    // There is no await between the last check of the queue and this line, so no message is lost.
    run = null;
  }

  /**
   * Writes a group in one transaction. If that fails, each message gets its own, so that a bad message fails alone.
   */
  async function writeGroup(pendingMessages: readonly PendingMessage[]) {
    const group: PendingMessage[] = [];
    for (const one of pendingMessages)
      if (one.sequence.isStopped) one.answer(refuse("not-tried"));
      else group.push(one);
    if (group.length === 0) return;
    try {
      const { answers, newTasks } = await recordWithRetries(pool, group);
      for (const [index, { sequence, answer, fail }] of group.entries()) {
        const given = answers[index];
        if (isRefusal(given)) sequence.isStopped = true;
        if (given) answer(given);
        else fail(new Error("A message of the group has no answer"));
      }
      for (const queue of newTasks) onNewTasks(queue);
    } catch (error) {
      const [only, second] = group;
      if (only && !second) {
        only.sequence.isStopped = true;
        return isDataError(error) ? only.answer(refuseValue(error, "payload")) : only.fail(error);
      }
      for (const one of group) await writeGroup([one]);
    }
  }

  return {
    add(message: SequencedMessage): Promise<IntakeAnswer> {
      return new Promise((answer, fail) => {
        pending.push({ ...message, answer, fail });
        run ??= writeAll();
      });
    },
    async settled() {
      await run;
    },
  };
}

/** Another server was faster, or PostgreSQL resolved a deadlock: the same is tried again with the current data. */
async function recordWithRetries(
  pool: pg.Pool,
  messages: readonly SequencedMessage[],
): Promise<RecordedGroup> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await recordGroup(pool, messages);
    } catch (error) {
      if (attempt >= maxAttempts || !isRetryable(error)) throw error;
    }
  }
}

function isRetryable(error: unknown): boolean {
  const code = error instanceof Error && "code" in error ? error.code : undefined;
  return code === "40001" || code === "40P01" || code === "23505";
}

function pickShard(deviceId: string, shards: number): number {
  return Number.parseInt(deviceId.slice(-6), 16) % shards;
}
