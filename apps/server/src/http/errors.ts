import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { z } from "@fieldfare/contract";
import { UnreadableJson } from "./json-body.ts";
import { issuesOf, refuse, sendProblem, sendRefusal } from "./problem.ts";

declare module "fastify" {
  interface FastifyContextConfig {
    /** Told of a body that could not even be read. */
    onUnreadable?: ((request: FastifyRequest, error: Error) => Promise<void>) | undefined;
    jsonDepth?: number | undefined;
  }
}

class InvalidRequest extends Error {
  readonly statusCode = 400;
  override readonly cause: z.core.$ZodError;

  constructor(cause: z.core.$ZodError) {
    super("The request does not fit the contract");
    this.cause = cause;
  }
}

/** Checks by the contract's schemas; what does not fit becomes a 400 with the places that are wrong. */
export function validatorCompiler({ schema }: { schema: unknown }) {
  return (data: unknown) => {
    const result = z.safeParse(schema as z.ZodMiniType, data);
    return result.success ? { value: result.data } : { error: new InvalidRequest(result.error) };
  };
}

/** Every answer that is no success is a problem; what nobody foresaw is logged and told without its insides. */
export function answerErrors(app: FastifyInstance) {
  app.setErrorHandler<FastifyError>(async (error, request, reply) => {
    const status = error.statusCode ?? 500;
    if (error instanceof InvalidRequest) {
      return sendRefusal(reply, refuse("invalid", { issues: issuesOf(error.cause) }));
    }
    if (isUnreadable(error)) {
      await request.routeOptions.config.onUnreadable?.(request, error);
      return sendUnreadable(reply, error, status);
    }
    if (isDataFault(error)) {
      return sendRefusal(
        reply,
        refuse("invalid", { issues: [{ path: "", message: error.message }] }),
      );
    }
    if (status === 429) return sendRefusal(reply, refuse("too-many-attempts"));
    request.log.error({ err: error }, "unexpected");
    if (isDatabaseAway(error)) {
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
export function isDataFault(error: unknown): error is Error & { code: string } {
  return codeOf(error)?.startsWith("22") === true;
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

function isDatabaseAway(error: unknown): boolean {
  const code = codeOf(error);
  return (
    code === "ECONNREFUSED" ||
    code === "ECONNRESET" ||
    code?.startsWith("08") === true ||
    code?.startsWith("57P") === true ||
    // Somebody else holds a row for too long: as good as away, for this request.
    code === "55P03" ||
    (error instanceof Error && error.message.startsWith("Connection terminated"))
  );
}

/** The query layer wraps what PostgreSQL said. */
function codeOf(error: unknown): string | undefined {
  for (let cause: unknown = error; cause instanceof Error; cause = cause.cause) {
    if ("code" in cause && typeof cause.code === "string" && !cause.code.startsWith("FST_"))
      return cause.code;
  }
  return undefined;
}
