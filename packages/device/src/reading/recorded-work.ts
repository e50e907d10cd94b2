import { addedSorUsage, isOnlyTyped } from "@fieldfare/domain";
import { hasRecordedWork, readJobWork } from "../actions/job-content.ts";
import type { Device } from "../device.ts";
import { readOwnJob } from "./jobs.ts";

/** How much was recorded inside a job on this visit. */
export interface RecordedWork {
  readonly parts: number;
  readonly notes: number;
  readonly sors: number;
  /** Complete or in progress. */
  readonly forms: number;
  readonly appliances: number;
  readonly contacts: number;
}

/**
 * Counts what was recorded in a job. Null when that is nothing: the message that ends the job then carries no content,
 * or only what was removed, and of ordered parts what was received and used.
 */
export async function readRecordedWork(
  device: Device,
  jobId: string,
): Promise<RecordedWork | null> {
  const job = await readOwnJob(device, jobId);
  if (!job) return null;
  const work = await readJobWork(device.database, job);
  if (!hasRecordedWork(job, work)) return null;
  const { fieldOperativeAppointmentId } = job;
  const isNewer = ({ modifiedOn }: { modifiedOn: string }) => modifiedOn > job.storedOn;
  const recorded = {
    parts: work.parts.filter((part) => part.addedByFieldOp).length,
    notes: work.notes.filter(
      (note) => note.fieldOperativeAppointmentId === fieldOperativeAppointmentId,
    ).length,
    sors: job.plannedSors.filter((sor) => sor.usageType === addedSorUsage && !isOnlyTyped(sor))
      .length,
    forms: job.customForms.filter((form) => form.completionStatus !== "NotStarted").length,
    appliances: work.propertyAssets.filter(isNewer).length,
    contacts: work.tenants.filter(isNewer).length,
  };
  return Object.values(recorded).some((count) => count > 0) ? recorded : null;
}
