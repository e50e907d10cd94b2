import type { JobCustomForm } from "@fieldfare/contract";
import { type FormAnswers, type RecordNoticeIssue, findNoticeIssues } from "@fieldfare/domain";
import type { ImageRow, JobRow } from "../database/rows.ts";
import type { Device } from "../device.ts";
import { readOwner } from "../session/session.ts";
import { type DraftKind, readDraft, saveDraft } from "../drafts/drafts.ts";
import { readOwnJob } from "./jobs.ts";

/** Where in a form a question stands: names, and numbers for what is repeated. */
export type FormPath = readonly (string | number)[];

/** What is being answered in a form, and where one is in it. */
export interface FormDraft {
  readonly answers: FormAnswers;
  /** Name of the page that is shown. */
  readonly page: string | null;
  /** The repeated panel that is open on it. */
  readonly panel: FormPath | null;
  /** The question that a camera was opened for and did not come back to yet. */
  readonly camera: FormPath | null;
  /** Ids of the property's appliances that the form knew; undefined: an earlier build wrote the draft. */
  readonly appliances?: readonly string[] | undefined;
}

export function formDraftKind(customFormId: string): DraftKind & `form:${string}` {
  return `form:${customFormId}`;
}

/** Stores every answer as it is given: one small row, strictly. */
export function saveFormDraft(
  device: Device,
  jobId: string,
  customFormId: string,
  draft: FormDraft,
): Promise<void> {
  return saveDraft(device, jobId, formDraftKind(customFormId), draft);
}

export async function readFormDraft(
  device: Device,
  jobId: string,
  customFormId: string,
): Promise<FormDraft | null> {
  return parseFormDraft(await readDraft(device, jobId, formDraftKind(customFormId)));
}

/** The forms of a job with what was answered since their last save. */
export function readCurrentForms(device: Device, job: JobRow): Promise<readonly JobCustomForm[]> {
  return Promise.all(
    job.customForms.map(async (entry) => {
      if (entry.completionStatus !== "InProgress") return entry;
      const draft = await readFormDraft(device, job.jobId, entry.customFormId);
      return draft ? { ...entry, completedForm: { ...draft.answers } } : entry;
    }),
  );
}

/** Where the dangers of the job's record and its warning notice do not go together. */
export async function readNoticeIssues(
  device: Device,
  jobId: string,
): Promise<readonly RecordNoticeIssue[]> {
  const job = await readOwnJob(device, jobId);
  return job ? findNoticeIssues(await readCurrentForms(device, job)) : [];
}

/**
 * This app cannot show that version of a form: it does not stand in the way of the close any more. A version that is
 * mended is another one.
 */
export function saveUnsupportedForm(
  device: Device,
  jobId: string,
  form: { readonly customFormId: string; readonly customFormDefinitionId: string },
): Promise<void> {
  const { customFormId, customFormDefinitionId } = form;
  return saveDraft(device, jobId, `unshown:${customFormId}`, { customFormDefinitionId });
}

/** The version of a form that this app could not show; undefined when it never failed to. */
export async function readUnsupportedForm(
  device: Device,
  jobId: string,
  customFormId: string,
): Promise<unknown> {
  const values = await readDraft(device, jobId, `unshown:${customFormId}`);
  return isRecord(values) ? values["customFormDefinitionId"] : undefined;
}

/** Null when it is not one: an older version may have written it. */
export function parseFormDraft(values: unknown): FormDraft | null {
  if (!isRecord(values) || !isRecord(values["answers"])) return null;
  const { answers, page } = values;
  return {
    answers,
    page: typeof page === "string" ? page : null,
    panel: parsePath(values["panel"]),
    camera: parsePath(values["camera"]),
    appliances: parseIds(values["appliances"]),
  };
}

function parseIds(value: unknown): readonly string[] | undefined {
  if (!Array.isArray(value)) return undefined;
  const ids: readonly unknown[] = value;
  return ids.every((id) => typeof id === "string") ? ids : undefined;
}

/** Pictures of a job by their ids, in that order; those that are not on this device are left out. */
export async function readImagesByIds(
  device: Device,
  jobId: string,
  imageIds: readonly string[],
): Promise<readonly ImageRow[]> {
  const ownerId = await readOwner(device);
  const rows = await device.database.image.bulkGet([...imageIds]);
  return rows.filter(
    (row) => row !== undefined && row.jobId === jobId && row.ownerId === ownerId,
  ) as readonly ImageRow[];
}

function parsePath(value: unknown): FormPath | null {
  if (!Array.isArray(value)) return null;
  const steps: readonly unknown[] = value;
  return steps.every((step) => typeof step === "string" || typeof step === "number") ? steps : null;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
