import type { FastifyReply, FastifyRequest } from "fastify";
import type { Server } from "../../http/server.ts";
import { signInSeconds } from "./browser-sign-ins.ts";

const cookieName = "fieldfare-oidc";

/** `Lax`: the provider's page leads here, and no page of another origin can send it with a POST. */
export function setOidcCookie(
  { publicUrl }: Pick<Server, "publicUrl">,
  { request, reply, path }: { request: FastifyRequest; reply: FastifyReply; path: string },
  value: string,
): void {
  const isSecure = request.protocol === "https" || publicUrl()?.startsWith("https:") === true;
  const age = value === "" ? 0 : signInSeconds;
  const secure = isSecure ? "; Secure" : "";
  reply.header(
    "Set-Cookie",
    `${cookieName}=${value}; Path=${path}; Max-Age=${age}; HttpOnly; SameSite=Lax${secure}`,
  );
}

/** Returns the secret of the browser's cookie; empty: it has none. */
export function readOidcCookie(request: FastifyRequest): string {
  const pairs = (request.headers.cookie ?? "").split(/; */).map((pair) => pair.split("="));
  return pairs.find(([name]) => name === cookieName)?.[1] ?? "";
}

/** The part of a request's address from the `?` on. */
export function readQueryText({ url }: FastifyRequest): string {
  return url.includes("?") ? url.slice(url.indexOf("?")) : "";
}
