import type { FastifyReply } from "fastify";
import { responseSent } from "./routes.ts";

interface File {
  readonly bytes: Buffer;
  readonly contentType: string;
  readonly name: string;
}

/** Bytes that came from outside, to be kept and not to be run: in a sandbox, and in no cache that others share. */
export function sendFile(
  reply: FastifyReply,
  { bytes, contentType, name }: File,
): typeof responseSent {
  reply
    .type(contentType)
    .header("Content-Security-Policy", "default-src 'none'; sandbox")
    .header("Content-Disposition", formatAttachment(name))
    .header("Cache-Control", "private, no-store")
    .send(bytes);
  return responseSent;
}

/** RFC 6266: the name as it is for those who can read it, and in ASCII for the others. */
function formatAttachment(name: string): string {
  const asciiName = name.replaceAll(/[^A-Za-z0-9 ._-]/g, "_");
  const encodedName = encodeURIComponent(name.toWellFormed()).replaceAll(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `attachment; filename="${asciiName}"; filename*=UTF-8''${encodedName}`;
}
