import { defineCall } from "../call.ts";
import { acknowledged, email, isoDateTime, text, z } from "../schema.ts";
import { changeOwnPassword } from "./office-accounts.ts";

/** A token of a browser's session, whose refresh token is in a cookie. */
export const sessionToken = z.object({ token: text(4000), expiresOn: isoDateTime });

export const startOfficeSession = defineCall({
  name: "startOfficeSession",
  method: "POST",
  path: "/api/office/session",
  audience: "open",
  summary:
    "Sign in to the office in a browser: the refresh token is in a cookie that scripts cannot read",
  body: z.object({ email, password: text(200) }),
  response: sessionToken,
});

export const continueOfficeSession = defineCall({
  name: "continueOfficeSession",
  method: "POST",
  path: "/api/office/session/refresh",
  audience: "open",
  summary: "Exchange the cookie of a browser's office session for a new token and a new cookie",
  response: sessionToken,
});

export const changeSessionPassword = defineCall({
  name: "changeSessionPassword",
  answersSecret: true,
  method: "POST",
  path: "/api/office/session/password",
  audience: "office",
  permission: "none",
  mayKeepPassword: true,
  summary:
    "Change the password of the caller's account in a browser: all its sessions end, and a cookie begins another one",
  body: changeOwnPassword.body,
  response: sessionToken,
});

export const readSignInMethods = defineCall({
  name: "readSignInMethods",
  method: "GET",
  path: "/api/office/session/methods",
  audience: "open",
  summary: "How people of the office may sign in here, besides with a password",
  response: z.object({
    /** True: at the OpenID Connect provider of the business. */
    oidc: z.boolean(),
  }),
});

export const endOfficeSession = defineCall({
  name: "endOfficeSession",
  method: "POST",
  path: "/api/office/session/end",
  audience: "open",
  summary: "Sign out of the office in a browser: its session ends on every server",
  response: acknowledged,
});
