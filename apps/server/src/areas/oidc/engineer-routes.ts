import type { FastifyReply, FastifyRequest } from "fastify";
import * as client from "openid-client";
import {
  beginProviderSignIn,
  finishProviderSignIn,
  type ProviderResult,
  providerScreen,
  readProviderSignIn,
  sendByProvider,
  signInByProvider,
} from "@fieldfare/contract";
import { readDeviceSource } from "../../http/audit-source.ts";
import { isRefusal, type Refusal, refuse } from "../../http/problem.ts";
import { responseSent, type Route, route } from "../../http/routes.ts";
import type { Server } from "../../http/server.ts";
import { type ProviderProof, signInProven, signInProvenToSend } from "../auth/sign-in.ts";
import { personById } from "../auth/store.ts";
import { readBrowserSignIn, takeBrowserSignIn } from "./browser-sign-ins.ts";
import { readOidcCookie, readQueryText, setOidcCookie } from "./cookie.ts";
import { settleEngineer } from "./engineers.ts";
import type { OidcProvider } from "./provider.ts";
import { beginSignIn, finishSignIn, logFailure } from "./sign-in.ts";

/** The calls below it read the cookie: the sign-in, and the change of a forgotten PIN. */
const cookiePath = "/api/auth";
const callbackPath = finishProviderSignIn.path;

/** Engineers sign in at the provider where the settings give some of its values the role `engineer`. */
export function engineerOidcRoutes(server: Server, configured: OidcProvider | null): Route[] {
  const { database, config } = server;
  const provider = (config.oidc?.engineers.length ?? 0) > 0 ? configured : null;
  /** Reads the sign-in at the provider that a request makes use of. */
  const readProof = async (
    request: FastifyRequest,
    reply: FastifyReply,
  ): Promise<ProviderProof | Refusal> => {
    if (!provider) return refuse("not-found");
    const cookie = readOidcCookie(request);
    const accountId = await readBrowserSignIn(database.orm, cookie, config.now());
    if (accountId === null) return refuse("unauthorised");
    const use = async () => {
      const taken = await takeBrowserSignIn(database.orm, cookie, config.now());
      setOidcCookie(server, { request, reply, path: cookiePath }, "");
      return taken !== null;
    };
    return { accountId, source: readDeviceSource(request), use };
  };
  return [
    // A browser of an engineer: to the provider.
    route(beginProviderSignIn, async ({ request, reply }) => {
      if (!provider) return refuse("not-found");
      const begun = await beginSignIn(server, provider, {
        callbackPath,
        returnTo: providerScreen,
        asksAgain: true,
      });
      if (isRefusal(begun)) return begun;
      if (begun instanceof Error) {
        logFailure(request, begun);
        reply.redirect(`${providerScreen}?result=failed`, 303);
        return responseSent;
      }
      setOidcCookie(server, { request, reply, path: cookiePath }, begun.cookie);
      reply.redirect(begun.address, 303);
      return responseSent;
    }),
    // A browser of an engineer that the provider has sent back.
    route(finishProviderSignIn, async ({ request, reply }) => {
      if (!provider) return refuse("not-found");
      const { error, ...finished } = await finishSignIn(server, provider, {
        cookie: readOidcCookie(request),
        query: readQueryText(request),
        callbackPath,
        settle: (person, begunOn) =>
          settleEngineer(server, person, { begunOn, address: request.ip }),
      });
      const isCancelled =
        error?.cause instanceof client.AuthorizationResponseError &&
        error.cause.error === "access_denied";
      if (error !== undefined && !isCancelled) logFailure(request, error);
      const result: ProviderResult = isCancelled ? "cancelled" : (finished.refused ?? "done");
      setOidcCookie(server, { request, reply, path: cookiePath }, finished.cookie ?? "");
      reply.redirect(`${finished.returnTo ?? providerScreen}?result=${result}`, 303);
      return responseSent;
    }),
    // A browser with which an engineer has signed in at the provider: who that is.
    route(readProviderSignIn, async ({ request }) => {
      if (!provider) return refuse("not-found");
      const accountId = await readBrowserSignIn(
        database.orm,
        readOidcCookie(request),
        config.now(),
      );
      const person = accountId === null ? null : await personById(database.orm, accountId);
      if (person?.userType !== 1) return refuse("unauthorised");
      return { id: person.accountId, email: person.email };
    }),
    // The same, once: sign in.
    route(signInByProvider, async ({ request, reply }) => {
      const proof = await readProof(request, reply);
      return isRefusal(proof) ? proof : signInProven(server, proof);
    }),
    // The same, once, on a locked phone or with a disabled account: a token that only sends messages.
    route(sendByProvider, async ({ request, reply }) => {
      const proof = await readProof(request, reply);
      return isRefusal(proof) ? proof : signInProvenToSend(server, proof);
    }),
  ];
}
