import { type Issues, collectIssues, firstIssue } from "../issues.ts";
import { listKeys } from "../keys.ts";
import type { NoticeIssue } from "../work/notice-issues.ts";
import { blankHeating, type HeatingAnswers, validateHeating } from "../work/heating.ts";
import { unusedParts, type WorkPart } from "../work/parts.ts";
import {
  type CauseAnswer,
  validateCauses,
  causeLevels,
  type RootCause,
} from "../work/root-cause.ts";

/** The answers of the close wizard, by step and in the order of the steps. */
export interface ClosingAnswers {
  readonly warningNotice: WarningNoticeAnswers;
  readonly unusedParts: UnusedPartsAnswers;
  readonly contacts: ReviewAnswers;
  readonly heating: HeatingAnswers;
  readonly rootCause: { readonly causes: readonly CauseAnswer[] };
  readonly signature: SignatureAnswers;
  readonly signOff: SignOffAnswers;
}

export type ClosingStep = keyof ClosingAnswers;

export interface WarningNoticeAnswers {
  /** Why a danger has no complete warning notice, as typed. */
  readonly reason: string;
}

export interface UnusedPartsAnswers {
  /** Why the parts were not used, as typed. */
  readonly explanation: string;
}

export interface ReviewAnswers {
  readonly isReviewed: boolean;
}

export interface SignatureAnswers {
  readonly customerName: string;
  /** The customer cannot or will not sign. */
  readonly optOut: boolean;
  /** A PNG as a data URL; null until somebody has signed. */
  readonly signature: string | null;
  /**
   * A signature that nobody has ended yet, by going on or by saying that it is whole. While somebody draws it, `signature` has it
   * too. After the screen has closed `signature` is null.
   */
  readonly unfinished?: string | null | undefined;
}

export interface SignOffAnswers {
  readonly isAgreed: boolean;
}

export const blankClosing: ClosingAnswers = {
  warningNotice: { reason: "" },
  unusedParts: { explanation: "" },
  contacts: { isReviewed: false },
  heating: blankHeating,
  rootCause: { causes: [] },
  signature: { customerName: "", optOut: false, signature: null },
  signOff: { isAgreed: false },
};

/** What the steps depend on besides the answers. It may change while the wizard is open. */
export interface ClosingContext {
  readonly parts: readonly Pick<WorkPart, "usageType" | "qtyUsed">[];
  readonly causes: readonly RootCause[];
  /** The job was a check that found no fault, so there is no cause to name. */
  readonly isFaultless?: boolean | undefined;
  /** The dangers without a complete warning notice. */
  readonly missingNotices?: readonly NoticeIssue[] | undefined;
}

/** Which steps a closing needs, in the order of the wizard. */
const stepConditions: Readonly<Record<ClosingStep, (context: ClosingContext) => boolean>> = {
  warningNotice: ({ missingNotices = [] }) => missingNotices.length > 0,
  unusedParts: ({ parts }) => unusedParts(parts).length > 0,
  contacts: () => true,
  heating: () => true,
  rootCause: ({ causes, isFaultless }) => causes.length > 0 && isFaultless !== true,
  signature: () => true,
  signOff: () => true,
};

/** Returns the steps of this closing, in order. */
export function closingSteps(context: ClosingContext): readonly ClosingStep[] {
  return listKeys(stepConditions).filter((step) => stepConditions[step](context));
}

export const maxExplanation = 2000;
export const maxCustomerName = 200;

export const maxNoticeReason = 500;

export type WarningNoticeIssues = {
  readonly reason: "notice-reason-missing" | "notice-reason-too-long";
};

/** Returns the issue of the reason; empty if it is given and at most `maxNoticeReason` characters long. */
export function validateWarningNotice(answers: WarningNoticeAnswers): Issues<WarningNoticeIssues> {
  const { length } = answers.reason.trim();
  const tooLong = length > maxNoticeReason ? "notice-reason-too-long" : null;
  return collectIssues<WarningNoticeIssues>({
    reason: length === 0 ? "notice-reason-missing" : tooLong,
  });
}

export type UnusedPartsIssues = {
  readonly explanation: "explanation-missing" | "explanation-too-long";
};

/** Returns the issue of the explanation; empty if it is given and at most `maxExplanation` characters long. */
export function validateUnusedParts(answers: UnusedPartsAnswers): Issues<UnusedPartsIssues> {
  const { length } = answers.explanation.trim();
  const tooLong = length > maxExplanation ? "explanation-too-long" : null;
  return collectIssues<UnusedPartsIssues>({
    explanation: length === 0 ? "explanation-missing" : tooLong,
  });
}

export type SignatureIssues = {
  readonly customerName: "customer-name-missing" | "customer-name-too-long";
  readonly signature: "signature-missing";
};

/**
 * Returns the issues of the signature. It is required unless the customer opts out; the name is required in either
 * case.
 */
export function validateSignature(answers: SignatureAnswers): Issues<SignatureIssues> {
  const { length } = answers.customerName.trim();
  const tooLong = length > maxCustomerName ? "customer-name-too-long" : null;
  return collectIssues<SignatureIssues>({
    customerName: length === 0 ? "customer-name-missing" : tooLong,
    signature: answers.optOut || answers.signature !== null ? null : "signature-missing",
  });
}

export type SignOffIssues = { readonly isAgreed: "sign-off-missing" };

/** Returns the issue of the sign-off; empty if the engineer has agreed. */
export function validateSignOff({ isAgreed }: SignOffAnswers): Issues<SignOffIssues> {
  return isAgreed ? {} : { isAgreed: "sign-off-missing" };
}

type IssueOf<Fields> = Fields[keyof Fields];

export type ClosingStepIssue =
  | IssueOf<WarningNoticeIssues>
  | IssueOf<UnusedPartsIssues>
  | "review-missing"
  | "yes-or-no-missing"
  | "cause-missing"
  | "cause-text-missing"
  | IssueOf<SignatureIssues>
  | IssueOf<SignOffIssues>;

const stepValidators: {
  readonly [S in ClosingStep]: (
    answers: ClosingAnswers[S],
    context: ClosingContext,
  ) => ClosingStepIssue | null;
} = {
  warningNotice: (answers) => firstIssue(validateWarningNotice(answers)),
  unusedParts: (answers) => firstIssue(validateUnusedParts(answers)),
  contacts: ({ isReviewed }) => (isReviewed ? null : "review-missing"),
  heating: (answers) => firstIssue(validateHeating(answers)),
  rootCause: ({ causes }, context) => {
    const issues = validateCauses(causeLevels(context.causes, causes));
    return issues.map((level) => firstIssue(level)).find((issue) => issue !== null) ?? null;
  },
  signature: (answers) => firstIssue(validateSignature(answers)),
  signOff: (answers) => firstIssue(validateSignOff(answers)),
};

/** Returns the first issue of a step; null if the step is complete. */
export function validateClosingStep(
  step: ClosingStep,
  answers: ClosingAnswers,
  context: ClosingContext,
): ClosingStepIssue | null {
  const check: (of: never, context: ClosingContext) => ClosingStepIssue | null =
    stepValidators[step];
  // The compiler does not relate a step's validator to the same step's answers.
  // oxlint-disable-next-line typescript/consistent-type-assertions
  return check(answers[step] as never, context);
}

/** Returns the first incomplete step with its issue; null if all steps are complete. */
export function firstIncomplete(
  answers: ClosingAnswers,
  context: ClosingContext,
): { readonly step: ClosingStep; readonly issue: ClosingStepIssue } | null {
  for (const step of closingSteps(context)) {
    const issue = validateClosingStep(step, answers, context);
    if (issue !== null) return { step, issue };
  }
  return null;
}

/**
 * Returns the step at which a wizard that was left at `left` opens: that step, or the next one if it is no longer
 * needed, but never a step after an incomplete one.
 */
export function resumedStep(
  left: string,
  answers: ClosingAnswers,
  context: ClosingContext,
): ClosingStep {
  const order: readonly string[] = listKeys(stepConditions);
  const incomplete = firstIncomplete(answers, context)?.step;
  const at = closingSteps(context).find(
    (step) => step === incomplete || order.indexOf(step) >= order.indexOf(left),
  );
  return at ?? "signOff";
}
