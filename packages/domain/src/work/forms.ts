import type { FormRequirement } from "../job/outcome.ts";

/** Jobs that a form is for, and how much it is wanted there. Null: any category, detail or stage. */
export interface FormOffer {
  readonly jobCategoryId: number | null;
  readonly jobDetailTypeId: number | null;
  readonly jobStageId: number | null;
  readonly usageRequirement: 1 | 2 | 3;
}

/** A version of a form, as far as rules ask. */
export interface OfferedForm extends FormOffer {
  readonly customFormId: string;
  readonly customFormDefinitionId: string;
  readonly version: number;
  readonly definition: { readonly isSubForm: boolean };
  /** Further jobs that it is for. */
  readonly offers?: readonly FormOffer[] | undefined;
}

export interface JobKind {
  readonly jobCategoryId: number;
  readonly jobDetailTypeId: number;
  readonly jobStageId: number | null;
}

/** The forms that ship with the product, by what they are for. */
export const formIds = {
  gasSafetyRecord: "0193b3f0-0000-7000-8000-000000000001",
  gasApplianceCheck: "0193b3f0-0000-7000-8000-000000000002",
  warningNotice: "0193b3f0-0000-7000-8000-000000000003",
  boilerService: "0193b3f0-0000-7000-8000-000000000004",
  alarmTest: "0193b3f0-0000-7000-8000-000000000005",
  riskAssessment: "0193b3f0-0000-7000-8000-000000000006",
  dampAndMould: "0193b3f0-0000-7000-8000-000000000007",
  unsafeAppliance: "0193b3f0-0000-7000-8000-000000000008",
  alarmCheck: "0193b3f0-0000-7000-8000-000000000009",
  roomInspection: "0193b3f0-0000-7000-8000-00000000000a",
  boilerCheck: "0193b3f0-0000-7000-8000-00000000000b",
} as const;

/**
 * How much a form is wanted at a job: the most that any of its offers says. Null: it is not for such a job. A sub-form
 * is part of another form and is never offered by itself.
 */
export function requirementFor(form: OfferedForm, job: JobKind): 1 | 2 | 3 | null {
  if (form.definition.isSubForm) return null;
  const matchingOffers = [form, ...(form.offers ?? [])].filter((offer) => appliesTo(offer, job));
  if (matchingOffers.length === 0) return null;
  return Math.max(...matchingOffers.map(({ usageRequirement }) => usageRequirement)) as 1 | 2 | 3;
}

export function offeredForms<Form extends OfferedForm>(
  forms: readonly Form[],
  job: JobKind,
): Form[] {
  return forms.filter((form) => requirementFor(form, job) !== null);
}

/** What a new job has from the start: what is required and what is recommended for its kind. */
export function formsToAdd<Form extends OfferedForm>(forms: readonly Form[], job: JobKind): Form[] {
  return forms.filter((form) => (requirementFor(form, job) ?? 1) > 1);
}

interface NewEntry {
  readonly job: JobKind & { readonly jobId: string };
  readonly addedByUser: boolean;
  readonly at: Date;
  /** Answers of the form when it was last completed at this property. */
  readonly previousAnswers?: Readonly<Record<string, unknown>> | null;
}

/** A form that nobody has begun. What the engineer adds need not be completed. */
export function newFormEntry(
  form: OfferedForm,
  { job, addedByUser, at, previousAnswers }: NewEntry,
) {
  const usageRequirement: FormRequirement = addedByUser ? 0 : (requirementFor(form, job) ?? 1);
  return {
    customFormId: form.customFormId,
    customFormDefinitionId: form.customFormDefinitionId,
    version: form.version,
    jobId: job.jobId,
    usageRequirement,
    completionStatus: "NotStarted" as const,
    addedByUser,
    optional: addedByUser,
    addedOnDateTime: at.toISOString(),
    previousAnswers: previousAnswers ? { ...previousAnswers } : null,
    completedForm: null,
    completedOn: null,
    savedOnDateTime: null,
  };
}

/** Why a form stays with its job; null: the engineer added it, and it was not sent. */
export function formRemovalRefusal(
  entry: { readonly addedByUser: boolean; readonly customFormId: string },
  sentForms: readonly string[] = [],
): "form-not-added-by-engineer" | "form-sent" | null {
  if (!entry.addedByUser) return "form-not-added-by-engineer";
  return sentForms.includes(entry.customFormId) ? "form-sent" : null;
}

const requirementLabels = {
  0: "User Added",
  1: "Not Required",
  2: "Recommended Form",
  3: "Required Form",
} as const satisfies Record<FormRequirement, string>;

export function requirementLabel(entry: {
  readonly usageRequirement: FormRequirement;
  readonly addedByUser: boolean;
}): string {
  return requirementLabels[entry.addedByUser ? 0 : entry.usageRequirement];
}

/** Ids of the photos that answers refer to, in their order, each once. */
export function photoIds(answers: unknown): string[] {
  const found = new Set<string>();
  // A stack, not recursion: what came from elsewhere may be deep or endless.
  const waiting: unknown[] = [answers];
  while (waiting.length > 0) {
    const part = waiting.pop();
    if (typeof part !== "object" || part === null) continue;
    const { imageId } = part as { imageId?: unknown };
    if (typeof imageId === "string") found.add(imageId);
    for (const entry of Object.values(part).toReversed()) waiting.push(entry);
  }
  return [...found];
}

function appliesTo(offer: FormOffer, job: JobKind): boolean {
  return (
    matches(offer.jobCategoryId, job.jobCategoryId) &&
    matches(offer.jobDetailTypeId, job.jobDetailTypeId) &&
    matches(offer.jobStageId, job.jobStageId)
  );
}

function matches(wanted: number | null, actual: number | null): boolean {
  return wanted === null || wanted === actual;
}
