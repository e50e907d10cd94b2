import type { JobAttachment } from "@fieldfare/contract";
import type { EngineerDatabase } from "../database/database.ts";
import type { JobRow } from "../database/rows.ts";
import { type Device, forCurrentEngineer } from "../device.ts";

/** A document or photo to read before the visit. */
export interface AttachmentToRead extends JobAttachment {
  /** False: it waits for a network. */
  readonly isStored: boolean;
}

/** Reads what is to be read before the visit of a job, in the order of the office. */
export async function readAttachments(
  unbound: Device,
  { attachments = [] }: Pick<JobRow, "attachments">,
): Promise<readonly AttachmentToRead[]> {
  const { database } = forCurrentEngineer(unbound);
  return Promise.all(
    attachments.map(async (attachment) => ({
      ...attachment,
      isStored: await isComplete(database, attachment),
    })),
  );
}

/** Whether every piece of a file is stored. Nothing is opened for it. */
export async function isComplete(
  { attachment: table }: EngineerDatabase,
  { attachmentId, bytes }: JobAttachment,
): Promise<boolean> {
  const pieces = await table.where("attachmentId").equals(attachmentId).count();
  return pieces === Math.ceil(bytes / pieceBytes);
}

/** Reads a stored file; null: it is not all here. */
export async function readStoredFile(
  database: EngineerDatabase,
  attachment: JobAttachment,
): Promise<Blob | null> {
  if (!(await isComplete(database, attachment))) return null;
  const { attachmentId, contentType } = attachment;
  const rows = await database.attachment.where("attachmentId").equals(attachmentId).sortBy("piece");
  return new Blob(
    rows.map(({ bytes }) => bytes),
    { type: contentType },
  );
}

/** Sealing a piece of this size takes a phone some milliseconds. */
export const pieceBytes = 262_144;
