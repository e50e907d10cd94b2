import { unsafeClasses } from "@fieldfare/domain";
import { defineCall } from "../call.ts";
import { jobStatus } from "../entities/job.ts";
import { calendarDay, id, isoDateTime, lookupId, namedSchema, text, z } from "../schema.ts";

/** Homes, and how many of them have a job raised that does what they need. */
const homeCount = z.object({ homes: z.int(), withJob: z.int() });

export const readGasSafetyWeeks = defineCall({
  name: "readGasSafetyWeeks",
  method: "GET",
  path: "/api/office/compliance/gas-safety/weeks",
  audience: "office",
  permission: "Property.ViewList",
  summary:
    "How many homes have a gas safety record that has run out or runs out in each week, and for how many a job is raised",
  response: z.object({
    today: calendarDay,
    /** The type of job that makes the record; null: no form is for one. */
    jobDetailTypeId: z.nullable(lookupId),
    /** Homes with a gas appliance and no record. */
    missing: homeCount,
    overdue: homeCount,
    /** This week from today on, and those after it, in order. */
    weeks: z.array(z.extend(homeCount, { monday: calendarDay })),
    later: z.object({ homes: z.int() }),
  }),
});

/** Which homes are listed: a week is named by its Monday. */
export const gasSafetyGroups = ["missing", "overdue", "later"] as const;

const homeDue = namedSchema(
  "HomeDue",
  z.object({
    propertyId: id,
    address: text(1000),
    postcode: text(10),
    uprn: z.nullable(text(12)),
    hasGasAppliance: z.boolean(),
    /** The last record; null: there is none. */
    record: z.nullable(
      z.object({
        jobId: id,
        formattedJobId: text(50),
        checkedOn: calendarDay,
        dueOn: calendarDay,
      }),
    ),
    /** The open job that makes the next record; null: none is raised. With several it is the first. */
    job: z.nullable(
      z.object({
        jobId: id,
        formattedJobId: text(50),
        appointmentDateTime: isoDateTime,
        status: jobStatus,
        fieldOperativeId: z.nullable(id),
      }),
    ),
    /** Attempts without access since access was last gained. */
    attempts: z.int(),
  }),
);
export type HomeDue = z.output<typeof homeDue>;

export const listGasSafetyHomes = defineCall({
  name: "listGasSafetyHomes",
  method: "GET",
  path: "/api/office/compliance/gas-safety/homes",
  audience: "office",
  permission: "Property.ViewList",
  summary: "The homes of a week or a group by the day on which their gas safety record runs out",
  query: z.object({
    /** `missing`, `overdue`, `later`, or the Monday of a week. Absent: `overdue`. */
    group: z.optional(z.union([z.enum(gasSafetyGroups), calendarDay])),
    /** `no`: homes for which no job is raised. */
    raised: z.optional(z.enum(["yes", "no"])),
    /** The propertyId of the last home of the answer before: the homes after it. */
    after: z.optional(id),
    limit: z.optional(z.string().check(z.regex(/^\d{1,3}$/))),
  }),
  response: z.array(homeDue),
});

const accessAttempt = z.object({
  jobId: id,
  formattedJobId: text(50),
  categoryName: text(200),
  detailTypeName: text(200),
  /** By the clock of the phone. */
  endedOn: isoDateTime,
  /** When the server received it. */
  receivedOn: isoDateTime,
  engineerName: z.nullable(text(200)),
  reason: z.nullable(text(200)),
  notes: text(10_000),
  photos: z.int(),
});

const attemptedHome = namedSchema(
  "AttemptedHome",
  z.object({
    propertyId: id,
    address: text(1000),
    postcode: text(10),
    uprn: z.nullable(text(12)),
    /** In a row, oldest first. */
    attempts: z.array(accessAttempt),
    /** When access was last gained; null: never, as far as is known. */
    lastAccessOn: z.nullable(isoDateTime),
    /** The day on which its gas safety record runs out; null: it has none. */
    gasDueOn: z.nullable(calendarDay),
    /** The evidence of these attempts; null: it has not been asked for. */
    document: z.nullable(z.object({ documentId: id, name: text(200) })),
  }),
);
export type AttemptedHome = z.output<typeof attemptedHome>;

export const listAccessAttempts = defineCall({
  name: "listAccessAttempts",
  method: "GET",
  path: "/api/office/compliance/access-attempts",
  audience: "office",
  permission: "Property.ViewList",
  summary:
    "Homes with attempts without access in a row since access was last gained, the last attempt first; attempts older than a year begin no row",
  query: z.object({
    /** How many attempts in a row at least. Absent: two. */
    atLeast: z.optional(z.enum(["1", "2", "3"])),
    /** The jobId of the last attempt of the last home of the answer before: the homes after it. */
    after: z.optional(id),
    limit: z.optional(z.string().check(z.regex(/^\d{1,2}$/))),
  }),
  response: z.array(attemptedHome),
});

export const makeAccessEvidence = defineCall({
  name: "makeAccessEvidence",
  method: "POST",
  path: "/api/office/compliance/properties/:propertyId/access-evidence",
  audience: "office",
  permission: "Property.Print",
  summary:
    "Make one document of the attempts without access in a row at a home. A repetition without a further attempt answers the same document",
  params: z.object({ propertyId: id }),
  response: z.object({ documentId: id, name: text(200) }),
});

const unsafeClass = z.enum(unsafeClasses);

const safetyForm = namedSchema(
  "SafetyForm",
  z.object({
    kind: z.enum(["gas-safety-record", "warning-notice"]),
    jobId: id,
    formattedJobId: text(50),
    propertyId: id,
    address: text(1000),
    postcode: text(10),
    uprn: z.nullable(text(12)),
    completedOn: isoDateTime,
    engineerName: z.nullable(text(200)),
    findings: z.array(
      z.object({
        classification: z.nullable(unsafeClass),
        /** A name such as "Gas fire, inset, Lounge". */
        name: z.string(),
        fault: z.string(),
        action: z.string(),
        /** Null: the form does not say. */
        isNoticeIssued: z.nullable(z.boolean()),
        /** Empty: none is quoted. */
        noticeNumber: z.string(),
        isRefused: z.boolean(),
        isReportable: z.boolean(),
      }),
    ),
    /** No later record has found the dangers of the home safe. */
    isOpen: z.boolean(),
    /** The next open job at the home; null: there is none. */
    job: z.nullable(
      z.object({
        jobId: id,
        formattedJobId: text(50),
        appointmentDateTime: isoDateTime,
        status: jobStatus,
        fieldOperativeId: z.nullable(id),
        categoryName: text(200),
        detailTypeName: text(200),
      }),
    ),
  }),
);
export type SafetyForm = z.output<typeof safetyForm>;

export const listSafetyFindings = defineCall({
  name: "listSafetyFindings",
  method: "GET",
  path: "/api/office/compliance/safety-findings",
  audience: "office",
  permission: "Property.ViewList",
  summary: "Gas safety records with defects, and warning notices, newest first",
  query: z.object({
    /** Absent: both. */
    kind: z.optional(z.enum(["gas-safety-record", "warning-notice"])),
    /** Only forms with a finding of this class. */
    classification: z.optional(unsafeClass),
    /** `yes`: only forms of homes with a danger that no later record has found safe. */
    open: z.optional(z.literal("yes")),
    /** The `next` of the answer before. */
    after: z.optional(text(100)),
    limit: z.optional(z.string().check(z.regex(/^\d{1,2}$/))),
  }),
  response: z.object({
    /** A page may have fewer than `limit`, also none: `next` says whether there are more. */
    forms: z.array(safetyForm),
    /** For `after`; null: there are no more. */
    next: z.nullable(text(100)),
  }),
});
