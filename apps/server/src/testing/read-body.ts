import type { FastifyInstance } from "fastify";

type Response = Awaited<ReturnType<FastifyInstance["inject"]>>;

/** Reads the body of an answer as text. A stream of events has no end: it is left at its beginning. */
export async function readBody(response: Response): Promise<string> {
  const stream = response.stream();
  if (String(response.headers["content-type"]).startsWith("text/event-stream")) {
    stream.destroy();
    return "";
  }
  const chunks: Buffer[] = [];
  for await (const chunk of stream) chunks.push(chunk);
  return Buffer.concat(chunks).toString("utf8");
}
