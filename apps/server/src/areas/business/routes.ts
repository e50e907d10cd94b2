import * as office from "@fieldfare/contract/office";
import { makeChange } from "../../database/audit.ts";
import { readAuditSource } from "../../http/audit-source.ts";
import { type Route, route } from "../../http/routes.ts";
import type { Server } from "../../http/server.ts";
import { putBusiness, readBusiness } from "./store.ts";

/** The routes of the business. */
export function businessRoutes({ database }: Server): Route[] {
  return [
    // The office: the name and address of the business, as documents show them.
    route(office.readBusiness, () => readBusiness(database)),
    route(office.putBusiness, ({ body, request }) =>
      makeChange(database, readAuditSource(request), (change) => putBusiness(change, body)),
    ),
  ];
}
