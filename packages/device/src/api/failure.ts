import type { Problem } from "@fieldfare/contract";

/** Why a call gave no usable answer. */
export type CallFailure =
  | { readonly kind: "network" }
  /** A 200 that is not from our server: a captive portal, a proxy, a broken server. */
  | { readonly kind: "malformed"; readonly status: number }
  | ({ readonly kind: "problem"; readonly problem: Problem } & ResponseStatus)
  /** An error answer that is not from our server: a gateway, a proxy. */
  | ({ readonly kind: "status" } & ResponseStatus)
  | { readonly kind: "token-not-found" }
  | { readonly kind: "token-renewal" }
  /**
   * The engineer signed in without a network: the page that holds the credentials must first get a
   * token.
   */
  | { readonly kind: "awaiting-credentials" }
  /** The server has refused the device that the request named. */
  | {
      readonly kind: "device";
      readonly error: "locked" | "unknown";
      readonly deviceId: string | null;
    };

interface ResponseStatus {
  readonly status: number;
  /** The wait that the answer's Retry-After header asks for. */
  readonly retryAfterMs?: number;
}

export type Answer<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly failure: CallFailure };

/** True for an answer of our own server that another try would not change. */
export function isFinalRefusal(failure: CallFailure): boolean {
  return (
    failure.kind === "problem" &&
    failure.status >= 400 &&
    failure.status < 500 &&
    failure.status !== 401 &&
    failure.status !== 429
  );
}

/** Returns an English sentence for the log and for the rows of failed messages. */
export function describeFailure(failure: CallFailure): string {
  switch (failure.kind) {
    case "problem":
      return failure.problem.detail ?? failure.problem.title;
    case "status":
    case "malformed":
      return "The answer did not come from our server. The network may ask you to sign in to it, for instance in a hotel.";
    case "network":
      return "The server could not be reached";
    case "device":
      return `The server does not take messages from this device: ${failure.error}`;
    default:
      return "The sign-in could not be renewed";
  }
}
