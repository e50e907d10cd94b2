import {
  type Call,
  type CallAnswer,
  type CallBody,
  type CallParams,
  type CallQuery,
  type Problem,
  problem,
  problemCode,
  z,
} from "@fieldfare/contract";
import { isRecord, readTextField } from "@fieldfare/domain";

export interface CallInput<C extends Call> {
  readonly params?: CallParams<C>;
  readonly query?: CallQuery<C>;
  readonly body?: CallBody<C>;
  /** The parts of a call that takes a file. */
  readonly form?: FormData;
  readonly signal?: AbortSignal;
  /** A compiled check of a large answer. The contract decides on what it refuses. */
  readonly isAnswer?: (value: unknown) => value is CallAnswer<C>;
}

const sessionOverCodes: ReadonlySet<string> = new Set([
  problemCode.unauthorised,
  problemCode.accountDisabled,
]);

/** Why the server did not do what was requested. `status` 0: it was not reached. */
export class OfficeError extends Error {
  readonly status: number;
  readonly problem: Problem | null;

  constructor(status: number, details: Problem | null) {
    super(details?.detail ?? details?.title ?? `Status ${status}`);
    this.status = status;
    this.problem = details;
  }

  /** The server wants a sign-in. */
  get isSessionOver(): boolean {
    return sessionOverCodes.has(this.problem?.code ?? "");
  }
}

/** Whether the server refused something with this code of `problemCode`. */
export function isProblem(error: unknown, code: string): boolean {
  return error instanceof OfficeError && error.problem?.code === code;
}

/** Whether the server refused a change because things are no longer as they were read. */
export function isConflict(error: unknown): boolean {
  return isProblem(error, problemCode.conflict);
}

/** Whether the server does not know what a change is of. In a dialog of something that the page shows, somebody has removed it. */
export function isNotFound(error: unknown): boolean {
  return isProblem(error, problemCode.notFound);
}

/**
 * Sends a request and returns its answer, parsed by the contract. Throws an `OfficeError`.
 *
 * @param headers what the request has besides the token and its type
 */
export async function sendRequest<C extends Call>(
  call: C,
  input: CallInput<C>,
  token: string | null,
  headers?: Readonly<Record<string, string>>,
): Promise<CallAnswer<C>> {
  const response = await sendRaw(call, input, token, headers);
  const answer: unknown = await response.json();
  return input.isAnswer?.(answer) ? answer : z.parse<C["response"]>(call.response, answer);
}

/** Sends a request and returns its answer as it came: an image, or a document. */
export async function sendRaw<C extends Call>(
  call: C,
  { params, query, body, form, signal }: CallInput<C>,
  token: string | null,
  headers?: Readonly<Record<string, string>>,
): Promise<Response> {
  const response = await fetch(buildPath(call.path, params, query), {
    method: call.method,
    headers: {
      ...headers,
      ...(token !== null && { Authorization: `Bearer ${token}` }),
      // The browser writes the type of a form itself, with what separates its parts.
      ...(body !== undefined && form === undefined && { "Content-Type": "application/json" }),
    },
    ...((form !== undefined || body !== undefined) && { body: form ?? JSON.stringify(body) }),
    ...(signal && { signal }),
  }).catch((error: unknown) => {
    if (signal?.aborted) throw error;
    throw new OfficeError(0, null);
  });
  if (response.ok) return response;
  const details: unknown = await response.json().catch(() => null);
  const parsed = z.safeParse(problem, details);
  if (parsed.success && isUnusableId(parsed.data, params)) throw new OfficeError(404, notFound);
  throw new OfficeError(response.status, parsed.success ? parsed.data : null);
}

const notFound: Problem = { title: "Not found", status: 404, code: problemCode.notFound };

/** Whether the server refused the ids of the path alone. Somebody typed them into the address bar, and nothing has them. */
function isUnusableId({ code, issues = [] }: Problem, params: unknown): boolean {
  return (
    code === problemCode.invalid &&
    issues.length > 0 &&
    issues.every(({ path }) => readTextField(params, path) !== undefined)
  );
}

function buildPath(path: string, params: unknown, query: unknown): string {
  const filled = path.replace(/:(\w+)/g, (_whole, name: string) =>
    encodeURIComponent(readTextField(params, name) ?? ""),
  );
  const search = new URLSearchParams();
  if (isRecord(query))
    for (const [name, value] of Object.entries(query))
      if (typeof value === "string" && value !== "") search.set(name, value);
  return search.size > 0 ? `${filled}?${search}` : filled;
}
