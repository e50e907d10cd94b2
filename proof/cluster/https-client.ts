import type { IncomingMessage } from "node:http";
import { Agent, request } from "node:https";
import { text } from "node:stream/consumers";

interface Answer {
  readonly status: number;
  readonly body: string;
}

/** Sends requests over connections that stay open, as a phone does. */
export interface HttpsClient {
  /** Throws if no answer comes. */
  send(
    url: string,
    request: { method: string; headers?: Readonly<Record<string, string>>; body?: string | Buffer },
  ): Promise<Answer>;
  close(): void;
}

/** An answer that takes longer counts as none. */
const timeoutMs = 30_000;

/** Trusts this certificate alone. */
export function openHttpsClient(certificate: string): HttpsClient {
  const agent = new Agent({ ca: certificate, keepAlive: true, maxSockets: Infinity });
  return {
    async send(url, { method, headers = {}, body = "" }) {
      const sent = request(url, {
        agent,
        method,
        headers: { ...headers, "Content-Length": Buffer.byteLength(body) },
        timeout: timeoutMs,
      });
      sent.on("timeout", () => sent.destroy(new Error("No answer in time")));
      const answer = await new Promise<IncomingMessage>((resolve, reject) => {
        sent.once("response", resolve).on("error", reject);
        sent.end(body);
      });
      return { status: answer.statusCode ?? 0, body: await text(answer) };
    },
    close: () => agent.destroy(),
  };
}
