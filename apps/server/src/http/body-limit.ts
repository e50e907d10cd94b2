import type { IncomingHttpHeaders } from "node:http";
import type { Socket } from "node:net";
import { requestLimits } from "@fieldfare/contract";
import type { FastifyInstance } from "fastify";

declare module "fastify" {
  interface FastifyRequest {
    /** Whether far more arrived than the call takes. The reader got the beginning of the body and then the end of the stream. */
    isBodyTooLarge: boolean;
  }
}

/**
 * How much more than the limit of its call a body may have before the connection ends. A caller who sends a little too
 * much gets the answer of the call, and can read it.
 */
const excessBytes = 2 * requestLimits.imageBytes;

/** How long a caller has to read an answer before the connection is closed. */
const secondsToRead = 2;

/**
 * Counts the bytes of every body as they arrive, also of one that no handler reads. Far beyond the limit of the
 * call, the body ends for what reads it, the answer is 413, and the connection ends with it. Fastify counts only JSON: a
 * form whose parts never end would be read until the request takes too long.
 */
export function limitBodies(app: FastifyInstance): void {
  app.decorateRequest("isBodyTooLarge", false);
  app.addHook("onRequest", async (request, reply) => {
    const { raw } = request;
    if (!hasBody(raw.headers)) return;
    const maxBytes = (request.routeOptions.bodyLimit ?? requestLimits.jsonBytes) + excessBytes;
    const push = raw.push.bind(raw);
    let length = 0;
    raw.push = (chunk: Buffer | string | null, encoding?: BufferEncoding) => {
      if (request.isBodyTooLarge) return false;
      length += chunk === null ? 0 : Buffer.byteLength(chunk);
      if (length <= maxBytes) return push(chunk, encoding);
      request.isBodyTooLarge = true;
      if (reply.raw.writableFinished) endConnection(raw.socket);
      else reply.raw.once("finish", () => endConnection(raw.socket));
      // Node would end the connection before the answer if a message ended that is not complete.
      raw.complete = true;
      push(null);
      return false;
    };
    // After an answer, Node would receive the rest of a body past `push`, unless somebody has begun to read. Nobody
    // needs the rest.
    reply.raw.prependOnceListener("finish", () => {
      raw.unpipe();
      raw.read(0);
      raw.resume();
    });
  });
}

/** The caller would not get the answer if the connection were closed while bytes arrive that nobody reads. */
function endConnection(socket: Socket): void {
  socket.end();
  setTimeout(() => socket.destroy(), secondsToRead * 1000).unref();
}

function hasBody(headers: IncomingHttpHeaders): boolean {
  return headers["transfer-encoding"] !== undefined || Number(headers["content-length"] ?? 0) > 0;
}
