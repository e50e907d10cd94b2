import { defineCall } from "../call.ts";
import { z } from "../schema.ts";

export const health = defineCall({
  name: "health",
  method: "GET",
  path: "/api/health",
  audience: "open",
  summary: "Whether the server and its database answer, and whether photos can be stored",
  response: z.object({
    status: z.enum(["ok", "unavailable"]),
    buildNumber: z.int(),
    /** Present only while the object store is unavailable. Messages without a photo are still accepted. */
    images: z.optional(z.literal("unavailable")),
  }),
});

export const demoLogins = defineCall({
  name: "demoLogins",
  method: "GET",
  path: "/api/demo",
  audience: "open",
  summary: "The demo logins, while demo data is loaded; else an empty list",
  response: z.object({
    logins: z.array(z.object({ email: z.string(), password: z.string(), role: z.string() })),
  }),
});
