import type { Hold, Job, StatusTimestamps } from "../job/job.ts";
import { jobStatuses } from "../job/status.ts";

/** Returns noon plus `minutes`. */
export function at(minutes = 0): Date {
  return new Date(Date.UTC(2026, 2, 2, 12, minutes));
}

export const aHold: Hold = {
  holdReasonId: 1,
  holdDescription: "Fan on order",
  timestamp: at().toISOString(),
};

/** Builds a job with a timestamp for each status up to its own. */
export function aJob(of: Partial<Job> = {}): Job {
  const status = of.status ?? "New";
  const reached = jobStatuses.slice(0, jobStatuses.indexOf(status) + 1);
  return {
    jobId: "job-1",
    fieldOperativeAppointmentId: "appointment-1",
    status,
    // The compiler does not relate the entries to the statuses.
    statusTimestamps: Object.fromEntries(
      reached.map((one, minutes) => [one, at(minutes).toISOString()]),
    ) as StatusTimestamps,
    isSelected: false,
    hold: null,
    ...of,
  };
}

/** Builds a job on hold, as `placeHold` leaves it. */
export function aHeldJob(of: Partial<Job> = {}): Job {
  return aJob({ status: "OnSite", hold: aHold, ...of });
}

/** Builds a selected job that is travelling. */
export function aWorkingJob(of: Partial<Job> = {}): Job {
  return aJob({ status: "Travelling", isSelected: true, ...of });
}
