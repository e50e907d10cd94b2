import { createHash } from "node:crypto";
import { canonicalJson, header } from "@fieldfare/contract";
import type { FastifyReply, FastifyRequest } from "fastify";
import { type Refusal, refuse } from "./problem.ts";

/** Makes the version of something from what of it may be changed, as an entity tag. */
export function makeVersion(content: object): string {
  const hash = createHash("sha256").update(canonicalJson(content)).digest("base64url");
  return `"${hash.slice(0, 22)}"`;
}

/** Says the version of what the answer shows. */
export function sendVersion(reply: FastifyReply, version: string): void {
  reply.header(header.version, version);
}

/** Reads `If-Match`. Null: the caller has not named a version. */
export function readIfMatch(request: FastifyRequest): string | null {
  return request.headers["if-match"] ?? null;
}

/** Refuses a change of something whose present version is none of those that the caller names. */
export function refuseStale(ifMatch: string | null, version: string): Refusal | undefined {
  if (ifMatch === null) return undefined;
  const named = ifMatch.split(",").map((tag) => tag.trim());
  if (named.includes("*") || named.includes(version)) return undefined;
  return refuse("stale", {
    detail: "Read it again, and decide whether the change is still right.",
  });
}
