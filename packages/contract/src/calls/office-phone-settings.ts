import { defineCall } from "../call.ts";
import { isoDateTime, namedSchema, text, z } from "../schema.ts";

/** What of earlier visits engineers may read at a home for which they raised the job themselves. */
export const raisedJobHistory = ["photos", "documents", "private-notes"] as const;
export type RaisedJobHistory = (typeof raisedJobHistory)[number];

const wholeNumber = (minimum: number, maximum: number) =>
  z.int().check(z.minimum(minimum), z.maximum(maximum));

/** The settings of phones that the office may choose, each with the values that are allowed. */
export const phoneSettingSchemas = {
  supportPhone: z.nullable(
    z
      .string()
      .check(
        z.trim(),
        z.maxLength(50),
        z.regex(/^\+?[\d ()-]{3,49}$/, "A telephone number, such as 0113 496 0000"),
      ),
  ),
  /** Minutes without use; null: never. */
  lockAfterMinutes: z.nullable(wholeNumber(1, 1_440)),
  standaloneOnly: z.boolean(),
  blockPolling: z.boolean(),
  /** In megabytes. */
  syncWarnSizeInMb: z.number().check(z.minimum(0), z.maximum(999)),
  mayResetPin: z.boolean(),
  deviceApproval: z.boolean(),
  signInDays: wholeNumber(1, 3_650),
  homesPerDay: wholeNumber(1, 1_000),
  raisedJobHistory: z.array(z.enum(raisedJobHistory)).check(z.maxLength(3)),
};
export type PhoneSettingName = keyof typeof phoneSettingSchemas;

/** The same, of which the environment may have set values that the office may not choose. */
export const phoneSettings = namedSchema(
  "PhoneSettings",
  z.object({ ...phoneSettingSchemas, supportPhone: z.nullable(text(50)) }),
);
export type PhoneSettings = z.output<typeof phoneSettings>;

/** What the office has chosen. What is absent is as the server has it. */
const chosenPhoneSettings = namedSchema(
  "ChosenPhoneSettings",
  z.partial(z.strictObject(phoneSettingSchemas)),
);
export type ChosenPhoneSettings = z.output<typeof chosenPhoneSettings>;

const settingsReport = namedSchema(
  "PhoneSettingsReport",
  z.object({
    /** The values in force. */
    inForce: phoneSettings,
    /** The values that hold without the office's. */
    otherwise: phoneSettings,
    chosen: z.partial(phoneSettings),
    /** Names the state of `chosen`. */
    version: text(100),
    /** When the office last changed something. */
    changedOn: z.nullable(isoDateTime),
    /** The phones that are used: signed in to within 30 days, and not locked. */
    phones: z.int(),
    /** How many of them have fetched their settings since the last change. */
    phonesWithThem: z.int(),
    /** What only the people who run the server can change. */
    server: z.object({
      adminPath: text(200),
      publicUrl: z.nullable(text(500)),
      syncMinSizeInMb: z.number(),
      syncMaxSizeInMb: z.number(),
      /** Whether engineers sign in at the OpenID Connect provider. */
      providerSignIn: z.boolean(),
    }),
  }),
);
export type PhoneSettingsReport = z.output<typeof settingsReport>;

const access = {
  audience: "office",
  permission: "Unspecified.Administrate",
  path: "/api/office/phone-settings",
} as const;

export const readPhoneSettings = defineCall({
  name: "readPhoneSettings",
  method: "GET",
  ...access,
  summary:
    "The settings of phones: those in force, those of the server's environment, and how many phones have them",
  response: settingsReport,
});

export const putPhoneSettings = defineCall({
  name: "putPhoneSettings",
  method: "PUT",
  ...access,
  summary:
    "Choose settings of phones, on every server within seconds. What is left out is as the environment has it",
  body: z.object({ chosen: chosenPhoneSettings, version: text(100) }),
  response: settingsReport,
});
