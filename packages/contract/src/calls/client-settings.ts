import { defineCall } from "../call.ts";
import { deviceKey } from "../device-key.ts";
import { text, z } from "../schema.ts";

/** A public key of the server: ECDH P-256, as a JSON Web Key with its id. */
export const escrowKey = z.extend(deviceKey, { kid: text(100) });
export type EscrowKey = z.output<typeof escrowKey>;

export const clientSettings = z.object({
  /** The number that the app shows where it says to call support; null: none is configured. */
  supportPhone: z.nullable(text(50)),
  /** If true, a browser tab on a phone with the installed app says to open the app instead. */
  standaloneOnly: z.boolean(),
  /** The prefix of the admin paths (`/document`); empty: they are at the root. */
  adminPath: z.optional(text(200)),
  /** In megabytes: a larger synchronisation asks first; then the smallest and largest threshold allowed. */
  sync: z.optional(
    z.object({
      warnSizeInMb: z.number().check(z.minimum(0)),
      minSizeInMb: z.number().check(z.minimum(0)),
      maxSizeInMb: z.number().check(z.minimum(0)),
    }),
  ),
  /** If true, the app does not poll for new jobs and commands by itself. It sends its messages as usual. */
  blockPolling: z.optional(z.boolean()),
  /**
   * The app asks for the PIN again after this many minutes without use, and at each start. Null: never. Absent: the
   * app has not received it yet.
   */
  lockAfterMinutes: z.optional(z.nullable(z.number().check(z.positive()))),
  /**
   * The address where people reach the server, used for links in documents. Null: documents have no link code.
   * Absent: the app has not received it yet.
   */
  publicUrl: z.optional(z.nullable(text(500))),
  /**
   * The public key to which devices seal a copy of their data key. Null: the server has none. Absent: the app has not
   * received it yet.
   */
  escrowKey: z.optional(z.nullable(escrowKey)),
  /** True: engineers may sign in at the OpenID Connect provider of the business. */
  providerSignIn: z.optional(z.boolean()),
});
type ParsedClientSettings = z.output<typeof clientSettings>;
/** A server of an earlier version leaves out settings that it does not know. The app then uses its defaults. */
export type ClientSettings = {
  readonly [K in keyof ParsedClientSettings]-?: Exclude<ParsedClientSettings[K], undefined>;
};

export const getClientSettings = defineCall({
  name: "getClientSettings",
  method: "GET",
  path: "/api/client-settings",
  audience: "open",
  summary: "The settings of the app that the operator of the system has configured",
  response: clientSettings,
});
