import type { Problem } from "@fieldfare/contract";

/** Why a call gave no answer that can be used. */
export type CallFailure =
  | { readonly kind: "network" }
  /** A 200 that is not ours: a captive portal, a proxy, a broken server. */
  | { readonly kind: "nonsense"; readonly status: number }
  | ({ readonly kind: "problem"; readonly problem: Problem } & ResponseStatus)
  /** An answer that is not ours: a gateway, a proxy. */
  | ({ readonly kind: "status" } & ResponseStatus)
  | { readonly kind: "token-not-found" }
  | { readonly kind: "token-renewal" }
  /** Signed in without a network: a page that holds the credentials turns them into a token. */
  | { readonly kind: "awaiting-credentials" }
  /** What the server says of the device that was named in the request. */
  | {
      readonly kind: "device";
      readonly error: "locked" | "unknown";
      readonly deviceId: string | null;
    };

interface ResponseStatus {
  readonly status: number;
  /** What the answer's Retry-After asks for. */
  readonly retryAfterMs?: number;
}

export type Answer<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly failure: CallFailure };

export function describeFailure(failure: CallFailure): string {
  switch (failure.kind) {
    case "problem":
      return failure.problem.detail ?? failure.problem.title;
    case "status":
    case "nonsense":
      return `The server answered ${failure.status}`;
    case "network":
      return "The server could not be reached";
    case "device":
      return `The server does not take messages from this device: ${failure.error}`;
    default:
      return "The sign-in could not be renewed";
  }
}
