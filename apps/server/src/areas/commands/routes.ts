import { getCommands } from "@fieldfare/contract";
import * as office from "@fieldfare/contract/office";
import { makeChange } from "../../database/audit.ts";
import { readAuditSource } from "../../http/audit-source.ts";
import { refusePermission } from "../../http/accounts.ts";
import { type Route, route } from "../../http/routes.ts";
import type { Server } from "../../http/server.ts";
import { listCommands, queueCommand } from "./office.ts";
import { makePollTag } from "./poll-tag.ts";
import { openCommands, storeUnsent } from "./store.ts";

/** The routes of commands from the office to a device. */
export function commandRoutes(server: Server): Route[] {
  const { database, config, use } = server;
  return [
    // An engineer on a device: the commands that it has not acknowledged, oldest first.
    route(getCommands, async ({ identity, deviceId, query }) => {
      // A device of a training build is listed among the live ones, and its messages are no work.
      if (query.unsent !== undefined && use === "live") {
        const { unsentSeconds = 0, blockedKeys = 0 } = query;
        const unsent = {
          messages: Number(query.unsent),
          seconds: Number(unsentSeconds),
          blockedKeys: Number(blockedKeys),
        };
        await storeUnsent(database, deviceId, unsent, config.now());
      }
      const commands = await openCommands(database, identity.fieldOperativeId, deviceId);
      // A ping reads live data only.
      if (use !== "live") return { commands };
      return { commands, pollTag: makePollTag(server, deviceId, identity.familyId) };
    }),
    // The office: queue any command, known to this build or not.
    route(office.queueCommand, async ({ body, request, identity }) => {
      const refusal = body.type === "CancelJob" && refusePermission(identity.perms, "Job.Cancel");
      if (refusal) return refusal;
      return makeChange(database, readAuditSource(request), (change) => queueCommand(change, body));
    }),
    // The office: commands with their outcomes.
    route(office.listCommands, ({ query }) => listCommands(database, query)),
  ];
}
