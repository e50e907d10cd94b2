import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { type Call, z } from "@fieldfare/contract";
import { databaseError } from "../database/errors.ts";
import { storable, findUnprintablePath } from "../database/storable.ts";
import { UnreadableJson } from "./json-body.ts";
import {
  type Issue,
  formatIssues,
  type Refusal,
  refuse,
  sendProblem,
  sendRefusal,
} from "./problem.ts";

declare module "fastify" {
  interface FastifyContextConfig {
    /** Told of a body that could not even be read. */
    onUnreadable?: ((request: FastifyRequest, error: Error) => Promise<void>) | undefined;
    jsonDepth?: number | undefined;
  }
}

class InvalidRequest extends Error {
  readonly statusCode = 400;
  readonly issues: readonly Issue[];

  constructor(issues: readonly Issue[]) {
    super("The request does not fit the contract");
    this.issues = issues;
  }
}

/** The part of a request that a schema is for. */
interface RequestPart {
  readonly schema: unknown;
  readonly httpPart?: string | undefined;
}

/**
 * Checks by the contract's schemas; what does not fit becomes a 400 with the places that are wrong. What an engineer
 * enters is not refused for a character that cannot be stored: it is replaced. Everybody else is told.
 */
export function createValidator({ audience, query }: Pick<Call, "audience" | "query">) {
  return ({ schema, httpPart }: RequestPart) => {
    const isEngineerInput = audience === "engineer" && httpPart === "body";
    const filters = audience === "office" && httpPart === "querystring" ? listNames(query) : null;
    return (data: unknown) => {
      const input = isEngineerInput ? storable(data) : data;
      const issues = [
        ...validatePrintable(input),
        ...(filters ? validateFilters(data, filters) : []),
      ];
      if (issues.length > 0) return { error: new InvalidRequest(issues) };
      const result = z.safeParse(schema as z.ZodMiniType, input);
      return result.success
        ? { value: result.data }
        : { error: new InvalidRequest(formatIssues(result.error)) };
    };
  };
}

function validatePrintable(value: unknown): Issue[] {
  const path = findUnprintablePath(value);
  if (path === null) return [];
  return [{ path, message: "A control character or half of a character: remove it" }];
}

/** A filter that is misspelt would else answer with everything. */
function validateFilters(data: unknown, known: ReadonlySet<string>): Issue[] {
  return Object.keys(data ?? {})
    .filter((name) => !known.has(name))
    .map((name) => ({ path: name, message: `Unknown. Known: ${[...known].join(", ") || "none"}` }));
}

function listNames(query: Call["query"]): ReadonlySet<string> {
  const { shape } = (query?.def ?? {}) as { shape?: object };
  return new Set(Object.keys(shape ?? {}));
}

/** Every answer that is no success is a problem; what nobody foresaw is logged and told without its insides. */
export function handleErrors(app: FastifyInstance) {
  app.setErrorHandler<FastifyError>(async (error, request, reply) => {
    const status = error.statusCode ?? 500;
    if (error instanceof InvalidRequest) {
      return sendRefusal(reply, refuse("invalid", { issues: error.issues }));
    }
    if (isUnreadable(error)) {
      await request.routeOptions.config.onUnreadable?.(request, error);
      return sendUnreadable(reply, error, status);
    }
    if (isDataError(error)) {
      request.log.warn({ err: error }, "a value that the database cannot take");
      return sendRefusal(reply, refuseValue(error));
    }
    if (status === 429) return sendRefusal(reply, refuse("too-many-attempts"));
    request.log.error({ err: error }, "unexpected");
    if (isDatabaseUnavailable(error)) {
      reply.header("Retry-After", "5");
      return sendProblem(reply, {
        title: "The database does not answer",
        status: 503,
        code: "unexpected",
      });
    }
    return sendRefusal(reply, refuse("unexpected"));
  });
}

/** PostgreSQL's class 22: the value itself is what the database cannot take. */
export function isDataError(error: unknown): error is Error & { code: string } {
  return readErrorCode(error)?.startsWith("22") === true;
}

/** Names PostgreSQL's code and, where it says one, the column: never the statement or its values. */
export function refuseValue(error: unknown, parentPath = ""): Refusal {
  const { code, column } = databaseError(error) ?? {};
  const path = [parentPath, column].filter(Boolean).join(".");
  return refuse("invalid", {
    issues: [{ path, message: `A value that cannot be stored (${code ?? "22000"})` }],
  });
}

function isUnreadable(error: FastifyError): boolean {
  return (
    error instanceof UnreadableJson ||
    /^FST_(ERR_CTP|REQ|FILES|PARTS|FIELDS)_/.test(error.code ?? "")
  );
}

function sendUnreadable(reply: FastifyReply, error: Error, status: number): FastifyReply {
  if (status === 413) return sendRefusal(reply, refuse("too-large"));
  const problem = { title: "The request cannot be read", code: "invalid" } as const;
  return sendProblem(reply, {
    ...problem,
    status: status === 415 ? 415 : 400,
    issues: [{ path: "", message: error.message }],
  });
}

/** What the driver says without a code. */
const connectionErrorPattern = /^(Connection terminated|timeout exceeded when trying to connect)/;

function isDatabaseUnavailable(error: unknown): boolean {
  const code = readErrorCode(error);
  return (
    code === "ECONNREFUSED" ||
    code === "ECONNRESET" ||
    code?.startsWith("08") === true ||
    code?.startsWith("57P") === true ||
    // Its disk is full, or it has no connection or memory left: the caller comes again.
    code?.startsWith("53") === true ||
    // Somebody else holds a row for too long: as good as away, for this request.
    code === "55P03" ||
    // A statement or a transaction took too long, or no connection came free in time.
    code === "57014" ||
    code === "25P03" ||
    (error instanceof Error && connectionErrorPattern.test(error.message))
  );
}

function readErrorCode(error: unknown): string | undefined {
  const databaseCode = databaseError(error)?.code;
  if (databaseCode !== undefined) return databaseCode;
  return error instanceof Error && "code" in error && typeof error.code === "string"
    ? error.code
    : undefined;
}
