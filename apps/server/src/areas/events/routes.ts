import * as office from "@fieldfare/contract/office";
import type { ChangeListener } from "../../database/change-listener.ts";
import type { EventFeed } from "../../database/events.ts";
import { type Route, route } from "../../http/routes.ts";
import type { Server } from "../../http/server.ts";
import { listEvents } from "./read-feed.ts";
import { createFeedStreams } from "./stream-feed.ts";

/** The routes of the feed. */
export function eventRoutes(server: Server, feed: EventFeed, changes: ChangeListener): Route[] {
  const streamFeed = createFeedStreams(server, feed, changes);
  return [
    // The office: what happened after a cursor, now or as soon as something happens.
    route(office.listEvents, ({ query }) => listEvents(server, feed, query)),
    // The office: the same as a stream.
    route(office.streamEvents, (input) => streamFeed(input, input.query.after), {
      isStream: true,
    }),
  ];
}
