import * as office from "@fieldfare/contract/office";
import { type Route, route } from "../../http/routes.ts";
import type { Server } from "../../http/server.ts";
import { listAlarms } from "./office.ts";

/** The routes of alarms. */
export function alarmRoutes({ database }: Server): Route[] {
  return [
    // The office lists what somebody has to look into, such as lost work, reused tokens and changed messages.
    route(office.listAlarms, ({ query }) => listAlarms(database, query)),
  ];
}
