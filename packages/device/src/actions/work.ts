import type { JobPart, PropertyAppliance, PropertyTenant } from "@fieldfare/contract";
import { checkEditable, done, type Result } from "@fieldfare/domain";
import type { TableName } from "../database/database.ts";
import type { ImagePurpose, ImageRow, JobRow } from "../database/rows.ts";
import type { Device } from "../device.ts";
import { type Actor, act, findJob } from "./act.ts";
import { deleteImage, readDraftImagesOf, imageTables, queueImage } from "./images.ts";

/**
 * Runs an action on what is recorded inside a job, which is allowed only while the job may be
 * edited.
 */
export function editWork<R extends Result<unknown, string>>(
  device: Device,
  jobId: string,
  tables: readonly TableName[],
  work: (actor: Actor, job: JobRow) => Promise<R>,
) {
  return act(device, ["job", "draft", ...tables], async (actor) => {
    const job = await findJob(actor, jobId);
    if (!job.ok) return job;
    const allowed = checkEditable(job.value);
    if (!allowed.ok) return allowed;
    const result = await work(actor, job.value);
    if (result.ok) await markAsWorkedOn(actor, jobId);
    return result;
  });
}

/**
 * Remembers what was removed. The message that ends the job names it, because the server does not
 * take a missing row as a deletion.
 */
export async function recordRemoved(
  actor: Actor,
  job: JobRow,
  row: PropertyAppliance | PropertyTenant | JobPart,
): Promise<void> {
  const { removed = { propertyAssetIds: [], propertyTenantIds: [], jobPartIds: [] } } = job;
  const { removedRecords = { appliances: [], contacts: [], parts: [] } } = job;
  const [ids, records, id, addedOn] =
    "propertyAssetId" in row
      ? (["propertyAssetIds", "appliances", row.propertyAssetId, row.createdOn] as const)
      : "propertyTenantId" in row
        ? (["propertyTenantIds", "contacts", row.propertyTenantId, row.createdOn] as const)
        : (["jobPartIds", "parts", row.jobPartId, row.partAddedDateTime] as const);
  const isOfThisVisit = addedOn > job.storedOn;
  await actor.unit.put("job", {
    ...job,
    removed: { ...removed, [ids]: [...removed[ids], id] },
    ...(!isOfThisVisit && {
      removedRecords: { ...removedRecords, [records]: [...removedRecords[records], row] },
    }),
  });
}

/** Marks the job, so that what was recorded goes along however the job ends. */
async function markAsWorkedOn(actor: Actor, jobId: string): Promise<void> {
  const job = await actor.unit.database.job.get(jobId);
  if (job && job.isWorkedOn !== true) await actor.unit.put("job", { ...job, isWorkedOn: true });
}

/**
 * Queues the photos of an entity when it is saved, and returns their ids. The photos of an entity
 * that is being added carry the job's id until the entity has its own.
 */
export async function queueDraftPhotos(
  device: Device,
  actor: Actor,
  job: JobRow,
  purpose: ImagePurpose,
  entityId: string,
  isNew: boolean,
): Promise<readonly string[]> {
  const draftPhotos = await findDraftPhotos(
    actor,
    job.jobId,
    purpose,
    isNew ? job.jobId : entityId,
  );
  for (const row of draftPhotos) await queueImage(device, actor, job, { ...row, entityId });
  return draftPhotos.map((row) => row.imageId);
}

async function findDraftPhotos(
  actor: Actor,
  jobId: string,
  purpose: ImagePurpose,
  entityId: string,
): Promise<readonly ImageRow[]> {
  const drafts = await readDraftImagesOf(actor, jobId, purpose);
  return drafts.filter((row) => row.entityId === entityId);
}

/** Deletes the photos that were taken for an entity which the engineer then does not save. */
export function discardDraftPhotos(
  device: Device,
  jobId: string,
  purpose: ImagePurpose,
  entityId: string = jobId,
) {
  return act(device, ["job", ...imageTables], async (actor) => {
    const job = await findJob(actor, jobId);
    if (!job.ok) return job;
    return done(await deleteDraftPhotos(actor, jobId, purpose, entityId));
  });
}

/** Returns how many there were. */
export async function deleteDraftPhotos(
  actor: Actor,
  jobId: string,
  purpose: ImagePurpose,
  entityId: string,
): Promise<number> {
  const drafts = await findDraftPhotos(actor, jobId, purpose, entityId);
  for (const row of drafts) await deleteImage(actor.unit, row.imageId);
  return drafts.length;
}
