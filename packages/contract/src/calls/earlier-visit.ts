import { id, isoDateTime, namedSchema, z } from "../schema.ts";

/** The visit of an engineer who no longer has the job, and has gone on with it. It is evidence until the job is given back. */
export const earlierVisit = namedSchema(
  "EarlierVisit",
  z.object({
    fieldOperativeAppointmentId: id,
    fieldOperativeId: id,
    /** When the job was moved or taken away. */
    endedOn: isoDateTime,
  }),
);
export type EarlierVisit = z.output<typeof earlierVisit>;
