import * as office from "@fieldfare/contract/office";
import { type Route, route } from "../../http/routes.ts";
import type { Server } from "../../http/server.ts";
import { makeChange } from "../../database/audit.ts";
import { readAuditSource } from "../../http/audit-source.ts";
import { listAccessAttempts, makeAccessEvidence } from "./access-attempts.ts";
import { listGasSafetyHomes, readGasSafetyWeeks } from "./gas-safety.ts";
import { listSafetyFindings } from "./safety-findings.ts";

/** What the office has to prove: records in date, attempts to get in, dangers and hazards. */
export function complianceRoutes({ database, config }: Server): Route[] {
  return [
    // The office: when the gas safety records run out.
    route(office.readGasSafetyWeeks, () => readGasSafetyWeeks(database, config.now())),
    route(office.listGasSafetyHomes, ({ query }) =>
      listGasSafetyHomes(database, query, config.now()),
    ),
    // The office: homes that nobody could get into, and one document of it.
    route(office.listAccessAttempts, ({ query }) => listAccessAttempts(database, query)),
    route(office.makeAccessEvidence, ({ params, request }) =>
      makeChange(database, readAuditSource(request), (change) =>
        makeAccessEvidence(change, params.propertyId),
      ),
    ),
    // The office: defects and warning notices.
    route(office.listSafetyFindings, ({ query }) => listSafetyFindings(database, query)),
  ];
}
