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
  const job = await readOwnJob(device, jobId);
  if (!job) return [];
  const parts = await readJobParts(device, jobId);
  return noticesToConfirm({
    partRequiredConfirmed: job.partRequiredConfirmed,
    notifications: job.property.notifications,
    parts,
  });
}

export async function readRemoval(
  device: Device,
  jobId: string,
): Promise<JobRemovalRow | undefined> {
  if (!(await readOwnJob(device, jobId))) return undefined;
  return device.database.jobRemoval.where("jobId").equals(jobId).first();
}

export async function readJobParts(device: Device, jobId: string): Promise<JobPart[]> {
  if (!(await readOwnJob(device, jobId))) return [];
  return device.database.jobPart.where("jobId").equals(jobId).toArray();
}

export async function readNotes(device: Device, jobId: string): Promise<EngineeringNote[]> {
  if (!(await readOwnJob(device, jobId))) return [];
  return device.database.engineeringNote.where("jobId").equals(jobId).toArray();
}

/** In the order in which they were made, as the list of appliances shows them. */
export async function readAppliances(
  device: Device,
  propertyId: string,
): Promise<PropertyAppliance[]> {
  if (!(await isOwnProperty(device, propertyId))) return [];
  return device.database.propertyAppliance
    .where("propertyId")
    .equals(propertyId)
    .sortBy("createdOn");
}

export async function readTenants(device: Device, propertyId: string): Promise<PropertyTenant[]> {
  if (!(await isOwnProperty(device, propertyId))) return [];
  return device.database.propertyTenant.where("propertyId").equals(propertyId).toArray();
}

export async function readImages(
  device: Device,
  jobId: string,
  purpose?: ImagePurpose,
): Promise<readonly ImageRow[]> {
  const ownerId = await readOwner(device);
  const rows = await device.database.image.where("jobId").equals(jobId).toArray();
  return rows
    .filter((row) => row.ownerId === ownerId)
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

/** Undefined for a job that is not the signed-in engineer's. */
export async function readOwnJob(device: Device, jobId: string): Promise<JobRow | undefined> {
  const [ownerId, job] = await Promise.all([readOwner(device), device.database.job.get(jobId)]);
  return job?.ownerId === ownerId ? job : undefined;
}

/** Somewhere where the signed-in engineer has a job. */
async function isOwnProperty(device: Device, propertyId: string): Promise<boolean> {
  return (await readOwnJobs(device)).some((job) => job.property.propertyId === propertyId);
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
