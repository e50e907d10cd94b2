import { defineCall } from "../call.ts";
import { calendarDay, id, isoDateTime, lookupId, namedSchema, text, z } from "../schema.ts";

export const absenceType = z.enum(["holiday", "sickness", "unpaid"]);

/** Whole days of the United Kingdom's calendar, both ends included. */
export const absenceDays = z.object({ dateFrom: calendarDay, dateTo: calendarDay });

export const absenceRequest = namedSchema(
  "AbsenceRequest",
  z.object({
    id,
    /** The holiday year of its first day. */
    holidayYearId: lookupId,
    type: absenceType,
    /** In working days. */
    dayCount: z.number(),
    days: z.array(absenceDays).check(z.minLength(1)),
    comment: z.nullable(text(2000)),
    /** 1 Pending, 2 Approved, 3 Rejected. */
    status: z.literal([1, 2, 3]),
    rejectReason: z.nullable(text(2000)),
    reviewerComment: z.nullable(text(2000)),
    /** The decision on the request to cancel an approved absence; null: there is no such request. */
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
    /** Days of holiday that an engineer has in the year; null: not known. */
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
        /** The year to show first. */
        isSelected: z.boolean(),
        /** True if today is in this year. */
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
  summary: "Documents about absences: those for everybody and the engineer's own",
  response: z.array(absenceDocument),
});

/** Answers the bytes of a PDF. */
export const downloadAbsenceDocument = defineCall({
  name: "downloadAbsenceDocument",
  method: "GET",
  path: "/api/absence/documents/:documentId",
  audience: "engineer",
  summary: "A document about absences as PDF",
  params: z.object({ documentId: id }),
  response: z.unknown(),
});
