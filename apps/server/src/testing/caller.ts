import type { FastifyInstance } from "fastify";
import { header, mobileVersion } from "@fieldfare/contract";
import type { TestKey } from "./device-keys.ts";
import { readBody } from "./read-body.ts";

/** A caller of the API, with or without a token and a device. */
export interface Caller {
  readonly token: string | undefined;
  readonly refreshToken: string | undefined;
  get(path: string): Promise<Answer>;
  post(path: string, body: unknown, headers?: Record<string, string>): Promise<Answer>;
  put(path: string, body: unknown, headers?: Record<string, string>): Promise<Answer>;
  delete(path: string): Promise<Answer>;
  /** Returns the same caller with other credentials, or at another server. */
  with(credentials: Credentials, at?: FastifyInstance): Caller;
}

export interface Credentials {
  readonly token?: string | undefined;
  readonly refreshToken?: string | undefined;
  readonly deviceId?: string | undefined;
  /** Signs every request. */
  readonly key?: TestKey | undefined;
  /** Further headers of every request. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
}

export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly body: unknown;
}

/**
 * Creates a caller that sends requests to the server in this process, without a network. What the credentials lack is
 * not sent.
 */
export function createCaller(app: FastifyInstance, credentials: Credentials): Caller {
  async function send(
    method: "GET" | "POST" | "PUT" | "DELETE",
    path: string,
    body?: unknown,
    more = {},
  ) {
    const payload = body === undefined ? undefined : toBytes(body);
    const { key, token = null } = credentials;
    const response = await app.inject({
      method,
      url: path,
      headers: {
        ...(credentials.token && { authorization: `Bearer ${credentials.token}` }),
        ...(credentials.deviceId && { [header.deviceId]: credentials.deviceId }),
        [header.appVersion]: mobileVersion,
        ...(body !== undefined && { "content-type": "application/json" }),
        ...key?.sign({ method, path, body: payload ?? "", token }),
        ...credentials.headers,
        ...more,
      },
      ...(payload !== undefined && { payload }),
      payloadAsStream: true,
    });
    return {
      status: response.statusCode,
      headers: response.headers,
      body: parseBody(await readBody(response)),
    };
  }
  return {
    token: credentials.token,
    refreshToken: credentials.refreshToken,
    get: (path) => send("GET", path),
    post: (path, body, headers) => send("POST", path, body, headers),
    put: (path, body, headers) => send("PUT", path, body, headers),
    delete: (path) => send("DELETE", path),
    with: (other, at = app) => createCaller(at, { ...credentials, ...other }),
  };
}

/** Sends text and bytes unchanged, and everything else as JSON. */
function toBytes(body: unknown): string | Buffer {
  return typeof body === "string" || Buffer.isBuffer(body) ? body : JSON.stringify(body);
}

function parseBody(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
