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

export const healthLive = defineCall({
  name: "healthLive",
  method: "GET",
  path: "/api/health/live",
  audience: "open",
  summary: "The process answers. An orchestrator restarts a server that does not answer this",
  response: z.object({ status: z.literal("ok"), buildNumber: z.int() }),
});

export const healthReady = defineCall({
  name: "healthReady",
  method: "GET",
  path: "/api/health/ready",
  audience: "open",
  summary: "Whether this server should get requests; 503 with the same fields when it should not",
  response: z.object({
    status: z.enum(["ready", "not-ready"]),
    database: z.enum(["ok", "unavailable"]),
    /** `other-version`: the database has the tables of another version of the server. */
    migrations: z.enum(["ok", "other-version", "unknown"]),
    /** Does not decide about `status`: messages without a photo are accepted without the object store. */
    images: z.enum(["ok", "unavailable"]),
    /** Whether the server has been told to stop. */
    stopping: z.boolean(),
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
