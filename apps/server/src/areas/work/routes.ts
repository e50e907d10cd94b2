import { getCommands, getJobs, header, sync } from "@fieldfare/contract";
import { readServerJobs } from "../../database/jobs.ts";
import { answered, type Route, route } from "../../http/routes.ts";
import type { Server } from "../../http/server.ts";
import { openJobIds, openCommands } from "./store.ts";
import { createSyncAnswers } from "./sync-answers.ts";
import { sendGzip } from "./sync-body.ts";

export function workRoutes(server: Server): Route[] {
  const { database, config } = server;
  const answers = createSyncAnswers(database, config);
  return [
    // An engineer on a device: their jobs that this device does not hold yet; after recovery all open ones.
    route(getJobs, async ({ who, deviceId, query }) => {
      const ids = await openJobIds(
        database,
        who.fieldOperativeId,
        deviceId,
        query.recovery === "true",
      );
      return { jobs: await readServerJobs(database, ids) };
    }),
    // An engineer on a device: what the office asked of it and it has not acknowledged, oldest first.
    route(getCommands, async ({ who, deviceId }) => ({
      commands: await openCommands(database, who.fieldOperativeId, deviceId),
    })),
    // An engineer on a device: reference data that changed since the dates sent, as bytes made beforehand.
    route(sync, async ({ who, body, request, reply }) => {
      const answer = await answers.answer(who.fieldOperativeId, body);
      reply.header(header.syncSize, String(answer.size));
      await sendGzip(request, reply, answer);
      return answered;
    }),
  ];
}
