import { defineCall } from "../call.ts";
import { acknowledged, email, id, isoDateTime, namedSchema, pin, text, z } from "../schema.ts";

export const tokenModel = namedSchema(
  "TokenModel",
  z.object({ token: text(4000), refreshToken: text(200), expiresOn: isoDateTime }),
);
export type TokenModel = z.output<typeof tokenModel>;

/** The claims of a token. The device reads them without the key. */
export const tokenClaims = z.object({
  id,
  name: text(200),
  email,
  /** 1 field engineer, 2 office. */
  userType: z.literal([1, 2]),
  /** Permissions of the form `area#action,action`. */
  perms: z.array(text(200)),
  fieldOperativeId: z.nullable(id),
  requestSignature: z.boolean(),
  recordsMileage: z.boolean(),
  exp: z.int(),
});
export type TokenClaims = z.output<typeof tokenClaims>;

export const credentials = z
  .object({ email, password: z.optional(text(200)), pin: z.optional(text(20)) })
  .check(
    z.refine((body) => (body.password === undefined) !== (body.pin === undefined), {
      error: "Give either a password or a PIN",
      path: ["password"],
    }),
  );

export const signIn = defineCall({
  name: "signIn",
  method: "POST",
  path: "/api/auth/token",
  audience: "open",
  isSigned: true,
  summary: "Sign in with a password, or with the PIN of the device named in X-Device-Id",
  body: credentials,
  response: z.object({
    tokenModel,
    requestSignature: z.boolean(),
    recordsMileage: z.boolean(),
    buildNumber: z.int(),
    /** When the office last unlocked the engineer's device that was named; see ping. */
    unlockedOn: z.optional(z.nullable(isoDateTime)),
  }),
  example: { email: "sam.taylor@fieldfare.example", password: "Fieldfare-1" },
});

export const refresh = defineCall({
  name: "refresh",
  method: "POST",
  path: "/api/auth/refresh",
  audience: "open",
  isSigned: true,
  summary: "Exchange the stored token record for a new one",
  body: z.object({ refreshToken: text(200), token: z.optional(text(4000)) }),
  response: tokenModel,
});

export const sendingToken = defineCall({
  name: "sendingToken",
  method: "POST",
  path: "/api/auth/sending-token",
  audience: "open",
  isSigned: true,
  summary:
    "After a lock, a disabled account or a changed password: a token that only sends what the device in X-Device-Id has recorded",
  body: z.union([z.object({ refreshToken: text(200) }), credentials]),
  response: z.object({ token: text(4000), expiresOn: isoDateTime }),
});

export const ping = defineCall({
  name: "ping",
  method: "GET",
  path: "/api/auth/ping",
  audience: "open",
  answersUnchanged: true,
  summary: "The online check; carries X-Device-Error when the device in X-Device-Id is locked",
  response: z.object({
    status: z.literal("ok"),
    buildNumber: z.int(),
    serverTime: isoDateTime,
    /** Changes when the server's data were restored from a backup. */
    epoch: id,
    /** When the office last unlocked the device in X-Device-Id: a phone then ends its lock-out after wrong PINs. */
    unlockedOn: z.optional(z.nullable(isoDateTime)),
  }),
});

export const changePin = defineCall({
  name: "changePin",
  method: "POST",
  path: "/api/auth/changepin",
  audience: "open",
  isSigned: true,
  sendsCookie: true,
  summary:
    "Set another PIN on a registered device, with the password, the code that the office read out, or a sign-in at the provider",
  body: z
    .object({
      logonName: z.object({ email }),
      pin,
      reEnterPin: pin,
      deviceId: id,
      /** One of the three is required. Earlier builds of the app send none, and are refused. */
      password: z.optional(text(200)),
      code: z.optional(text(20)),
      /** The engineer has signed in at the provider with this browser. */
      provider: z.optional(z.literal(true)),
    })
    .check(
      z.refine((body) => body.pin === body.reEnterPin, {
        error: "PIN does not match",
        path: ["reEnterPin"],
      }),
    ),
  response: acknowledged,
});
