import { once } from "node:events";
import {
  Agent,
  type IncomingHttpHeaders,
  type IncomingMessage,
  request as forwardRequest,
  createServer,
  type ServerResponse,
} from "node:http";
import type { AddressInfo } from "node:net";
import { messagePaths, messagesPath } from "@fieldfare/contract";

/**
 * A fault of one request. `lost`: it never arrives. `answer-lost`: it arrives, its answer does not. `held`: it is sent
 * on when the promise resolves. Without a fault the request passes.
 */
export type Fault =
  | { readonly kind: "lost" }
  | { readonly kind: "answer-lost" }
  | { readonly kind: "held"; readonly until: Promise<void> }
  | {
      readonly kind: "answer";
      readonly status: number;
      readonly type: string;
      readonly body: string;
    }
  /** The answer passes with `suffix` added at its end. */
  | { readonly kind: "longer"; readonly suffix: string };

export type FaultInjector = (request: {
  readonly method: string;
  readonly path: string;
}) => Fault | undefined;

/** A proxy between phone and server that can inject faults: page, workers and service worker all go through it. */
export interface FaultProxy {
  /** The same URL for every proxy, so that a phone that was installed with one can continue with another. */
  readonly url: string;
  /** Its address for a browser that has no such rule. */
  readonly localUrl: string;
  /** The rule by which a browser resolves `url`. */
  readonly hostRule: string;
  /** Sets the injector for the following requests; without one everything passes. */
  inject(injector?: FaultInjector): void;
  close(): Promise<void>;
}

/** A host below localhost, which a browser trusts without a certificate. */
const proxyHost = "fieldfare.localhost";

/** Starts a proxy in front of this server, on a free port of the loopback address. */
export async function startFaultProxy(server: string): Promise<FaultProxy> {
  const { hostname, port } = new URL(server);
  let injector: FaultInjector | undefined;
  // On a busy machine a connection that is kept may be closed by the server just as it is used again: a fault that no
  // test has injected.
  const agent = new Agent({ keepAlive: false });

  const forward = async (incoming: IncomingMessage, outgoing: ServerResponse) => {
    const method = incoming.method ?? "GET";
    const path = incoming.url ?? "/";
    const fault = injector?.({ method, path });
    if (fault?.kind === "lost") return incoming.destroy();
    if (fault?.kind === "answer") {
      incoming.resume();
      outgoing.writeHead(fault.status, { "Content-Type": fault.type });
      return outgoing.end(fault.body);
    }
    if (fault?.kind === "held") {
      await fault.until;
      if (incoming.destroyed) return undefined;
    }
    const headers =
      fault?.kind === "longer" ? withoutCacheHeaders(incoming.headers) : incoming.headers;
    const upstream = forwardRequest({ hostname, port, method, path, headers, agent });
    incoming.pipe(upstream);
    upstream.on("error", () => outgoing.destroy());
    upstream.on("response", (answer) => {
      if (fault?.kind === "answer-lost") {
        answer.resume();
        return outgoing.destroy();
      }
      answer.on("error", () => outgoing.destroy());
      if (fault?.kind !== "longer") {
        outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
        return answer.pipe(outgoing);
      }
      outgoing.writeHead(answer.statusCode ?? 502, withoutCacheHeaders(answer.headers));
      answer.pipe(outgoing, { end: false });
      return answer.on("end", () => outgoing.end(fault.suffix));
    });
    return undefined;
  };

  const proxy = createServer((incoming, outgoing) => {
    incoming.on("error", () => undefined);
    outgoing.on("error", () => undefined);
    void forward(incoming, outgoing);
  });
  proxy.keepAliveTimeout = 60_000;
  proxy.listen(0, "127.0.0.1");
  await once(proxy, "listening");
  const { port: ownPort } = proxy.address() as AddressInfo;
  return {
    url: `http://${proxyHost}`,
    localUrl: `http://localhost:${ownPort}`,
    hostRule: `MAP ${proxyHost} 127.0.0.1:${ownPort}`,
    inject(nextInjector) {
      injector = nextInjector;
    },
    async close() {
      proxy.closeAllConnections();
      proxy.close();
      await once(proxy, "close");
    },
  };
}

/** Removes the headers that allow a 304 answer, or state a length before the suffix is added. */
function withoutCacheHeaders({
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

/** Injects the same fault into every call of the API; the app's own files pass. */
export function onApiCalls(fault: Fault): FaultInjector {
  return ({ path }) => (path.startsWith("/api/") ? fault : undefined);
}

/** Whether a request to this path sends a status, alone or with other messages. */
export function carriesStatus(path: string): boolean {
  return path === messagePaths.JobStatusChange || path === messagesPath;
}

/** A captive portal's page: a 200 that does not come from our server. */
export const captivePortal: Fault = {
  kind: "answer",
  status: 200,
  type: "text/html",
  body: "<!doctype html><title>WiFi</title><p>Please accept our terms",
};

/** The client settings of an operator who wants no lock of the app. */
export const noLockSettings: Fault = {
  kind: "answer",
  status: 200,
  type: "application/json",
  body: JSON.stringify({ supportPhone: null, standaloneOnly: false, lockAfterMinutes: null }),
};
