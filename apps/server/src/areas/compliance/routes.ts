import type { FastifyRequest } from "fastify";
import * as office from "@fieldfare/contract/office";
import { type Route, route } from "../../http/routes.ts";
import type { Server } from "../../http/server.ts";
import { makeChange } from "../../database/audit.ts";
import type { Refusal } from "../../http/problem.ts";
import { readAuditSource } from "../../http/audit-source.ts";
import { listAccessAttempts, makeAccessEvidence } from "./access-attempts.ts";
import {
  closeDampCase,
  listDampCases,
  readDampCase,
  recordDampEvent,
  reopenDampCase,
  takeBackDampEvent,
  type Writer,
} from "./damp-cases.ts";
import { readFigures } from "./figures.ts";
import { listGasSafetyHomes, readGasSafetyWeeks } from "./gas-safety.ts";
import { listSafetyFindings } from "./safety-findings.ts";

/** What the office has to prove: records in date, attempts to get in, dangers and hazards. */
export function complianceRoutes({ database, config }: Server): Route[] {
  const changeCase = async (
    request: FastifyRequest,
    caseId: string,
    work: (writer: Writer) => Promise<Refusal | null>,
  ) => {
    const refusal = await makeChange(database, readAuditSource(request), (change) =>
      work({ change, at: config.now() }),
    );
    return refusal ?? readDampCase(database, caseId, config);
  };
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
    // The office: how the work goes.
    route(office.readFigures, ({ query }) => readFigures(database, query, config.now())),
    // The office: cases of damp and mould with the clocks of the regulations.
    route(office.listDampCases, ({ query }) => listDampCases(database, query, config)),
    route(office.readDampCase, ({ params }) => readDampCase(database, params.caseId, config)),
    route(office.recordDampEvent, ({ params, body, identity, request }) =>
      changeCase(request, params.caseId, (writer) =>
        recordDampEvent(writer, params.caseId, body, identity.id, config),
      ),
    ),
    route(office.takeBackDampEvent, ({ params, request }) =>
      changeCase(request, params.caseId, (writer) => takeBackDampEvent(writer, params)),
    ),
    route(office.closeDampCase, ({ params, body, request }) =>
      changeCase(request, params.caseId, (writer) =>
        closeDampCase(writer, params.caseId, body, config),
      ),
    ),
    route(office.reopenDampCase, ({ params, identity, request }) =>
      changeCase(request, params.caseId, (writer) =>
        reopenDampCase(writer, params.caseId, identity.id),
      ),
    ),
  ];
}
