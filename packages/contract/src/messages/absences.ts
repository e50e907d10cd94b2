import { absenceDays, absenceType } from "../calls/absences.ts";
import { id, isoDateTime, lookupId, text, z } from "../schema.ts";

export const absenceRequested = z.object({
  id,
  /** The year as the device knew it; the server decides by the days. */
  holidayYearId: z.nullable(lookupId),
  type: absenceType,
  /** Working days as the device counted them; the server counts with its own calendar. */
  dayCount: z.number(),
  days: z.array(absenceDays).check(z.minLength(1), z.maxLength(50)),
  comment: z.nullable(text(2000)),
  changeTimestamp: isoDateTime,
});

/** An approved absence waits for the office's decision; any other is removed. */
export const absenceCancelled = z.object({
  absenceRequestId: id,
  comment: z.nullable(text(2000)),
  changeTimestamp: isoDateTime,
});
