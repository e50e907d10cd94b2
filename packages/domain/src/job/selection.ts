import { done, refused, type Result } from "../result.ts";
import type { Job } from "./job.ts";

/** Travelled to, and not closed: what is recorded in it is on the phone alone until then. */
export function isBegun(job: Pick<Job, "status">): boolean {
  return job.status !== "New" && job.status !== "Closed";
}

/** The selected job that is not New, not Closed and not on hold. */
export function isWorking(job: Job): boolean {
  return job.isSelected && isBegun(job) && job.hold === null;
}

/** The working job among `jobs`, if there is one. */
export function workingJob<J extends Job>(jobs: readonly J[]): J | undefined {
  return jobs.find(isWorking);
}

/** Whether a job other than `job` is being worked. */
export function anotherIsWorking(job: Job, jobs: readonly Job[]): boolean {
  return jobs.some((other) => other.jobId !== job.jobId && isWorking(other));
}

export type SelectionRefusal = "another-job-active";

/**
 * A job is selectable if no job is selected, or it is the selected job, or the selected job is New or on hold.
 * A closed job holds nobody up: closing deselects it.
 */
export function checkSelectable(job: Job, jobs: readonly Job[]): Result<true, SelectionRefusal> {
  return anotherIsWorking(job, jobs) ? refused("another-job-active") : done(true);
}

/** The rows that change when `job` becomes the selected one. */
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

/** Which group of the job list a job stands in. */
export function jobGroup(job: Job): JobGroup {
  if (job.status === "Closed") return "closed";
  if (job.hold !== null) return "on-hold";
  return isWorking(job) ? "current" : "scheduled";
}

/** The job to show first: the one that is being worked, else the scheduled one whose appointment is the earliest. */
export function nextVisit<J extends Job & { readonly appointmentDateTime: string }>(
  jobs: readonly J[],
): J | undefined {
  const [earliest] = jobs
    .filter((job) => jobGroup(job) === "scheduled")
    .toSorted((a, b) => a.appointmentDateTime.localeCompare(b.appointmentDateTime));
  return workingJob(jobs) ?? earliest;
}
