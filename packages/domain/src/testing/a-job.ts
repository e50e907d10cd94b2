import type { Hold, Job, StatusTimestamps } from "../job/job.ts";
import { jobStatuses } from "../job/status.ts";

/** Noon; `at(5)` is five minutes later. */
export function at(minutes = 0): Date {
  return new Date(Date.UTC(2026, 2, 2, 12, minutes));
}

export const aHold: Hold = {
  holdReasonId: 1,
  holdDescription: "Fan on order",
  timestamp: at().toISOString(),
};

/** A job that came to its status as jobs do: each status up to it has its time. */
export function aJob(of: Partial<Job> = {}): Job {
  const status = of.status ?? "New";
  const reached = jobStatuses.slice(0, jobStatuses.indexOf(status) + 1);
  return {
    jobId: "job-1",
    fieldOperativeAppointmentId: "appointment-1",
    status,
    statusTimestamps: Object.fromEntries(
      reached.map((one, minutes) => [one, at(minutes).toISOString()]),
    ) as StatusTimestamps,
    isSelected: false,
    hold: null,
    ...of,
  };
}

/** On hold as `placeHold` leaves it. */
export function aHeldJob(of: Partial<Job> = {}): Job {
  return aJob({ status: "OnSite", hold: aHold, ...of });
}

/** Selected and under way. */
export function aWorkingJob(of: Partial<Job> = {}): Job {
  return aJob({ status: "Travelling", isSelected: true, ...of });
}
