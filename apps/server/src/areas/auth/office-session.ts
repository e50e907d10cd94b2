import type { FastifyReply, FastifyRequest } from "fastify";
import type { CallAnswer, TokenModel } from "@fieldfare/contract";
import type { startOfficeSession } from "@fieldfare/contract/office";
import { hashToken } from "../../database/secrets.ts";
import { readDeviceSource } from "../../http/audit-source.ts";
import { isRefusal, type Refusal, refuse } from "../../http/problem.ts";
import type { Server } from "../../http/server.ts";
import { refreshTokens } from "./refresh.ts";
import { signInOffice } from "./sign-in.ts";
import { lockToken, revokeFamily } from "./store.ts";

type SessionToken = CallAnswer<typeof startOfficeSession>;

const cookieName = "fieldfare_office";

/** Signs in an office account in a browser. Only the cookie has the refresh token. */
export async function startSession(
  server: Server,
  credentials: { readonly email: string; readonly password: string },
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<SessionToken | Refusal> {
  const answer = await signInOffice(server, { ...credentials, address: request.ip });
  return isRefusal(answer) ? answer : keepSession(server, answer.tokenModel, request, reply);
}

/** Puts the refresh token of a sign-in into the cookie of the browser, and returns what scripts may have. */
export function keepSession(
  server: Server,
  { token, expiresOn, refreshToken }: TokenModel,
  request: FastifyRequest,
  reply: FastifyReply,
): SessionToken {
  setCookie(server, request, reply, refreshToken);
  return { token, expiresOn };
}

/** Exchanges the cookie. A refused cookie is deleted. */
export async function continueSession(
  server: Server,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<SessionToken | Refusal> {
  const cookie = readCookie(request);
  if (cookie === null) return refuse("unauthorised");
  const tokens = await refreshTokens(server, cookie, readDeviceSource(request));
  if (isRefusal(tokens)) {
    clearCookie(server, request, reply);
    return tokens;
  }
  return keepSession(server, tokens, request, reply);
}

/** Ends the session of the cookie on every server. Without a session there is nothing to end. */
export async function endSession(
  server: Server,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  const { database, config } = server;
  const cookie = readCookie(request);
  clearCookie(server, request, reply);
  if (cookie === null) return;
  await database.orm.transaction(async (orm) => {
    const locked = await lockToken(orm, hashToken(cookie));
    if (locked) await revokeFamily(orm, locked.family.familyId, config.now(), "signed out");
  });
}

function readCookie({ headers }: FastifyRequest): string | null {
  const pairs = (headers.cookie ?? "").split(";").map((pair) => pair.trim());
  const own = pairs.find((pair) => pair.startsWith(`${cookieName}=`));
  const value = own?.slice(cookieName.length + 1) ?? "";
  return /^[\w-]{1,200}$/.test(value) ? value : null;
}

/** Without an expiry the browser deletes the cookie when it is closed. */
function setCookie(server: Server, request: FastifyRequest, reply: FastifyReply, value: string) {
  reply.header("Set-Cookie", `${cookieName}=${value}; ${cookieOptions(server, request)}`);
}

function clearCookie(server: Server, request: FastifyRequest, reply: FastifyReply) {
  reply.header("Set-Cookie", `${cookieName}=; Max-Age=0; ${cookieOptions(server, request)}`);
}

function cookieOptions({ publicUrl }: Server, { protocol }: FastifyRequest): string {
  const options = "Path=/api/office/session; HttpOnly; SameSite=Strict";
  // A proxy that ends TLS may not say so.
  const isSecure = protocol === "https" || publicUrl()?.startsWith("https:") === true;
  return isSecure ? `${options}; Secure` : options;
}
