import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import {
  type Call,
  type CallAnswer,
  problem,
  requestLimits,
  type Schema,
  trainingPath,
  z,
} from "@fieldfare/contract";
import { readDeviceStatus, type DeviceUse, readDeviceId } from "./devices.ts";
import { createValidator } from "./errors.ts";
import { isRefusal, type Refusal, refuse, sendRefusal } from "./problem.ts";
import type { Server } from "./server.ts";
import type { Identity } from "./tokens.ts";

declare module "fastify" {
  interface FastifyRequest {
    /** Who calls, once a token was found good. */
    identity: Identity | null;
  }
}

type Parsed<C extends Call, K extends "params" | "query" | "body"> =
  C extends Record<K, infer S extends Schema> ? z.output<S> : undefined;

type EngineerIdentity = Identity & { readonly fieldOperativeId: string };

/** What a handler is given: parsed by the contract, and already allowed in. */
export interface RouteInput<C extends Call> {
  readonly params: Parsed<C, "params">;
  readonly query: Parsed<C, "query">;
  readonly body: Parsed<C, "body">;
  readonly identity: C["audience"] extends "engineer"
    ? EngineerIdentity
    : C["audience"] extends "office"
      ? Identity
      : null;
  /** The device in X-Device-Id: registered for `who` on engineer calls that need one, else just named. */
  readonly deviceId: C extends { audience: "engineer"; withoutDevice?: never }
    ? string
    : string | null;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
}

/** The answer that says no more than that it was done. */
export const ok = { status: "ok" } as const;

/** A handler that has answered by itself, past the contract's serialiser. */
export const responseSent = Symbol("answered");

export interface Route {
  readonly call: Call;
  readonly handle: (input: RouteInput<Call>) => Promise<unknown>;
  readonly options: RouteOptions;
}

export interface RouteOptions {
  readonly bodyLimit?: number;
  /** How deep the JSON of the body may be nested. */
  readonly jsonDepth?: number;
  /** The handler reads the body by itself; the schemas are for the OpenAPI document. */
  readonly readsBody?: boolean;
  /** It acts on training data, for devices of training builds. */
  readonly isTraining?: boolean;
  /** The handler looks at the device by itself. */
  readonly checksDevice?: boolean;
  /** Requests a minute for one caller, where fewer are allowed than elsewhere. */
  readonly perMinute?: number;
  readonly consumes?: readonly string[];
  readonly onUnreadable?: (request: FastifyRequest, error: Error) => Promise<void>;
}

/** One sentence of an area: the call of the contract and the verb that answers it. */
export function route<C extends Call>(
  call: C,
  handle: (input: RouteInput<C>) => Promise<CallAnswer<C> | Refusal | typeof responseSent>,
  options: RouteOptions = {},
): Route {
  return { call, handle, options };
}

/** Path, method, schemas and access all come from the contract. */
export function registerRoutes(app: FastifyInstance, server: Server, routes: readonly Route[]) {
  for (const { call, handle, options } of routes) {
    app.route({
      method: call.method,
      url: call.path,
      bodyLimit: options.bodyLimit ?? requestLimits.jsonBytes,
      schema: buildRouteSchema(call, options),
      validatorCompiler: options.readsBody
        ? () => (data) => ({ value: data })
        : createValidator(call),
      config: {
        onUnreadable: options.onUnreadable,
        jsonDepth: options.jsonDepth,
        ...(options.perMinute !== undefined && {
          rateLimit: { max: options.perMinute, timeWindow: 60_000 },
        }),
      },
      onRequest: async (request, reply) => {
        // The admin paths too, which stand outside of /api.
        reply.header("Cache-Control", "no-store");
        const refusal = await checkAccess(server, call, options, request);
        if (refusal) await sendRefusal(reply, refusal);
      },
      handler: async (request, reply) => {
        const answer = await handle({
          params: request.params,
          query: request.query,
          body: request.body,
          identity: call.audience === "open" ? null : request.identity,
          deviceId: readDeviceId(request),
          request,
          reply,
        } as RouteInput<Call>);
        if (answer === responseSent) return reply;
        return isRefusal(answer) ? sendRefusal(reply, answer) : answer;
      },
    });
  }
}

/** Why a caller is kept out, or nothing. */
async function checkAccess(
  server: Server,
  call: Call,
  options: RouteOptions,
  request: FastifyRequest,
): Promise<Refusal | undefined> {
  if (call.audience === "open") return undefined;
  const { identity } = request;
  if (!identity) return refuse("unauthorised");
  if (call.audience === "office") return identity.userType === 2 ? undefined : refuse("forbidden");
  if (identity.userType !== 1 || !identity.fieldOperativeId) return refuse("forbidden");
  if (call.withoutDevice || options.checksDevice) return undefined;
  const deviceStatus = await readDeviceStatus(
    server.database,
    readDeviceId(request),
    identity.fieldOperativeId,
    requiredUse(call, options),
  );
  return deviceStatus === "ok" ? undefined : refuse(`device-${deviceStatus}`);
}

/** Signing in, locks and reference data are the same for both; all else has a call of its own for training. */
function requiredUse({ path }: Call, { isTraining }: RouteOptions): DeviceUse {
  if (isTraining) return "training";
  return trainingPath(path) === path ? null : "live";
}

function buildRouteSchema(call: Call, options: RouteOptions) {
  const examples = call.example === undefined ? {} : { examples: [call.example] };
  if (call.body && call.example !== undefined) registerExample(call.body, call.example);
  return {
    operationId: call.name,
    summary: call.summary,
    tags: [call.path.split("/")[2] ?? "api"],
    security: call.audience === "open" ? [] : [{ bearer: [] }],
    ...(options.consumes && { consumes: [...options.consumes] }),
    ...(call.params && { params: call.params }),
    ...(call.query && { querystring: call.query }),
    ...(call.body && { body: call.body }),
    response: { 200: call.response, default: problemResponse },
    ...examples,
  };
}

const problemResponse = {
  description: "A refusal or a fault, as problem details (RFC 9457)",
  content: { "application/problem+json": { schema: problem } },
};

function registerExample(schema: Schema, example: unknown) {
  const metadata = z.globalRegistry.get(schema) ?? {};
  z.globalRegistry.add(schema, { ...metadata, examples: [example] });
}
