import type { FormProgress } from "../work/form-states.ts";

/** The outcomes in the order in which they are offered. */
export const outcomes = [
  { outcomeId: 1, name: "Complete" },
  { outcomeId: 2, name: "Complete (Van Stock Required)" },
  { outcomeId: 3, name: "Parts Required" },
  { outcomeId: 4, name: "Revisit Required" },
  { outcomeId: 5, name: "Referral" },
  { outcomeId: 6, name: "Abandoned - Duplicate" },
  { outcomeId: 7, name: "Abandoned - Property Contact" },
  { outcomeId: 8, name: "Abandoned - Not Required" },
] as const;

export type OutcomeId = (typeof outcomes)[number]["outcomeId"];

/** The outcomes after which somebody has to come again: parts, a revisit or a referral. */
export const followOnOutcomes = [3, 4, 5] as const satisfies readonly OutcomeId[];

/** For how many days before today the office is reminded of visits that lack a follow-on job. */
export const followOnReminderDays = 7;

export interface ClosingPart {
  readonly addedByFieldOp: boolean;
  readonly isVanStock: boolean;
  readonly qtyUsed: number;
  readonly usageStatus: string | null;
}

/** 0 User Added, 1 Not Required, 2 Recommended Form, 3 Required Form. */
export type FormRequirement = 0 | 1 | 2 | 3;

export interface ClosingForm {
  readonly usageRequirement: FormRequirement;
  readonly completionStatus: FormProgress;
  readonly addedByUser: boolean;
  readonly optional: boolean;
  /** The office has withdrawn the form, or this app cannot show it: nobody can complete it any more. */
  readonly cannotBeOpened?: boolean | undefined;
}

export interface ClosingSource {
  readonly forms: readonly ClosingForm[];
  readonly parts: readonly ClosingPart[];
  readonly noteCount: number;
}

/** Why a job may not be closed. The server stores these codes in its flags, so they keep their form. */
export type ClosingIssue = "formsIncomplete" | "noteMissing" | "partNotAdded";

/** Returns the outcomes to choose from. Complete (Van Stock Required) is offered only if any part is van stock. */
export function offeredOutcomes(
  parts: readonly { readonly isVanStock: boolean }[],
): readonly (typeof outcomes)[number][] {
  const anyVanStock = parts.some((part) => part.isVanStock);
  return outcomes.filter((outcome) => outcome.outcomeId !== 2 || anyVanStock);
}

/** Whether the outcome can be chosen. One that was chosen while there was van stock may no longer be offered. */
export function isOffered(
  outcomeId: OutcomeId,
  parts: readonly { readonly isVanStock: boolean }[],
): boolean {
  return offeredOutcomes(parts).some((outcome) => outcome.outcomeId === outcomeId);
}

/** The checks that an outcome must pass before the job may be closed with it. */
const checksByOutcome: Record<OutcomeId, readonly ClosingIssue[]> = {
  1: ["formsIncomplete"],
  2: ["formsIncomplete", "noteMissing"],
  3: ["partNotAdded"],
  4: ["noteMissing"],
  5: [],
  6: [],
  7: [],
  8: [],
};

const fails: Record<ClosingIssue, (source: ClosingSource) => boolean> = {
  formsIncomplete: (source) =>
    source.forms.some((form) => isMissing(form) && form.cannotBeOpened !== true),
  noteMissing: (source) => source.noteCount === 0,
  partNotAdded: (source) => !source.parts.some(isToBeOrdered),
};

/** Returns the checks that fail for `outcomeId`; empty if the job may be closed. */
export function validateClosing(
  outcomeId: OutcomeId,
  source: ClosingSource,
): readonly ClosingIssue[] {
  return checksByOutcome[outcomeId].filter((issue) => fails[issue](source));
}

/**
 * Returns the incomplete forms that a job closed with `outcomeId` should have, including forms that cannot be opened.
 */
export function missingForms<Form extends ClosingForm>(
  outcomeId: OutcomeId,
  forms: readonly Form[],
): readonly Form[] {
  return checksByOutcome[outcomeId].includes("formsIncomplete") ? forms.filter(isMissing) : [];
}

/**
 * Returns the incomplete optional forms. They are listed when the job is closed and do not prevent it. An abandoned
 * outcome lists none.
 */
export function unfilledOptionalForms<Form extends ClosingForm>(
  outcomeId: OutcomeId,
  forms: readonly Form[],
): readonly Form[] {
  if (outcomeId >= firstAbandoned) return [];
  return forms.filter(
    (form) =>
      (form.addedByUser || form.usageRequirement === 2) &&
      !mustBeComplete(form) &&
      form.completionStatus !== "Complete",
  );
}

const firstAbandoned = 6;

function isMissing(form: ClosingForm): boolean {
  return mustBeComplete(form) && form.completionStatus !== "Complete";
}

/** A required form must be complete; so must a user-added one unless it is optional. */
function mustBeComplete(form: ClosingForm): boolean {
  if (form.optional) return false;
  return form.addedByUser || form.usageRequirement === 3;
}

/** Added by the field operative, and without usage, partially used or van stock. */
function isToBeOrdered(part: ClosingPart): boolean {
  if (!part.addedByFieldOp) return false;
  return part.qtyUsed === 0 || part.usageStatus === "Partial" || part.isVanStock;
}
