import type { CallAnswer, CallQuery } from "@fieldfare/contract";
import type { FeedEvent, listEvents as call } from "@fieldfare/contract/office";
import type { Database } from "../../database/database.ts";
import {
  type EventFeed,
  type FeedPosition,
  readEvents,
  readFeedPosition,
} from "../../database/events.ts";
import type { event } from "../../database/schema.ts";
import { isRefusal, type Refusal, refuse } from "../../http/problem.ts";
import type { Server } from "../../http/server.ts";

const defaultLimit = 100;

/** Builds an event as it is sent, in the feed and to webhooks. */
export function buildFeedEvent({
  sequence,
  eventId,
  type,
  occurredOn,
  data,
}: Omit<typeof event.$inferSelect, "numberedOn">): FeedEvent {
  return { sequence, eventId, type, at: occurredOn.toISOString(), data: { ...data } };
}

/** Reads the events after a cursor. With `wait` it waits for the first one if there is none. */
export async function listEvents(
  { database, config }: Pick<Server, "database" | "config">,
  feed: EventFeed,
  { after, limit, wait = "0" }: CallQuery<typeof call>,
): Promise<CallAnswer<typeof call> | Refusal> {
  await feed.update();
  const start = await readStart(database, after);
  if (isRefusal(start)) return start;
  const max = limit === undefined ? defaultLimit : Number(limit);
  const found = await readPage(database, start, max);
  const waitSeconds = Math.min(Number(wait), config.maxWaitSeconds);
  if (isRefusal(found) || found.events.length > 0 || waitSeconds === 0) return found;
  await waitForEvent(feed, start, waitSeconds * 1000);
  return readPage(database, start, max);
}

/**
 * Reads where a reader begins. `latest`: after the last event. Without a cursor it begins with the oldest stored one.
 * Refuses a cursor after which events were deleted, and one that the feed has not reached: the reader would miss events
 * and not notice.
 */
export async function readStart(
  { orm }: Database,
  after: string | undefined,
): Promise<number | Refusal> {
  const position = await readFeedPosition(orm);
  if (after === "latest") return position.lastSequence;
  if (after === undefined) return position.deletedUntil;
  return refuseCursor(position, Number(after)) ?? Number(after);
}

/** Reads the next events. They are refused if retention has deleted some of them meanwhile. */
export async function readPage(
  { orm }: Database,
  after: number,
  max: number,
): Promise<CallAnswer<typeof call> | Refusal> {
  const rows = await readEvents(orm, after, max);
  // Read after the events: what was deleted before that is named.
  const refusal = refuseCursor(await readFeedPosition(orm), after);
  if (refusal) return refusal;
  return { events: rows.map(buildFeedEvent), next: rows.at(-1)?.sequence ?? after };
}

function refuseCursor(
  { lastSequence, deletedUntil }: FeedPosition,
  after: number,
): Refusal | undefined {
  if (after < deletedUntil)
    return refuse("events-deleted", {
      detail: `The events up to ${deletedUntil} are deleted. Read again what you need, then go on from there.`,
      resumeAfter: deletedUntil,
    });
  if (after > lastSequence)
    return refuse("events-unknown", {
      detail: `The last event is ${lastSequence}. The cursor is of another database, or of one before a restore.`,
      resumeAfter: lastSequence,
    });
  return undefined;
}

/** Resolves when there is an event after the cursor, when the time is over or when the server stops. */
function waitForEvent(feed: EventFeed, after: number, waitMs: number): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer);
      unsubscribe();
      resolve();
    };
    const timer = setTimeout(end, waitMs);
    const unsubscribe = feed.subscribe({
      added: (lastSequence) => {
        if (lastSequence > after) end();
      },
      closed: end,
    });
  });
}
