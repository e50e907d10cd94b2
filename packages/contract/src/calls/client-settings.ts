import { defineCall } from "../call.ts";
import { text, z } from "../schema.ts";

export const clientSettings = z.object({
  /** What the app names where it says to call support; null: none is configured. */
  supportPhone: z.nullable(text(50)),
  /** A browser tab of an installed phone says to open the installed app instead. */
  standaloneOnly: z.boolean(),
});
export type ClientSettings = z.output<typeof clientSettings>;

export const getClientSettings = defineCall({
  name: "getClientSettings",
  method: "GET",
  path: "/api/client-settings",
  audience: "open",
  summary: "What whoever runs the system has set for the app",
  response: clientSettings,
});
