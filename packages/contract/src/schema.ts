import { pinPattern } from "@fieldfare/domain";
import * as z from "zod/mini";

// A strict content policy forbids the generated code that zod would otherwise try to make.
z.config({ jitless: true });

export { z };

/** Gives a schema its name among the components of the OpenAPI document. */
export function namedSchema<S extends z.ZodMiniType>(id: string, schema: S): S {
  z.globalRegistry.add(schema, { id });
  return schema;
}

/**
 * ISO 8601 with offset or Z. Not on the first and the last day of the calendar: elsewhere in the world they lie in the
 * year 0 or 10000, which a database takes and no answer can name.
 */
export const isoDateTime = z.iso
  .datetime({ offset: true })
  .check(z.regex(/^(?!0000|0001-01-01|9999-12-31)/, "A moment from 0001-01-02 to 9999-12-30"));

/** A day of the calendar, `2026-01-31`. */
export const calendarDay = z.iso.date();

/**
 * Ids of things are UUIDs, made by whoever creates the thing; in lower case, so that one thing has one id. Of any
 * version: other systems make theirs as they like.
 */
export const id = z.guid().check(z.toLowerCase());

/** Ids of lookups are integers, of four bytes as their columns. */
export const lookupId = z.int32();

/** The id of a lookup as a path names it. */
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

/** Free text with a ceiling, so that no message grows without bound. */
export function text(maxLength: number) {
  return z.string().check(z.maxLength(maxLength));
}

/** Lowercase hex SHA-256. */
export const sha256 = z.string().check(z.regex(/^[0-9a-f]{64}$/));

/** A picture as a data URL: JPEG or PNG, base64, at most 400 KB of text. */
export const imageDataUrl = z
  .string()
  .check(z.maxLength(400_000), z.regex(/^data:image\/(png|jpeg);base64,[A-Za-z0-9+/]+=*$/));

export const acknowledged = z.object({ status: z.literal("ok") });
