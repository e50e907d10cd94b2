import * as office from "@fieldfare/contract/office";
import { readAuditSource } from "../../http/audit-source.ts";
import { isRefusal, refuse } from "../../http/problem.ts";
import { type Route, route } from "../../http/routes.ts";
import type { Server } from "../../http/server.ts";
import { keepSession } from "../auth/office-session.ts";
import { findAccount, listAccounts, putAccount, setDisabled } from "./office.ts";
import { changeOwnPassword, resetPassword } from "./passwords.ts";

/** The routes of the accounts of the office. */
export function accountRoutes(server: Server): Route[] {
  const { database } = server;
  return [
    // An administrator: the accounts of the office.
    route(office.listAccounts, () => listAccounts(database)),
    // An administrator: add an account, or change its name, address and roles.
    route(office.putAccount, ({ params, body, request }) =>
      putAccount(server, readAuditSource(request), params.accountId, body),
    ),
    // An administrator: end all sessions of somebody who leaves, and let the account be used again.
    route(office.disableAccount, ({ params, request }) =>
      setDisabled(server, readAuditSource(request), params.accountId, true),
    ),
    route(office.enableAccount, ({ params, request }) =>
      setDisabled(server, readAuditSource(request), params.accountId, false),
    ),
    // An administrator: a password for somebody who forgot it.
    route(office.resetPassword, ({ params, body, request }) =>
      resetPassword(server, readAuditSource(request), params.accountId, body),
    ),
    // A person of the office: the own account.
    route(office.readOwnAccount, async ({ identity }) => {
      const own = await findAccount(database.orm, identity.id);
      return own ? { ...own, permissions: identity.perms } : refuse("not-found");
    }),
    // A person of the office: another password for the own account.
    route(office.changeOwnPassword, ({ body, request }) =>
      changeOwnPassword(server, readAuditSource(request), body),
    ),
    // The same in a browser, whose session goes on with another cookie.
    route(office.changeSessionPassword, async ({ body, request, reply }) => {
      const changed = await changeOwnPassword(server, readAuditSource(request), body);
      return isRefusal(changed) ? changed : keepSession(server, changed.tokenModel, request, reply);
    }),
  ];
}
