import { isoDateTime, namedSchema, z } from "./schema.ts";
import { unsentWork } from "./wipe.ts";

/** RFC 9457 problem details, with a code for programs and the paths of the invalid values. */
export const problem = namedSchema(
  "Problem",
  z.object({
    type: z.optional(z.string()),
    title: z.string(),
    status: z.int(),
    detail: z.optional(z.string()),
    code: z.string(),
    issues: z.optional(z.array(z.object({ path: z.string(), message: z.string() }))),
    /**
     * On `lane-gap`, and on `conflict` if another message has the number: the number that the server expects next.
     */
    expectedLaneNumber: z.optional(z.int()),
    /** On `events-deleted` and `events-unknown`: the `after` with which a reader of the feed goes on. */
    resumeAfter: z.optional(z.int()),
    /** On `confirmation-needed`: what is lost, and what the repeated request has to carry. */
    confirmation: z.optional(
      z.object({
        token: z.string(),
        expiresOn: isoDateTime,
        lost: unsentWork,
        /** When the device said what it has not sent; null: it has not said. */
        reportedOn: z.nullable(isoDateTime),
      }),
    ),
    /** The id of the request, which is in the server's log too. */
    requestId: z.optional(z.string()),
  }),
);
export type Problem = z.output<typeof problem>;

/** The codes that clients act on. */
export const problemCode = {
  invalid: "invalid",
  tooLarge: "too-large",
  unauthorised: "unauthorised",
  badCredentials: "bad-credentials",
  tooManyAttempts: "too-many-attempts",
  pinLocked: "pin-locked",
  forbidden: "forbidden",
  deviceUnknown: "device-unknown",
  deviceLocked: "device-locked",
  /** The office has to approve this further device of the engineer. */
  deviceUnapproved: "device-unapproved",
  accountDisabled: "account-disabled",
  /** A device is registered, and its PIN set, only soon after a sign-in with the password. */
  passwordNeeded: "password-needed",
  /** The request has to be signed with the key of its device, and is not. A sign-in brings a new key. */
  signatureMismatch: "signature-mismatch",
  /** The copy of a data key is for another device, or sealed to a key that the server does not have. */
  dataKeyNotOpened: "data-key-not-opened",
  /** The office's code for a forgotten PIN has expired, was used, or was tried five times. */
  resetCodeEnded: "reset-code-ended",
  /** Something would be lost: the request has to be repeated with the confirmation of the answer. */
  confirmationNeeded: "confirmation-needed",
  notFound: "not-found",
  conflict: "conflict",
  hashMismatch: "hash-mismatch",
  laneGap: "lane-gap",
  unsupportedVersion: "unsupported-version",
  notAPicture: "not-a-picture",
  imagesUnavailable: "images-unavailable",
  unavailable: "unavailable",
  unexpected: "unexpected",
} as const;

/**
 * The codes with which the server refuses a message itself: sending it again does not help. Any other response
 * without a receipt says nothing about the message.
 */
export const refusalCodes: ReadonlySet<string> = new Set<string>([
  problemCode.invalid,
  problemCode.tooLarge,
  problemCode.forbidden,
  problemCode.notFound,
  problemCode.conflict,
  problemCode.hashMismatch,
  problemCode.laneGap,
  problemCode.unsupportedVersion,
  problemCode.notAPicture,
]);

export const header = {
  deviceId: "X-Device-Id",
  deviceError: "X-Device-Error",
  /** The public key of the device, as base64url of its JSON. */
  deviceKey: "X-Device-Key",
  /** The signature of the request with that key, as base64url. */
  deviceSignature: "X-Device-Signature",
  deviceTime: "X-Device-Time",
  /** Set by the server while the device of the request has to be wiped. */
  deviceWipe: "X-Device-Wipe",
  appVersion: "X-App-Version",
  idempotencyKey: "Idempotency-Key",
  /** Set to `true` on an answer that was recorded when the request came first. */
  idempotencyReplayed: "Idempotency-Replayed",
  /** The version of what an answer shows. */
  version: "ETag",
  /** The versions of which a change may take one for the present one. */
  ifMatch: "If-Match",
  /** On a ping: the tag of an earlier poll, after which nothing may have come. */
  ifNoneMatch: "If-None-Match",
  /** Names the request in the server's log. Every answer has it; a caller may choose it, as 32 hexadecimal digits or a UUID. */
  requestId: "X-Request-Id",
  /** The size of a sync answer in bytes before compression, so that the app can show progress. */
  syncSize: "X-Sync-Size",
} as const;
