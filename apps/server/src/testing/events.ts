import { z } from "@fieldfare/contract";
import { type FeedEvent, knownEvent } from "@fieldfare/contract/office";
import { buildFeedEvent } from "../areas/events/read-feed.ts";
import type { Database } from "../database/database.ts";
import { numberEvents, readEvents } from "../database/events.ts";

/** Reads all events of the feed, oldest first. */
export async function readFeed(database: Database, after = 0): Promise<FeedEvent[]> {
  await numberEvents(database);
  return (await readEvents(database.orm, after, 100_000)).map(buildFeedEvent);
}

/** Says of each event that is not as the contract describes its type what is wrong with it. */
export function listUnfit(events: readonly FeedEvent[]): string[] {
  return events.flatMap((event) => {
    const parsed = z.safeParse(knownEvent, event);
    return parsed.success ? [] : [`${event.type}: ${JSON.stringify([event, parsed.error.issues])}`];
  });
}
