import { id, isoDateTime, namedSchema, z } from "../schema.ts";

/** Once a message may have been sent, only its receipt removes it from the device. */
export const receipt = namedSchema(
  "Receipt",
  z.object({
    messageId: id,
    outcome: z.enum(["recorded", "already-recorded"]),
    receivedOn: isoDateTime,
  }),
);
export type Receipt = z.output<typeof receipt>;
