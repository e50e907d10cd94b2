import * as office from "@fieldfare/contract/office";
import { makeChange } from "../../database/audit.ts";
import { refusePermission } from "../../http/accounts.ts";
import { readAuditSource } from "../../http/audit-source.ts";
import { type Route, route } from "../../http/routes.ts";
import type { Server } from "../../http/server.ts";
import { makeResetCode } from "../auth/reset-code.ts";
import { enable, listOperatives, putOperative, requestSignature, setDisabled } from "./office.ts";

/** The routes of field engineers. */
export function operativeRoutes(server: Server): Route[] {
  const { database } = server;
  return [
    // The office: the field engineers.
    route(office.listOperatives, () => listOperatives(server)),
    // The office: add an engineer with an account, or change one.
    route(office.putOperative, ({ params, body, request }) =>
      putOperative(server, readAuditSource(request), params.fieldOperativeId, body),
    ),
    // The office: end all sessions of an engineer who leaves, and let the account be used again.
    route(office.disableOperative, async ({ params, body, request, identity }) => {
      const refusal =
        body?.wipeDevices && refusePermission(identity.perms, "FieldOperative.Delete");
      if (refusal) return refusal;
      const source = readAuditSource(request);
      return setDisabled(server, params.fieldOperativeId, true, source, body ?? {});
    }),
    route(office.enableOperative, ({ params, body, request }) =>
      enable(server, params.fieldOperativeId, readAuditSource(request), body ?? {}),
    ),
    // The office: make a code that is read out to an engineer who forgot the PIN.
    route(office.makeResetCode, ({ params, body, request }) =>
      makeResetCode(server, params.fieldOperativeId, readAuditSource(request), body ?? {}),
    ),
    // The office: request another signature from an engineer at the next sign-in.
    route(office.requestSignature, ({ params, request }) =>
      makeChange(database, readAuditSource(request), (change) =>
        requestSignature(change, params.fieldOperativeId),
      ),
    ),
  ];
}
