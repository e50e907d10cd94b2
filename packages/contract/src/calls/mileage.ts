import { defineCall } from "../call.ts";
import { mileageCount } from "../messages/standalone.ts";
import { id, isoDateTime, lookupId, namedSchema, text, z } from "../schema.ts";

export const mileageRecord = namedSchema(
  "MileageRecord",
  z.object({
    /** Created by the device that recorded it. */
    clientFieldOperativeMileageId: id,
    /** The id that the server gave; null until it has. */
    fieldOperativeMileageId: z.nullable(z.union([id, lookupId])),
    vehicleId: z.nullable(z.union([id, lookupId])),
    registration: text(12),
    /** In miles. */
    currentMileage: mileageCount,
    /** The last mileage of the previous vehicle, if the vehicle was changed. */
    previousMileage: z.nullable(mileageCount),
    dateRecorded: isoDateTime,
    createdOn: isoDateTime,
    modifiedOn: isoDateTime,
  }),
);
export type MileageRecord = z.output<typeof mileageRecord>;

export const getMileage = defineCall({
  name: "getMileage",
  method: "GET",
  path: "/api/mileage",
  audience: "engineer",
  summary:
    "The mileage records of an engineer who records mileage, by the date recorded, newest first: the last 500",
  response: z.array(mileageRecord),
});
