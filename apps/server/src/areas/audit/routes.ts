import * as office from "@fieldfare/contract/office";
import { type Route, route } from "../../http/routes.ts";
import type { Server } from "../../http/server.ts";
import { listAudit } from "./office.ts";

export function auditRoutes({ database }: Server): Route[] {
  return [
    // The office: who changed what, when and from where.
    route(office.listAudit, ({ query }) => listAudit(database, query)),
  ];
}
