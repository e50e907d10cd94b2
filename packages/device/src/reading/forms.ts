import type { JobCustomForm } from "@fieldfare/contract";
import { type NoticeIssue, findNoticeIssues } from "@fieldfare/domain";
import type { ImageRow, JobRow } from "../database/rows.ts";
import type { Device } from "../device.ts";
import { readOwner } from "../session/session.ts";
import { readFormDraft } from "../drafts/form-drafts.ts";
import { readOwnJob } from "./jobs.ts";

/** Returns the forms of a job with the answers given since their last save. */
export function readCurrentForms(device: Device, job: JobRow): Promise<readonly JobCustomForm[]> {
  return Promise.all(
    job.customForms.map(async (entry) => {
      if (entry.completionStatus !== "InProgress") return entry;
      const draft = await readFormDraft(device, job.jobId, entry.customFormId);
      return draft ? { ...entry, completedForm: { ...draft.answers } } : entry;
    }),
  );
}

/** Returns where the dangers of the job's record and its warning notice contradict each other. */
export async function readNoticeIssues(
  device: Device,
  jobId: string,
): Promise<readonly NoticeIssue[]> {
  const job = await readOwnJob(device, jobId);
  return job ? findNoticeIssues(await readCurrentForms(device, job)) : [];
}

/** Returns null for an image whose bytes are not on this device, and when nobody is signed in. */
export async function readImageBytes(device: Device, imageId: string): Promise<ArrayBuffer | null> {
  if ((await readOwner(device)) === null) return null;
  return (await device.database.imageBytes.get(imageId))?.bytes ?? null;
}

/**
 * Reads images of a job in the order of `imageIds`. Images that are not on this device are left
 * out.
 */
export async function readImagesByIds(
  device: Device,
  jobId: string,
  imageIds: readonly string[],
): Promise<readonly ImageRow[]> {
  if ((await readOwner(device)) === null) return [];
  const rows = await device.database.image.bulkGet([...imageIds]);
  return rows.flatMap((row) => (row?.jobId === jobId ? [row] : []));
}
