import { defineCall } from "../call.ts";
import { text, z } from "../schema.ts";

export const clientSettings = z.object({
  /** What the app names where it says to call support; null: none is configured. */
  supportPhone: z.nullable(text(50)),
  /** A browser tab of an installed phone says to open the installed app instead. */
  standaloneOnly: z.boolean(),
  /** What stands before the admin paths (`/document`); empty: they are at the root. */
  adminPath: z.optional(text(200)),
  /** Megabytes: a larger synchronisation asks first; the smallest and largest threshold that may be. */
  sync: z.optional(
    z.object({
      warnSizeInMb: z.number().check(z.minimum(0)),
      minSizeInMb: z.number().check(z.minimum(0)),
      maxSizeInMb: z.number().check(z.minimum(0)),
    }),
  ),
  /** The app asks for new jobs and commands only when it is told to. What it has to send is sent all the same. */
  blockPolling: z.optional(z.boolean()),
  /** Where people reach the server: documents lead there. Null: documents carry no code. Absent: not heard yet. */
  publicUrl: z.optional(z.nullable(text(500))),
});
type ParsedClientSettings = z.output<typeof clientSettings>;
/** A server of an earlier version leaves out what it does not know: the app has its defaults. */
export type ClientSettings = {
  readonly [K in keyof ParsedClientSettings]-?: Exclude<ParsedClientSettings[K], undefined>;
};

export const getClientSettings = defineCall({
  name: "getClientSettings",
  method: "GET",
  path: "/api/client-settings",
  audience: "open",
  summary: "What whoever runs the system has set for the app",
  response: clientSettings,
});
