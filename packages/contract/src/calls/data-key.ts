import { defineCall } from "../call.ts";
import { id, text, z } from "../schema.ts";

/** 32 bytes as base64. */
const dataKey = z.string().check(z.regex(/^[A-Za-z0-9+/]{43}=$/));

/** What a device seals to the server's public key, as JSON: the server opens it for this account on this device only. */
export const sealedDataKey = z.object({ accountId: id, deviceId: id, dataKey });
export type SealedDataKey = z.output<typeof sealedDataKey>;

export const openDataKey = defineCall({
  name: "openDataKey",
  method: "POST",
  path: "/api/auth/data-key",
  audience: "engineer",
  isSigned: true,
  summary:
    "Soon after a sign-in: open the copy of this device's data key that only the server can open",
  body: z.object({
    /** A JSON Web Encryption of `sealedDataKey` to the key in the settings of the app. */
    sealed: text(4000),
  }),
  response: z.object({ dataKey }),
});
