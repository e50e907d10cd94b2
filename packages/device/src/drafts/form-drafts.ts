import { type FormAnswers, isRecord } from "@fieldfare/domain";
import type { Device } from "../device.ts";
import { type DraftKind, dropDraft, readDraft, saveDraft } from "./drafts.ts";

/** The position of a question in a form: names, and numbers for repeated panels. */
export type FormPath = readonly (string | number)[];

interface UnfinishedSignature {
  readonly path: FormPath;
  readonly signature: string;
}

/** The answers being given in a form, and the position of the engineer in it. */
export interface FormDraft {
  /** Without the signatures that are not ended. */
  readonly answers: FormAnswers;
  /** The signatures that somebody has begun to draw and not ended, as data URLs. Undefined in drafts of earlier builds. */
  readonly unfinished?: readonly UnfinishedSignature[] | undefined;
  /** Name of the shown page. */
  readonly page: string | null;
  /** The repeated panel that is open on the page. */
  readonly panel: FormPath | null;
  /** The question whose camera was opened and has not returned yet. */
  readonly camera: FormPath | null;
  /** The id of this opening of the camera, which its photos have too. Undefined in drafts of earlier builds. */
  readonly openingId?: string | null | undefined;
  /** The question at which the engineer left for another form. Undefined in drafts of earlier builds. */
  readonly leftAt?: FormPath | null | undefined;
  /** Ids of the property's appliances that the form knew. Undefined in drafts of earlier builds. */
  readonly appliances?: readonly string[] | undefined;
  /** Whether the customer has signed on the form, and whether it has changed since. Undefined in drafts of earlier builds. */
  readonly signing?: "open" | "signed" | "changed" | undefined;
}

/** Returns the kind of the draft of a form. */
export function formDraftKind(customFormId: string): DraftKind & `form:${string}` {
  return `form:${customFormId}`;
}

/** Saves every answer as it is given: one row, with strict durability. */
export function saveFormDraft(
  device: Device,
  jobId: string,
  customFormId: string,
  draft: FormDraft,
): Promise<void> {
  return saveDraft(device, jobId, formDraftKind(customFormId), draft);
}

/** Deletes the draft of a form that was not begun. */
export function dropFormDraft(device: Device, jobId: string, customFormId: string): Promise<void> {
  return dropDraft(device, jobId, formDraftKind(customFormId));
}

/** Returns null when there is no draft, or none that this build can read. */
export async function readFormDraft(
  device: Device,
  jobId: string,
  customFormId: string,
): Promise<FormDraft | null> {
  return parseFormDraft(await readDraft(device, jobId, formDraftKind(customFormId)));
}

/**
 * Records that this app cannot show a version of a form, which then no longer blocks the close. A
 * fixed version is another one.
 */
export function saveUnsupportedForm(
  device: Device,
  jobId: string,
  form: { readonly customFormId: string; readonly customFormDefinitionId: string },
): Promise<void> {
  const { customFormId, customFormDefinitionId } = form;
  return saveDraft(device, jobId, `unshown:${customFormId}`, { customFormDefinitionId });
}

/** Returns the version of a form that this app could not show, or undefined. */
export async function readUnsupportedForm(
  device: Device,
  jobId: string,
  customFormId: string,
): Promise<unknown> {
  const values = await readDraft(device, jobId, `unshown:${customFormId}`);
  return isRecord(values) ? values["customFormDefinitionId"] : undefined;
}

/** Returns null for values that are no form draft: an older version may have written them. */
export function parseFormDraft(values: unknown): FormDraft | null {
  if (!isRecord(values) || !isRecord(values["answers"])) return null;
  const { answers, page } = values;
  return {
    answers,
    // Earlier builds stored it as `drawn`.
    unfinished: parseUnfinished(values["unfinished"] ?? values["drawn"]),
    page: typeof page === "string" ? page : null,
    panel: parsePath(values["panel"]),
    camera: parsePath(values["camera"]),
    openingId: typeof values["openingId"] === "string" ? values["openingId"] : undefined,
    leftAt: values["leftAt"] === undefined ? undefined : parsePath(values["leftAt"]),
    appliances: parseIds(values["appliances"]),
    signing: parseSigning(values["signing"]),
  };
}

function parseUnfinished(value: unknown): readonly UnfinishedSignature[] | undefined {
  if (!Array.isArray(value)) return undefined;
  const all: readonly unknown[] = value;
  return all.flatMap((one) => {
    if (!isRecord(one)) return [];
    const path = parsePath(one["path"]);
    const { signature } = one;
    return path && typeof signature === "string" ? [{ path, signature }] : [];
  });
}

function parseSigning(value: unknown): FormDraft["signing"] {
  return value === "open" || value === "signed" || value === "changed" ? value : undefined;
}

function parseIds(value: unknown): readonly string[] | undefined {
  if (!Array.isArray(value)) return undefined;
  const ids: readonly unknown[] = value;
  return ids.every((id) => typeof id === "string") ? ids : undefined;
}

function parsePath(value: unknown): FormPath | null {
  if (!Array.isArray(value)) return null;
  const steps: readonly unknown[] = value;
  return steps.every((step) => typeof step === "string" || typeof step === "number") ? steps : null;
}
