import { type Issues, collectIssues } from "../issues.ts";

/** A reason that the office offers for a hold. */
export interface HoldReason {
  readonly value: number;
  readonly requiresAdditionalText: boolean;
}

export interface HoldAnswers {
  /** The value of the chosen reason; null until one is chosen. */
  readonly reason: number | null;
  /** As typed. */
  readonly details: string;
}

export type HoldIssues = {
  readonly reason: "reason-missing";
  readonly details: "details-missing";
};

/** Whether the chosen reason requires an explanation. */
export function asksForDetails(
  { reason }: Pick<HoldAnswers, "reason">,
  reasons: readonly HoldReason[],
): boolean {
  return reasons.some((offered) => offered.value === reason && offered.requiresAdditionalText);
}

/** Returns the issues of a hold. Whether it needs an explanation depends on the chosen one of `reasons`. */
export function validateHoldReason(
  answers: HoldAnswers,
  reasons: readonly HoldReason[],
): Issues<HoldIssues> {
  const isUnexplained = asksForDetails(answers, reasons) && answers.details.trim() === "";
  return collectIssues<HoldIssues>({
    reason: answers.reason === null ? "reason-missing" : null,
    details: isUnexplained ? "details-missing" : null,
  });
}

/** Returns the explanation to record with the reason; null if the reason requires none. */
export function holdDescription(
  answers: HoldAnswers,
  reasons: readonly HoldReason[],
): string | null {
  return asksForDetails(answers, reasons) ? answers.details.trim() : null;
}

export interface NoAccessAnswers {
  readonly reason: number | null;
  /** How many photos are stored. */
  readonly photos: number;
  /** As typed. */
  readonly notes: string;
}

export type NoAccessIssues = {
  readonly reason: "reason-missing";
  readonly photos: "photo-missing";
  readonly notes: "notes-missing";
};

/** Returns the issues of a visit without access, which needs a reason, at least one photo as evidence, and notes. */
export function validateNoAccess(answers: NoAccessAnswers): Issues<NoAccessIssues> {
  return collectIssues<NoAccessIssues>({
    reason: answers.reason === null ? "reason-missing" : null,
    photos: answers.photos === 0 ? "photo-missing" : null,
    notes: answers.notes.trim() === "" ? "notes-missing" : null,
  });
}

export interface RetainAnswers {
  readonly reason: number | null;
  /** As typed. */
  readonly comment: string;
}

export type RetainIssues = {
  readonly reason: "reason-missing";
  readonly comment: "comment-missing";
};

/** Returns the issues of keeping a job that the office wants back, which needs a reason and a comment. */
export function validateRetain(answers: RetainAnswers): Issues<RetainIssues> {
  return collectIssues<RetainIssues>({
    reason: answers.reason === null ? "reason-missing" : null,
    comment: answers.comment.trim() === "" ? "comment-missing" : null,
  });
}
