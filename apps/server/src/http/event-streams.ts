import { PassThrough } from "node:stream";
import type { FastifyReply } from "fastify";
import type { OfficePermissionName } from "@fieldfare/contract/office";
import type { ChangeListener } from "../database/change-listener.ts";
import { readOfficeCaller, refusePermission } from "./accounts.ts";
import { isRefusal, type Refusal, refuse } from "./problem.ts";
import { responseSent } from "./routes.ts";
import type { Server } from "./server.ts";
import type { Identity } from "./tokens.ts";

/** One account has as many streams as it has tabs open. A stream costs memory, and a query at each heartbeat. */
const maxStreamsOfAccount = 20;
const maxStreams = 2_000;
/** A reader that takes nothing is cut off: what it has missed it reads again when it comes back. */
const maxWaitingBytes = 1_000_000;

/** A stream of server-sent events that is open. */
export interface EventStream {
  /** `id`: with it the reader says where it was when it comes back. */
  readonly send: (event: string, data: object, id?: number) => void;
  /** Resolves when the reader has taken what was sent, or has gone. */
  readonly drained: () => Promise<void>;
  /** Sends the reason, and ends the stream. */
  readonly end: (reason: string) => void;
  readonly isOpen: () => boolean;
}

interface StreamRequest {
  readonly identity: Identity;
  readonly reply: FastifyReply;
  /** What the caller needs, also while the stream is open. */
  readonly permission: OfficePermissionName;
  /** Begins to send. Returns what has to be done at the end. */
  readonly begin: (stream: EventStream) => () => void;
}

/**
 * Opens streams of server-sent events for callers of the office, until the token expires or the session ends. What the
 * office changes of the account counts at once. Anything else that has ended the session counts at the next heartbeat.
 */
export function createEventStreams({ database, config }: Server, changes: ChangeListener) {
  const open = new Map<string, number>();

  return function openStream({
    identity,
    reply,
    permission,
    begin,
  }: StreamRequest): typeof responseSent | Refusal {
    const own = open.get(identity.id) ?? 0;
    const all = [...open.values()].reduce((sum, count) => sum + count, 0);
    if (own >= maxStreamsOfAccount || all >= maxStreams)
      return refuse("too-many-attempts", { detail: "Too many streams are open", retryAfter: 60 });
    open.set(identity.id, own + 1);

    const stream = new PassThrough();
    const isOpen = () => !stream.writableEnded && !stream.destroyed;
    const write = (text: string) => {
      if (!isOpen()) return;
      if (stream.writableLength > maxWaitingBytes) stream.destroy();
      else stream.write(text);
    };
    const send: EventStream["send"] = (event, data, id) =>
      write(
        `${id === undefined ? "" : `id: ${id}\n`}event: ${event}\ndata: ${JSON.stringify(data)}\n\n`,
      );
    const end = (reason: string) => {
      send("ended", { reason });
      stream.end();
    };
    // The headers go with the first text: a reader that waits for its first event must see that the stream is open.
    write(": \n\n");
    const finish = begin({
      send,
      end,
      isOpen,
      drained: () =>
        new Promise((resolve) => {
          if (!isOpen() || !stream.writableNeedDrain) return resolve();
          stream.once("drain", resolve);
          stream.once("close", resolve);
        }),
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
      const refusal = isRefusal(caller) ? caller : refusePermission(caller.permissions, permission);
      if (refusal) end(refusal.refusal);
    }

    const stopWatching = changes.subscribe({
      // From here on nothing is missed; what changed before is read.
      live: () => void checkSession(),
      accessChanged: (id) => {
        if (id === identity.id) void checkSession();
      },
    });

    stream.on("close", () => {
      stopWatching();
      clearInterval(heartbeat);
      clearTimeout(expiry);
      finish();
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
