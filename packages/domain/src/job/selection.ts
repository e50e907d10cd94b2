import { compareMoments } from "../calendar/moments.ts";
import { done, refused, type Result } from "../result.ts";
import type { Job } from "./job.ts";
import { jobStatuses } from "./status.ts";

/**
 * Whether work has begun: the job is past New and not closed. Its records are on the phone alone until it is closed.
 */
export function isBegun(job: Pick<Job, "status">): boolean {
  return job.status !== "New" && job.status !== "Closed";
}

/** The statuses in which work has begun. */
export const begunStatuses = jobStatuses.filter((status) => isBegun({ status }));

/** Whether the job is the selected one, and is not New, not Closed and not on hold. */
export function isWorking(job: Job): boolean {
  return job.isSelected && isBegun(job) && job.hold === null;
}

/** Returns the working job among `jobs`, if there is one. */
export function workingJob<J extends Job>(jobs: readonly J[]): J | undefined {
  return jobs.find(isWorking);
}

/** Whether a job other than `job` is the working one. */
export function anotherIsWorking(job: Job, jobs: readonly Job[]): boolean {
  return jobs.some((other) => other.jobId !== job.jobId && isWorking(other));
}

export type SelectionRefusal = "another-job-active";

/**
 * A job is selectable if no job is selected, or it is the selected job, or the selected job is New or on hold. A
 * closed job does not count: closing deselects it.
 */
export function checkSelectable(job: Job, jobs: readonly Job[]): Result<true, SelectionRefusal> {
  return anotherIsWorking(job, jobs) ? refused("another-job-active") : done(true);
}

/** Returns the rows that change when `job` becomes the selected one. */
export function select<J extends Job>(
  job: J,
  jobs: readonly J[],
): Result<readonly J[], SelectionRefusal> {
  const allowed = checkSelectable(job, jobs);
  if (!allowed.ok) return allowed;
  const deselected = jobs
    .filter((other) => other.isSelected && other.jobId !== job.jobId)
    .map((other) => ({ ...other, isSelected: false }));
  return done(job.isSelected ? deselected : [...deselected, { ...job, isSelected: true }]);
}

export type JobGroup = "current" | "on-hold" | "scheduled" | "closed";

/** Returns the group of the job list in which a job is shown. */
export function jobGroup(job: Job): JobGroup {
  if (job.status === "Closed") return "closed";
  if (job.hold !== null) return "on-hold";
  return isWorking(job) ? "current" : "scheduled";
}

/** Returns the working job, else the scheduled job with the earliest appointment. */
export function nextVisit<J extends Job & { readonly appointmentDateTime: string }>(
  jobs: readonly J[],
): J | undefined {
  const [earliest] = jobs
    .filter((job) => jobGroup(job) === "scheduled")
    .toSorted((a, b) => compareMoments(a.appointmentDateTime, b.appointmentDateTime));
  return workingJob(jobs) ?? earliest;
}
