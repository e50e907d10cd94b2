import { defineCall } from "../call.ts";
import { acknowledged, text, z } from "../schema.ts";

/** A browser's Web Push subscription (RFC 8030, RFC 8291). */
const pushSubscription = z.object({
  /** The URL of the browser vendor's push service: https, and not a private address. */
  endpoint: text(1000).check(z.url()),
  keys: z.object({
    /** An uncompressed point of P-256, base64url. */
    p256dh: z.string().check(z.regex(/^[A-Za-z0-9_-]{87}=?$/)),
    auth: z.string().check(z.regex(/^[A-Za-z0-9_-]{22}(==)?$/)),
  }),
});

export const getPushKey = defineCall({
  name: "getPushKey",
  method: "GET",
  path: "/api/push/key",
  audience: "engineer",
  summary: "The public key (VAPID) for creating a Web Push subscription",
  response: z.object({
    /** Base64url; null: this system sends no push messages. */
    publicKey: z.nullable(text(200)),
  }),
});

export const putPushSubscription = defineCall({
  name: "putPushSubscription",
  method: "PUT",
  path: "/api/push/subscription",
  audience: "engineer",
  summary: "Set the push subscription of this device; it replaces the previous one",
  body: pushSubscription,
  response: acknowledged,
});

export const removePushSubscription = defineCall({
  name: "removePushSubscription",
  method: "DELETE",
  path: "/api/push/subscription",
  audience: "engineer",
  summary: "Stop push messages to this device",
  response: acknowledged,
});
