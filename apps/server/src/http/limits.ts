import rateLimit from "@fastify/rate-limit";
import type { FastifyInstance, FastifyRequest } from "fastify";
import type { ServerConfig } from "../config.ts";
import { readDeviceId } from "./devices.ts";
import { findCountedNetwork } from "./ip-addresses.ts";

/** Limits requests by account and device, or by address when nobody is signed in. */
export async function limitRates(app: FastifyInstance, config: ServerConfig) {
  await app.register(rateLimit, {
    global: true,
    max: config.requestsPerMinute,
    timeWindow: 60_000,
    keyGenerator: rateLimitKey,
    addHeadersOnExceeding: {
      "x-ratelimit-limit": false,
      "x-ratelimit-remaining": false,
      "x-ratelimit-reset": false,
    },
    addHeaders: {
      "x-ratelimit-limit": false,
      "x-ratelimit-remaining": false,
      "x-ratelimit-reset": false,
      "retry-after": true,
    },
  });
}

function rateLimitKey(request: FastifyRequest): string {
  const network = findCountedNetwork(request.ip);
  if (!request.identity) return network;
  return `${request.identity.id} ${readDeviceId(request) ?? network}`;
}
