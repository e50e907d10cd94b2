import { pinPattern } from "@fieldfare/domain";
import * as z from "zod/mini";

// A strict content security policy forbids the code that zod would otherwise generate.
z.config({ jitless: true });

export { z };

/** Gives a schema its name among the components of the OpenAPI document. */
export function namedSchema<S extends z.ZodMiniType>(id: string, schema: S): S {
  z.globalRegistry.add(schema, { id });
  return schema;
}

/**
 * ISO 8601 with offset or Z. The first and last day of the calendar are refused: in other time zones they are in the
 * year 0 or 10000, which a database accepts and no answer can express.
 */
export const isoDateTime = z.iso
  .datetime({ offset: true })
  .check(z.regex(/^(?!0000|0001-01-01|9999-12-31)/, "A moment from 0001-01-02 to 9999-12-30"));

/** A calendar day, `2026-01-31`. */
export const calendarDay = z.iso.date();

/**
 * Ids of records are UUIDs, created by the client or server that creates the record; in lower case, so that one
 * record has one id. Any UUID version is accepted, because other systems choose theirs.
 */
export const id = z.guid().check(z.toLowerCase());

/** Ids of lookups are integers of four bytes, like their columns. */
export const lookupId = z.int32();

/** The id of a lookup in a path. */
export const lookupIdInPath = z.string().check(z.regex(/^\d{1,9}$/));

export const pin = z
  .string()
  .check(z.regex(pinPattern, "A PIN between 4 and 10 numbers is required"));

export const email = z
  .string()
  .check(
    z.trim(),
    z.toLowerCase(),
    z.maxLength(254),
    z.email("Please enter a valid email address"),
  );

/** Free text with a maximum length, so that no message grows without limit. */
export function text(maxLength: number) {
  return z.string().check(z.maxLength(maxLength));
}

/** SHA-256 in lowercase hex. */
export const sha256 = z.string().check(z.regex(/^[0-9a-f]{64}$/));

/** An image as a data URL: JPEG or PNG, base64, at most 400 KB of text. */
export const imageDataUrl = z
  .string()
  .check(z.maxLength(400_000), z.regex(/^data:image\/(png|jpeg);base64,[A-Za-z0-9+/]+=*$/));

export const acknowledged = z.object({ status: z.literal("ok") });
