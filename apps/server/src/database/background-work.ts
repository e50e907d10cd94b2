import { sql } from "drizzle-orm";
import { raiseAlarm } from "./alarms.ts";
import type { Database } from "./database.ts";
import { errorCode } from "./errors.ts";

/** The tables with work that follows a message after its commit. Each row is named by the id of its message. */
const tables = { documents: "job_closing", "form-checks": "form_check_due" } as const;

type Kind = keyof typeof tables;

/** SQL condition on a row of background work: no server has claimed it, and its delay after a failure is over. */
export const isDueNow = "(next_attempt_on is null or next_attempt_on <= now())";

export interface BackgroundWork {
  /** Works on all due rows, now and regularly until `close`. */
  start(): void;
  /** Schedules a run, because a row may have become due. The caller does not wait. */
  trigger(): void;
  /** Resolves when every due row has been tried. */
  settled(): Promise<void>;
  /** Releases the row in progress: the next start tries it at once. */
  close(): Promise<void>;
}

interface Parts<Item> {
  readonly database: Database;
  readonly kind: Kind;
  /** Lists some of the due rows, the longest waiting first. */
  readonly listDue: () => Promise<readonly Item[]>;
  /** Does the work and marks the row as done, or throws. A repeat must change nothing. */
  readonly work: (item: Item) => Promise<void>;
  /**
   * Called when an attempt failed; the row is tried again automatically. Null: the list of due rows could not be
   * read.
   */
  readonly onFailure: (error: unknown, messageId: string | null) => void;
}

/** How often each server looks for due rows without a trigger. */
export const pollIntervalMs = 15_000;
/** Longer than one row takes. When a server is killed, other servers take its row after this time. */
const claimMs = 300_000;
/** The alarm comes about an hour after the first failure. */
const attemptsBeforeAlarm = 8;

const firstDelayMs = 30_000;
const maxDelayMs = 3_600_000;

/**
 * The delay doubles with each attempt up to an hour. A random part of up to a half is taken off, so that rows that
 * failed together are not tried together.
 */
export function retryDelayMs(attempts: number, random: number): number {
  const whole = Math.min(maxDelayMs, firstDelayMs * 2 ** Math.min(attempts - 1, 20));
  return Math.round(whole * (0.5 + random / 2));
}

/**
 * Records each attempt in the database before it is made. So attempts outlast a restart, and two servers share the
 * work.
 */
export function createBackgroundWork<Item extends { readonly messageId: string }>(
  parts: Parts<Item>,
): BackgroundWork {
  const { database, kind, onFailure } = parts;
  const table = tables[kind];
  let run: Promise<void> | null = null;
  let timer: NodeJS.Timeout | undefined;
  let isTriggeredAgain = false;
  let isClosed = false;

  const listDue = async () => (isClosed ? [] : parts.listDue());

  async function workOnAll() {
    try {
      do {
        isTriggeredAgain = false;
        for (let due = await listDue(); due.length > 0; due = await listDue()) {
          for (const item of due) await attempt(item);
        }
      } while (isTriggeredAgain);
    } catch (error) {
      if (!isClosed) onFailure(error, null);
    }
    // There is no await between the last check and this line, so no trigger is lost.
    run = null;
  }

  async function attempt(item: Item) {
    const { messageId } = item;
    const attempts = isClosed ? null : await claim(messageId);
    if (attempts === null) return;
    try {
      await parts.work(item);
    } catch (error) {
      if (isClosed) return release(messageId);
      onFailure(error, messageId);
      await recordFailure(messageId, attempts, errorCode(error));
    }
  }

  /** Returns the number of this attempt, or null when another server claimed the row first. */
  async function claim(messageId: string): Promise<number | null> {
    const { rows } = await database.pool.query<{ attempts: number }>(
      `update ${table} set attempts = attempts + 1,
              next_attempt_on = now() + $2 * interval '1 millisecond'
        where message_id = $1 and ${isDueNow} returning attempts`,
      [messageId, claimMs],
    );
    return rows[0]?.attempts ?? null;
  }

  async function release(messageId: string) {
    await database.pool.query(
      `update ${table} set attempts = attempts - 1, next_attempt_on = null where message_id = $1`,
      [messageId],
    );
  }

  async function recordFailure(messageId: string, attempts: number, code: string) {
    const delayMs = retryDelayMs(attempts, Math.random());
    await database.orm.transaction(async (orm) => {
      const { rowCount } = await orm.execute(sql`
        update ${sql.identifier(table)}
           set next_attempt_on = now() + ${delayMs} * interval '1 millisecond', error_code = ${code}
         where message_id = ${messageId}`);
      if (rowCount !== 1 || attempts !== attemptsBeforeAlarm) return;
      await raiseAlarm(orm, "background-work-failing", { kind, messageId, attempts, code });
    });
  }

  function trigger() {
    if (isClosed) return;
    isTriggeredAgain = true;
    run ??= workOnAll();
  }

  return {
    start() {
      trigger();
      timer = setInterval(trigger, pollIntervalMs);
      timer.unref();
    },
    trigger,
    settled: () => run ?? Promise.resolve(),
    async close() {
      isClosed = true;
      clearInterval(timer);
      await run;
    },
  };
}
