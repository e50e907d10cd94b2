import { Readable } from "node:stream";
import { createGunzip } from "node:zlib";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { GzipBody } from "./gzip.ts";

/** Sends bytes that are already compressed; a client that does not accept gzip gets them uncompressed. */
export async function sendGzip(request: FastifyRequest, reply: FastifyReply, body: GzipBody) {
  reply.type("application/json; charset=utf-8").header("Vary", "Accept-Encoding");
  if (acceptsGzip(request)) {
    await reply.header("Content-Encoding", "gzip").send(body.bytes);
  } else {
    reply.header("Content-Length", String(body.size));
    await reply.send(Readable.from([body.bytes]).pipe(createGunzip()));
  }
}

function acceptsGzip(request: FastifyRequest): boolean {
  const accepted = request.headers["accept-encoding"];
  const text = Array.isArray(accepted) ? accepted.join() : (accepted ?? "");
  return /\b(gzip|\*)/.test(text) && !/\bgzip;q=0(\.0+)?\b/.test(text);
}
