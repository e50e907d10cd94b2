import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";

/** A proxy that passes bytes on as they are, and counts them. */
export interface CountingProxy {
  /** The rule by which a browser resolves the address of a fault proxy to this one. */
  readonly hostRule: string;
  /** The bytes that have passed in both directions since the last reset. */
  readonly bytes: () => number;
  /** The requests since then, in the order in which they began. */
  readonly exchanges: () => readonly Exchange[];
  reset(): void;
  /** Resolves when the next answer has passed. */
  nextAnswer(): Promise<void>;
  close(): Promise<void>;
}

/** One request and its answer, as they passed over a connection. */
export interface Exchange {
  /** Such as `GET /api/ping`. */
  readonly request: string;
  /** Null until the answer has begun. */
  readonly status: number | null;
  /** Bytes of the request and of the answer, with their headers. */
  readonly up: number;
  readonly down: number;
}

type Counted = { -readonly [Key in keyof Exchange]: Exchange[Key] };

/** Starts the proxy in front of a server, on a free port of the loopback address. `host` is the name that the browser uses. */
export async function startCountingProxy(server: string, host: string): Promise<CountingProxy> {
  const { hostname, port } = new URL(server);
  const sockets = new Set<Socket>();
  let exchanges: Counted[] = [];
  let answered = Promise.withResolvers<void>();

  const pass = (from: Socket, to: Socket, count: (chunk: Buffer) => void) => {
    sockets.add(from);
    from.on("data", (chunk: Buffer) => {
      count(chunk);
      to.write(chunk);
    });
    from.on("error", () => to.destroy());
    from.on("close", () => {
      sockets.delete(from);
      to.destroy();
    });
  };
  const proxy = createServer((phone) => {
    const upstream = connect(Number(port), hostname);
    // A browser sends the next request on a connection only after the answer to the one before.
    let current: Counted | undefined;
    pass(phone, upstream, (chunk) => {
      if (!current || current.status !== null) {
        const [, request] = /^([A-Z]+ \S+) HTTP\/1\.1\r\n/.exec(chunk.toString("latin1")) ?? [];
        if (request !== undefined) {
          current = { request, status: null, up: 0, down: 0 };
          exchanges.push(current);
        }
      }
      if (current) current.up += chunk.length;
    });
    pass(upstream, phone, (chunk) => {
      if (!current) return;
      current.status ??= Number(chunk.toString("latin1", 9, 12));
      current.down += chunk.length;
      answered.resolve();
    });
  });
  proxy.listen(0, "127.0.0.1");
  await once(proxy, "listening");
  return {
    hostRule: `MAP ${host} 127.0.0.1:${(proxy.address() as AddressInfo).port}`,
    bytes: () => exchanges.reduce((sum, { up, down }) => sum + up + down, 0),
    exchanges: () => exchanges,
    reset() {
      exchanges = [];
    },
    nextAnswer() {
      answered = Promise.withResolvers<void>();
      return answered.promise;
    },
    async close() {
      for (const socket of sockets) socket.destroy();
      proxy.close();
      await once(proxy, "close");
    },
  };
}
