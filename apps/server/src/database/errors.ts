import { isRecord } from "@fieldfare/domain";

/** PostgreSQL's error without the values that caused it. */
export interface DatabaseError {
  /** SQLSTATE, or the code of a broken connection such as `ECONNREFUSED`. */
  readonly code: string;
  readonly table?: string;
  readonly column?: string;
  readonly constraint?: string;
  /** The statement with its placeholders, without the parameters. */
  readonly statement?: string;
}

/**
 * Returns the PostgreSQL error inside an error, or null. The query layer wraps the driver's errors and puts every
 * parameter into its message; the driver's own message and detail contain values as well.
 */
export function databaseError(error: unknown): DatabaseError | null {
  let statement: string | undefined;
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if (cause instanceof OutsideError) break;
    if ("query" in cause && typeof cause.query === "string") statement = cause.query;
    if (!isDriverError(cause)) continue;
    const { code, table, column, constraint } = cause;
    return {
      code,
      ...(table && { table }),
      ...(column && { column }),
      ...(constraint && { constraint }),
      ...(statement !== undefined && { statement }),
    };
  }
  return statement === undefined ? null : { code: "unknown", statement };
}

interface DriverError extends Error {
  readonly code: string;
  readonly table?: string;
  readonly column?: string;
  readonly constraint?: string;
}

/** Of the network, or of PostgreSQL while it shuts down. A port in use or a full disk is no error of the database. */
const brokenConnection =
  /^(?:ECONN[A-Z]+|EPIPE|ETIMEDOUT|EHOST[A-Z]+|ENET[A-Z]+|ENOTFOUND|EAI_[A-Z]+)$|^57|^08/;

/** Whether a code says that the connection to the database broke, or that the database ended a statement. */
export function isBrokenConnection(code: string): boolean {
  return brokenConnection.test(code);
}

function isDriverError(error: Error): error is DriverError {
  return (
    "code" in error &&
    typeof error.code === "string" &&
    ("severity" in error || isBrokenConnection(error.code))
  );
}

/** What an operator has to do, by SQLSTATE. */
const remedies: Readonly<Record<string, string>> = {
  "53100": "its disk is full: make room there",
  "53200": "it has no memory left",
  "53300": "it has no connections left: see max_connections",
};

/** Whether the database refuses to write because its disk is full. */
export function isDiskFull(error: unknown): boolean {
  return databaseError(error)?.code === "53100";
}

/** Returns the code of an error of the operating system, such as `EEXIST`. */
export function systemCode(error: unknown): string | undefined {
  return error instanceof Error && "code" in error && typeof error.code === "string"
    ? error.code
    : undefined;
}

/** Something outside of the database did not do what was asked of it. The message has no content. */
abstract class OutsideError extends Error {
  /** The code or the name of the innermost error, such as `ECONNREFUSED` or `AccessDenied`. */
  readonly code: string;

  constructor(error: Error) {
    super(error.message, { cause: error });
    this.code = readInnermostCode(error);
  }
}

/** The store of photos and documents did not do what was asked of it. The message names the object. */
export class ObjectStoreError extends OutsideError {
  override readonly name = "ObjectStoreError";
}

/** A sign-in at the provider failed. The message is the library's, and nothing of what the provider said. */
export class ProviderError extends OutsideError {
  override readonly name = "ProviderError";
}

function readInnermostCode(error: Error): string {
  if (error.cause instanceof Error) return readInnermostCode(error.cause);
  return "code" in error && typeof error.code === "string" ? error.code : error.name;
}

/** Returns the message of an error. It may contain values: do not log it for errors of the database. */
export function errorMessage(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** Returns a code of the database, the system or a library, else the error's name. Never contains a value. */
export function errorCode(error: unknown): string {
  if (!(error instanceof Error)) return "unknown";
  const ownCode = "code" in error && typeof error.code === "string" ? error.code : error.name;
  const code = databaseError(error)?.code ?? ownCode;
  return /^\w{1,60}$/.test(code) ? code : "unknown";
}

export interface LoggedError {
  readonly type: string;
  readonly message: string;
  readonly stack: string;
  /** The code of the error that a library has wrapped, such as `ENOSPC`. */
  readonly cause?: string;
  readonly database?: DatabaseError;
  readonly [key: string]: unknown;
}

/**
 * Converts an error for the log: code and names of a database error, the message of any other error, and the stack
 * of both. Never contains a value that somebody entered.
 */
export function loggedError(error: unknown): LoggedError {
  if (!(error instanceof Error)) return loggedOther(error);
  const database = databaseError(error);
  const remedy = database && remedies[database.code];
  const cause = findCause(error);
  const stackLines = (error.stack ?? "").split("\n").filter((line) => /^\s+at /.test(line));
  return {
    type: error.name,
    message: database
      ? `PostgreSQL ${readConnectionFault(error) ?? database.code}${remedy ? `, ${remedy}` : ""}`
      : error.message,
    ...(database && { database }),
    ...(cause !== null && { cause }),
    stack: stackLines.join("\n"),
  };
}

/** Libraries also report a copy of an error, which is no instance of `Error` any more. */
function loggedOther(error: unknown): LoggedError {
  if (!isRecord(error) || typeof error["message"] !== "string")
    return { type: typeof error, message: "", stack: "" };
  return loggedError(Object.assign(new Error(error["message"]), error));
}

/** Messages of the driver's errors that have no code. They are of the driver alone, and hold no value. */
const connectionFault =
  /^(Connection terminated|timeout exceeded when trying to connect|Client (has encountered|was closed)|Query read timeout)/;

/** Whether the text is the driver's about a connection that did not come or broke. */
export function isConnectionFault(message: string): boolean {
  return connectionFault.test(message);
}

function readConnectionFault(error: Error): string | null {
  for (let cause: unknown = error; cause instanceof Error; cause = cause.cause)
    if (isConnectionFault(cause.message)) return cause.message;
  return null;
}

/** Returns the code of the innermost error; null for an error that wraps none. */
function findCause({ cause }: Error): string | null {
  if (!(cause instanceof Error)) return null;
  return findCause(cause) ?? errorCode(cause);
}
