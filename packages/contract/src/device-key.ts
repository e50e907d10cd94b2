import { z } from "./schema.ts";

/** 32 bytes as base64url. */
const coordinate = z.string().check(z.regex(/^[A-Za-z0-9_-]{43}$/));

/** The public key of an installation of the app: ECDSA P-256, as a JSON Web Key. */
export const deviceKey = z.object({
  kty: z.literal("EC"),
  crv: z.literal("P-256"),
  x: coordinate,
  y: coordinate,
});
export type DeviceKey = z.output<typeof deviceKey>;
