import type { FastifyReply } from "fastify";
import { header, type Problem, type problemCode, type z } from "@fieldfare/contract";
import type { officeProblemCode } from "@fieldfare/contract/office";

declare module "fastify" {
  interface FastifyContextConfig {
    /** The call answers errors of OAuth 2.0. */
    hasOauthErrors?: boolean | undefined;
  }
}

export type ProblemCode =
  /** Of several messages in a request: an earlier one of the same ordering key was refused. */
  | "not-tried"
  | (typeof problemCode)[keyof typeof problemCode]
  | (typeof officeProblemCode)[keyof typeof officeProblemCode];
export type Issue = { readonly path: string; readonly message: string };

/** The HTTP status and the title of each code. */
export const problems = {
  invalid: [400, "The request is not valid"],
  "too-large": [413, "The request is too large"],
  unauthorised: [401, "Sign in first"],
  "bad-credentials": [401, "The name or the secret is not right"],
  "too-many-attempts": [429, "Too many attempts"],
  "pin-locked": [403, "The PIN of this device is locked"],
  forbidden: [403, "Not allowed"],
  "permission-missing": [403, "This needs a permission that you do not have"],
  "password-change-needed": [403, "Choose a password of your own first"],
  "device-unknown": [403, "This device is not registered for you"],
  "device-locked": [403, "This device is locked"],
  "device-unapproved": [403, "The office has not approved this device yet"],
  "account-disabled": [403, "This account is disabled"],
  "signature-mismatch": [403, "The request is not signed with the key of this device"],
  "data-key-not-opened": [422, "This copy of a data key cannot be opened"],
  "reset-code-ended": [403, "There is no code that can still be used"],
  "password-needed": [403, "Sign in with the password first"],
  "confirmation-needed": [409, "This loses work: confirm it"],
  "not-found": [404, "Not found"],
  conflict: [409, "This contradicts what is recorded"],
  stale: [412, "Somebody has changed this since you read it"],
  "key-reused": [422, "Another request had this Idempotency-Key"],
  "hash-mismatch": [422, "The content does not match its hash or id"],
  "lane-gap": [409, "An earlier message is missing"],
  "not-tried": [409, "An earlier message of the request was refused"],
  "events-deleted": [410, "These events are deleted"],
  "events-unknown": [409, "The feed has no such event"],
  "unsupported-version": [422, "This version is not supported"],
  "not-a-picture": [422, "This image cannot be used"],
  "images-unavailable": [503, "Photos cannot be stored at the moment"],
  unavailable: [503, "This is not available at the moment"],
  unexpected: [500, "Something went wrong"],
} as const satisfies Record<ProblemCode, readonly [number, string]>;

/**
 * A limit of attempts: of an account at one network address, of all accounts at one, or of a secret on a device at any.
 */
export type AttemptLimit = "account" | "address" | "device";

/** A refusal as a value: the function returns it instead of its result. */
export interface Refusal {
  readonly refusal: ProblemCode;
  readonly detail?: string;
  readonly issues?: readonly Issue[];
  readonly expectedLaneNumber?: number;
  readonly resumeAfter?: number;
  readonly confirmation?: Problem["confirmation"];
  /** In seconds. */
  readonly retryAfter?: number;
  /** Of too many attempts: whose limit it was. The audit says it, and no answer does. */
  readonly limit?: AttemptLimit;
}

/** Makes a refusal. `sendRefusal` answers it with the status of its code. */
export function refuse(refusal: ProblemCode, more: Omit<Refusal, "refusal"> = {}): Refusal {
  return { refusal, ...more };
}

/** Tells a refusal from an answer. No answer of a call has a property `refusal`. */
export function isRefusal(value: unknown): value is Refusal {
  return typeof value === "object" && value !== null && "refusal" in value;
}

/** Answers a refusal as problem details, with the headers that belong to its code. */
export function sendRefusal(reply: FastifyReply, answer: Refusal): FastifyReply {
  const { refusal, retryAfter } = answer;
  const problem = buildProblem(answer);
  const { status } = problem;
  if (refusal === "device-unknown") reply.header(header.deviceError, "unknown");
  if (refusal === "device-locked" || refusal === "account-disabled")
    reply.header(header.deviceError, "locked");
  if (status === 401) reply.header("WWW-Authenticate", "Bearer");
  if (retryAfter !== undefined) reply.header("Retry-After", String(retryAfter));
  return sendProblem(reply, problem);
}

/** Builds the problem details of a refusal. */
export function buildProblem({
  refusal,
  detail,
  issues,
  expectedLaneNumber,
  resumeAfter,
  confirmation,
}: Refusal): Problem {
  const [status, title] = problems[refusal];
  return {
    title,
    status,
    code: refusal,
    ...(detail !== undefined && { detail }),
    ...(issues !== undefined && { issues: [...issues] }),
    ...(expectedLaneNumber !== undefined && { expectedLaneNumber }),
    ...(resumeAfter !== undefined && { resumeAfter }),
    ...(confirmation !== undefined && { confirmation }),
  };
}

/**
 * Names the request, so that a problem that somebody reports can be found in the log. A call of OAuth 2.0 answers its error
 * with the members of the problem: a program that knows our problems needs no other code for it.
 */
export function sendProblem(
  reply: FastifyReply,
  problem: Problem,
  oauthError: OauthError = nameOauthError(problem.status),
): FastifyReply {
  const { id, routeOptions } = reply.request;
  // A path that cannot be decoded belongs to no route, and has no configuration.
  const isOauth = routeOptions.config?.hasOauthErrors === true;
  return reply
    .code(problem.status)
    .type(`application/${isOauth ? "json" : "problem+json"}; charset=utf-8`)
    .serializer(JSON.stringify)
    .send({
      ...(isOauth && { error: oauthError, error_description: describeForOauth(problem) }),
      ...problem,
      requestId: id,
    });
}

/** The errors of RFC 6749, 5.2, and two of 4.1.2.1 for what the server could not do. */
export type OauthError =
  | "invalid_request"
  | "invalid_client"
  | "unsupported_grant_type"
  | "invalid_scope"
  | "temporarily_unavailable"
  | "server_error";

function nameOauthError(status: number): OauthError {
  if (status === 429 || status === 503) return "temporarily_unavailable";
  return status >= 500 ? "server_error" : "invalid_request";
}

/** Without the characters that RFC 6749 leaves out of a description. */
function describeForOauth({ title, issues }: Problem): string {
  return (issues?.[0]?.message ?? title).replaceAll(/[^\x20\x21\x23-\x5b\x5d-\x7e]/g, "'");
}

/** Lists the issues of a schema error, with paths joined by dots. */
export function formatIssues(error: z.core.$ZodError, parentPath: readonly string[] = []): Issue[] {
  return error.issues.map((issue) => ({
    path: [...parentPath, ...issue.path.map(String)].join("."),
    message: issue.message,
  }));
}
