import type { FastifyReply } from "fastify";
import type { Webhook } from "@fieldfare/contract/office";
import * as office from "@fieldfare/contract/office";
import { makeChange } from "../../database/audit.ts";
import { readAuditSource } from "../../http/audit-source.ts";
import { isRefusal, type Refusal } from "../../http/problem.ts";
import { type Route, route } from "../../http/routes.ts";
import type { Server } from "../../http/server.ts";
import { readIfMatch, sendVersion } from "../../http/versions.ts";
import { addPing, listDeliveries, replayDelivery, replayEvents } from "./deliveries.ts";
import { addSecret, listWebhooks, putWebhook, readWebhook, removeWebhook } from "./endpoints.ts";

/** The routes of webhooks. `onChange`: something may be due. */
export function webhookRoutes(
  { database, config, escrowKeys }: Server,
  onChange: () => void,
): Route[] {
  return [
    // An administrator: the endpoints, with how far each of them is.
    route(office.listWebhooks, () => listWebhooks(database)),
    route(office.readWebhook, async ({ params, reply }) =>
      answer(reply, await readWebhook(database.orm, params.webhookId)),
    ),
    // An administrator: add, change, disable, enable and delete an endpoint.
    route(office.putWebhook, async ({ params, body, request, reply }) => {
      const ifMatch = readIfMatch(request);
      const done = await makeChange(database, readAuditSource(request), (change) =>
        putWebhook(change, config, params.webhookId, body, ifMatch),
      );
      onChange();
      return answer(reply, done);
    }),
    route(office.removeWebhook, ({ params, request }) =>
      makeChange(database, readAuditSource(request), (change) =>
        removeWebhook(change, params.webhookId, readIfMatch(request)),
      ),
    ),
    // An administrator: make a secret.
    route(office.addWebhookSecret, async ({ params, body, request }) => {
      const added = await makeChange(database, readAuditSource(request), (change) =>
        addSecret(change, escrowKeys, params.webhookId, body),
      );
      onChange();
      return added;
    }),
    // An administrator: send a test.
    route(office.pingWebhook, async ({ params, request }) => {
      const added = await makeChange(database, readAuditSource(request), (change) =>
        addPing(change, params.webhookId),
      );
      onChange();
      return added;
    }),
    // An administrator: what was sent, waits or was given up.
    route(office.listWebhookDeliveries, ({ params, query }) =>
      listDeliveries(database, params.webhookId, query),
    ),
    // An administrator: send something again.
    route(office.replayWebhookDelivery, async ({ params, request }) => {
      const replayed = await makeChange(database, readAuditSource(request), (change) =>
        replayDelivery(change, params.webhookId, Number(params.deliveryId)),
      );
      onChange();
      return replayed;
    }),
    route(office.replayWebhook, async ({ params, body, request }) => {
      const replayed = await makeChange(database, readAuditSource(request), (change) =>
        replayEvents(change, params.webhookId, body),
      );
      onChange();
      return replayed;
    }),
  ];
}

function answer(
  reply: FastifyReply,
  done: { readonly answer: Webhook; readonly version: string } | Refusal,
): Webhook | Refusal {
  if (isRefusal(done)) return done;
  sendVersion(reply, done.version);
  return done.answer;
}
