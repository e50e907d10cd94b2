import { defineCall } from "../call.ts";
import { isoDateTime, sha256, text, z } from "../schema.ts";

/** The result of checking a document. It is never "forged", because the server cannot know that. */
export const verificationStatus = z.enum([
  /** The number is one of ours and its signature is valid; no file was given to compare. */
  "known",
  /** The file is identical, byte for byte, to the one filed under the number, and the signature is valid. */
  "unchanged",
  /** The number is one of ours, but the file differs from the filed one. */
  "different",
  /** No document with this number has reached the server, or not yet. */
  "unknown",
  /** The document is filed, but the server's keys cannot verify its signature. */
  "unconfirmed",
]);
export type VerificationStatus = z.output<typeof verificationStatus>;

export const verifyDocument = defineCall({
  name: "verifyDocument",
  method: "GET",
  path: "/api/verify/:number",
  audience: "open",
  summary:
    "Whether a document with the number that is printed on it is genuine and, given the SHA-256 of its file, unchanged",
  params: z.object({ number: z.string().check(z.minLength(1), z.maxLength(60)) }),
  query: z.object({ sha256: z.optional(sha256) }),
  response: z.object({
    status: verificationStatus,
    /** Null if the number is not known. It holds no personal data: these are only in the document. */
    document: z.nullable(
      z.object({
        number: text(30),
        name: text(200),
        completedOn: isoDateTime,
        /** The business that issued it; null if the office has not entered its details. */
        issuedBy: z.nullable(text(200)),
        /**
         * The JSON Web Signature (RFC 7515) over number, name and SHA-256, for anyone who verifies it independently.
         */
        signature: text(2000),
      }),
    ),
  }),
});

export const listDocumentKeys = defineCall({
  name: "listDocumentKeys",
  method: "GET",
  path: "/api/document-keys",
  audience: "open",
  summary: "The public keys of the signatures of documents (RFC 7517), old ones too",
  response: z.object({
    keys: z.array(
      z.object({
        kty: z.literal("OKP"),
        crv: z.literal("Ed25519"),
        x: text(100),
        kid: text(100),
        use: z.literal("sig"),
        alg: z.literal("EdDSA"),
      }),
    ),
  }),
});
