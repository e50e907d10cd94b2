import type { FastifyInstance } from "fastify";
import { officeChange, type OfficeChange, watchChanges } from "@fieldfare/contract/office";
import { z } from "@fieldfare/contract";

/** The stream of changes, as a caller of the office reads it. */
export interface WatchedChanges {
  readonly status: number;
  /** Reads on until an event of this name comes, and returns its data. Throws if the stream ends before. */
  readonly waitFor: (event: string) => Promise<unknown>;
  /** Reads on until a change fits. */
  readonly waitForChange: (fits: (change: OfficeChange) => boolean) => Promise<OfficeChange>;
  /** Reads on until the stream ends. Returns the names of the events that still came. */
  readonly readToEnd: () => Promise<string[]>;
  readonly close: () => void;
}

/** An event as it came. `id` is null if it has none. */
export interface SentEvent {
  readonly event: string;
  readonly data: unknown;
  readonly id: string | null;
}

/** Opens a stream of server-sent events at a server that listens. */
export async function openStreamAt(
  app: FastifyInstance,
  path: string,
  headers: Readonly<Record<string, string>>,
) {
  const closing = new AbortController();
  const response = await fetch(`${app.listeningOrigin}${path}`, {
    headers,
    signal: closing.signal,
  });
  if (!response.body) throw new Error("The answer has no body");
  return {
    status: response.status,
    events: readEvents(response.body),
    close: () => closing.abort(),
  };
}

/** Opens the stream of changes at a server that listens. */
export async function watchAt(
  app: FastifyInstance,
  token: string | undefined,
): Promise<WatchedChanges> {
  const { status, events, close } = await openStreamAt(app, watchChanges.path, {
    authorization: `Bearer ${token ?? ""}`,
  });

  async function next(): Promise<{ event: string; data: unknown }> {
    const { value, done } = await events.next();
    if (done) throw new Error("The stream has ended");
    return value;
  }

  async function waitFor(name: string): Promise<unknown> {
    for (;;) {
      const { event, data } = await next();
      if (event === name) return data;
    }
  }

  return {
    status,
    waitFor,
    async waitForChange(fits) {
      for (;;) {
        const change = z.parse(officeChange, await waitFor("changed"));
        if (fits(change)) return change;
      }
    },
    async readToEnd() {
      const names: string[] = [];
      for await (const { event } of events) names.push(event);
      return names;
    },
    close,
  };
}

/** Comments are events without a name here, so that a test can wait for a heartbeat. */
async function* readEvents(stream: ReadableStream<Uint8Array>): AsyncGenerator<SentEvent> {
  let text = "";
  for await (const chunk of stream) {
    text += Buffer.from(chunk).toString("utf8");
    const blocks = text.split("\n\n");
    text = blocks.pop() ?? "";
    for (const block of blocks) {
      const lines = block.split("\n");
      const read = (field: string) =>
        lines.find((line) => line.startsWith(`${field}: `))?.slice(field.length + 2);
      const data = read("data");
      yield {
        event: read("event") ?? "heartbeat",
        id: read("id") ?? null,
        data: data === undefined ? null : (JSON.parse(data) as unknown),
      };
    }
  }
}
