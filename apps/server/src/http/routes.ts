import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import {
  type Call,
  type CallAnswer,
  requestLimits,
  type Schema,
  trainingPath,
  type z,
} from "@fieldfare/contract";
import { and, eq, isNull } from "drizzle-orm";
import { device, tokenFamily } from "../database/schema.ts";
import { readOfficeCaller, refuseEngineer, refusePermission } from "./accounts.ts";
import { readDeviceStatus, type DeviceUse, readDeviceId } from "./devices.ts";
import { createValidator } from "./errors.ts";
import { isRefusal, type Refusal, refuse, sendRefusal } from "./problem.ts";
import { answerOnce } from "./repeated-requests.ts";
import type { Server } from "./server.ts";
import type { Identity } from "./tokens.ts";
import { createFilterCheck } from "./unknown-filters.ts";

declare module "fastify" {
  interface FastifyRequest {
    /** The caller. Null when the request has no valid token. */
    identity: Identity | null;
    /** The engineer of a ping that was answered for its tag, without a token. */
    polledBy: string | null;
  }
  interface FastifyContextConfig {
    /** What the OpenAPI document says about the route. */
    documented?: Pick<Route, "call" | "options"> | undefined;
  }
}

type Parsed<C extends Call, K extends "params" | "query" | "body"> =
  C extends Record<K, infer S extends Schema> ? z.output<S> : undefined;

type EngineerIdentity = Identity & { readonly fieldOperativeId: string };

/** The input of a handler: parsed by the contract, after the access check. */
export interface RouteInput<C extends Call> {
  readonly params: Parsed<C, "params">;
  readonly query: Parsed<C, "query">;
  readonly body: Parsed<C, "body">;
  readonly identity: C["audience"] extends "engineer"
    ? EngineerIdentity
    : C["audience"] extends "office"
      ? Identity
      : null;
  /**
   * The device of X-Device-Id. On engineer calls that need a device it is registered for `identity`; on other calls
   * it is not checked.
   */
  readonly deviceId: C extends { audience: "engineer"; withoutDevice?: never }
    ? string
    : string | null;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
}

/** The answer of a call that returns no data. */
export const ok = { status: "ok" } as const;

/** A handler returns this when it has sent the answer itself, without the contract's serialiser. */
export const responseSent = Symbol("answered");

export interface Route {
  readonly call: Call;
  readonly handle: (input: RouteInput<Call>) => Promise<unknown>;
  readonly options: RouteOptions;
}

export interface RouteOptions {
  readonly bodyLimit?: number;
  /** The maximum nesting of the JSON body. */
  readonly jsonDepth?: number;
  /**
   * The handler reads the body itself: its schema is only for the OpenAPI document. With an `Idempotency-Key` the handler
   * adds what it has read to the key (`extendRepeatKey`), so that another body with the key is refused.
   */
  readonly readsBody?: boolean;
  /** The route uses training data, for devices of training builds. */
  readonly isTraining?: boolean;
  /** The handler checks the device, the account and the sign-in itself. */
  readonly checksDevice?: boolean;
  /** A token that only sends what was recorded is enough. */
  readonly takesSendingToken?: boolean;
  /** Requests per minute for one caller, where the limit is lower than elsewhere. */
  readonly perMinute?: number;
  /** The answer goes on until its caller, its session or the server ends it. */
  readonly isStream?: boolean;
  readonly consumes?: readonly string[];
  /** Its refusals are errors of OAuth 2.0. */
  readonly hasOauthErrors?: boolean;
  readonly onUnreadable?: (request: FastifyRequest, error: Error) => Promise<void>;
}

/** Declares a route: the call of the contract and the function that answers it. */
export function route<C extends Call>(
  call: C,
  handle: (input: RouteInput<C>) => Promise<CallAnswer<C> | Refusal | typeof responseSent>,
  options: RouteOptions = {},
): Route {
  return { call, handle, options };
}

/** The longest time of a timer of Node, in ms. */
const longestTimeout = 2_147_483_647;

/** Registers the routes. Path, method, schemas and access come from the contract. */
export function registerRoutes(app: FastifyInstance, server: Server, routes: readonly Route[]) {
  for (const { call, handle, options } of routes) {
    const refuseUnknownFilters = createFilterCheck(call);
    app.route({
      method: call.method,
      url: call.path,
      bodyLimit: options.bodyLimit ?? requestLimits.jsonBytes,
      ...(options.isStream && { handlerTimeout: longestTimeout, compress: false }),
      schema: buildRouteSchema(call),
      validatorCompiler: (part) =>
        options.readsBody && part.httpPart === "body"
          ? (data) => ({ value: data })
          : createValidator(call)(part),
      config: {
        onUnreadable: options.onUnreadable,
        jsonDepth: options.jsonDepth,
        isSigned: call.isSigned,
        hasOauthErrors: options.hasOauthErrors,
        documented: { call, options },
        ...(options.perMinute !== undefined && {
          rateLimit: { max: options.perMinute, timeWindow: 60_000 },
        }),
      },
      onRequest: async (request, reply) => {
        // The admin paths need this header too: they are outside /api.
        reply.header("Cache-Control", "no-store");
        const refusal =
          (await refuseOtherSchema(server, call)) ??
          (await checkAccess(server, call, options, request)) ??
          refuseUnknownFilters(request.query);
        if (refusal) await sendRefusal(reply, refusal);
      },
      handler: async (request, reply) => {
        // The validator parsed the parts with the schemas of this call, and `checkAccess` checked who calls.
        // oxlint-disable-next-line typescript/consistent-type-assertions
        const input = {
          params: request.params,
          query: request.query,
          body: request.body,
          identity: call.audience === "open" ? null : request.identity,
          deviceId: readDeviceId(request),
          request,
          reply,
        } as RouteInput<Call>;
        const answer = await answerOnce(
          { database: server.database, call, readsBody: options.readsBody === true },
          request,
          reply,
          () => handle(input),
        );
        if (answer === responseSent) return reply;
        if (!isRefusal(answer)) return answer;
        const isExplained = !request.isBodyTooLarge || answer.refusal === "too-large";
        return sendRefusal(reply, isExplained ? answer : refuse("too-large"));
      },
    });
  }
}

/**
 * Refuses every call of a server whose database another version has upgraded: most reads are recorded too, so they
 * write as well. The caller repeats it, and reaches a server of the newer version.
 */
async function refuseOtherSchema({ schema }: Server, { path }: Call): Promise<Refusal | undefined> {
  if (path.startsWith("/api/health") || (await schema.mayWork())) return undefined;
  return refuse("unavailable", {
    detail: "Another version of the server has changed the database. This server no longer writes.",
    retryAfter: 5,
  });
}

/** Returns why the caller may not make the call, or undefined. */
async function checkAccess(
  server: Server,
  call: Call,
  options: RouteOptions,
  request: FastifyRequest,
): Promise<Refusal | undefined> {
  if (call.audience === "open") return undefined;
  const { identity } = request;
  if (!identity) return refuse("unauthorised");
  if (identity.scope === "sending") {
    if (!options.takesSendingToken || !identity.deviceId) return refuse("unauthorised");
  }
  const isOffice = call.audience === "office";
  if (identity.userType !== (isOffice ? 2 : 1)) return refuse("forbidden");
  if (!isOffice && !identity.fieldOperativeId) return refuse("forbidden");
  const deviceId = readDeviceId(request);
  // A token works on the device of its sign-in only.
  if (identity.deviceId && identity.deviceId !== deviceId) return refuse("unauthorised");
  if (
    !identity.deviceId &&
    !isOffice &&
    !call.withoutDevice &&
    (await isDeviceOfAnotherSignIn(server.database, identity, deviceId))
  )
    return refuse("unauthorised");
  if (call.audience === "office") return checkOfficeCaller(server, call, request, identity);
  if (options.checksDevice) return undefined;
  if (call.withoutDevice) return refuseEngineer(server.database, identity);
  const deviceStatus = await readDeviceStatus(
    server.database,
    deviceId,
    identity.fieldOperativeId,
    requiredUse(call, options),
    identity.familyId,
  );
  return deviceStatus === "ok" ? undefined : refuse(deviceStatus);
}

/** Returns why an office caller may not make the call. Otherwise the request gets the caller's present permissions. */
async function checkOfficeCaller(
  { database, config }: Server,
  { permission, mayKeepPassword }: Extract<Call, { audience: "office" }>,
  request: FastifyRequest,
  identity: Identity,
): Promise<Refusal | undefined> {
  const caller = await readOfficeCaller(database, identity, config.now());
  if (isRefusal(caller)) return caller;
  request.identity = { ...identity, perms: [...caller.permissions] };
  if (caller.mustChangePassword && !mayKeepPassword) return refuse("password-change-needed");
  if (permission !== "none") return refusePermission(caller.permissions, permission);
  return identity.isClient ? refuse("forbidden") : undefined;
}

/** A sign-in that began before its phone had registered reaches only the device that it then registered. */
async function isDeviceOfAnotherSignIn(
  { orm }: Server["database"],
  { familyId, fieldOperativeId }: Identity,
  deviceId: string | null,
): Promise<boolean> {
  if (!deviceId || !fieldOperativeId) return false;
  const isEngineers = and(
    eq(device.deviceId, deviceId),
    eq(device.fieldOperativeId, fieldOperativeId),
  );
  const isOwn = and(eq(tokenFamily.familyId, familyId), eq(tokenFamily.deviceId, device.deviceId));
  const [other] = await orm
    .select({ deviceId: device.deviceId })
    .from(device)
    .leftJoin(tokenFamily, isOwn)
    .where(and(isEngineers, isNull(tokenFamily.familyId)));
  return other !== undefined;
}

/** Signing in, locks and reference data are the same for both uses. Every other call has its own training path. */
function requiredUse({ path }: Call, { isTraining }: RouteOptions): DeviceUse {
  if (isTraining) return "training";
  return trainingPath(path) === path ? null : "live";
}

function buildRouteSchema({ params, query, body, response }: Call) {
  return {
    ...(params && { params }),
    ...(query && { querystring: query }),
    ...(body && { body }),
    response: { 200: response },
  };
}
