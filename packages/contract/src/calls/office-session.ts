import { defineCall } from "../call.ts";
import { acknowledged, email, isoDateTime, text, z } from "../schema.ts";

const sessionToken = z.object({ token: text(4000), expiresOn: isoDateTime });

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

export const endOfficeSession = defineCall({
  name: "endOfficeSession",
  method: "POST",
  path: "/api/office/session/end",
  audience: "open",
  summary: "Sign out of the office in a browser: its session ends on every server",
  response: acknowledged,
});
