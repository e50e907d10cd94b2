import { once } from "node:events";
import {
  type IncomingHttpHeaders,
  type IncomingMessage,
  request as ask,
  createServer,
  type ServerResponse,
} from "node:http";
import type { AddressInfo } from "node:net";

/**
 * What happens to one request on its way. `lost`: it never arrives. `answer-lost`: it arrives, its
 * answer does not. `held`: it goes on when the promise is kept. Nothing: it passes.
 */
export type Mishap =
  | { readonly kind: "lost" }
  | { readonly kind: "answer-lost" }
  | { readonly kind: "held"; readonly until: Promise<void> }
  | {
      readonly kind: "answer";
      readonly status: number;
      readonly type: string;
      readonly body: string;
    }
  /** The answer passes with something at its end. */
  | { readonly kind: "longer"; readonly by: string };

export type Meddler = (request: {
  readonly method: string;
  readonly path: string;
}) => Mishap | undefined;

/** The line between phone and server: page, its workers and the service worker all go through it. */
export interface Line {
  /** The same on every line, so that a phone that was installed on one goes on with another. */
  readonly url: string;
  /** Tells a browser where that is. */
  readonly rule: string;
  /** From now on; without a meddler everything passes. */
  meddle(meddler?: Meddler): void;
  close(): Promise<void>;
}

/** Below localhost, where a browser trusts the app without a certificate. */
const name = "fieldfare.localhost";

export async function openLine(server: string): Promise<Line> {
  const { hostname, port } = new URL(server);
  let meddler: Meddler | undefined;

  const pass = async (incoming: IncomingMessage, outgoing: ServerResponse) => {
    const method = incoming.method ?? "GET";
    const path = incoming.url ?? "/";
    const mishap = meddler?.({ method, path });
    if (mishap?.kind === "lost") return incoming.destroy();
    if (mishap?.kind === "answer") {
      incoming.resume();
      outgoing.writeHead(mishap.status, { "Content-Type": mishap.type });
      return outgoing.end(mishap.body);
    }
    if (mishap?.kind === "held") {
      await mishap.until;
      if (incoming.destroyed) return undefined;
    }
    const headers = mishap?.kind === "longer" ? whole(incoming.headers) : incoming.headers;
    const onward = ask({ hostname, port, method, path, headers });
    incoming.pipe(onward);
    onward.on("error", () => outgoing.destroy());
    onward.on("response", (answer) => {
      if (mishap?.kind === "answer-lost") {
        answer.resume();
        return outgoing.destroy();
      }
      answer.on("error", () => outgoing.destroy());
      if (mishap?.kind !== "longer") {
        outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
        return answer.pipe(outgoing);
      }
      outgoing.writeHead(answer.statusCode ?? 502, whole(answer.headers));
      answer.pipe(outgoing, { end: false });
      return answer.on("end", () => outgoing.end(mishap.by));
    });
    return undefined;
  };

  const proxy = createServer((incoming, outgoing) => {
    incoming.on("error", () => undefined);
    outgoing.on("error", () => undefined);
    void pass(incoming, outgoing);
  });
  proxy.keepAliveTimeout = 60_000;
  proxy.listen(0, "127.0.0.1");
  await once(proxy, "listening");
  const { port: own } = proxy.address() as AddressInfo;
  return {
    url: `http://${name}`,
    rule: `MAP ${name} 127.0.0.1:${own}`,
    meddle(next) {
      meddler = next;
    },
    async close() {
      proxy.closeAllConnections();
      proxy.close();
      await once(proxy, "close");
    },
  };
}

/** Without what would let an answer be left out or measured before it has grown. */
function whole({
  "content-length": _length,
  "accept-encoding": _encoding,
  "if-none-match": _match,
  "if-modified-since": _since,
  "last-modified": _modified,
  etag: _etag,
  ...rest
}: IncomingHttpHeaders): IncomingHttpHeaders {
  return rest;
}

/** The same mishap to every call of the API; the app's own files pass. */
export function onApi(mishap: Mishap): Meddler {
  return ({ path }) => (path.startsWith("/api/") ? mishap : undefined);
}

/** A captive portal's page: a 200 that is not ours. */
export const portal: Mishap = {
  kind: "answer",
  status: 200,
  type: "text/html",
  body: "<!doctype html><title>WiFi</title><p>Please accept our terms",
};
