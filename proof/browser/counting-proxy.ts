import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";

/** A proxy that passes bytes on as they are, and counts them. */
export interface CountingProxy {
  /** The rule by which a browser resolves the address of a fault proxy to this one. */
  readonly hostRule: string;
  /** The bytes that have passed in both directions since the last reset. */
  readonly bytes: () => number;
  /** The first lines of the requests and answers since then. */
  readonly firstLines: () => readonly string[];
  reset(): void;
  /** Resolves when the next answer has passed. */
  nextAnswer(): Promise<void>;
  close(): Promise<void>;
}

/** Starts the proxy in front of a server, on a free port of the loopback address. `host` is the name that the browser uses. */
export async function startCountingProxy(server: string, host: string): Promise<CountingProxy> {
  const { hostname, port } = new URL(server);
  const sockets = new Set<Socket>();
  let bytes = 0;
  let firstLines: string[] = [];
  let answered = Promise.withResolvers<void>();

  const pass = (from: Socket, to: Socket, isAnswer: boolean) => {
    sockets.add(from);
    from.on("data", (chunk: Buffer) => {
      bytes += chunk.length;
      firstLines.push(
        ...(chunk.toString("latin1").match(/^(?:[A-Z]+ \/.*|HTTP\/1\.1 .*)$/gm) ?? []),
      );
      to.write(chunk);
      if (isAnswer) answered.resolve();
    });
    from.on("error", () => to.destroy());
    from.on("close", () => {
      sockets.delete(from);
      to.destroy();
    });
  };
  const proxy = createServer((phone) => {
    const upstream = connect(Number(port), hostname);
    pass(phone, upstream, false);
    pass(upstream, phone, true);
  });
  proxy.listen(0, "127.0.0.1");
  await once(proxy, "listening");
  return {
    hostRule: `MAP ${host} 127.0.0.1:${(proxy.address() as AddressInfo).port}`,
    bytes: () => bytes,
    firstLines: () => firstLines.map((line) => line.trim()),
    reset() {
      bytes = 0;
      firstLines = [];
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
