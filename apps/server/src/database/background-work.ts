import { sql } from "drizzle-orm";
import { raiseAlarm } from "./alarms.ts";
import type { Database } from "./database.ts";
import { errorCode } from "./errors.ts";

/** Work that follows a message after its commit. It waits as a row of a table, by the id of the message. */
const tables = { documents: "job_closing", "form-checks": "form_check_due" } as const;

type Kind = keyof typeof tables;

/** SQL over a table of background work: nobody works on the row, and its time after a failure has come. */
export const isDueNow = "(next_attempt_on is null or next_attempt_on <= now())";

export interface BackgroundWork {
  /** Works on everything that is due, now and regularly until it is closed. */
  start(): void;
  /** Something may have become due: works on it later and apart from whoever asks. */
  trigger(): void;
  /** Resolves when everything that was due has been tried. */
  settled(): Promise<void>;
  /** Gives back what it is working on: the next start tries it at once. */
  close(): Promise<void>;
}

interface Parts<Item> {
  readonly database: Database;
  readonly kind: Kind;
  /** Some of the open rows that are due, the longest waiting first. */
  readonly listDue: () => Promise<readonly Item[]>;
  /** Ends the waiting of the row, or throws. A repeat must change nothing. */
  readonly work: (item: Item) => Promise<void>;
  /** The row is tried again by itself. Without an id the database could not be asked what is due. */
  readonly onFailure: (error: unknown, messageId: string | null) => void;
}

/** How often each server looks for what has become due without a trigger. */
export const pollIntervalMs = 15_000;
/** Longer than one row takes. A server that was killed leaves its row to the others after this time. */
const claimMs = 300_000;
/** About an hour after the first failure. */
const attemptsBeforeAlarm = 8;

const firstDelayMs = 30_000;
const maxDelayMs = 3_600_000;

/** Doubles with each attempt up to an hour; between half and all of it, so that what failed together does not return together. */
export function retryDelayMs(attempts: number, random: number): number {
  const whole = Math.min(maxDelayMs, firstDelayMs * 2 ** Math.min(attempts - 1, 20));
  return Math.round(whole * (0.5 + random / 2));
}

/** Attempts are recorded in the database, before they are made: they outlast a restart, and two servers share the work. */
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
    // No await between the last look and this line: no trigger is lost.
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

  /** Answers the number of this attempt, or null when another server was faster. */
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
