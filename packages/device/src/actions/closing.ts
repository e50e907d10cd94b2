import type { EngineeringNote, JobCustomForm, Payload } from "@fieldfare/contract";
import {
  causeChain,
  causeLevels,
  close,
  type ClosingAnswers,
  type ClosingIssue,
  validateClosing,
  type ClosingStepIssue,
  closeWithoutAccess as decideNoAccess,
  describeMissingNotices,
  done,
  firstIssue,
  firstIncomplete,
  heatingStatus,
  isFaultlessCheck,
  isOffered,
  validateNoAccess,
  findNoticeIssues,
  type OutcomeId,
  findMissingNotices,
  refused,
  type RootCause,
  unusedParts,
  withoutUnwrittenNotice,
} from "@fieldfare/domain";
import { fromBase64 } from "../base64.ts";
import type { JobRow } from "../database/rows.ts";
import type { Device } from "../device.ts";
import { newId } from "../ids.ts";
import { queueMessage } from "../outbox/queue.ts";
import { readOwnJob } from "../reading/jobs.ts";
import { readDomainList } from "../reference-data/reference.ts";
import { type Actor, act, buildMessageHead, buildJobIdentity, findJob } from "./act.ts";
import { draftEndTables, endDrafts, type GivenUp } from "./draft-end.ts";
import { readLatestForms } from "./forms.ts";
import { addSignatureImage, readDraftImagesOf, imageTables } from "./images.ts";
import {
  readAllDraftImages,
  buildJobContent,
  contentTables,
  buildManifest,
  queueImages,
  readJobWork,
  readRecordedContent,
  readQueuedImages,
  type JobWork,
} from "./job-content.ts";
import { queueStatus } from "./job-life.ts";

export interface NoAccessReport {
  readonly noAccessReasonId: number;
  readonly notes: string;
  readonly givenUp?: GivenUp;
}

/** Closes the job as "no access". A reason, notes and at least one photo are required. */
export async function closeWithoutAccess(device: Device, jobId: string, answers: NoAccessReport) {
  const reasons = await readDomainList(device, "NoAccessReason");
  return act(device, [...contentTables, ...draftEndTables], async (actor) => {
    const job = await findJob(actor, jobId);
    if (!job.ok) return job;
    const photos = await readDraftImagesOf(actor, jobId, "no-access");
    const { noAccessReasonId: reason, notes } = answers;
    const issue = firstIssue(validateNoAccess({ reason, photos: photos.length, notes }));
    if (issue) return refused(issue);
    const closed = decideNoAccess(job.value, actor.at);
    if (!closed.ok) return closed;
    const drafts = await readAllDraftImages(actor, jobId);
    const images = [...(await readQueuedImages(actor, jobId)), ...drafts];
    const content = await readRecordedContent(actor, closed.value, images);
    const reasonText = reasons.find(({ value }) => value === reason)?.text ?? null;
    await actor.unit.put("job", {
      ...closed.value,
      customForms: [...(await readLatestForms(actor, job.value))],
      closedWithoutAccess: { reason: reasonText },
    });
    await queueStatus(device, actor, closed.value);
    await queueMessage(device, actor.unit, "JobNoAccess", buildMessageHead(job.value), {
      ...buildJobIdentity(job.value),
      noAccessReasonId: reason,
      notes: notes.trim(),
      imageIds: photos.map((photo) => photo.imageId),
      statusTimestamps: closed.value.statusTimestamps,
      manifest: buildManifest(images),
      changeTimestamp: actor.at.toISOString(),
      ...(content && { job: content }),
    });
    await queueImages(device, actor, job.value, drafts);
    await endDrafts(device, actor, job.value, { sent: answers, givenUp: answers.givenUp });
    return done(true);
  });
}

export interface CloseAnswers extends ClosingAnswers {
  readonly outcomeId: OutcomeId;
  /** The list from which the root cause was chosen. */
  readonly causes: readonly RootCause[];
  /** Ids of the incomplete forms that this phone cannot open. */
  readonly unopenable: readonly string[];
  readonly givenUp?: GivenUp;
}

/**
 * Closes the job: queues the status, the close and each image that is in no message yet, in one local
 * transaction. A refusal leaves the job unchanged.
 */
export function closeJob(device: Device, jobId: string, answers: CloseAnswers) {
  return act(device, [...contentTables, ...imageTables, ...draftEndTables], async (actor) => {
    const job = await findJob(actor, jobId);
    if (!job.ok) return job;
    const closed = close(job.value, actor.at);
    if (!closed.ok) return closed;
    const work = await readJobWork(actor.unit.database, job.value);
    const latestForms = withUnopenable(await readLatestForms(actor, job.value), answers.unopenable);
    const customForms = withoutUnwrittenNotice(latestForms, job.value.formattedJobId);
    const issue = findClosingIssue(customForms, work, answers);
    if (issue) return refused(issue);
    const unusedNote = unusedPartsNote(device, actor, job.value, work, answers);
    const noNotice = missingNoticeNote(device, actor, job.value, customForms, answers);
    const added = [unusedNote, noNotice].filter((note) => note !== null);
    for (const note of added) await actor.unit.put("engineeringNote", note);
    const workToSend = { ...work, notes: [...work.notes, ...added] };
    const { optOut, signature } = answers.signature;
    const signed = optOut ? null : signature;
    const newImages = [...(await readAllDraftImages(actor, jobId))];
    if (signed)
      newImages.push(await addSignatureImage(device, actor, job.value, decodeDataUrl(signed)));
    const images = [...(await readQueuedImages(actor, jobId)), ...newImages];
    await actor.unit.put("job", {
      ...closed.value,
      outcomeId: answers.outcomeId,
      customForms: [...customForms],
    });
    await queueStatus(device, actor, closed.value);
    await queueMessage(device, actor.unit, "JobClose", buildMessageHead(job.value), {
      ...buildJobIdentity(job.value),
      job: buildJobContent(closed.value, workToSend, customForms, images),
      outcome: buildOutcome(answers, unusedNote, isFaultlessCheck(customForms)),
      manifest: buildManifest(images),
      numberOfMessages: 1 + images.length,
      changeTimestamp: actor.at.toISOString(),
    });
    await queueImages(device, actor, job.value, newImages);
    await endDrafts(device, actor, job.value, { sent: answers, givenUp: answers.givenUp });
    return done(true);
  });
}

/** Checks whether the job may be closed with this outcome, for the panel of the outcome screen. */
export async function checkOutcome(
  device: Device,
  jobId: string,
  outcomeId: OutcomeId,
  unopenable: readonly string[],
): Promise<readonly ClosingIssue[]> {
  const job = await readOwnJob(device, jobId);
  if (!job) return [];
  const forms = withUnopenable(job.customForms, unopenable);
  return validateOutcome(forms, await readJobWork(device.database, job), outcomeId);
}

function validateOutcome(
  forms: readonly JobCustomForm[],
  { parts, notes }: JobWork,
  outcomeId: OutcomeId,
): readonly ClosingIssue[] {
  return validateClosing(outcomeId, { forms, parts, noteCount: notes.length });
}

/**
 * Marks the forms that nobody can open, so that they do not block the close and the office reads
 * which they are.
 */
function withUnopenable(
  forms: readonly JobCustomForm[],
  unopenable: readonly string[],
): readonly JobCustomForm[] {
  // The mark of an earlier visit is about another phone, and does not count here.
  return forms.map(({ cannotBeOpened: _before, ...form }) =>
    form.completionStatus !== "Complete" && unopenable.includes(form.customFormId)
      ? { ...form, cannotBeOpened: true }
      : form,
  );
}

/** Returns the first issue that blocks the close, or null when the job may be closed. */
function findClosingIssue(
  forms: readonly JobCustomForm[],
  work: JobWork,
  answers: CloseAnswers,
): ClosingIssue | ClosingStepIssue | "outcome-not-offered" | null {
  const { outcomeId, causes } = answers;
  if (!isOffered(outcomeId, work.parts)) return "outcome-not-offered";
  const [issue] = validateOutcome(forms, work, outcomeId);
  const closingContext = {
    parts: work.parts,
    causes,
    isFaultless: isFaultlessCheck(forms),
    missingNotices: findMissingNotices(findNoticeIssues(forms)),
  };
  return issue ?? firstIncomplete(answers, closingContext)?.issue ?? null;
}

/**
 * Builds a note from the explanation of unused parts. It is private because it concerns the
 * landlord's own affairs.
 */
function unusedPartsNote(
  device: Device,
  actor: Actor,
  job: JobRow,
  { parts }: JobWork,
  answers: CloseAnswers,
): EngineeringNote | null {
  if (unusedParts(parts).length === 0) return null;
  return privateNote(device, actor, job, answers.unusedParts.explanation.trim());
}

/** Builds a note for the office that says why a danger has no warning notice. */
function missingNoticeNote(
  device: Device,
  actor: Actor,
  job: JobRow,
  forms: readonly JobCustomForm[],
  answers: CloseAnswers,
): EngineeringNote | null {
  const owed = findMissingNotices(findNoticeIssues(forms));
  if (owed.length === 0) return null;
  const text = describeMissingNotices(owed, answers.warningNotice.reason.trim());
  return privateNote(device, actor, job, text);
}

function privateNote(
  device: Device,
  actor: Actor,
  job: JobRow,
  description: string,
): EngineeringNote {
  const time = actor.at.toISOString();
  return {
    engineeringNoteId: newId(device.ports),
    ...buildJobIdentity(job),
    description,
    isPublic: false,
    imageIds: [],
    createdOn: time,
    modifiedOn: time,
  };
}

function buildOutcome(
  answers: CloseAnswers,
  unusedNote: EngineeringNote | null,
  isFaultless: boolean,
): Payload<"JobClose">["outcome"] {
  const { customerName, optOut, signature } = answers.signature;
  return {
    outcomeId: answers.outcomeId,
    rootCauses: isFaultless
      ? []
      : causeChain(causeLevels(answers.causes, answers.rootCause.causes)),
    engineerSignOffAgreed: true,
    customerSignature: {
      customerName: customerName.trim(),
      optOut,
      dataUrl: optOut ? null : signature,
    },
    partsNotUsed: unusedNote && { noteId: unusedNote.engineeringNoteId },
    partsNotUsedNote: unusedNote && unusedNote.description,
    tenantReviewCompleted: answers.contacts.isReviewed,
    heatingStatus: heatingStatus(answers.heating),
  };
}

function decodeDataUrl(url: string): ArrayBuffer {
  return fromBase64(url.slice(url.indexOf(",") + 1)).buffer;
}
