import type { FastifyReply, FastifyRequest } from "fastify";
import type { CallAnswer, TokenModel } from "@fieldfare/contract";
import type { startOfficeSession } from "@fieldfare/contract/office";
import { hashToken } from "../../database/secrets.ts";
import { readDeviceSource } from "../../http/audit-source.ts";
import { readCookie, setCookie } from "../../http/cookies.ts";
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
  setSessionCookie(server, request, reply, refreshToken);
  return { token, expiresOn };
}

/** Exchanges the cookie. A refused cookie is deleted. */
export async function continueSession(
  server: Server,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<SessionToken | Refusal> {
  const cookie = readCookie(request, cookieName);
  if (cookie === null) return refuse("unauthorised");
  const tokens = await refreshTokens(server, cookie, readDeviceSource(request));
  if (isRefusal(tokens)) {
    setSessionCookie(server, request, reply);
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
  const cookie = readCookie(request, cookieName);
  setSessionCookie(server, request, reply);
  if (cookie === null) return;
  await database.orm.transaction(async (orm) => {
    const locked = await lockToken(orm, hashToken(cookie));
    if (locked) await revokeFamily(orm, locked.family.familyId, config.now(), "signed out");
  });
}

/** Without a value the browser deletes the cookie. */
function setSessionCookie(
  server: Server,
  request: FastifyRequest,
  reply: FastifyReply,
  value = "",
): void {
  const path = "/api/office/session";
  setCookie(server, request, reply, { name: cookieName, value, path, sameSite: "Strict" });
}
