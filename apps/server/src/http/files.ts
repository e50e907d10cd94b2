import type { Readable } from "node:stream";
import type { FastifyReply } from "fastify";
import { responseSent } from "./routes.ts";

interface File {
  readonly bytes: Buffer | Readable;
  /** How many bytes a stream has. */
  readonly length?: number;
  readonly contentType: string;
  readonly name: string;
}

/**
 * Sends bytes that came from outside: to be saved and never run. The answer is sandboxed and not stored by shared
 * caches.
 */
export function sendFile(
  reply: FastifyReply,
  { bytes, length, contentType, name }: File,
): typeof responseSent {
  reply
    .type(contentType)
    .header("Content-Security-Policy", "default-src 'none'; sandbox")
    .header("Content-Disposition", formatAttachment(name))
    .header("Cache-Control", "private, no-store")
    .headers(length === undefined ? {} : { "Content-Length": String(length) })
    .send(bytes);
  return responseSent;
}

/** Builds the header of RFC 6266: the name in UTF-8, and in ASCII for clients that cannot read it. */
function formatAttachment(name: string): string {
  const asciiName = name.replaceAll(/[^A-Za-z0-9 ._-]/g, "_");
  const encodedName = encodeURIComponent(name.toWellFormed()).replaceAll(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `attachment; filename="${asciiName}"; filename*=UTF-8''${encodedName}`;
}
