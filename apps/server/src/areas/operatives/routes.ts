import * as office from "@fieldfare/contract/office";
import { type Route, route } from "../../http/routes.ts";
import type { Server } from "../../http/server.ts";
import { listOperatives, putOperative, requestSignature } from "./office.ts";

export function operativeRoutes({ database }: Server): Route[] {
  return [
    // The office: the field engineers.
    route(office.listOperatives, () => listOperatives(database)),
    // The office: add an engineer with an account, or change one.
    route(office.putOperative, ({ params, body }) =>
      putOperative(database, params.fieldOperativeId, body),
    ),
    // The office: request another signature from an engineer at the next sign-in.
    route(office.requestSignature, ({ params }) =>
      requestSignature(database, params.fieldOperativeId),
    ),
  ];
}
