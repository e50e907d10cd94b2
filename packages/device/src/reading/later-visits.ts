import { formIds } from "@fieldfare/domain";
import type { ClosedVisit, JobRow } from "../database/rows.ts";

const warningForms: readonly string[] = [formIds.gasSafetyRecord, formIds.warningNotice];

/** Finds the visits of this phone to the property of a job that the server's warnings do not include, the oldest first. */
export function findLaterVisits(job: JobRow, jobs: readonly JobRow[]): readonly ClosedVisit[] {
  const visits = [
    ...(job.deletedVisits ?? []),
    ...jobs.filter((other) => isLaterVisit(other, job)),
  ];
  return visits.toSorted((one, other) => readClosedTime(one) - readClosedTime(other));
}

/**
 * Copies the visit of a job that is deleted into another job, unless the server's warnings include it.
 * The deleted job may come back under another appointment, which is another visit.
 */
export function addDeletedVisit(job: JobRow, deleted: JobRow): JobRow {
  const { warnedVisits } = job;
  return {
    ...job,
    ...(warnedVisits && { warnedVisits: warnedVisits.filter((id) => id !== deleted.jobId) }),
    ...(isLaterVisit(deleted, job) && {
      deletedVisits: [...(job.deletedVisits ?? []), toClosedVisit(deleted)],
    }),
  };
}

function toClosedVisit(job: JobRow): ClosedVisit {
  const { jobId, statusTimestamps, storedOn, closedWithoutAccess, outcomeId, customForms } = job;
  return {
    jobId,
    statusTimestamps,
    storedOn,
    outcomeId,
    ...(closedWithoutAccess && { closedWithoutAccess }),
    customForms: customForms.filter(({ customFormId }) =>
      warningForms.includes(customFormId.toLowerCase()),
    ),
  };
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
export function readClosedTime({ statusTimestamps, storedOn }: ClosedVisit): number {
  return Date.parse(statusTimestamps.Closed ?? storedOn);
}
