import { defineCall } from "../call.ts";
import { isoDateTime, sha256, text, z } from "../schema.ts";

/** What the server can say of a document. It never says that a document is forged: it cannot know. */
export const verificationStatus = z.enum([
  /** The number is one of ours, and its signature holds; no file was given to compare. */
  "known",
  /** The file is, byte for byte, what was filed under the number, and the signature holds. */
  "unchanged",
  /** The number is one of ours, and the file is another one than was filed. */
  "different",
  /** No document of this number has reached the server, or not yet. */
  "unknown",
  /** The document is filed, but its signature cannot be checked with the keys that the server has. */
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
    /** Null where the number is not known. No personal data: these are in the document alone. */
    document: z.nullable(
      z.object({
        number: text(30),
        name: text(200),
        completedOn: isoDateTime,
        /** The business that issued it; null where the office has not said who it is. */
        issuedBy: z.nullable(text(200)),
        /** The JSON Web Signature (RFC 7515) over number, name and SHA-256, for those who check it by themselves. */
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
