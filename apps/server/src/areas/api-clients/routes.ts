import type { FastifyReply } from "fastify";
import * as office from "@fieldfare/contract/office";
import { readAuditSource } from "../../http/audit-source.ts";
import { sendProblem } from "../../http/problem.ts";
import { responseSent, type Route, route } from "../../http/routes.ts";
import type { Server } from "../../http/server.ts";
import { addSecret, listClients, putClient, removeSecret, revokeClient } from "./office.ts";
import { isOauthRefusal, issueToken, type OauthRefusal } from "./token.ts";

/** The routes of API clients and their secrets. */
export function apiClientRoutes(server: Server): Route[] {
  return [
    // An administrator: the machines that may call the office.
    route(office.listApiClients, () => listClients(server.database)),
    // An administrator: add a machine, or change its name and permissions.
    route(office.putApiClient, ({ params, body, request }) =>
      putClient(server, readAuditSource(request), params.clientId, body),
    ),
    // An administrator: refuse a machine from now on.
    route(office.revokeApiClient, ({ params, request }) =>
      revokeClient(server, readAuditSource(request), params.clientId),
    ),
    // An administrator: make and remove secrets.
    route(office.addApiClientSecret, ({ params, body, request }) =>
      addSecret(server, readAuditSource(request), params.clientId, body ?? {}),
    ),
    route(office.removeApiClientSecret, ({ params, request }) =>
      removeSecret(server, readAuditSource(request), params),
    ),
  ];
}

/** The calls that take forms. */
export function oauthRoutes(server: Server): Route[] {
  return [
    // A machine with its secret: a token.
    route(
      office.issueClientToken,
      async ({ request, reply }) => {
        const { authorization } = request.headers;
        const answer = await issueToken(server, {
          authorization,
          form: request.body,
          address: request.ip,
        });
        if (!isOauthRefusal(answer)) return answer;
        sendOauthRefusal(reply, answer, server.config.signInWindowMinutes);
        return responseSent;
      },
      {
        readsBody: true,
        consumes: ["application/x-www-form-urlencoded"],
        hasOauthErrors: true,
      },
    ),
  ];
}

function sendOauthRefusal(
  reply: FastifyReply,
  { status, error, description }: OauthRefusal,
  windowMinutes: number,
) {
  if (status === 401) reply.header("WWW-Authenticate", 'Basic realm="Fieldfare"');
  if (status === 429) reply.header("Retry-After", String(windowMinutes * 60));
  sendProblem(reply, { title: description, status, code: codes[status] }, error);
}

const codes = { 400: "invalid", 401: "bad-credentials", 429: "too-many-attempts" } as const;
