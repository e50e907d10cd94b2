import {
  checkSelectable,
  type JobGroup,
  jobGroup,
  type JobStatus,
  type Notice,
  noticesToConfirm,
} from "@fieldfare/domain";
import type {
  EngineeringNote,
  ImagePurpose,
  ImageRow,
  JobPart,
  JobRemovalRow,
  JobRow,
  PropertyAppliance,
  PropertyTenant,
} from "../database/rows.ts";
import type { Device } from "../device.ts";
import { readOwner } from "../session/session.ts";

/** What the job list shows of a job. */
export interface JobCard {
  readonly jobId: string;
  readonly formattedJobId: string;
  readonly status: JobStatus;
  readonly group: JobGroup;
  readonly appointmentDateTime: string;
  readonly clientPreferredTimeName: string | null;
  readonly address: string;
  readonly categoryName: string;
  readonly detailTypeName: string;
  readonly accessNotes: string | null;
  readonly removalRequested: boolean;
  readonly highestSeverity: 0 | 1 | 2 | null;
  /** False while another job is active. */
  readonly isSelectable: boolean;
}

export async function readJobCards(device: Device): Promise<readonly JobCard[]> {
  const jobs = await readOwnJobs(device);
  const removals = new Set(
    (await device.database.jobRemoval.toArray()).map((removal) => removal.jobId),
  );
  return jobs
    .map((job) => toCard(job, jobs, removals.has(job.jobId)))
    .sort((a, b) => a.appointmentDateTime.localeCompare(b.appointmentDateTime));
}

export async function readJobCounts(device: Device): Promise<{ readonly jobsToComplete: number }> {
  const jobs = await readOwnJobs(device);
  return { jobsToComplete: jobs.filter((job) => job.status !== "Closed").length };
}

/** Looked at first: the screens of a job ask at every change, and must not read every job for it. */
const lastSelected = new WeakMap<Device, string>();

export async function readSelectedJob(device: Device): Promise<JobRow | undefined> {
  const [ownerId, known] = await Promise.all([
    readOwner(device),
    device.database.job.get(lastSelected.get(device) ?? ""),
  ]);
  if (ownerId === null) return undefined;
  if (known?.isSelected && known.ownerId === ownerId) return known;
  const selected = (await readOwnJobs(device)).find((job) => job.isSelected);
  if (selected) lastSelected.set(device, selected.jobId);
  return selected;
}

export async function readNotices(device: Device, jobId: string): Promise<readonly Notice[]> {
  const job = await device.database.job.get(jobId);
  if (!job) return [];
  const parts = await readJobParts(device, jobId);
  return noticesToConfirm({
    partRequiredConfirmed: job.partRequiredConfirmed,
    notifications: job.property.notifications,
    parts,
  });
}

export function readRemoval(device: Device, jobId: string): Promise<JobRemovalRow | undefined> {
  return device.database.jobRemoval.where("jobId").equals(jobId).first();
}

export function readJobParts(device: Device, jobId: string): Promise<JobPart[]> {
  return device.database.jobPart.where("jobId").equals(jobId).toArray();
}

export function readNotes(device: Device, jobId: string): Promise<EngineeringNote[]> {
  return device.database.engineeringNote.where("jobId").equals(jobId).toArray();
}

export function readAppliances(device: Device, propertyId: string): Promise<PropertyAppliance[]> {
  return device.database.propertyAppliance.where("propertyId").equals(propertyId).toArray();
}

export function readTenants(device: Device, propertyId: string): Promise<PropertyTenant[]> {
  return device.database.propertyTenant.where("propertyId").equals(propertyId).toArray();
}

export async function readImages(
  device: Device,
  jobId: string,
  purpose?: ImagePurpose,
): Promise<readonly ImageRow[]> {
  const rows = await device.database.image.where("jobId").equals(jobId).toArray();
  return rows
    .filter((row) => purpose === undefined || row.purpose === purpose)
    .sort((a, b) => a.takenOn.localeCompare(b.takenOn));
}

export function addressOf(property: JobRow["property"]): string {
  return [
    property.addressLine1,
    property.addressLine2,
    property.addressLine3,
    property.addressLine4,
    property.postcode,
  ]
    .filter((line) => line !== null && line.trim() !== "")
    .join(", ");
}

async function readOwnJobs(device: Device): Promise<readonly JobRow[]> {
  const ownerId = await readOwner(device);
  return ownerId === null ? [] : device.database.job.where("ownerId").equals(ownerId).toArray();
}

function toCard(job: JobRow, jobs: readonly JobRow[], removalRequested: boolean): JobCard {
  const severities = job.property.notifications.map((notification) => notification.severity);
  return {
    jobId: job.jobId,
    formattedJobId: job.formattedJobId,
    status: job.status,
    group: jobGroup(job),
    appointmentDateTime: job.appointmentDateTime,
    clientPreferredTimeName: job.clientPreferredTimeName,
    address: addressOf(job.property),
    categoryName: job.description.categoryName,
    detailTypeName: job.description.detailTypeName,
    accessNotes: job.description.accessNotes,
    removalRequested,
    highestSeverity: severities.length === 0 ? null : (Math.max(...severities) as 0 | 1 | 2),
    isSelectable: checkSelectable(job, jobs).ok,
  };
}
