import type { FastifyReply, FastifyRequest } from "fastify";
import * as office from "@fieldfare/contract/office";
import { isRefusal, refuse } from "../../http/problem.ts";
import { responseSent, type Route, route } from "../../http/routes.ts";
import type { Server } from "../../http/server.ts";
import { keepSession } from "../auth/office-session.ts";
import { createOidcProvider } from "./provider.ts";
import { beginSignIn, finishSignIn, signInSeconds, takeToken } from "./sign-in.ts";

const cookieName = "fieldfare-oidc";

/** People of the office sign in at the provider that the settings name. Without one these calls do not exist. */
export function oidcRoutes(server: Server): Route[] {
  const provider = server.config.oidc && createOidcProvider(server.config.oidc);
  return [
    // Anyone: whether people may sign in at a provider.
    route(office.readSignInMethods, async () => ({ oidc: provider !== null })),
    // A browser: to the provider.
    route(office.beginOidcSignIn, async ({ query, request, reply }) => {
      if (!provider) return refuse("not-found");
      const begun = await beginSignIn(server, provider, query.returnTo ?? "/office/");
      if (isRefusal(begun)) return begun;
      setCookie(server, request, reply, begun.cookie);
      reply.redirect(begun.address, 303);
      return responseSent;
    }),
    // A browser that the provider has sent back.
    route(office.finishOidcSignIn, async ({ request, reply }) => {
      if (!provider) return refuse("not-found");
      const { url } = request;
      const finished = await finishSignIn(server, provider, {
        cookie: readCookie(request),
        query: url.includes("?") ? url.slice(url.indexOf("?")) : "",
        address: request.ip,
      });
      if (finished.error !== undefined)
        request.log.warn(
          { err: describeError(finished.error) },
          "a sign-in at the provider failed",
        );
      setCookie(server, request, reply, finished.cookie ?? "");
      const query = finished.refused === undefined ? "" : `?signInRefused=${finished.refused}`;
      reply.redirect(`${finished.returnTo}${query}`, 303);
      return responseSent;
    }),
    // A browser that has signed in: a session with a cookie.
    route(office.startOidcSession, async ({ request, reply }) => {
      if (!provider) return refuse("not-found");
      const taken = await takeToken(server, readCookie(request));
      if (isRefusal(taken)) return taken;
      setCookie(server, request, reply, "");
      return keepSession(server, taken.tokenModel, request, reply);
    }),
    // A browser that has signed in, of another client than the office's app: its tokens.
    route(office.takeOidcToken, async ({ request, reply }) => {
      if (!provider) return refuse("not-found");
      const taken = await takeToken(server, readCookie(request));
      if (!isRefusal(taken)) setCookie(server, request, reply, "");
      return taken;
    }),
  ];
}

/** `Lax`: the provider's page leads here, and no page of another origin can send it with a POST. */
function setCookie(
  { publicUrl }: Server,
  request: FastifyRequest,
  reply: FastifyReply,
  value: string,
) {
  const isSecure = request.protocol === "https" || publicUrl()?.startsWith("https:") === true;
  const age = value === "" ? 0 : signInSeconds;
  const secure = isSecure ? "; Secure" : "";
  reply.header(
    "Set-Cookie",
    `${cookieName}=${value}; Path=/api/office/oidc; Max-Age=${age}; HttpOnly; SameSite=Lax${secure}`,
  );
}

function readCookie(request: FastifyRequest): string {
  const pairs = (request.headers.cookie ?? "").split(/; */).map((pair) => pair.split("="));
  return pairs.find(([name]) => name === cookieName)?.[1] ?? "";
}

/** The message and code of the library, without what the provider said: that may name a person. */
function describeError(error: unknown) {
  if (!(error instanceof Error)) return { message: "not an error" };
  const { name, message } = error;
  return { name, message, code: "code" in error ? error.code : undefined };
}
