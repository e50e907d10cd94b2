import {
  type Hold,
  type JobStatus,
  jobStatuses,
  nextStep,
  type StatusTimestamps,
} from "@fieldfare/domain";

/** A job's recorded state, as the messages of a group move it. */
export interface JobState {
  readonly jobId: string;
  readonly propertyId: string;
  fieldOperativeAppointmentId: string | null;
  status: JobStatus;
  statusTimestamps: StatusTimestamps;
  hold: Hold | null;
  outcomeId: number | null;
  partRequiredConfirmed: boolean;
  /** ISO 8601, the device's time. */
  stateChangedOn: string | null;
  isChanged: boolean;
}

export type Reported = JobStatus | "Reset";

/** Follows the device's word; answers why it was unexpected, if it was. */
export function follow(job: JobState, reported: Reported, at: string): string[] {
  const to = reported === "Reset" ? "New" : reported;
  const flags = unexpected(job, to);
  job.status = to;
  job.statusTimestamps =
    to === "New" ? { New: at } : { ...upTo(job.statusTimestamps, to), [to]: at };
  if (to === "New") job.hold = null;
  touch(job, at);
  return flags;
}

export function touch(job: JobState, at: string) {
  job.stateChangedOn = at;
  job.isChanged = true;
}

/** The close and its status are two messages, and a job that is New is acknowledged by a reset. */
function unexpected(job: JobState, to: JobStatus): string[] {
  const from = job.status;
  if (from === to && (to === "New" || to === "Closed")) return [];
  if (job.hold !== null) return [`unexpected-step: ${from} on hold > ${to}`];
  const isStep = nextStep[from]?.to === to;
  const isCancel = to === "New" && (from === "Travelling" || from === "OnSite");
  // The status of a no-access close comes before its message.
  const isNoAccess = to === "Closed" && from === "OnSite";
  return isStep || isCancel || isNoAccess ? [] : [`unexpected-step: ${from} > ${to}`];
}

/** A step back takes the later timestamps away. */
function upTo(timestamps: StatusTimestamps, status: JobStatus): StatusTimestamps {
  const reached = jobStatuses.slice(0, jobStatuses.indexOf(status));
  return Object.fromEntries(
    Object.entries(timestamps).filter(([key]) => reached.includes(key as JobStatus)),
  );
}
