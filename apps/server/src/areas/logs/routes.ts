import { logDump, logDumpData, logErrors } from "@fieldfare/contract";
import { ok, type Route, route } from "../../http/routes.ts";
import type { Server } from "../../http/server.ts";
import { storeEntries, storeTables } from "./store.ts";

export function logRoutes({ database }: Server): Route[] {
  return [
    // An engineer's device: store its errors; the same entry is stored once.
    route(logErrors, async ({ identity, deviceId, body }) => {
      await storeEntries(database, { ...identity, deviceId, commandId: null }, body.entries);
      return ok;
    }),
    // An engineer's device that was sent a command for its log: store the log under the command.
    route(logDump, async ({ identity, deviceId, body }) => {
      await storeEntries(
        database,
        { ...identity, deviceId, commandId: body.commandId },
        body.entries,
      );
      return ok;
    }),
    // An engineer's device that was sent a command for its tables: store them under the command.
    route(logDumpData, async ({ identity, deviceId, body }) => {
      await storeTables(database, { ...identity, deviceId, commandId: body.commandId }, body);
      return ok;
    }),
  ];
}
