import { createHash, timingSafeEqual } from "node:crypto";
import type { FastifyInstance } from "fastify";
import { refuse, sendRefusal } from "../../http/problem.ts";
import type { Server } from "../../http/server.ts";
import { registerDatabaseMetrics } from "./database-metrics.ts";

/** Answers Prometheus at `/metrics`. Without the token nobody learns anything; where none is set there are no metrics. */
export function metricsPage(app: FastifyInstance, { database, config, metrics }: Server) {
  const { metricsAccess } = config;
  if (metricsAccess === "off") {
    // A page of the app would look like success to a scraper.
    app.get("/metrics", { schema: { hide: true } }, (_request, reply) =>
      sendRefusal(reply, refuse("not-found")),
    );
    return;
  }
  const { registry } = metrics;
  const readDatabase = registerDatabaseMetrics(database, registry);
  app.get("/metrics", { schema: { hide: true } }, async (request, reply) => {
    reply.header("Cache-Control", "no-store");
    if (metricsAccess !== "open" && !isToken(request.headers.authorization, metricsAccess.token))
      return sendRefusal(reply, refuse("unauthorised"));
    await readDatabase();
    return reply.type(registry.contentType).send(await registry.metrics());
  });
}

function isToken(authorization: string | undefined, token: string): boolean {
  const hash = (text: string) => createHash("sha256").update(text).digest();
  return timingSafeEqual(hash(authorization ?? ""), hash(`Bearer ${token}`));
}
