import * as office from "@fieldfare/contract/office";
import type { ChangeListener } from "../../database/change-listener.ts";
import { type Route, route } from "../../http/routes.ts";
import type { Server } from "../../http/server.ts";
import { createChangeStreams } from "./watch-changes.ts";

/** What the office sees of a day, and how it learns of changes. */
export function boardRoutes(server: Server, listener: ChangeListener): Route[] {
  const openStream = createChangeStreams(server, listener);
  return [
    // The office: what changes, from now on.
    route(office.watchChanges, async ({ identity, reply }) => openStream(identity, reply), {
      isStream: true,
    }),
  ];
}
