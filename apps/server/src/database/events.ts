import { asc, eq, gt, sql } from "drizzle-orm";
import { advisoryLock } from "./advisory-locks.ts";
import type { Database, Orm } from "./database.ts";
import { event, eventPosition } from "./schema.ts";

/** How many events the database numbers in one transaction. */
const numberedAtOnce = 1_000;

/** How far the feed is. */
export interface FeedPosition {
  readonly lastSequence: number;
  /** The last event that retention has deleted. */
  readonly deletedUntil: number;
}

/**
 * Gives the committed events their numbers. Another server may be doing it at the same time: then this one leaves it to that
 * one, and what was committed in the last moments may get its number with the next call only.
 */
export async function numberEvents({ pool }: Pick<Database, "pool">): Promise<void> {
  for (;;) {
    const { rows } = await pool.query<{ count: number | null }>({
      name: "number-events",
      text: "select number_events($1) as count",
      values: [advisoryLock.events],
    });
    if ((rows[0]?.count ?? 0) < numberedAtOnce) return;
  }
}

/** Reads how far the feed is. */
export async function readFeedPosition(orm: Orm): Promise<FeedPosition> {
  const [position] = await orm.select().from(eventPosition).where(eq(eventPosition.positionId, 1));
  if (!position) throw new Error("The feed has no position");
  return position;
}

/** Reads stored events after a sequence number, oldest first. */
export function readEvents(orm: Orm, after: number, max: number) {
  return orm
    .select()
    .from(event)
    .where(gt(event.sequence, after))
    .orderBy(asc(event.sequence))
    .limit(max);
}

/**
 * Lets the numbers go on far after all that the feed had before the restore, so that no reader's cursor is that of another
 * event now.
 */
export async function skipSequenceNumbers(orm: Orm): Promise<void> {
  await orm
    .update(eventPosition)
    .set({ lastSequence: sql`${eventPosition.lastSequence} + ${skippedByRestore}` })
    .where(eq(eventPosition.positionId, 1));
}

const skippedByRestore = 1_000_000_000;

/** Notifies the readers that wait at this server of new events. */
export interface EventFeed {
  /** Numbers what is committed. The caller may read it afterwards. */
  update(): Promise<void>;
  /** Calls back after each update that has found new events, of any server. Returns a function that ends it. */
  subscribe(subscriber: EventSubscriber): () => void;
  close(): Promise<void>;
}

interface EventSubscriber {
  /** There are events up to this one. */
  readonly added: (lastSequence: number) => void;
  /** The server stops. */
  readonly closed: () => void;
}

interface FeedParts {
  readonly database: Database;
  /** How often the feed is brought up to date. Null: only when somebody reads it. */
  readonly intervalMs: number | null;
  readonly onFailure: (error: unknown) => void;
}

/** While somebody waits for the next event, it is looked for this often. */
const watchedIntervalMs = 250;

/** Brings the feed up to date regularly, more often while somebody waits. */
export function createEventFeed({ database, intervalMs, onFailure }: FeedParts): EventFeed {
  const subscribers = new Set<EventSubscriber>();
  let timer: NodeJS.Timeout | null = null;
  let running: Promise<void> | null = null;
  let lastSequence = -1;
  let isClosed = false;

  async function run(): Promise<void> {
    await numberEvents(database);
    if (subscribers.size === 0) return;
    const position = await readFeedPosition(database.orm);
    if (position.lastSequence <= lastSequence) return;
    lastSequence = position.lastSequence;
    for (const { added } of subscribers) added(lastSequence);
  }

  function plan() {
    if (timer) clearTimeout(timer);
    timer = null;
    const waitMs = subscribers.size > 0 ? watchedIntervalMs : intervalMs;
    if (isClosed || waitMs === null) return;
    timer = setTimeout(() => {
      timer = null;
      running = run()
        .catch((error: unknown) => {
          if (!isClosed) onFailure(error);
        })
        .finally(() => {
          running = null;
          plan();
        });
    }, waitMs);
    timer.unref();
  }

  plan();
  return {
    update: () => numberEvents(database),
    subscribe(subscriber) {
      if (isClosed) {
        queueMicrotask(() => subscriber.closed());
        return () => undefined;
      }
      subscribers.add(subscriber);
      // Who comes later must hear of what the others have heard of already.
      lastSequence = -1;
      if (running === null) plan();
      return () => subscribers.delete(subscriber);
    },
    async close() {
      isClosed = true;
      if (timer) clearTimeout(timer);
      for (const { closed } of subscribers) closed();
      subscribers.clear();
      await running;
    },
  };
}
