import {
  dampCaseEvents,
  dampCaseStates,
  dampClockNames,
  dampHazards,
  dampJobEvents,
  dampOfficeEvents,
  unsafeClasses,
  unsentAges,
} from "@fieldfare/domain";
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

const raisedJob = z.object({
  jobId: id,
  formattedJobId: text(50),
  appointmentDateTime: isoDateTime,
  status: jobStatus,
  fieldOperativeId: z.nullable(id),
});

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
    job: z.nullable(raisedJob),
    /** Further open jobs that make a record, in order of time: the home may have been planned twice. */
    moreJobs: z.array(raisedJob),
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
    /** The dangers of the home that no later record has found safe, also of other forms, the newest first. */
    openDangers: z.array(z.object({ classification: z.enum(["ID", "AR"]), name: z.string() })),
    /** The next open job at the home that counts as work on a danger, because it may have a gas safety record; null: there is none. */
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
    /** Only the forms of this job. */
    jobId: z.optional(id),
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

const dampHazard = z.enum(dampHazards);

/** One period of the regulations in a case. */
const dampClock = z.object({
  name: z.enum(dampClockNames),
  startedOn: isoDateTime,
  /** The last moment that is in time. */
  dueOn: isoDateTime,
  /** Null: it runs. */
  stoppedOn: z.nullable(isoDateTime),
  state: z.enum(["running", "overdue", "met", "late"]),
});

/** Why a case ended: what it asked is done, or there was no damp and mould. */
export const dampCloseReasons = ["done", "no-case"] as const;

const jobAtHome = z.object({
  jobId: id,
  formattedJobId: text(50),
  appointmentDateTime: isoDateTime,
  status: jobStatus,
  fieldOperativeId: z.nullable(id),
  detailTypeName: text(200),
});

const dampCase = namedSchema(
  "DampCase",
  z.object({
    caseId: id,
    propertyId: id,
    address: text(1000),
    postcode: text(10),
    uprn: z.nullable(text(12)),
    /** When the landlord became aware, for the last time after an investigation had ended; null: nothing says it. */
    awareOn: z.nullable(isoDateTime),
    /** What the last inspection found; null: there was none. */
    hazard: z.nullable(dampHazard),
    state: z.enum(dampCaseStates),
    /** What runs out first, or ran out first; null: no clock runs. */
    nextDueOn: z.nullable(isoDateTime),
    /** Those since damp was last reported, and those from before that still run. */
    clocks: z.array(dampClock),
    /** Other accommodation was offered. */
    isRehoused: z.boolean(),
    closedOn: z.nullable(isoDateTime),
    closedReason: z.nullable(z.enum(dampCloseReasons)),
    /**
     * An inspection dates the first report before `awareOn`, and the office has not said since which one counts; null: it does
     * not, or the case is closed.
     */
    earlierReport: z.nullable(
      z.object({ jobId: id, formattedJobId: text(50), reportedOn: calendarDay }),
    ),
    /** The next open job of the case; null: there is none. */
    job: z.nullable(jobAtHome),
    /** The next open job at the home that is for something else; null: there is none. */
    otherJob: z.nullable(jobAtHome),
  }),
);
export type DampCase = z.output<typeof dampCase>;

export const listDampCases = defineCall({
  name: "listDampCases",
  method: "GET",
  path: "/api/office/compliance/damp-cases",
  audience: "office",
  permission: "Property.ViewList",
  summary:
    "Cases of damp and mould with the clocks of the regulations: open ones by what runs out first, closed ones with the last closed first",
  query: z.object({
    /** Where the cases stand. `closed`: those that the office closed. Absent: all that are open. */
    state: z.optional(z.enum([...dampCaseStates, "closed"])),
    /** Only open cases in which this clock runs. */
    clock: z.optional(z.enum(dampClockNames)),
    /** The `next` of the answer before. */
    after: z.optional(text(100)),
    limit: z.optional(z.string().check(z.regex(/^\d{1,2}$/))),
  }),
  response: z.object({
    cases: z.array(dampCase),
    /** How many open cases stand where. */
    counts: z.object({
      overdue: z.int(),
      soon: z.int(),
      running: z.int(),
      stopped: z.int(),
    }),
    /** For `after`; null: there are no more. */
    next: z.nullable(text(100)),
  }),
});

/** What happened in a case, and who says so. */
const dampEvent = z.object({
  eventId: id,
  kind: z.enum([...dampJobEvents, ...dampOfficeEvents, ...dampCaseEvents]),
  happenedOn: isoDateTime,
  recordedOn: isoDateTime,
  /** What an inspection found; null: another event. */
  hazard: z.nullable(dampHazard),
  /** The job that tells it; null: the office recorded it. */
  jobId: z.nullable(id),
  formattedJobId: z.nullable(text(50)),
  /** Who of the office recorded it; null: a job tells it. */
  recordedBy: z.nullable(text(200)),
  takenBackOn: z.nullable(isoDateTime),
  /** The office recorded it to stop a clock or to give it more time, and it does not. */
  isIdle: z.boolean(),
});

const dampCaseDetails = namedSchema(
  "DampCaseDetails",
  z.object({
    case: dampCase,
    /** In the order in which they happened. */
    events: z.array(dampEvent),
    /** Of the case, the first appointment first. */
    jobs: z.array(
      z.object({
        jobId: id,
        formattedJobId: text(50),
        appointmentDateTime: isoDateTime,
        status: jobStatus,
        fieldOperativeId: z.nullable(id),
        engineerName: z.nullable(text(200)),
        detailTypeName: text(200),
        documents: z.array(z.object({ documentId: id, name: text(200) })),
      }),
    ),
    /** The periods of this server, in working days, days for `latestWorks`, and hours for `emergency`. */
    periods: z.object({
      investigation: z.int(),
      summary: z.int(),
      safety: z.int(),
      works: z.int(),
      latestWorks: z.int(),
      emergency: z.int(),
    }),
    /** It was investigated and no clock runs. */
    mayClose: z.boolean(),
    /** No inspection has found a hazard that a later one did not. */
    mayBeNoCase: z.boolean(),
    /** Who closed it; null: it is open, or it is no longer known. */
    closedBy: z.nullable(text(200)),
  }),
);
export type DampCaseDetails = z.output<typeof dampCaseDetails>;

export const readDampCase = defineCall({
  name: "readDampCase",
  method: "GET",
  path: "/api/office/compliance/damp-cases/:caseId",
  audience: "office",
  permission: "Property.ViewList",
  summary:
    "A case of damp and mould with what started and stopped each clock, and its jobs and documents",
  params: z.object({ caseId: id }),
  response: dampCaseDetails,
});

export const recordDampEvent = defineCall({
  name: "recordDampEvent",
  method: "POST",
  path: "/api/office/compliance/damp-cases/:caseId/events",
  audience: "office",
  permission: "Property.Edit",
  summary:
    "Record in a case of damp and mould what no job tells, such as the written summary. Refused if it changes no clock because it was done before an inspection, or if it was done before you became aware. A repetition with the same eventId changes nothing",
  params: z.object({ caseId: id }),
  body: z.object({
    eventId: id,
    kind: z.enum(dampOfficeEvents),
    /** Not in the future, not before 2000, and of an act that answers an inspection not before its day. */
    happenedOn: isoDateTime,
    /** Absent: the same may be recorded twice. */
    expected: z.optional(
      z.object({
        /** The events of this kind that the caller has seen. If there is another one that counts, it is refused. */
        eventIds: z.array(id).check(z.maxLength(1000)),
      }),
    ),
  }),
  response: dampCaseDetails,
});

export const takeBackDampEvent = defineCall({
  name: "takeBackDampEvent",
  method: "DELETE",
  path: "/api/office/compliance/damp-cases/:caseId/events/:eventId",
  audience: "office",
  permission: "Property.Edit",
  summary:
    "Take back what the office recorded in a case of damp and mould by mistake. It stays visible",
  params: z.object({ caseId: id, eventId: id }),
  response: dampCaseDetails,
});

export const closeDampCase = defineCall({
  name: "closeDampCase",
  method: "POST",
  path: "/api/office/compliance/damp-cases/:caseId/closing",
  audience: "office",
  permission: "Property.Edit",
  summary:
    "Close a case of damp and mould: because all is done, once no clock runs, or because there is no damp and mould, unless an inspection found a hazard",
  params: z.object({ caseId: id }),
  body: z.object({ reason: z.enum(dampCloseReasons) }),
  response: dampCaseDetails,
});

export const reopenDampCase = defineCall({
  name: "reopenDampCase",
  method: "DELETE",
  path: "/api/office/compliance/damp-cases/:caseId/closing",
  audience: "office",
  permission: "Property.Edit",
  summary:
    "Open a closed case of damp and mould again. Refused if another case is open at the home. An open case stays as it is",
  params: z.object({ caseId: id }),
  response: dampCaseDetails,
});

/** How many weeks of visits the figures have. */
export const figureWeeks = ["4", "13", "26"] as const;

export const readFigures = defineCall({
  name: "readFigures",
  method: "GET",
  path: "/api/office/compliance/figures",
  audience: "office",
  permission: "Job.ViewList",
  summary:
    "How many jobs were done at the first visit, and with access at once, by week; jobs by state and day; how long phones have not sent their work",
  query: z.object({
    /** Absent: 13, a quarter of a year. */
    weeks: z.optional(z.enum(figureWeeks)),
  }),
  response: z.object({
    today: calendarDay,
    /** In order, the present week last. Each counts the first visits to jobs whose end was received in it. */
    weeks: z.array(
      z.object({
        monday: calendarDay,
        visits: z.int(),
        /** Of these, with access. */
        gained: z.int(),
        /** Of those with access, jobs that did not turn out to be abandoned. */
        wanted: z.int(),
        /** Of these, jobs that were complete. */
        fixed: z.int(),
      }),
    ),
    /** Jobs by the day of their appointment, from a week before today to the sixth day after it. */
    days: z.array(
      z.object({
        day: calendarDay,
        states: z.array(z.object({ status: jobStatus, jobs: z.int() })),
      }),
    ),
    /** What phones last said of work that they have not sent. */
    unsent: z.object({
      ages: z.array(z.object({ age: z.enum(unsentAges), phones: z.int(), messages: z.int() })),
      /** Phones that have not said anything yet. */
      unknown: z.int(),
    }),
  }),
});
