import * as office from "@fieldfare/contract/office";
import type { FastifyRequest } from "fastify";
import { type AuditObjectType, makeChange } from "../../database/audit.ts";
import { readAuditSource } from "../../http/audit-source.ts";
import { isRefusal, refuse } from "../../http/problem.ts";
import { type Route, route } from "../../http/routes.ts";
import type { Server } from "../../http/server.ts";
import { readIfMatch, sendVersion } from "../../http/versions.ts";
import { findHomes } from "./find-homes.ts";
import {
  correctHome,
  correctTenant,
  homeVersion,
  readHome,
  removeHome,
  removeHomeWarning,
  removeTenant,
  tenantVersion,
} from "./homes.ts";
import { countForChange, countRetention, putRetention, readRetention } from "./retention.ts";
import { eraseTenant, readTenantExport } from "./tenants.ts";

/** The routes of retention, and of the data of tenants and homes. */
export function privacyRoutes({ database, readLog, config }: Server): Route[] {
  const recordRead = (
    request: FastifyRequest,
    action: string,
    objectType: AuditObjectType,
    objectId: string,
  ) => readLog.record({ action, source: readAuditSource(request), objectType, objectId });
  return [
    // The office: how long data are kept, and what was deleted.
    route(office.readRetention, () => readRetention(database, config.retention)),
    route(office.countRetention, ({ params, query }) =>
      countRetention(
        database,
        config.retention,
        params.kind,
        query.days === undefined ? undefined : Number(query.days),
      ),
    ),
    // The office: another period.
    route(office.putRetention, async ({ params: { kind }, body, request }) => {
      const counts = await countForChange(database, config.retention, kind, body.days);
      return makeChange(database, readAuditSource(request), (change) =>
        putRetention(change, config.retention, kind, body, counts),
      );
    }),
    // The office: homes that are looked for.
    route(office.listHomes, ({ query }) =>
      findHomes(database, query.search, query.limit === undefined ? 20 : Number(query.limit)),
    ),
    // The office: a home and the people in it, read and corrected.
    route(office.readHome, async ({ params, request, reply }) => {
      const home = await readHome(database.orm, params.propertyId);
      if (!home) return refuse("not-found");
      await recordRead(request, "property-read", "property", params.propertyId);
      sendVersion(reply, homeVersion(home));
      return home;
    }),
    route(office.correctHome, async ({ params, body, request, reply }) => {
      const home = await makeChange(database, readAuditSource(request), (change) =>
        correctHome(change, params.propertyId, body, readIfMatch(request)),
      );
      if (!isRefusal(home)) sendVersion(reply, homeVersion(home));
      return home;
    }),
    route(office.removeHome, ({ params, request }) =>
      makeChange(database, readAuditSource(request), (change) =>
        removeHome(change, params.propertyId, readIfMatch(request)),
      ),
    ),
    route(office.removeHomeWarning, ({ params, request }) =>
      makeChange(database, readAuditSource(request), (change) => removeHomeWarning(change, params)),
    ),
    route(office.correctTenant, async ({ params, body, request, reply }) => {
      const options = { ifMatch: readIfMatch(request), now: config.now() };
      const tenant = await makeChange(database, readAuditSource(request), (change) =>
        correctTenant(change, params, body, options),
      );
      if (!isRefusal(tenant)) sendVersion(reply, tenantVersion(tenant));
      return tenant;
    }),
    route(office.removeTenant, ({ params, request }) =>
      makeChange(database, readAuditSource(request), (change) =>
        removeTenant(change, params, readIfMatch(request)),
      ),
    ),
    // The office: a tenant asks what is stored, or that it be erased.
    route(office.exportTenant, async ({ params, request }) => {
      const { propertyTenantId } = params;
      const answer = await readTenantExport(database, propertyTenantId, config.now());
      if (!answer) return refuse("not-found");
      await recordRead(request, "tenant-exported", "tenant", propertyTenantId);
      return answer;
    }),
    route(office.eraseTenant, ({ params, body, request }) =>
      makeChange(database, readAuditSource(request), (change) =>
        eraseTenant(change, params.propertyTenantId, body.imageIds ?? []),
      ),
    ),
  ];
}
