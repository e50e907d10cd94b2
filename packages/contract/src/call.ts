import type { OfficePermissionName } from "./office-permissions.ts";
import type { z } from "./schema.ts";

export type Schema = z.ZodMiniType;

/** Who may call: anyone, a field engineer on a registered device, or the office. */
export type Audience = "open" | "engineer" | "office";

/** One HTTP call as data: who may call it, where, and what it takes and answers. */
export type Call = CallDescription & CallAccess;

type CallAccess =
  | { readonly audience: "open" | "engineer"; readonly permission?: never }
  | {
      readonly audience: "office";
      /** What a caller of the office needs. `none`: every person with an office account may call it. */
      readonly permission: OfficePermissionName | "none";
      /** Set if the call is answered before the caller has changed a password that an administrator chose. */
      readonly mayKeepPassword?: true;
    };

interface CallDescription {
  readonly name: string;
  readonly method: "GET" | "POST" | "PUT" | "DELETE";
  /** The path below the host, with `:name` for parameters. */
  readonly path: string;
  readonly audience: Audience;
  readonly summary: string;
  readonly params?: Schema;
  readonly query?: Schema;
  readonly body?: Schema;
  readonly response: Schema;
  /** Set if the device makes the call before it is registered. */
  readonly withoutDevice?: true;
  /** Set if the device signs the call with its key. */
  readonly isSigned?: true;
  /** Set if the answer has the version of what it shows, in `ETag`. */
  readonly givesVersion?: true;
  /** Set if the call takes `If-Match`, and is refused if what it changes has another version by then. */
  readonly takesVersion?: true;
  /** Set if the call takes `If-None-Match`, and is answered 304 without a body while nothing has changed. */
  readonly answersUnchanged?: true;
  /** Set if the answer has a secret that is not stored, so that a repeated request cannot be answered with it. */
  readonly answersSecret?: true;
  /** Set if the browser sends the cookie of a sign-in at the provider with the call. */
  readonly sendsCookie?: true;
  /** Set if the members of an office's body that the schema does not have are ignored. Elsewhere they are refused. */
  readonly ignoresUnknownMembers?: true;
  /** An example body for the OpenAPI document. A test sends it. */
  readonly example?: unknown;
}

/**
 * Returns the call unchanged, with the exact types of its schemas, so that `CallBody` and its like can be read from
 * it.
 */
export function defineCall<const C extends Call>(call: C): C {
  return call;
}

type CallPart<C extends Call, K extends "params" | "query" | "body", D extends "input" | "output"> =
  C extends Record<K, infer S extends Schema>
    ? D extends "input"
      ? z.input<S>
      : z.output<S>
    : undefined;

/** What a caller passes, before it is parsed; undefined where the call takes nothing. */
export type CallParams<C extends Call> = CallPart<C, "params", "input">;
export type CallQuery<C extends Call> = CallPart<C, "query", "input">;
export type CallBody<C extends Call> = CallPart<C, "body", "input">;
/** What a caller receives, after the answer was parsed. */
export type CallAnswer<C extends Call> = z.output<C["response"]>;
