import { type IncomingMessage, request as requestHttp } from "node:http";
import { request as requestHttps } from "node:https";
import { isIP } from "node:net";
import { readField } from "@fieldfare/domain";
import { AddressNotAllowed, type AddressRule, readHost } from "../../http/addresses.ts";

export interface PostRequest {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

interface PostOptions {
  readonly addresses: AddressRule;
  /** For the whole answer. */
  readonly timeoutMs: number;
  /** Ends the request. */
  readonly signal: AbortSignal;
}

/** What became of a request. */
export interface PostResult {
  readonly durationMs: number;
  /** Null: there was no answer. */
  readonly status: number | null;
  /** Null: the receiver has it. */
  readonly error: string | null;
  /** The first bytes of the answer as text. */
  readonly answer: string | null;
  /** How long the receiver asks not to be called, in seconds. */
  readonly retryAfterSeconds: number | null;
}

/** More than this is not read: an answer may be endless. */
const maxAnswerBytes = 16_384;
const storedAnswerBytes = 500;
const maxHeaderBytes = 16_384;

/**
 * Sends a body and reads the beginning of the answer. Its status decides: a receiver that answered 2xx has the body, whatever
 * its answer says after that. A redirect is an error: it could lead anywhere.
 */
export function postJson(
  { url, headers, body }: PostRequest,
  { addresses, timeoutMs, signal }: PostOptions,
): Promise<PostResult> {
  const started = performance.now();
  const target = new URL(url);
  const host = readHost(target);
  const durationMs = () => Math.round(performance.now() - started);
  // Node resolves no address, so nothing else would check it.
  if (isIP(host) !== 0 && !addresses.isAllowed(host))
    return Promise.resolve(noAnswer(`${host} is an address that is not allowed`));
  return new Promise((resolve) => {
    const send = target.protocol === "https:" ? requestHttps : requestHttp;
    let response: IncomingMessage | null = null;
    const pieces: Buffer[] = [];
    let bytes = 0;
    let isDone = false;

    const end = (error: string) => {
      if (isDone) return;
      isDone = true;
      clearTimeout(timer);
      signal.removeEventListener("abort", onAbort);
      resolve(response ? describe(response, durationMs(), pieces) : noAnswer(error, durationMs()));
      outgoing.destroy();
    };

    const outgoing = send(target, {
      method: "POST",
      headers,
      lookup: addresses.lookup,
      // A connection that stays open would not be checked again.
      agent: false,
      maxHeaderSize: maxHeaderBytes,
    });
    const timer = setTimeout(
      () => end(`There was no answer within ${timeoutMs / 1000} seconds`),
      timeoutMs,
    );
    const onAbort = () => end("The server stopped");
    signal.addEventListener("abort", onAbort);
    if (signal.aborted) onAbort();
    outgoing.on("response", (answer) => {
      response = answer;
      answer.on("data", (piece: Buffer) => {
        if (bytes < storedAnswerBytes) pieces.push(piece);
        bytes += piece.length;
        if (bytes > maxAnswerBytes) end("");
      });
      for (const event of ["end", "aborted", "error", "close"])
        answer.on(event, () => end("The answer broke off"));
    });
    outgoing.on("error", (error) => end(describeError(error)));
    outgoing.on("close", () => end("The connection was closed without an answer"));
    outgoing.end(body);
  });
}

/** What became of a request that got no answer. */
export function noAnswer(error: string, durationMs = 0): PostResult {
  return { durationMs, status: null, error, answer: null, retryAfterSeconds: null };
}

function describe(
  { statusCode = 0, headers }: IncomingMessage,
  durationMs: number,
  pieces: readonly Buffer[],
): PostResult {
  const isTaken = statusCode >= 200 && statusCode < 300;
  const isRedirect = statusCode >= 300 && statusCode < 400;
  const error = isRedirect
    ? `The receiver answered ${statusCode}; redirects are not followed`
    : `The receiver answered ${statusCode}`;
  return {
    durationMs,
    status: statusCode,
    error: isTaken ? null : error,
    answer: printable(Buffer.concat(pieces).subarray(0, storedAnswerBytes).toString("utf8")),
    retryAfterSeconds: readRetryAfter(headers["retry-after"]),
  };
}

/** Errors of connections have a code. Their messages may name addresses of the local network. */
function describeError(error: Error): string {
  if (error instanceof AddressNotAllowed) return error.message;
  const code = readField(error, "code");
  return `The receiver cannot be reached (${typeof code === "string" ? code : "no code"})`;
}

/** Takes out what neither the database nor a screen takes. */
function printable(text: string): string {
  return text.replaceAll(/[^\P{C}\n\t]/gu, "\u{FFFD}");
}

/** Reads a number of seconds or a date. Null: there is none, or it is past. */
function readRetryAfter(text: string | undefined): number | null {
  if (text === undefined) return null;
  const seconds = /^\d{1,9}$/.test(text) ? Number(text) : (Date.parse(text) - Date.now()) / 1000;
  return seconds > 0 ? seconds : null;
}
