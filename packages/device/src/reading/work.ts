import { compareAppliances, compareMoments } from "@fieldfare/domain";
import type {
  EngineeringNote,
  ImagePurpose,
  ImageRow,
  JobPart,
  JobRow,
  PropertyAppliance,
  PropertyTenant,
} from "../database/rows.ts";
import type { Device } from "../device.ts";
import { hideScrappedBefore, readJobsAt, readOwnJob } from "./jobs.ts";

/** What has been recorded inside a job so far. */
export interface Work {
  readonly job: JobRow;
  readonly parts: readonly JobPart[];
  /** Newest first. */
  readonly notes: readonly EngineeringNote[];
  /** Those in use first, each group in the order in which they were made. */
  readonly appliances: readonly PropertyAppliance[];
  /** The primary contact first, those who have left last. */
  readonly contacts: readonly PropertyTenant[];
}

/** Reads what was recorded in a job and at its property. Undefined for a job that is not the signed-in engineer's. */
export async function readWork(device: Device, jobId: string): Promise<Work | undefined> {
  const job = await readOwnJob(device, jobId);
  if (!job) return undefined;
  const { database } = device;
  const { propertyId } = job.property;
  const [parts, notes, appliances, contacts, jobs] = await Promise.all([
    database.jobPart.where("jobId").equals(jobId).toArray(),
    database.engineeringNote.where("jobId").equals(jobId).toArray(),
    database.propertyAppliance.where("propertyId").equals(propertyId).toArray(),
    database.propertyTenant.where("propertyId").equals(propertyId).toArray(),
    readJobsAt(device, propertyId),
  ]);
  return {
    job,
    parts: parts.sort((a, b) => compareMoments(a.partAddedDateTime, b.partAddedDateTime)),
    notes: notes.sort((a, b) => compareMoments(b.createdOn, a.createdOn)),
    appliances: hideScrappedBefore(appliances, jobs, jobId).sort(
      (a, b) => Number(a.scrapped) - Number(b.scrapped) || compareAppliances(a, b),
    ),
    contacts: hideLeftBefore(contacts, jobs, job).sort(
      (a, b) =>
        Number(a.flagDeleted) - Number(b.flagDeleted) ||
        Number(b.isPrimaryTenant) - Number(a.isPrimaryTenant) ||
        a.fullName.localeCompare(b.fullName, "en-GB"),
    ),
  };
}

/**
 * Leaves out contacts who were marked as left at a finished visit of another job. One who was marked
 * since the engineer set out for this job stays, so that the mark can be taken back.
 */
function hideLeftBefore(
  contacts: readonly PropertyTenant[],
  jobsAtProperty: readonly JobRow[],
  { jobId, statusTimestamps }: JobRow,
): PropertyTenant[] {
  const startedOn = Date.parse(statusTimestamps.Travelling ?? "");
  const closings = jobsAtProperty
    .filter((job) => job.jobId !== jobId && job.status === "Closed")
    .map((job) => Date.parse(job.statusTimestamps.Closed ?? ""));
  return contacts.filter(({ flagDeleted, modifiedOn }) => {
    const leftOn = Date.parse(modifiedOn);
    return !flagDeleted || leftOn >= startedOn || !closings.some((closedOn) => leftOn <= closedOn);
  });
}

/** Reads a SOR of the job; undefined if the job does not have it. `sorCodeId` is the text from the page's address. */
export async function readSor(
  device: Device,
  jobId: string,
  sorCodeId: string,
): Promise<JobRow["plannedSors"][number] | undefined> {
  const job = await readOwnJob(device, jobId);
  return job?.plannedSors.find((sor) => String(sor.sorCodeId) === sorCodeId);
}

/** Reads a part; undefined if it is not one of this job, or the job is not the engineer's. */
export async function readPart(
  device: Device,
  jobId: string,
  jobPartId: string,
): Promise<JobPart | undefined> {
  const row = await device.engineer?.jobPart.get(jobPartId);
  return row?.jobId === jobId && (await readOwnJob(device, jobId)) ? row : undefined;
}

/** Reads a note; undefined if it is not one of this job, or the job is not the engineer's. */
export async function readNote(
  device: Device,
  jobId: string,
  engineeringNoteId: string,
): Promise<EngineeringNote | undefined> {
  const row = await device.engineer?.engineeringNote.get(engineeringNoteId);
  return row?.jobId === jobId && (await readOwnJob(device, jobId)) ? row : undefined;
}

/** Reads an appliance; undefined if it is not at this job's property, or the job is not the engineer's. */
export async function readAppliance(
  device: Device,
  jobId: string,
  propertyAssetId: string,
): Promise<PropertyAppliance | undefined> {
  const job = await readOwnJob(device, jobId);
  const row = await device.engineer?.propertyAppliance.get(propertyAssetId);
  return job && row?.propertyId === job.property.propertyId ? row : undefined;
}

/** Reads a contact; undefined if it is not one of this job's property, or the job is not the engineer's. */
export async function readContact(
  device: Device,
  jobId: string,
  propertyTenantId: string,
): Promise<PropertyTenant | undefined> {
  const job = await readOwnJob(device, jobId);
  const row = await device.engineer?.propertyTenant.get(propertyTenantId);
  return job && row?.propertyId === job.property.propertyId ? row : undefined;
}

/**
 * Reads the photos taken for an entity and not saved with it yet. Without `entityId`: for one that
 * is being added.
 */
export async function readDraftPhotos(
  device: Device,
  jobId: string,
  purpose: ImagePurpose,
  entityId: string = jobId,
): Promise<readonly ImageRow[]> {
  const rows = await readPhotos(device, jobId, entityId);
  return rows.filter((row) => row.purpose === purpose && row.state === "draft");
}

/** Reads the photos saved with a note, an appliance or the job itself. */
export async function readEntityPhotos(
  device: Device,
  jobId: string,
  entityId: string,
): Promise<readonly ImageRow[]> {
  return (await readPhotos(device, jobId, entityId)).filter((row) => row.state !== "draft");
}

async function readPhotos(
  device: Device,
  jobId: string,
  entityId: string,
): Promise<readonly ImageRow[]> {
  const job = await readOwnJob(device, jobId);
  if (!job) return [];
  const rows = await device.database.image.where("entityId").equals(entityId).toArray();
  return rows
    .filter((row) => row.jobId === jobId)
    .sort((a, b) => compareMoments(a.takenOn, b.takenOn));
}
