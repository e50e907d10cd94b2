import { PassThrough } from "node:stream";
import type { FastifyReply } from "fastify";
import type { ChangeEvent, OfficeChange } from "@fieldfare/contract/office";
import { watchChanges as call } from "@fieldfare/contract/office";
import type { ChangeListener } from "../../database/change-listener.ts";
import { readOfficeCaller, refusePermission } from "../../http/accounts.ts";
import { isRefusal, type Refusal, refuse } from "../../http/problem.ts";
import { responseSent } from "../../http/routes.ts";
import type { Server } from "../../http/server.ts";
import type { Identity } from "../../http/tokens.ts";

/** One account has as many streams as it has tabs open. A stream costs memory, and a query at each heartbeat. */
const maxStreamsOfAccount = 20;
const maxStreams = 2_000;
/** A reader that takes nothing is cut off: what it has missed it reads again when it comes back. */
const maxWaitingBytes = 1_000_000;

/** Opens streams of server-sent events for callers of the office. */
export function createChangeStreams({ database, config }: Server, listener: ChangeListener) {
  const open = new Map<string, number>();

  return function openStream(
    identity: Identity,
    reply: FastifyReply,
  ): typeof responseSent | Refusal {
    const own = open.get(identity.id) ?? 0;
    const all = [...open.values()].reduce((sum, count) => sum + count, 0);
    if (own >= maxStreamsOfAccount || all >= maxStreams)
      return refuse("too-many-attempts", { detail: "Too many streams are open", retryAfter: 60 });
    open.set(identity.id, own + 1);

    const stream = new PassThrough();
    const write = (text: string) => {
      if (stream.writableEnded || stream.destroyed) return;
      if (stream.writableLength > maxWaitingBytes) stream.destroy();
      else stream.write(text);
    };
    const send = (event: ChangeEvent, data: OfficeChange | { reason?: string } = {}) =>
      write(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`);
    const end = (reason: string) => {
      send("ended", { reason });
      stream.end();
    };
    const unsubscribe = listener.subscribe({
      live: () => send("live"),
      notLive: () => send("not-live"),
      changed: (change) => send("changed", change),
      closed: () => end("stopping"),
    });
    const heartbeat = setInterval(() => {
      // Proxies close a connection on which nothing comes, and the reader sees that the server is there.
      write(": \n\n");
      void checkSession();
    }, config.heartbeatSeconds * 1000);
    const expiry = setTimeout(
      () => end("unauthorised"),
      Math.max(0, identity.exp * 1000 - config.now().getTime()),
    );

    async function checkSession(): Promise<void> {
      const caller = await readOfficeCaller(database, identity, config.now()).catch(() => null);
      // The database cannot be reached at the moment: that ends no session.
      if (caller === null) return;
      const refusal = isRefusal(caller)
        ? caller
        : refusePermission(caller.permissions, call.permission);
      if (refusal) end(refusal.refusal);
    }

    stream.on("close", () => {
      clearInterval(heartbeat);
      clearTimeout(expiry);
      unsubscribe();
      const left = (open.get(identity.id) ?? 1) - 1;
      if (left > 0) open.set(identity.id, left);
      else open.delete(identity.id);
    });
    // A reader that goes away is no failure.
    stream.on("error", () => undefined);
    void reply
      .header("Content-Type", "text/event-stream; charset=utf-8")
      .header("Cache-Control", "no-store, no-transform")
      // A connection that a reader keeps after the stream would delay the end of the server.
      .header("Connection", "close")
      // nginx would wait for more.
      .header("X-Accel-Buffering", "no")
      .send(stream);
    return responseSent;
  };
}
