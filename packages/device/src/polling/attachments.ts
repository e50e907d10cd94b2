import type { JobAttachment } from "@fieldfare/contract";
import { downloadAttachment } from "../api/history.ts";
import { hashBytes } from "../database/hash-bytes.ts";
import type { EngineerDatabase } from "../database/database.ts";
import { isQuotaError } from "../database/unit.ts";
import { type Device, forCurrentEngineer } from "../device.ts";
import { isComplete, pieceBytes, readStoredFile } from "../reading/attachments.ts";

/** Held while fetching: two tabs do not fetch the same file. */
const fetchLock = "fieldfare-attachments";

/**
 * Files that arrived damaged here, found no room, or were refused. They are fetched when they are opened, and not with
 * every poll.
 */
const unusable = new Set<string>();

/** What waits beyond it is fetched when it is opened: a phone has other uses for its storage. */
const maxStoredBytes = 209_715_200;

/** The ids of the open jobs for which everything was fetched last, by their database. */
const completed = new WeakMap<EngineerDatabase, string>();

/** Notes that jobs have come or were changed: they may name files that are not here. */
export function expectAttachments({ engineer }: Device): void {
  if (engineer) completed.delete(engineer);
}

/** Ids alone: they are read without opening the jobs. */
async function listOpenJobs({ job }: EngineerDatabase): Promise<string> {
  return (await job.where("status").notEqual("Closed").primaryKeys()).sort().join();
}

/**
 * Fetches what is to be read before the visits of the open jobs, the next visit first, and deletes what no job names any
 * more. What cannot be fetched now is fetched with a later poll: the job does not wait for it. While the open jobs are
 * those of the last time, and everything was fetched, it reads their ids alone.
 */
export async function fetchAttachments(unbound: Device): Promise<void> {
  const device = forCurrentEngineer(unbound);
  const { database } = device;
  if (database.sealing?.isLocked) return;
  const openJobs = await listOpenJobs(database);
  if (completed.get(database) === openJobs) return;
  // Before anything is read: what comes from here on is noted again.
  completed.set(database, openJobs);
  if (!(await fetchAll(device))) completed.delete(database);
}

/** Returns false when something is left for a later poll. */
async function fetchAll(device: Device): Promise<boolean> {
  const { database } = device;
  const jobs = await database.job.toArray();
  const keys = await database.attachment.toCollection().primaryKeys();
  const isNeeded = jobs.some(({ attachments = [] }) => attachments.length > 0);
  if (!isNeeded && keys.length === 0) return true;
  return device.ports.locks.hold(fetchLock, async () => {
    const open = jobs
      .filter(({ status }) => status !== "Closed")
      .toSorted((a, b) => Date.parse(a.appointmentDateTime) - Date.parse(b.appointmentDateTime));
    const wanted = new Map(
      open.flatMap(({ jobId, attachments = [] }) =>
        attachments.map((attachment) => [attachment.attachmentId, { jobId, attachment }]),
      ),
    );
    await deleteOthers(database, wanted);
    let storedBytes = 0;
    let isLeft = false;
    for (const { jobId, attachment } of wanted.values()) {
      storedBytes += attachment.bytes;
      if (storedBytes > maxStoredBytes) return !isLeft;
      if (unusable.has(attachment.attachmentId)) continue;
      if (await isComplete(database, attachment)) continue;
      const answer = await downloadAttachment(device, jobId, attachment);
      if (answer.ok) {
        if (!(await store(database, attachment, answer.value))) return false;
      } else if (answer.failure.kind !== "problem") return false;
      else if (isFinal(answer.failure.status)) unusable.add(attachment.attachmentId);
      else isLeft = true;
    }
    return !isLeft;
  });
}

/** True for a refusal that another request would not change, such as that of a file that the office has deleted. */
function isFinal(status: number): boolean {
  return status >= 400 && status < 500 && ![401, 408, 429].includes(status);
}

async function deleteOthers(
  database: EngineerDatabase,
  wanted: ReadonlyMap<string, unknown>,
): Promise<void> {
  const keys = await database.attachment.toCollection().primaryKeys();
  await database.attachment.bulkDelete(keys.filter(([attachmentId]) => !wanted.has(attachmentId)));
}

/** Returns false if the phone has no room for it. A file that was damaged on the way is not stored. */
async function store(
  { attachment: table }: EngineerDatabase,
  { attachmentId, sha256 }: JobAttachment,
  file: Blob,
): Promise<boolean> {
  const bytes = await file.arrayBuffer();
  if ((await hashBytes(bytes)) !== sha256) {
    unusable.add(attachmentId);
    return true;
  }
  try {
    for (let start = 0, piece = 0; start < bytes.byteLength; start += pieceBytes, piece += 1)
      await table.put({ attachmentId, piece, bytes: bytes.slice(start, start + pieceBytes) });
    return true;
  } catch (error) {
    if (!isQuotaError(error)) throw error;
    await table.where("attachmentId").equals(attachmentId).delete();
    unusable.add(attachmentId);
    return false;
  }
}

/** Reads a document or photo: the stored one, or else from the server. */
export async function openAttachment(unbound: Device, jobId: string, attachment: JobAttachment) {
  const device = forCurrentEngineer(unbound);
  const stored = await readStoredFile(device.database, attachment);
  return stored
    ? { ok: true as const, value: stored }
    : downloadAttachment(device, jobId, attachment);
}
