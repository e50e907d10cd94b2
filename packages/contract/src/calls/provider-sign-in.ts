import { defineCall } from "../call.ts";
import { email, id, z } from "../schema.ts";
import { sendingToken, signIn } from "./auth.ts";

/** The screen of the engineer's app to which the browser comes back, with the result in `result`. */
export const providerScreen = "/provider";

/** `done`, or why somebody whom the provider has sent back is not let in. */
export const providerResults = [
  "done",
  "cancelled",
  "no-role",
  "no-email",
  "email-unverified",
  "no-account",
  "other-account",
  "not-asked-again",
  "failed",
] as const;
export type ProviderResult = (typeof providerResults)[number];

export const beginProviderSignIn = defineCall({
  name: "beginProviderSignIn",
  method: "GET",
  path: "/api/auth/oidc/sign-in",
  audience: "open",
  summary:
    "Send an engineer's browser to the OpenID Connect provider, which has to ask for the secret again; 404 where engineers sign in here alone",
  response: z.unknown(),
});

export const finishProviderSignIn = defineCall({
  name: "finishProviderSignIn",
  method: "GET",
  path: "/api/auth/oidc/callback",
  audience: "open",
  summary:
    "Where the provider sends an engineer's browser back. It goes on to a screen of the app, with `done` or the reason for a refusal in `result`",
  response: z.unknown(),
});

export const readProviderSignIn = defineCall({
  name: "readProviderSignIn",
  method: "GET",
  path: "/api/auth/oidc/account",
  audience: "open",
  sendsCookie: true,
  summary:
    "The engineer who has signed in at the provider with this browser, and has not used that yet",
  response: z.object({ id, email }),
});

export const signInByProvider = defineCall({
  name: "signInByProvider",
  method: "POST",
  path: "/api/auth/oidc/token",
  audience: "open",
  isSigned: true,
  sendsCookie: true,
  summary:
    "Sign in, once, after a sign-in at the provider with this browser; it proves as much as the password does",
  body: z.object({}),
  response: signIn.response,
});

export const sendByProvider = defineCall({
  name: "sendByProvider",
  method: "POST",
  path: "/api/auth/oidc/sending-token",
  audience: "open",
  isSigned: true,
  sendsCookie: true,
  summary:
    "After a sign-in at the provider with this browser, where the device in X-Device-Id is locked or the account disabled: once, a token that only sends what that device has recorded",
  body: z.object({}),
  response: sendingToken.response,
});
