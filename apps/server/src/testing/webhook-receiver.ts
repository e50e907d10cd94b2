import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { z } from "@fieldfare/contract";
import { type WebhookMessage, webhookMessage } from "@fieldfare/contract/office";

/** A request as a receiver gets it. */
export interface ReceivedWebhook {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  readonly message: WebhookMessage;
}

/** A system that receives webhooks, on the loopback address. */
export interface WebhookReceiver {
  readonly url: string;
  /** Every request, in the order of arrival. */
  readonly received: ReceivedWebhook[];
  /** Answers a request. */
  answer: (response: ServerResponse, received: ReceivedWebhook) => void;
  /** The most requests that were open at the same time. */
  maxOpen: number;
  close(): Promise<void>;
}

/** The networks that a server must be allowed to reach it. */
export const receiverNetworks = ["127.0.0.0/8"];

/** Starts a receiver that answers 204. */
export async function startWebhookReceiver(): Promise<WebhookReceiver> {
  let open = 0;
  const server = createServer((request, response) => {
    open += 1;
    receiver.maxOpen = Math.max(receiver.maxOpen, open);
    response.on("close", () => (open -= 1));
    void receive(request).then((one) => {
      receiver.received.push(one);
      receiver.answer(response, one);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  // A server that listens on a port has an address with a port.
  // oxlint-disable-next-line typescript/consistent-type-assertions
  const { port } = server.address() as AddressInfo;
  const receiver: WebhookReceiver = {
    url: `http://127.0.0.1:${port}/events`,
    received: [],
    answer: (response) => response.writeHead(204).end(),
    maxOpen: 0,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
  return receiver;
}

async function receive(request: IncomingMessage): Promise<ReceivedWebhook> {
  const pieces: Buffer[] = [];
  for await (const piece of request) pieces.push(Buffer.from(piece));
  const body = Buffer.concat(pieces).toString("utf8");
  const headers = Object.fromEntries(
    Object.entries(request.headers).map(([name, value]) => [name, String(value)]),
  );
  return { headers, body, message: z.parse(webhookMessage, JSON.parse(body)) };
}
