import { getMileage } from "@fieldfare/contract";
import * as office from "@fieldfare/contract/office";
import { refuse } from "../../http/problem.ts";
import { type Route, route } from "../../http/routes.ts";
import type { Server } from "../../http/server.ts";
import { listMileage, readMileage } from "./store.ts";

/** An engineer records mileage by queued messages, not by these calls. */
export function mileageRoutes({ database }: Server): Route[] {
  return [
    // An engineer on a device who records mileage: their own records.
    route(
      getMileage,
      async ({ identity }) =>
        (await readMileage(database, identity.fieldOperativeId)) ?? refuse("forbidden"),
    ),
    // The office: everybody's mileage, by engineer, day and vehicle.
    route(office.listMileage, ({ query }) => listMileage(database, query)),
  ];
}
