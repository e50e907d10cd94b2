import type { JobRow } from "../database/rows.ts";

/** Finds the visits of this phone to the property of a job that the server's warnings do not include, the oldest first. */
export function findLaterVisits(job: JobRow, jobs: readonly JobRow[]): readonly JobRow[] {
  return jobs
    .filter((other) => isLaterVisit(other, job))
    .toSorted((one, other) => readClosedTime(one) - readClosedTime(other));
}

/** Whether it is a visit that ended before this job did, and that the server's warnings do not include. */
function isLaterVisit(other: JobRow, job: JobRow): boolean {
  if (other.jobId === job.jobId || other.status !== "Closed") return false;
  if (other.property.propertyId !== job.property.propertyId) return false;
  const closedOn = readClosedTime(other);
  if (job.status === "Closed" && closedOn > readClosedTime(job)) return false;
  return job.warnedVisits
    ? !job.warnedVisits.includes(other.jobId)
    : closedOn >= Date.parse(job.storedOn);
}

/** Returns when a job was closed, in milliseconds. */
export function readClosedTime({ statusTimestamps, storedOn }: JobRow): number {
  return Date.parse(statusTimestamps.Closed ?? storedOn);
}
