import * as office from "@fieldfare/contract/office";
import { readAuditSource } from "../../http/audit-source.ts";
import { responseSent, type Route, route } from "../../http/routes.ts";
import type { Server } from "../../http/server.ts";
import { exportAudit, listAudit } from "./office.ts";

/** The routes of audit entries. */
export function auditRoutes({ database, readLog }: Server): Route[] {
  return [
    // The office: who changed or read what, when and from where.
    route(office.listAudit, ({ query }) => listAudit(database, query)),
    // The office: the same as a file.
    route(office.exportAudit, async ({ query, request, reply }) => {
      await readLog.record({
        action: "audit-exported",
        source: readAuditSource(request),
        objectType: "audit",
        objectId: "audit",
        after: query,
      });
      reply
        .type("text/csv; charset=utf-8")
        .header("Content-Disposition", 'attachment; filename="fieldfare-audit.csv"')
        .send(exportAudit(database, query));
      return responseSent;
    }),
  ];
}
