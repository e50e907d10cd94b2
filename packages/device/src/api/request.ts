import { header, mobileVersion, problem } from "@fieldfare/contract";
import { pathInBuild } from "../build.ts";
import type { EngineerDatabase } from "../database/database.ts";
import type { Device } from "../device.ts";
import type { Answer, CallFailure } from "./failure.ts";

export interface RawRequest {
  readonly method: string;
  readonly path: string;
  readonly token?: string | undefined;
  readonly deviceId?: string | null | undefined;
  readonly body?: string | FormData | undefined;
  readonly headers?: Record<string, string> | undefined;
  /** Signs the request with the key of this engineer's installation. */
  readonly signer?: EngineerDatabase | null | undefined;
  readonly timeoutMs?: number | undefined;
  /** True: the cookie of a sign-in at the provider goes along. No script can read it. */
  readonly sendsCookie?: boolean | undefined;
  /** True when the answer is a file: its value is then a Blob. */
  readonly isFile?: boolean;
  /** The tag with which the server answers `Unchanged` while nothing has changed. */
  readonly ifNoneMatch?: string;
}

/** The value of an answer that says that nothing has changed. */
export class Unchanged {
  /** The server's time, to the second. */
  readonly serverTime: string;
  constructor(serverTime: string) {
    this.serverTime = serverTime;
  }
}

const adminPaths = /^\/(Company|document|Property|Work)\//;

/**
 * After this time without an answer the line counts as dead. A photo on a slow line takes longer
 * than a status.
 */
const defaultTimeoutMs = 30_000;

/** Returns the headers of a call to our server, with the device's time and, where they are known, its id and token. */
export function requestHeaders(
  device: Device,
  request: Pick<RawRequest, "token" | "deviceId" | "body" | "headers" | "ifNoneMatch">,
): Record<string, string> {
  // What only asks each minute whether there is anything new says no more than it needs.
  const more = request.ifNoneMatch
    ? { [header.ifNoneMatch]: request.ifNoneMatch }
    : { Accept: "application/json", [header.deviceTime]: device.ports.now().toISOString() };
  return {
    ...more,
    [header.appVersion]: mobileVersion,
    ...(request.deviceId ? { [header.deviceId]: request.deviceId } : {}),
    ...(request.token ? { Authorization: `Bearer ${request.token}` } : {}),
    ...(typeof request.body === "string" ? { "Content-Type": "application/json" } : {}),
    ...request.headers,
  };
}

/** Resolves a path; the admin paths have their own base. */
function pathOnServer({ ports }: Device, path: string): string {
  return adminPaths.test(path) ? ports.clientSettings().adminPath + path : pathInBuild(path);
}

/** Sends one request and returns its answer as JSON or as a file, not yet validated. */
export async function send(device: Device, request: RawRequest): Promise<Answer<unknown>> {
  const path = pathOnServer(device, request.path);
  const { method, signer, body: sentBody, token = null } = request;
  let signature: Record<string, string> = {};
  if (signer && typeof sentBody === "string") {
    // Seldom needed, so it is loaded then. Unsigned, the server would refuse the request for good.
    const module = await device.loadSigning().catch(() => null);
    if (!module) return fail({ kind: "network" });
    signature = await module.signRequest(signer, { method, path, body: sentBody, token });
  }
  let response: Response;
  try {
    response = await device.ports.fetch(device.ports.baseUrl + path, {
      method,
      headers: { ...requestHeaders(device, request), ...signature },
      ...(request.body === undefined ? {} : { body: request.body }),
      cache: "no-store",
      credentials: request.sendsCookie ? "same-origin" : "omit",
      redirect: "error",
      signal: AbortSignal.timeout(request.timeoutMs ?? defaultTimeoutMs),
    });
  } catch {
    return fail({ kind: "network" });
  }
  if (request.deviceId && response.headers.has(header.deviceWipe))
    device.events.emit({ kind: "wipe-requested", deviceId: request.deviceId });
  const deviceError = readDeviceError(response.headers.get(header.deviceError));
  if (deviceError)
    return fail({ kind: "device", error: deviceError, deviceId: request.deviceId ?? null });
  const unchanged = readUnchanged(response, request.ifNoneMatch);
  if (unchanged) return { ok: true, value: unchanged };
  const contentType = response.headers.get("Content-Type") ?? "";
  const isJson = /\bjson\b/.test(contentType);
  const retryAfterMs = readRetryAfter(response.headers.get("Retry-After"), device.ports.now());
  const responseStatus = {
    status: response.status,
    ...(retryAfterMs === null ? {} : { retryAfterMs }),
  };
  let body: unknown;
  try {
    if (request.isFile && response.status === 200)
      return { ok: true, value: await response.blob() };
    body = isJson ? await response.json() : undefined;
  } catch (error) {
    if (response.status !== 200) return fail({ kind: "status", ...responseStatus });
    // A body that breaks off means a broken connection; a complete one that is no JSON is
    // malformed.
    return fail(
      error instanceof SyntaxError
        ? { kind: "malformed", status: response.status }
        : { kind: "network" },
    );
  }
  if (response.status === 200)
    return isJson ? { ok: true, value: body } : fail({ kind: "malformed", status: 200 });
  const parsed = problem.safeParse(body);
  // A gateway may answer with a problem document of its own; ours repeats the status inside.
  const isOurs =
    parsed.success &&
    contentType.startsWith("application/problem+json") &&
    parsed.data.status === response.status;
  return fail(
    isOurs
      ? { kind: "problem", problem: parsed.data, ...responseStatus }
      : { kind: "status", ...responseStatus },
  );
}

/** Returns null unless our own server has answered 304: a proxy does not know the tag. */
function readUnchanged({ status, headers }: Response, tag: string | undefined): Unchanged | null {
  if (status !== 304 || tag === undefined) return null;
  const answered = headers.get(header.version)?.replace(/^W\//, "");
  const serverTime = new Date(headers.get("Date") ?? "");
  if (answered !== tag || Number.isNaN(serverTime.getTime())) return null;
  return new Unchanged(serverTime.toISOString());
}

/** Reads seconds or a date. Returns milliseconds from now, or null when neither can be read. */
function readRetryAfter(text: string | null, now: Date): number | null {
  if (text === null) return null;
  const ms = /^\d+$/.test(text.trim()) ? Number(text) * 1_000 : Date.parse(text) - now.getTime();
  return ms > 0 ? ms : null;
}

/** Reads the header in which our server says why it refuses the device; null for any other text. */
export function readDeviceError(text: string | null): "locked" | "unknown" | null {
  return text === "locked" || text === "unknown" ? text : null;
}

/** Builds the answer of a call that failed. */
export function fail(failure: CallFailure): { ok: false; failure: CallFailure } {
  return { ok: false, failure };
}
