import type { FastifyReply, FastifyRequest } from "fastify";
import * as office from "@fieldfare/contract/office";
import { isRefusal, refuse } from "../../http/problem.ts";
import { responseSent, type Route, route } from "../../http/routes.ts";
import type { Server } from "../../http/server.ts";
import { keepSession } from "../auth/office-session.ts";
import { readOidcCookie, readQueryText, setOidcCookie } from "./cookie.ts";
import { engineerOidcRoutes } from "./engineer-routes.ts";
import { settleAccount } from "./people.ts";
import { createOidcProvider } from "./provider.ts";
import { beginSignIn, finishSignIn, logFailure, takeToken } from "./sign-in.ts";

const callbackPath = office.finishOidcSignIn.path;

/** People sign in at the provider that the settings name. Without one these calls do not exist. */
export function oidcRoutes(server: Server): Route[] {
  const provider = server.config.oidc && createOidcProvider(server.config.oidc);
  const setCookie = (request: FastifyRequest, reply: FastifyReply, value: string) =>
    setOidcCookie(server, { request, reply, path: "/api/office/oidc" }, value);
  return [
    ...engineerOidcRoutes(server, provider),
    // Anyone: whether people may sign in at a provider.
    route(office.readSignInMethods, async () => ({ oidc: provider !== null })),
    // A browser: to the provider.
    route(office.beginOidcSignIn, async ({ query, request, reply }) => {
      if (!provider) return refuse("not-found");
      const returnTo = query.returnTo ?? "/office/";
      const begun = await beginSignIn(server, provider, { callbackPath, returnTo });
      if (isRefusal(begun)) return begun;
      if (begun instanceof Error) {
        logFailure(request, begun);
        reply.redirect(`${returnTo}?signInRefused=failed`, 303);
        return responseSent;
      }
      setCookie(request, reply, begun.cookie);
      reply.redirect(begun.address, 303);
      return responseSent;
    }),
    // A browser that the provider has sent back.
    route(office.finishOidcSignIn, async ({ request, reply }) => {
      if (!provider) return refuse("not-found");
      const finished = await finishSignIn(server, provider, {
        cookie: readOidcCookie(request),
        query: readQueryText(request),
        callbackPath,
        settle: (person) => settleAccount(server, person, request.ip),
      });
      if (finished.error !== undefined) logFailure(request, finished.error);
      setCookie(request, reply, finished.cookie ?? "");
      const query = finished.refused === undefined ? "" : `?signInRefused=${finished.refused}`;
      reply.redirect(`${finished.returnTo ?? "/office/"}${query}`, 303);
      return responseSent;
    }),
    // A browser that has signed in: a session with a cookie.
    route(office.startOidcSession, async ({ request, reply }) => {
      if (!provider) return refuse("not-found");
      const taken = await takeToken(server, readOidcCookie(request));
      if (isRefusal(taken)) return taken;
      setCookie(request, reply, "");
      return keepSession(server, taken.tokenModel, request, reply);
    }),
    // A browser that has signed in, of another client than the office's app: its tokens.
    route(office.takeOidcToken, async ({ request, reply }) => {
      if (!provider) return refuse("not-found");
      const taken = await takeToken(server, readOidcCookie(request));
      if (!isRefusal(taken)) setCookie(request, reply, "");
      return taken;
    }),
  ];
}
