import * as office from "@fieldfare/contract/office";
import { makeChange } from "../../database/audit.ts";
import { readAuditSource } from "../../http/audit-source.ts";
import { refuse } from "../../http/problem.ts";
import { type Route, route } from "../../http/routes.ts";
import type { Server } from "../../http/server.ts";
import { listPartOrders, listPartPlaces, readPartOrder } from "./list-part-orders.ts";
import { setPartOrder } from "./set-part-order.ts";

/** The office: parts that engineers ask for, until they are collected. Engineers do that by queued messages. */
export function partOrderRoutes({ database }: Server): Route[] {
  return [
    route(office.listPartOrders, ({ query }) => listPartOrders(database, query)),
    route(office.listPartPlaces, () => listPartPlaces(database)),
    route(office.setPartOrder, async ({ params, body, request }) => {
      const refusal = await makeChange(database, readAuditSource(request), (change) =>
        setPartOrder(change, params.jobPartId, body),
      );
      return refusal ?? (await readPartOrder(database, params.jobPartId)) ?? refuse("not-found");
    }),
  ];
}
