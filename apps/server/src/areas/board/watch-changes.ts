import type { FastifyReply } from "fastify";
import { watchChanges as call, type ChangeEvent } from "@fieldfare/contract/office";
import type { ChangeListener } from "../../database/change-listener.ts";
import { createEventStreams } from "../../http/event-streams.ts";
import type { Refusal } from "../../http/problem.ts";
import type { responseSent } from "../../http/routes.ts";
import type { Server } from "../../http/server.ts";
import type { Identity } from "../../http/tokens.ts";

/** Opens streams that say what changes, for callers of the office. */
export function createChangeStreams(server: Server, listener: ChangeListener) {
  const openStream = createEventStreams(server, listener);

  return function watchChanges(
    identity: Identity,
    reply: FastifyReply,
  ): typeof responseSent | Refusal {
    return openStream({
      identity,
      reply,
      permission: call.permission,
      begin({ send, end }) {
        const say = (event: ChangeEvent, data: object = {}) => send(event, data);
        return listener.subscribe({
          live: () => say("live"),
          notLive: () => say("not-live"),
          changed: (change) => say("changed", change),
          closed: () => end("stopping"),
        });
      },
    });
  };
}
