import type { FormRequirement } from "../job/outcome.ts";

/** The jobs that a form is for, and its requirement there. Null matches any category, detail or stage. */
export interface FormOffer {
  readonly jobCategoryId: number | null;
  readonly jobDetailTypeId: number | null;
  readonly jobStageId: number | null;
  readonly usageRequirement: 1 | 2 | 3;
}

/** The part of a form version that the rules need. */
export interface OfferedForm extends FormOffer {
  readonly customFormId: string;
  readonly customFormDefinitionId: string;
  readonly version: number;
  readonly definition: { readonly isSubForm: boolean };
  /** Further jobs that the form is for. */
  readonly offers?: readonly FormOffer[] | undefined;
  /** Set: the form was withdrawn. Jobs that have it keep it, and no other job gets it. */
  readonly withdrawnOn?: string | undefined;
}

export interface JobKind {
  readonly jobCategoryId: number;
  readonly jobDetailTypeId: number;
  readonly jobStageId: number | null;
}

/** The ids of the forms that ship with the product. */
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

/** Whether the answers of a form are about people, so that they are for the office only. */
export function hasPrivateAnswers(customFormId: string): boolean {
  return customFormId.toLowerCase() === formIds.riskAssessment;
}

/**
 * Returns the requirement of a form at a job: the highest of its matching offers. Returns null if the form is not for
 * such a job. A sub-form is part of another form and is never offered on its own, and a withdrawn form is for no job.
 */
export function requirementFor(form: OfferedForm, job: JobKind): 1 | 2 | 3 | null {
  if (form.definition.isSubForm || form.withdrawnOn !== undefined) return null;
  const matchingOffers = [form, ...(form.offers ?? [])].filter((offer) => appliesTo(offer, job));
  if (matchingOffers.length === 0) return null;
  return matchingOffers
    .map(({ usageRequirement }) => usageRequirement)
    .reduce((highest, requirement) => (requirement > highest ? requirement : highest));
}

const kindProperties = ["jobCategoryId", "jobDetailTypeId", "jobStageId"] as const;
export type KindProperty = (typeof kindProperties)[number];

/** The values that jobs may have for each property. Null: they are not known, so that any may be. */
export type KnownKinds = Readonly<Record<KindProperty, ReadonlySet<number> | null>>;

interface UnknownKind {
  /** The number of the further offer; null: the form's own. */
  readonly offer: number | null;
  readonly property: KindProperty;
  readonly value: number;
}

/**
 * Finds what the offers of a form name and no job can have, so that no job gets the form by them. Values that
 * `before`, its current version, has already may stay.
 */
export function findUnknownKinds(
  form: OfferedForm,
  known: KnownKinds,
  before: OfferedForm | null,
): UnknownKind[] {
  if (form.definition.isSubForm) return [];
  const present = before ? [before, ...(before.offers ?? [])] : [];
  return [form, ...(form.offers ?? [])].flatMap((offer, index) =>
    kindProperties.flatMap((property) => {
      const value = offer[property];
      const isKnown =
        value === null ||
        (known[property]?.has(value) ?? true) ||
        present.some((one) => one[property] === value);
      return isKnown ? [] : [{ offer: index === 0 ? null : index - 1, property, value }];
    }),
  );
}

/** Returns the forms that are for such a job, whatever their requirement. */
export function offeredForms<Form extends OfferedForm>(
  forms: readonly Form[],
  job: JobKind,
): Form[] {
  return forms.filter((form) => requirementFor(form, job) !== null);
}

/** Returns the forms of a new job: those that are required or recommended for its kind. */
export function formsToAdd<Form extends OfferedForm>(forms: readonly Form[], job: JobKind): Form[] {
  return forms.filter((form) => (requirementFor(form, job) ?? 1) > 1);
}

interface NewEntry {
  readonly job: JobKind & { readonly jobId: string };
  readonly addedByUser: boolean;
  /** The office asks for the form at this job, whatever its kind asks for. */
  readonly isRequired?: boolean;
  readonly at: Date;
  /** The answers of the form when it was last completed at this property. */
  readonly previousAnswers?: Readonly<Record<string, unknown>> | null;
}

/** Builds the entry of a form that has not been started. A form that the engineer adds need not be completed. */
export function newFormEntry(
  form: OfferedForm,
  { job, addedByUser, isRequired = false, at, previousAnswers }: NewEntry,
) {
  const usageRequirement: FormRequirement = isRequired
    ? 3
    : addedByUser
      ? 0
      : (requirementFor(form, job) ?? 1);
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

/** Whether the engineer has answered anything in the form. */
export function isFormBegun(entry: { readonly completionStatus: string }): boolean {
  return entry.completionStatus !== "NotStarted";
}

/** Returns why a form cannot be removed from its job; null if the engineer added it and it was not sent. */
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

/** Returns the label of a form on the screen. A form that the engineer added has a label of its own. */
export function requirementLabel(entry: {
  readonly usageRequirement: FormRequirement;
  readonly addedByUser: boolean;
}): string {
  return requirementLabels[entry.addedByUser ? 0 : entry.usageRequirement];
}

/** Returns the ids of the photos in answers, in order, each once. */
export function photoIds(answers: unknown): string[] {
  const found = new Set<string>();
  // A stack instead of recursion: answers from another system may be very deep.
  const waiting: unknown[] = [answers];
  while (waiting.length > 0) {
    const part = waiting.pop();
    if (typeof part !== "object" || part === null) continue;
    if ("imageId" in part && typeof part.imageId === "string") found.add(part.imageId);
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
