import type { FastifyReply, FastifyRequest } from "fastify";
import type { Server } from "./server.ts";

interface Cookie {
  readonly name: string;
  /** Empty: the browser deletes the cookie. */
  readonly value: string;
  /** The browser sends it to this address and those below it. */
  readonly path: string;
  readonly sameSite: "Lax" | "Strict";
  /** Seconds. Without it the browser deletes the cookie when it is closed. */
  readonly maxAge?: number;
}

/** Gives the browser a cookie that no script reads, and that it sends over HTTPS only where the server is reached by it. */
export function setCookie(
  { publicUrl }: Pick<Server, "publicUrl">,
  request: FastifyRequest,
  reply: FastifyReply,
  { name, value, path, sameSite, maxAge }: Cookie,
): void {
  // A proxy that ends TLS may not say so.
  const isSecure = request.protocol === "https" || publicUrl()?.startsWith("https:") === true;
  const age = value === "" ? 0 : maxAge;
  const parts = [
    `${name}=${value}`,
    `Path=${path}`,
    ...(age === undefined ? [] : [`Max-Age=${age}`]),
    "HttpOnly",
    `SameSite=${sameSite}`,
    ...(isSecure ? ["Secure"] : []),
  ];
  reply.header("Set-Cookie", parts.join("; "));
}

/** Returns the value of a cookie that `setCookie` has set; null: there is none, or it is not one of ours. */
export function readCookie({ headers }: FastifyRequest, name: string): string | null {
  const pairs = (headers.cookie ?? "").split(";").map((pair) => pair.trim());
  const own = pairs.find((pair) => pair.startsWith(`${name}=`));
  const value = own?.slice(name.length + 1) ?? "";
  return /^[\w-]{1,200}$/.test(value) ? value : null;
}
