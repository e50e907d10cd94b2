import { defineCall } from "../call.ts";
import { calendarDay, id, isoDateTime, namedSchema, text, z } from "../schema.ts";
import { mileageRecord } from "./mileage.ts";

/** A correction of an entry after its day. */
const mileageCorrection = namedSchema(
  "MileageCorrection",
  z.object({
    correctedOn: isoDateTime,
    reason: text(500),
    /** What the entry said before; null if the server had not received the entry. */
    previousMileage: z.nullable(z.int()),
    previousRegistration: z.nullable(text(12)),
  }),
);
export type MileageCorrection = z.output<typeof mileageCorrection>;

export const listMileage = defineCall({
  name: "listMileage",
  method: "GET",
  path: "/api/office/mileage",
  audience: "office",
  permission: "Finance.ViewList",
  summary: "Mileage records by the date recorded, newest first",
  query: z.object({
    fieldOperativeId: z.optional(id),
    /** The first and last calendar day in London. */
    from: z.optional(calendarDay),
    to: z.optional(calendarDay),
    registration: z.optional(text(12)),
    /** True includes records that engineers have removed. */
    removed: z.optional(z.enum(["true", "false"])),
    /** The `fieldOperativeMileageId` of the last record of the answer before. */
    after: z.optional(z.string().check(z.regex(/^[1-9]\d{0,14}$/))),
    limit: z.optional(z.string().check(z.regex(/^[1-9]\d{0,3}$/))),
  }),
  response: z.array(
    z.extend(mileageRecord, {
      fieldOperativeId: id,
      operativeName: text(200),
      /** Set if the vehicle was changed. */
      previousRegistration: z.nullable(text(12)),
      removedOn: z.nullable(isoDateTime),
      /** In the order in which they arrived. */
      corrections: z.array(mileageCorrection),
      /**
       * Rules that the entry breaks among the current entries, such as `mileage: mileage-below-previous`, and
       * `mileage-corrected: ` with the reason of each correction.
       */
      flags: z.array(text(200)),
    }),
  ),
});
