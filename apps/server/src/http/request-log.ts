import { randomUUID } from "node:crypto";
import type { IncomingMessage } from "node:http";
import { type FastifyInstance, type FastifyRequest, LogController } from "fastify";
import { header } from "@fieldfare/contract";
import type { ServerConfig } from "../config.ts";
import { loggedError } from "../database/errors.ts";
import { readDeviceId } from "./devices.ts";
import type { Identity } from "./tokens.ts";

/** The id of a proxy or of another system is 32 hexadecimal digits, with or without hyphens. Any other text could be a secret or a name. */
const wellFormedId = /^[0-9a-f]{8}-?[0-9a-f]{4}-?[0-9a-f]{4}-?[0-9a-f]{4}-?[0-9a-f]{12}$/i;

/** Returns the caller's id of the request if it is well formed, else a new one. */
function readRequestId({ headers }: IncomingMessage): string {
  const given = headers[header.requestId.toLowerCase()];
  return typeof given === "string" && wellFormedId.test(given) ? given : randomUUID();
}

/** Returns the options of Fastify for the log. */
export function logOptions({ logLevel, logFormat, logStream }: ServerConfig) {
  const stream = logFormat === "text" ? textStream(logStream ?? process.stdout) : logStream;
  return {
    genReqId: readRequestId,
    logController: new LogController({
      disableRequestLogging: true,
      requestIdLogLabel: "requestId",
    }),
    logger:
      logLevel === "silent"
        ? false
        : {
            level: logLevel,
            serializers: { err: loggedError },
            formatters: { level: (level: string) => ({ level }) },
            timestamp: () => `,"time":"${new Date().toISOString()}"`,
            ...(stream && { stream }),
          },
  };
}

type LogStream = NonNullable<ServerConfig["logStream"]>;

/** Converts lines for people: time, level, message, then everything else. */
function textStream(target: LogStream): LogStream {
  return {
    write(line) {
      const { level, time, pid: _pid, hostname: _hostname, msg, ...more } = JSON.parse(line);
      const fields = Object.entries(more).map(([name, value]) => `${name}=${formatValue(value)}`);
      target.write(`${[time, level, msg, ...fields].join(" ")}\n`);
    },
  };
}

function formatValue(value: unknown): string {
  return typeof value === "string" ? value : JSON.stringify(value);
}

/**
 * Gives each answer the id of its request, and writes one line for each request. A line has the pattern of the route and
 * ids of our own. It never has a path, a query, a header, a body or an address: they may say who lives where.
 */
export function logRequests(app: FastifyInstance) {
  app.addHook("onRequest", async (request, reply) => {
    reply.header(header.requestId, request.id);
  });
  app.addHook("onResponse", async (request, { statusCode, elapsedTime }) => {
    const line = { ...describeRequest(request), status: statusCode, ms: roundMs(elapsedTime) };
    // A server that logs only warnings still says which calls fail.
    if (statusCode >= 500) request.log.warn(line, "request");
    else request.log.info(line, "request");
  });
  app.addHook("onRequestAbort", async (request) => {
    request.log.info({ ...describeRequest(request), status: null }, "request aborted");
  });
}

/** Null as route: a file of an app, or a path that does not exist. */
function describeRequest(request: FastifyRequest) {
  const { identity, method, routeOptions } = request;
  return {
    method,
    route: routeOptions.url ?? null,
    actorKind: identity && describeActor(identity),
    actorId: identity?.id ?? null,
    deviceId: readDeviceId(request),
  };
}

function describeActor({ userType, isClient }: Identity): "engineer" | "office" | "client" {
  if (userType === 1) return "engineer";
  return isClient ? "client" : "office";
}

function roundMs(ms: number): number {
  return Math.round(ms * 10) / 10;
}
