import { logDump, logDumpData, logErrors } from "@fieldfare/contract";
import { ok, type Route, route } from "../../http/routes.ts";
import type { Server } from "../../http/server.ts";
import { storeEntries, storeTables } from "./store.ts";

export function logRoutes({ database }: Server): Route[] {
  return [
    // An engineer's device: what went wrong on it is kept; the same entry twice is one.
    route(logErrors, async ({ identity, deviceId, body }) => {
      await storeEntries(database, { ...identity, deviceId, commandId: null }, body.entries);
      return ok;
    }),
    // An engineer's device that was asked for its log: kept under the command.
    route(logDump, async ({ identity, deviceId, body }) => {
      await storeEntries(
        database,
        { ...identity, deviceId, commandId: body.commandId },
        body.entries,
      );
      return ok;
    }),
    // An engineer's device that was asked for the state of its tables: kept under the command.
    route(logDumpData, async ({ identity, deviceId, body }) => {
      await storeTables(database, { ...identity, deviceId, commandId: body.commandId }, body);
      return ok;
    }),
  ];
}
