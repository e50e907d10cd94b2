import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

/** A message that the fake housing system has received. */
interface ReceivedMessage {
  /** The last part of the path, such as `JobStatusUpdate`. */
  readonly type: string;
  readonly body: unknown;
  readonly authorization: string | undefined;
  readonly idempotencyKey: string | undefined;
}

/** A fake housing system, which takes HACT messages on the loopback address. */
export interface FakeHousingSystem {
  readonly url: string;
  /** What it took, in the order of arrival. */
  readonly received: ReceivedMessage[];
  /** How many requests it refused. */
  refusals: number;
  /** Decides the status of an answer. What is not 2xx is not taken. */
  answer: (message: ReceivedMessage) => number;
  close(): Promise<void>;
}

/** Starts a housing system that takes every message. */
export async function startHousingSystem(): Promise<FakeHousingSystem> {
  const received: ReceivedMessage[] = [];
  const server = createServer((request, response) => {
    const pieces: Buffer[] = [];
    request.on("data", (piece: Buffer) => pieces.push(piece));
    request.on("end", () => {
      const message: ReceivedMessage = {
        type: (request.url ?? "").split("/").at(-1) ?? "",
        body: JSON.parse(Buffer.concat(pieces).toString("utf8")),
        authorization: request.headers.authorization,
        idempotencyKey: String(request.headers["idempotency-key"]),
      };
      const status = housingSystem.answer(message);
      if (status >= 200 && status < 300) received.push(message);
      else housingSystem.refusals += 1;
      response.writeHead(status, status === 302 ? { Location: "http://127.0.0.1:1/" } : {}).end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  // A server that listens on a port has an address with a port.
  // oxlint-disable-next-line typescript/consistent-type-assertions
  const { port } = server.address() as AddressInfo;
  const housingSystem: FakeHousingSystem = {
    url: `http://127.0.0.1:${port}/hact`,
    received,
    refusals: 0,
    answer: () => 200,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
  return housingSystem;
}
