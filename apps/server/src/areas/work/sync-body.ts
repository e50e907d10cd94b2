import { Readable } from "node:stream";
import { createGunzip } from "node:zlib";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { GzipBody } from "./gzip.ts";

/** Sends bytes that are compressed already; who cannot read gzip is sent them unpacked. */
export async function sendGzip(request: FastifyRequest, reply: FastifyReply, body: GzipBody) {
  reply.type("application/json; charset=utf-8").header("Vary", "Accept-Encoding");
  const stream = Readable.from(body.parts);
  if (takesGzip(request)) {
    reply.header("Content-Encoding", "gzip").header("Content-Length", String(body.length));
    await reply.send(stream);
  } else {
    reply.header("Content-Length", String(body.size));
    await reply.send(stream.pipe(createGunzip()));
  }
}

function takesGzip(request: FastifyRequest): boolean {
  const accepted = request.headers["accept-encoding"];
  const text = Array.isArray(accepted) ? accepted.join() : (accepted ?? "");
  return /\b(gzip|\*)/.test(text) && !/\bgzip;q=0(\.0+)?\b/.test(text);
}
