import type { FastifyReply, FastifyRequest } from "fastify";
import { readCookie, setCookie } from "../../http/cookies.ts";
import type { Server } from "../../http/server.ts";
import { signInSeconds } from "./browser-sign-ins.ts";

const name = "fieldfare-oidc";

/** `Lax`: the provider's page leads here, and no page of another origin can send it with a POST. */
export function setOidcCookie(
  server: Pick<Server, "publicUrl">,
  { request, reply, path }: { request: FastifyRequest; reply: FastifyReply; path: string },
  value: string,
): void {
  const cookie = { name, value, path, sameSite: "Lax", maxAge: signInSeconds } as const;
  setCookie(server, request, reply, cookie);
}

/** Returns the secret of the browser's cookie; empty: it has none. */
export function readOidcCookie(request: FastifyRequest): string {
  return readCookie(request, name) ?? "";
}

/** The part of a request's address from the `?` on. */
export function readQueryText({ url }: FastifyRequest): string {
  return url.includes("?") ? url.slice(url.indexOf("?")) : "";
}
