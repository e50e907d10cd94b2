interface SignedRequest {
  readonly method: string;
  /** The path and the query, as the server receives them. */
  readonly path: string;
  /** SHA-256 of the bytes of the body, in lower case hexadecimal digits. */
  readonly bodyHash: string;
  /** The access token of the request. Null: none. */
  readonly token: string | null;
}

/**
 * Returns the text that a phone signs. It has no time in it, since a phone's clock may be wrong: what such a request
 * does can be done once (a refresh token), or only soon after a sign-in.
 */
export function signedText({ method, path, bodyHash, token }: SignedRequest): string {
  return ["fieldfare-request-1", method, path, bodyHash, token ?? ""].join("\n");
}
