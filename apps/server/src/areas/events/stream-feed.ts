import type { FastifyReply, FastifyRequest } from "fastify";
import { streamEvents as call } from "@fieldfare/contract/office";
import type { ChangeListener } from "../../database/change-listener.ts";
import type { EventFeed } from "../../database/events.ts";
import { createEventStreams, type EventStream } from "../../http/event-streams.ts";
import { isRefusal, type Refusal, refuse } from "../../http/problem.ts";
import type { responseSent } from "../../http/routes.ts";
import type { Server } from "../../http/server.ts";
import type { Identity } from "../../http/tokens.ts";
import { readPage, readStart } from "./read-feed.ts";

const readAtOnce = 100;
/** After a read that failed, the next one comes this much later, */
const retryMs = 1_000;
/** and up to this much more at random: all streams fail at once when the database cannot be reached. */
const retrySpreadMs = 4_000;

interface StreamCaller {
  readonly identity: Identity;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
}

/** Opens streams of the feed. */
export function createFeedStreams(server: Server, feed: EventFeed, changes: ChangeListener) {
  const { database, config } = server;
  const openStream = createEventStreams(server, changes);

  return async function streamFeed(
    { identity, request, reply }: StreamCaller,
    after: string | undefined,
  ): Promise<typeof responseSent | Refusal> {
    const lastId = request.headers["last-event-id"];
    if (lastId !== undefined && !/^\d{1,15}$/.test(String(lastId)))
      return refuse("invalid", {
        issues: [{ path: "Last-Event-ID", message: "The id of an event" }],
      });
    await feed.update();
    const start = await readStart(database, lastId === undefined ? after : String(lastId));
    if (isRefusal(start)) return start;
    return openStream({
      identity,
      reply,
      permission: call.permission,
      begin: (stream) => sendEvents(stream, start),
    });
  };

  /** Sends what there is, as fast as the reader takes it, and then what comes. */
  function sendEvents(stream: EventStream, start: number): () => void {
    let position = start;
    let isSending = false;
    let hasMore = false;
    let retry: NodeJS.Timeout | undefined;

    async function sendAll(): Promise<void> {
      hasMore = true;
      if (isSending) return;
      isSending = true;
      clearTimeout(retry);
      while (hasMore && stream.isOpen()) {
        hasMore = false;
        const page = await readPage(database, position, readAtOnce).catch(() => null);
        if (page === null) {
          // The feed has notified this stream of these events, and may have no others for a long time.
          const delayMs = retryMs + config.random() * retrySpreadMs;
          retry = setTimeout(() => void sendAll(), delayMs);
          break;
        }
        if (isRefusal(page)) {
          stream.end(page.refusal);
          break;
        }
        for (const event of page.events) stream.send("event", event, event.sequence);
        position = page.next;
        hasMore ||= page.events.length === readAtOnce;
        await stream.drained();
      }
      isSending = false;
    }

    void sendAll();
    const unsubscribe = feed.subscribe({
      added: (lastSequence) => {
        if (lastSequence > position) void sendAll();
      },
      closed: () => stream.end("stopping"),
    });
    return () => {
      clearTimeout(retry);
      unsubscribe();
    };
  }
}
