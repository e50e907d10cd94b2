import { defineCall } from "../call.ts";
import {
  acknowledged,
  calendarDay,
  id,
  isoDateTime,
  lookupIdInPath,
  namedSchema,
  text,
  z,
} from "../schema.ts";
import { absenceDays, absenceRequest, absenceType, holidayYear } from "./absences.ts";

const listedAbsence = namedSchema(
  "ListedAbsence",
  z.extend(absenceRequest, {
    fieldOperativeId: id,
    operativeName: text(200),
    requestedOn: isoDateTime,
    cancelComment: z.nullable(text(2000)),
    removedOn: z.nullable(isoDateTime),
    changedOn: isoDateTime,
    /** Other pending or approved absences of this engineer that share a day with it. */
    overlaps: z.array(id),
    /**
     * Rules that it breaks: `absence: comment-missing` if an approved one was cancelled without a comment,
     * `absence: allowance-exceeded-by-3` if the absences before it leave 3 days too few of the year's allowance.
     */
    flags: z.array(text(200)),
  }),
);

export const listAbsences = defineCall({
  name: "listAbsences",
  method: "GET",
  path: "/api/office/absences",
  audience: "office",
  permission: "AbsenceRequest.ViewList",
  summary:
    "Absences with the engineers who requested them, the latest first, at most 1,000; with changedSince those that changed, in the order of their changes",
  query: z.object({
    status: z.optional(z.enum(["1", "2", "3"])),
    fieldOperativeId: z.optional(id),
    /** Only absences whose cancellation waits for a decision. */
    cancelling: z.optional(z.enum(["true"])),
    /** The `id` of the last absence of the answer before. */
    after: z.optional(id),
    /** The `changedOn` of the last absence of the answer before: that absence again, and those that changed later. */
    changedSince: z.optional(isoDateTime),
    limit: z.optional(z.string().check(z.regex(/^[1-9]\d{0,2}$/))),
  }),
  response: z.array(listedAbsence),
});

export const readAbsenceCalendar = defineCall({
  name: "readAbsenceCalendar",
  method: "GET",
  path: "/api/office/absence-calendar",
  audience: "office",
  permission: "AbsenceRequest.ViewList",
  summary:
    "The absences of a month by engineer, and what waits for a decision with what it depends on",
  query: z.object({
    /** The month, such as `2026-03`. Absent: the present one in London. */
    month: z.optional(z.string().check(z.regex(/^20\d\d-(0[1-9]|1[0-2])$/))),
  }),
  response: z.object({
    month: z.string(),
    /** The days of the month from Monday to Friday on which nobody works. */
    nonWorkingDays: z.array(calendarDay),
    /** By name. Those who have left are named only if they are absent in the month. */
    engineers: z.array(
      z.object({ fieldOperativeId: id, name: text(200), isDisabled: z.boolean() }),
    ),
    /** The pending and approved absences with a day in the month, if they were requested at most two years before it. */
    absences: z.array(
      z.object({
        id,
        fieldOperativeId: id,
        type: absenceType,
        /** 1 Pending, 2 Approved. */
        status: z.literal([1, 2]),
        /** True while the engineer's request to cancel it waits for a decision. */
        isCancelling: z.boolean(),
        days: z.array(absenceDays),
      }),
    ),
    /** By the first day, what is over last; at most 200. */
    toDecide: z.array(
      z.object({
        absence: listedAbsence,
        /** What is left of the allowance of its holiday year without it, in working days; null: not known or not holiday. */
        daysLeft: z.nullable(z.number()),
        /** Pending and approved absences of other engineers that share a day with it, at most 50. */
        others: z.array(
          z.object({
            id,
            name: text(200),
            type: absenceType,
            status: z.literal([1, 2]),
            days: z.array(absenceDays),
          }),
        ),
        /** Jobs of the engineer on these days that are not closed. */
        plannedJobs: z.int(),
      }),
    ),
  }),
});

export const decideAbsence = defineCall({
  name: "decideAbsence",
  method: "POST",
  path: "/api/office/absences/:id/decision",
  audience: "office",
  permission: "AbsenceRequest.Approve",
  summary: "Approve (2) or reject (3) an absence; a rejection needs a reason",
  params: z.object({ id }),
  body: z
    .object({
      status: z.literal([2, 3]),
      rejectReason: z.optional(z.nullable(text(2000))),
      reviewerComment: z.optional(z.nullable(text(2000))),
    })
    .check(
      z.refine((body) => body.status === 2 || (body.rejectReason ?? "").trim() !== "", {
        error: "Give the reason of a rejection",
        path: ["rejectReason"],
      }),
    ),
  response: acknowledged,
});

export const decideAbsenceCancel = defineCall({
  name: "decideAbsenceCancel",
  method: "POST",
  path: "/api/office/absences/:id/cancellation",
  audience: "office",
  permission: "AbsenceRequest.Approve",
  summary: "Approve (2) or reject (3) the cancellation of an approved absence",
  params: z.object({ id }),
  body: z.object({
    cancelStatus: z.literal([2, 3]),
    reviewerComment: z.optional(z.nullable(text(2000))),
  }),
  response: acknowledged,
});

export const putHolidayYear = defineCall({
  name: "putHolidayYear",
  method: "PUT",
  path: "/api/office/holiday-years/:id",
  audience: "office",
  permission: "AbsenceRequest.Edit",
  summary: "Add a holiday year, or change one",
  params: z.object({ id: lookupIdInPath }),
  body: z.omit(holidayYear, { id: true }).check(
    z.refine((year) => year.dateFrom <= year.dateTo, {
      error: "The year ends before it begins",
      path: ["dateTo"],
    }),
  ),
  response: holidayYear,
  example: {
    dateFrom: "2026-04-01",
    dateTo: "2027-03-31",
    allowance: 25,
    nonWorkingDays: ["2026-12-25", "2026-12-28"],
  },
});

export const addAbsenceDocument = defineCall({
  name: "addAbsenceDocument",
  method: "POST",
  path: "/api/office/absence-documents",
  audience: "office",
  permission: "AbsenceRequest.UploadFile",
  summary: "Add a document about absences, a PDF in base64, for everybody or for one engineer",
  body: z.object({
    documentId: z.optional(id),
    name: text(200).check(z.minLength(1)),
    fieldOperativeId: z.nullable(id),
    pdf: z.string().check(z.maxLength(6_000_000)),
  }),
  response: z.object({ documentId: id }),
});

export const removeAbsenceDocument = defineCall({
  name: "removeAbsenceDocument",
  method: "DELETE",
  path: "/api/office/absence-documents/:documentId",
  audience: "office",
  permission: "AbsenceRequest.Delete",
  summary: "Remove a document about absences",
  params: z.object({ documentId: id }),
  response: acknowledged,
});

export const putPlannerWeeks = defineCall({
  name: "putPlannerWeeks",
  method: "PUT",
  path: "/api/office/settings/planner-weeks",
  audience: "office",
  permission: "Scheduler.Edit",
  summary: "How many weeks the engineers' planner shows",
  body: z.object({ weeks: z.int().check(z.minimum(1), z.maximum(52)) }),
  response: z.object({ weeks: z.int() }),
  example: { weeks: 4 },
});
