import * as office from "@fieldfare/contract/office";
import type { ChangeListener } from "../../database/change-listener.ts";
import { readAuditSource } from "../../http/audit-source.ts";
import { type Route, route } from "../../http/routes.ts";
import type { Server } from "../../http/server.ts";
import { moveJobs } from "./move-jobs.ts";
import { readBoard, readBoardJobs } from "./read-board.ts";
import { createChangeStreams } from "./watch-changes.ts";

/** What the office sees of a day, and how it learns of changes. */
export function boardRoutes(server: Server, listener: ChangeListener): Route[] {
  const { database, config } = server;
  const openStream = createChangeStreams(server, listener);
  return [
    // The office: a day with its engineers and jobs.
    route(office.readBoard, ({ query }) => readBoard(database, query, config)),
    // The office: what has changed of them.
    route(office.readBoardJobs, ({ query }) => readBoardJobs(database, query, config.now())),
    // The office: assign, move or swap jobs.
    route(office.moveJobs, ({ body, request }) =>
      moveJobs(database, readAuditSource(request), body),
    ),
    // The office: what changes, from now on.
    route(office.watchChanges, async ({ identity, reply }) => openStream(identity, reply), {
      isStream: true,
    }),
  ];
}
