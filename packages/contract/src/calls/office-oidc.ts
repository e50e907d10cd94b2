import { defineCall } from "../call.ts";
import { text, z } from "../schema.ts";
import { tokenModel } from "./auth.ts";
import { sessionToken } from "./office-session.ts";

/** A page of the office: the browser goes nowhere else after the sign-in. */
const officePage = text(500).check(z.regex(/^\/office\/[\w/-]*$/, "a path such as /office/jobs"));

export const beginOidcSignIn = defineCall({
  name: "beginOidcSignIn",
  method: "GET",
  path: "/api/office/oidc/sign-in",
  audience: "open",
  summary:
    "Send the browser to the sign-in of the OpenID Connect provider; 404 where none is configured",
  query: z.object({ returnTo: z.optional(officePage) }),
  response: z.unknown(),
});

export const finishOidcSignIn = defineCall({
  name: "finishOidcSignIn",
  method: "GET",
  path: "/api/office/oidc/callback",
  audience: "open",
  summary:
    "Where the provider sends the browser back. It goes on to the page of the office, with the reason in `signInRefused` if the sign-in is refused",
  response: z.unknown(),
});

export const startOidcSession = defineCall({
  name: "startOidcSession",
  method: "POST",
  path: "/api/office/oidc/session",
  audience: "open",
  summary:
    "Begin the browser's session after a sign-in at the provider, once: the refresh token is in a cookie that scripts cannot read",
  response: sessionToken,
});

export const takeOidcToken = defineCall({
  name: "takeOidcToken",
  method: "POST",
  path: "/api/office/oidc/token",
  audience: "open",
  summary: "The tokens of the sign-in that the cookie of this browser names, once",
  response: z.object({ tokenModel }),
});
