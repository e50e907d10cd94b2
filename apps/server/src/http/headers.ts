import helmet from "@fastify/helmet";
import { header } from "@fieldfare/contract";
import type { FastifyInstance, FastifyReply } from "fastify";

/**
 * Sets strict headers on every answer, and `no-store` on the API. JSON, which no browser shows as a page, has only those
 * that protect it: a phone asks every minute, and pays for each byte.
 */
export async function setHeaders(app: FastifyInstance) {
  await app.register(helmet, {
    global: true,
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'none'"],
        // The PIN's key derivation is WebAssembly.
        scriptSrc: ["'self'", "'wasm-unsafe-eval'"],
        styleSrc: ["'self'"],
        imgSrc: ["'self'", "blob:", "data:"],
        connectSrc: ["'self'"],
        workerSrc: ["'self'"],
        manifestSrc: ["'self'"],
        fontSrc: ["'self'"],
        frameAncestors: ["'none'"],
        baseUri: ["'none'"],
        formAction: ["'self'"],
      },
    },
    referrerPolicy: { policy: "no-referrer" },
    crossOriginResourcePolicy: { policy: "same-origin" },
    strictTransportSecurity: false,
    xFrameOptions: { action: "deny" },
  });

  app.addHook("onRequest", async (request, reply) => {
    reply.header(
      "Permissions-Policy",
      "camera=(self), geolocation=(self), microphone=(), payment=(), usb=(), browsing-topics=()",
    );
    if (request.protocol === "https") {
      reply.header("Strict-Transport-Security", "max-age=31536000; includeSubDomains");
    }
    if (request.url.startsWith("/api")) reply.header("Cache-Control", "no-store");
  });

  app.addHook("onSend", async (request, reply) => {
    const isUnchanged = reply.statusCode === 304 && request.url.startsWith("/api");
    if (!isUnchanged && !isJson(String(reply.getHeader("Content-Type") ?? ""))) return;
    for (const name of pageHeaders) reply.removeHeader(name);
    if (!isUnchanged) reply.header("Content-Security-Policy", jsonPolicy);
  });
}

function isJson(type: string): boolean {
  return /^application\/(problem\+)?json\b/.test(type);
}

/** What only a page obeys. */
const pageHeaders = [
  "Content-Security-Policy",
  "Cross-Origin-Opener-Policy",
  "Origin-Agent-Cluster",
  "Permissions-Policy",
  "Referrer-Policy",
  "X-DNS-Prefetch-Control",
  "X-Download-Options",
  "X-Frame-Options",
  "X-Permitted-Cross-Domain-Policies",
  "X-XSS-Protection",
] as const;

/** The headers of an answer for which no hook runs. */
export function setPlainHeaders(reply: FastifyReply): FastifyReply {
  return reply.headers({
    "Content-Security-Policy": jsonPolicy,
    "X-Content-Type-Options": "nosniff",
    "Cache-Control": "no-store",
    [header.requestId]: reply.request.id,
  });
}

/** For a browser that is made to show JSON all the same. */
const jsonPolicy = "default-src 'none'; frame-ancestors 'none'";
