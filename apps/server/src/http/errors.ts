import { readField } from "@fieldfare/domain";
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { type Call, z } from "@fieldfare/contract";
import {
  databaseError,
  isConnectionFault,
  isBrokenConnection,
  isDiskFull,
  ObjectStoreError,
} from "../database/errors.ts";
import { TooManyWaiting } from "../database/limited.ts";
import { storable, findUnprintablePath } from "../database/storable.ts";
import { setPlainHeaders } from "./headers.ts";
import { UnreadableBody } from "./json-body.ts";
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
    /** Called when the body of a request cannot be read. */
    onUnreadable?: ((request: FastifyRequest, error: Error) => Promise<void>) | undefined;
    jsonDepth?: number | undefined;
    /** Devices sign the call: the text of its body is kept. */
    isSigned?: boolean | undefined;
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

/** The part of a request that a schema validates. */
interface RequestPart {
  readonly schema: unknown;
  readonly httpPart?: string | undefined;
}

/**
 * Validates requests with the contract's schemas. What does not fit becomes a 400 with the paths of the issues. An
 * engineer's input is never refused for a character that cannot be stored: the character is replaced. Other callers
 * get an issue.
 */
export function createValidator({
  audience,
  ignoresUnknownMembers,
}: Pick<Call, "audience" | "ignoresUnknownMembers">) {
  return ({ schema, httpPart }: RequestPart) => {
    const isEngineerInput = audience === "engineer" && httpPart === "body";
    const refusesUnknown =
      audience === "office" && httpPart === "body" && ignoresUnknownMembers !== true;
    return (data: unknown) => {
      const input = isEngineerInput ? storable(data) : data;
      const issues = validatePrintable(input);
      if (issues.length > 0) return { error: new InvalidRequest(issues) };
      // Fastify passes the schema that `registerRoutes` gave it.
      // oxlint-disable-next-line typescript/consistent-type-assertions
      const result = z.safeParse(schema as z.ZodMiniType, input);
      if (!result.success) return { error: new InvalidRequest(formatIssues(result.error)) };
      const unknown = refusesUnknown ? findUnknownFields(input, result.data) : [];
      return unknown.length > 0 ? { error: new InvalidRequest(unknown) } : { value: result.data };
    };
  };
}

function validatePrintable(value: unknown): Issue[] {
  const path = findUnprintablePath(value);
  if (path === null) return [];
  return [{ path, message: "A control character or half of a character: remove it" }];
}

/**
 * Finds the fields of the input that the schema has dropped. An office that sends a field which the server does not know
 * would otherwise take it for stored. A phone of a later build may send such fields.
 */
function findUnknownFields(input: unknown, parsed: unknown, path = ""): Issue[] {
  if (typeof input !== "object" || input === null) return [];
  if (typeof parsed !== "object" || parsed === null) return [];
  return Object.entries(input).flatMap(([name, value]) => {
    const fieldPath = path === "" ? name : `${path}.${name}`;
    if (!Object.hasOwn(parsed, name)) return [{ path: fieldPath, message: "Unknown field" }];
    return findUnknownFields(value, readField(parsed, name), fieldPath);
  });
}

/**
 * Turns every error into a problem answer. An unexpected error is logged, and the answer does not show its details.
 */
export function handleErrors(app: FastifyInstance) {
  app.setErrorHandler<FastifyError>(async (error, request, reply) => {
    const status = error.statusCode ?? 500;
    // The handler read a body that was cut off, so its error does not matter.
    if (request.isBodyTooLarge) {
      await recordUnreadable(request, error);
      return sendUnreadable(reply, error, 413);
    }
    if (error instanceof InvalidRequest) {
      return sendRefusal(reply, refuse("invalid", { issues: error.issues }));
    }
    if (error instanceof TooManyWaiting)
      return sendRefusal(reply, refuse("unavailable", { retryAfter: 5 }));
    // The caller has broken off and hears no answer. A phone sends the message again.
    if (request.raw.readableAborted) {
      request.log.debug({ err: error }, "the caller has broken off");
      return sendUnreadable(reply, error, 400);
    }
    if (isUnreadable(error)) {
      if (error instanceof UnreadableBody)
        request.log.info({ err: error.cause ?? error }, "the body of a request cannot be read");
      await recordUnreadable(request, error);
      return sendUnreadable(reply, error, status);
    }
    if (isDataError(error)) {
      request.log.warn({ err: error }, "the database cannot store a value");
      return sendRefusal(reply, refuseValue(error));
    }
    if (status === 429) return sendRefusal(reply, refuse("too-many-attempts"));
    request.log.error({ err: error }, "unexpected error");
    const title = nameUnavailable(error);
    if (title === null) return sendRefusal(reply, refuse("unexpected"));
    reply.header("Retry-After", "5");
    return sendProblem(reply, { title, status: 503, code: "unavailable" });
  });
}

/** Lets the route record the request. If that fails, the caller still hears what is wrong with the request. */
async function recordUnreadable(request: FastifyRequest, error: Error): Promise<void> {
  try {
    await request.routeOptions.config.onUnreadable?.(request, error);
  } catch (failure) {
    request.log.error({ err: failure }, "a request that cannot be read could not be recorded");
  }
}

/** Whether the error is of PostgreSQL's class 22: the database cannot store the value itself. */
export function isDataError(error: unknown): error is Error & { code: string } {
  return readErrorCode(error)?.startsWith("22") === true;
}

/** Names PostgreSQL's code and the column, if it is known. Never shows the statement or its values. */
export function refuseValue(error: unknown, parentPath = ""): Refusal {
  const { code, column } = databaseError(error) ?? {};
  const path = [parentPath, column].filter(Boolean).join(".");
  return refuse("invalid", {
    issues: [{ path, message: `A value that cannot be stored (${code ?? "22000"})` }],
  });
}

/** PostgreSQL's code of a statement that reached its time limit. */
const statementEnded = "57014";

/** Says what the server cannot reach, or why that does not work. Null: the error is another one. */
function nameUnavailable(error: unknown): string | null {
  if (error instanceof ObjectStoreError)
    return "The store of photos and documents is not available";
  if (isDiskFull(error)) return "The disk of the database is full";
  if (readErrorCode(error) === statementEnded) return "This takes the database too long";
  return isDatabaseUnavailable(error) ? "The database does not answer" : null;
}

function isUnreadable(error: FastifyError): boolean {
  return (
    error instanceof UnreadableBody ||
    /^FST_(ERR_CTP|CP_ERR|REQ|FILES|PARTS|FIELDS)_/.test(error.code ?? "")
  );
}

/** Answers a request whose path cannot be decoded, so that it belongs to no route. */
export function sendUnreadablePath(
  _error: FastifyError,
  _request: FastifyRequest,
  reply: FastifyReply,
): void {
  const issues = [{ path: "", message: "The path has a % that begins no encoded character" }];
  void sendRefusal(setPlainHeaders(reply), refuse("invalid", { issues }));
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

/** Whether the database cannot be reached or is too busy: the caller tries again. */
export function isDatabaseUnavailable(error: unknown): boolean {
  const code = readErrorCode(error) ?? "";
  return (
    // Also a statement or a transaction that took too long, or a connection that did not become free in time.
    isBrokenConnection(code) ||
    // The database's disk is full, or it has no connections or memory left. The caller tries again.
    code.startsWith("53") ||
    // The operating system failed it, such as a disk.
    code.startsWith("58") ||
    // Other transactions were faster, as often as this one was tried.
    code === "40001" ||
    code === "40P01" ||
    // Another transaction holds a row for too long, so this request counts the database as unavailable.
    code === "55P03" ||
    // The connection leads to a standby, which somebody is about to make the primary.
    code === "25006" ||
    code === "25P03" ||
    isConnectionError(error)
  );
}

/** The query layer wraps the error of a connection that did not become free in time. */
function isConnectionError(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return isConnectionFault(error.message) || isConnectionError(error.cause);
}

function readErrorCode(error: unknown): string | undefined {
  const databaseCode = databaseError(error)?.code;
  if (databaseCode !== undefined) return databaseCode;
  return error instanceof Error && "code" in error && typeof error.code === "string"
    ? error.code
    : undefined;
}
