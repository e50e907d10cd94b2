import { getCommands, getJobs, header, sync } from "@fieldfare/contract";
import { readServerJobs } from "./read-server-jobs.ts";
import { responseSent, type Route, route } from "../../http/routes.ts";
import type { Server } from "../../http/server.ts";
import { openJobIds, openCommands } from "./store.ts";
import { createSyncAnswers } from "../reference-data/sync-answers.ts";
import { sendGzip } from "../reference-data/send-gzip.ts";

export function workRoutes(server: Server): Route[] {
  const { database, config } = server;
  const answers = createSyncAnswers(database, config);
  return [
    // An engineer on a device: their jobs that this device does not hold yet; after recovery all open ones.
    route(getJobs, async ({ identity, deviceId, query }) => {
      const ids = await openJobIds(
        database,
        identity.fieldOperativeId,
        deviceId,
        query.recovery === "true",
      );
      return { jobs: await readServerJobs(database, ids) };
    }),
    // An engineer on a device: what the office asked of it and it has not acknowledged, oldest first.
    route(getCommands, async ({ identity, deviceId }) => ({
      commands: await openCommands(database, identity.fieldOperativeId, deviceId),
    })),
    // An engineer on a device: reference data that changed since the dates sent, as bytes made beforehand.
    route(sync, async ({ identity, body, request, reply }) => {
      const answer = await answers.answer(identity.fieldOperativeId, body);
      reply.header(header.syncSize, String(answer.size));
      await sendGzip(request, reply, answer);
      return responseSent;
    }),
  ];
}
