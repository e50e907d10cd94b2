import { boardIssueKinds, dampClockNames } from "@fieldfare/domain";
import { defineCall } from "../call.ts";
import { hold, jobStatus, statusTimestamps } from "../entities/job.ts";
import { calendarDay, id, isoDateTime, namedSchema, text, z } from "../schema.ts";
import { absenceType } from "./absences.ts";
import { earlierVisit } from "./earlier-visit.ts";
import { expectedJob } from "./expected-job.ts";

const boardJob = namedSchema(
  "BoardJob",
  z.object({
    jobId: id,
    formattedJobId: text(50),
    fieldOperativeId: z.nullable(id),
    fieldOperativeAppointmentId: z.nullable(id),
    appointmentDateTime: isoDateTime,
    clientPreferredTimeName: z.nullable(text(100)),
    status: jobStatus,
    statusTimestamps,
    /** When the office cancelled the job, which is Closed then; null: it was not cancelled. */
    cancelledOn: z.nullable(isoDateTime),
    hold: z.nullable(hold),
    address: text(1000),
    postcode: text(10),
    categoryName: text(200),
    detailTypeName: text(200),
    jobPriority: z.nullable(text(100)),
    /** A phone of the engineer has acknowledged the appointment. */
    isOnPhone: z.boolean(),
    /** The office has asked for its removal, and no phone has answered; null: it has not. */
    removal: z.nullable(z.object({ requestedOn: isoDateTime, force: z.boolean() })),
    /** When the office asked to cancel the job; null: it has not, or the job is cancelled or closed. */
    cancellationRequestedOn: z.nullable(isoDateTime),
    earlierVisit: z.nullable(earlierVisit),
  }),
);
export type BoardJob = z.output<typeof boardJob>;

const boardEngineer = namedSchema(
  "BoardEngineer",
  z.object({
    fieldOperativeId: id,
    name: text(200),
    isDisabled: z.boolean(),
    /** Those of the day that are requested (1) or approved (2). */
    absences: z.array(z.object({ absenceId: id, type: absenceType, status: z.literal([1, 2]) })),
    devices: z.array(
      z.object({
        deviceId: id,
        name: z.nullable(text(100)),
        locked: z.boolean(),
        lastContactOn: z.nullable(isoDateTime),
        unsentMessages: z.nullable(z.int()),
        unsentSince: z.nullable(isoDateTime),
        blockedKeys: z.nullable(z.int()),
      }),
    ),
  }),
);
export type BoardEngineer = z.output<typeof boardEngineer>;

/**
 * Jobs that are not of the day, and were moved or taken away on it (for today: within seven days) while their engineer goes on with
 * the visit, which `earlierVisit` names.
 */
const movedJobs = z.array(boardJob);

const boardDampCase = namedSchema(
  "BoardDampCase",
  z.object({
    caseId: id,
    propertyId: id,
    address: text(1000),
    clock: z.enum(dampClockNames),
    /** The last moment that is in time. */
    dueOn: isoDateTime,
    /** The next open job of the case; of `works` one that is no inspection, if there is one. Null: there is none. */
    job: z.nullable(
      z.object({
        jobId: id,
        formattedJobId: text(50),
        appointmentDateTime: isoDateTime,
        fieldOperativeId: z.nullable(id),
        detailTypeName: text(200),
      }),
    ),
  }),
);
export type BoardDampCase = z.output<typeof boardDampCase>;

export const readBoard = defineCall({
  name: "readBoard",
  method: "GET",
  path: "/api/office/board",
  audience: "office",
  permission: "Scheduler.View",
  summary:
    "A day in London: engineers with their absences and devices, the jobs of the day, those that are under way, earlier ones that nobody has, visits that go on although their job was moved, and what needs attention",
  query: z.object({
    /** Absent: today. */
    day: z.optional(calendarDay),
  }),
  response: z.object({
    day: calendarDay,
    /** By the clock of the server. */
    at: isoDateTime,
    /** By name; disabled ones only if they have a job of the day, or go on with one that was moved. */
    engineers: z.array(boardEngineer),
    /** By time. */
    jobs: z.array(boardJob),
    movedJobs,
    /** True: of the earlier jobs that nobody has, only the newest are here. */
    hasMoreUnassigned: z.boolean(),
    /**
     * Of today: the open cases of damp and mould with an emergency, or with a clock that has run out, for which nobody has
     * planned work in time. At most 100, what runs out first before the others.
     */
    dampCases: z.array(boardDampCase),
    /** What needs attention at that moment. */
    issues: z.array(
      z.object({
        kind: z.enum(boardIssueKinds),
        jobId: z.nullable(id),
        otherJobId: z.nullable(id),
        fieldOperativeId: z.nullable(id),
        deviceId: z.nullable(id),
        caseId: z.nullable(id),
        since: isoDateTime,
      }),
    ),
  }),
});

/** How many jobs `readBoardJobs` takes. */
export const maxBoardJobs = 50;

export const readBoardJobs = defineCall({
  name: "readBoardJobs",
  method: "GET",
  path: "/api/office/board/jobs",
  audience: "office",
  permission: "Scheduler.View",
  summary: "Some jobs as the board of a day has them; one that is not on that board is left out",
  query: z.object({
    day: calendarDay,
    /** The ids, with commas between them, at most 50. */
    jobIds: z
      .string()
      .check(
        z.maxLength(37 * maxBoardJobs),
        z.regex(
          /^[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}(,[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12})*$/,
        ),
      ),
  }),
  response: z.object({ jobs: z.array(boardJob), movedJobs }),
});

export const moveJobs = defineCall({
  name: "moveJobs",
  method: "POST",
  path: "/api/office/board/moves",
  audience: "office",
  permission: "Job.Allocate",
  summary:
    "Assign, move or swap jobs: all of them, or none when somebody has changed one meanwhile. The earlier engineers' devices are notified",
  body: z.object({
    moves: z
      .array(
        z.object({
          jobId: id,
          fieldOperativeId: id,
          appointmentDateTime: isoDateTime,
          /** Takes the job also from an engineer who has gained access; absent: such a job stays with that engineer. */
          force: z.optional(z.boolean()),
          /** What the caller has seen of the job; if it is no longer so, nothing is moved. */
          expected: expectedJob,
        }),
      )
      .check(z.minLength(1), z.maxLength(20)),
  }),
  response: z.object({
    moved: z.array(z.object({ jobId: id, fieldOperativeAppointmentId: id })),
  }),
});
