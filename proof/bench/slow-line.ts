import { once } from "node:events";
import { createServer, request as forwardRequest } from "node:http";
import type { AddressInfo } from "node:net";
import type { BenchResources } from "./resources.ts";

/** A proxy in front of a server that behaves like a bad mobile line. */
export interface SlowLine {
  readonly url: string;
  /** The number of calls of the API since the last reset. */
  readonly calls: () => number;
  /** Begins to count again, so that each candidate loses the same calls. */
  reset(): void;
}

interface Line {
  /** The round trip that each request takes longer, in ms. */
  readonly roundTripMs: number;
  /** One of so many calls of the API is lost with its connection: half of them on the way there, half of them on the way back. */
  readonly lostOneIn: number;
}

/** Starts the proxy on a free port. It limits no bandwidth. */
export async function openSlowLine(
  resources: BenchResources,
  server: string,
  { roundTripMs, lostOneIn }: Line,
): Promise<SlowLine> {
  const { hostname, port } = new URL(server);
  let calls = 0;
  let lost = 0;
  const proxy = createServer((incoming, outgoing) => {
    incoming.on("error", () => undefined);
    outgoing.on("error", () => undefined);
    const { method, url: path = "/", headers } = incoming;
    if (path.startsWith("/api/")) calls += 1;
    // The middle one of each hundred, so that a short run loses its share too.
    const isLost = path.startsWith("/api/") && calls % lostOneIn === Math.floor(lostOneIn / 2);
    if (isLost) lost += 1;
    const isAnswerLost = isLost && lost % 2 === 0;
    setTimeout(() => {
      if (isLost && !isAnswerLost) return incoming.destroy();
      const upstream = forwardRequest({ hostname, port, method, path, headers }, (answer) => {
        setTimeout(() => {
          if (isAnswerLost) {
            answer.resume();
            return outgoing.destroy();
          }
          outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
          return answer.pipe(outgoing);
        }, roundTripMs / 2);
      });
      upstream.on("error", () => outgoing.destroy());
      return incoming.pipe(upstream);
    }, roundTripMs / 2);
  });
  proxy.keepAliveTimeout = 60_000;
  proxy.listen(0, "127.0.0.1");
  await once(proxy, "listening");
  resources.atEnd(async () => {
    proxy.closeAllConnections();
    proxy.close();
  });
  return {
    url: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`,
    calls: () => calls,
    reset() {
      calls = 0;
      lost = 0;
    },
  };
}
