/** Why the embedded PostgreSQL did not start. The message tells the operator what to do. */
export class EmbeddedDatabaseError extends Error {
  readonly code: "no-binaries" | "user-refused" | "in-use" | "wrong-version" | "failed";

  constructor(code: EmbeddedDatabaseError["code"], message: string) {
    super(message);
    this.name = "EmbeddedDatabaseError";
    this.code = code;
  }
}
