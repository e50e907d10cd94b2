import { defineCall } from "../call.ts";
import { calendarDay, id, isoDateTime, lookupId, namedSchema, text, z } from "../schema.ts";

export const absenceType = z.enum(["holiday", "sickness", "unpaid"]);

/** Whole days on the calendar of the United Kingdom, both of them included. */
export const absenceDays = z.object({ dateFrom: calendarDay, dateTo: calendarDay });

export const absenceRequest = namedSchema(
  "AbsenceRequest",
  z.object({
    id,
    /** The year in which its first day lies. */
    holidayYearId: lookupId,
    type: absenceType,
    /** Working days. */
    dayCount: z.number(),
    days: z.array(absenceDays).check(z.minLength(1)),
    comment: z.nullable(text(2000)),
    /** 1 Pending, 2 Approved, 3 Rejected. */
    status: z.literal([1, 2, 3]),
    rejectReason: z.nullable(text(2000)),
    reviewerComment: z.nullable(text(2000)),
    /** What became of the wish to cancel an approved one; null: nobody wished it. */
    cancelStatus: z.nullable(z.literal([1, 2, 3])),
  }),
);
export type AbsenceRequest = z.output<typeof absenceRequest>;

export const holidayYear = namedSchema(
  "HolidayYear",
  z.object({
    id: lookupId,
    dateFrom: calendarDay,
    dateTo: calendarDay,
    /** Days of holiday that an engineer has in it; null: not told. */
    allowance: z.nullable(z.number()),
    /** Days from Monday to Friday on which nobody works: bank holidays, a shutdown. */
    nonWorkingDays: z.array(calendarDay).check(z.maxLength(400)),
  }),
);
export type HolidayYear = z.output<typeof holidayYear>;

export const getAbsences = defineCall({
  name: "getAbsences",
  method: "GET",
  path: "/api/absence/absences",
  audience: "engineer",
  summary: "The engineer's absences by holiday year",
  response: z.object({
    user: z.object({ name: text(200) }),
    holidayYears: z.array(
      z.extend(holidayYear, {
        /** The one to show first. */
        isSelected: z.boolean(),
        /** Today lies in it. */
        isCurrent: z.boolean(),
        requests: z.array(absenceRequest),
      }),
    ),
  }),
});

const absenceDocument = z.object({
  documentId: id,
  name: text(200),
  bytes: z.int(),
  addedOn: isoDateTime,
});

export const listAbsenceDocuments = defineCall({
  name: "listAbsenceDocuments",
  method: "GET",
  path: "/api/absence/documents",
  audience: "engineer",
  summary: "Papers about absences: those for everybody and the engineer's own",
  response: z.array(absenceDocument),
});

/** Answers bytes: a PDF. */
export const downloadAbsenceDocument = defineCall({
  name: "downloadAbsenceDocument",
  method: "GET",
  path: "/api/absence/documents/:documentId",
  audience: "engineer",
  summary: "A paper about absences as PDF",
  params: z.object({ documentId: id }),
  response: z.unknown(),
});
