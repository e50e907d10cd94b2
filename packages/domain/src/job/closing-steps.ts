import { type Faults, faultsOf, firstFault } from "../faults.ts";
import type { NoticeFinding } from "../work/dangers.ts";
import { blankHeating, type HeatingAnswers, heatingFaults } from "../work/heating.ts";
import { unusedParts, type WorkPart } from "../work/parts.ts";
import { type CauseAnswer, causeFaults, causeLevels, type RootCause } from "../work/root-cause.ts";

/** What the close wizard asks for, by step and in its order. */
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
  /** Why a danger has no complete warning notice; as typed. */
  readonly reason: string;
}

export interface UnusedPartsAnswers {
  /** Why they were not used; as typed. */
  readonly explanation: string;
}

export interface ReviewAnswers {
  readonly isReviewed: boolean;
}

export interface SignatureAnswers {
  readonly customerName: string;
  /** The customer cannot or will not sign. */
  readonly optOut: boolean;
  /** PNG as a data URL; null as long as nobody has signed. */
  readonly signature: string | null;
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

/** What the steps depend on beside the answers. It may change while the wizard is open. */
export interface ClosingMatter {
  readonly parts: readonly Pick<WorkPart, "usageType" | "qtyUsed">[];
  readonly causes: readonly RootCause[];
  /** The job was a check, and it found no fault: nobody can say what caused none. */
  readonly isFaultless?: boolean | undefined;
  /** The dangers that have no complete warning notice. */
  readonly owedNotices?: readonly NoticeFinding[] | undefined;
}

/** In the order of the wizard. */
const isAsked: Readonly<Record<ClosingStep, (matter: ClosingMatter) => boolean>> = {
  warningNotice: ({ owedNotices = [] }) => owedNotices.length > 0,
  unusedParts: ({ parts }) => unusedParts(parts).length > 0,
  contacts: () => true,
  heating: () => true,
  rootCause: ({ causes, isFaultless }) => causes.length > 0 && isFaultless !== true,
  signature: () => true,
  signOff: () => true,
};

/** The steps of this closing, in order. */
export function closingSteps(matter: ClosingMatter): readonly ClosingStep[] {
  const all = Object.keys(isAsked) as readonly ClosingStep[];
  return all.filter((step) => isAsked[step](matter));
}

export const mostExplanation = 2000;
export const mostCustomerName = 200;

export const maxNoticeReason = 500;

export type WarningNoticeFaults = {
  readonly reason: "notice-reason-missing" | "notice-reason-too-long";
};

export function warningNoticeFaults(answers: WarningNoticeAnswers): Faults<WarningNoticeFaults> {
  const { length } = answers.reason.trim();
  const tooLong = length > maxNoticeReason ? "notice-reason-too-long" : null;
  return faultsOf<WarningNoticeFaults>({
    reason: length === 0 ? "notice-reason-missing" : tooLong,
  });
}

export type UnusedPartsFaults = {
  readonly explanation: "explanation-missing" | "explanation-too-long";
};

export function unusedPartsFaults(answers: UnusedPartsAnswers): Faults<UnusedPartsFaults> {
  const { length } = answers.explanation.trim();
  const tooLong = length > mostExplanation ? "explanation-too-long" : null;
  return faultsOf<UnusedPartsFaults>({
    explanation: length === 0 ? "explanation-missing" : tooLong,
  });
}

export type SignatureFaults = {
  readonly customerName: "customer-name-missing" | "customer-name-too-long";
  readonly signature: "signature-missing";
};

/** Signed unless the customer opts out; the name is asked for in either case. */
export function signatureFaults(answers: SignatureAnswers): Faults<SignatureFaults> {
  const { length } = answers.customerName.trim();
  const tooLong = length > mostCustomerName ? "customer-name-too-long" : null;
  return faultsOf<SignatureFaults>({
    customerName: length === 0 ? "customer-name-missing" : tooLong,
    signature: answers.optOut || answers.signature !== null ? null : "signature-missing",
  });
}

export type SignOffFaults = { readonly isAgreed: "sign-off-missing" };

export function signOffFaults({ isAgreed }: SignOffAnswers): Faults<SignOffFaults> {
  return isAgreed ? {} : { isAgreed: "sign-off-missing" };
}

type FaultOf<Fields> = Fields[keyof Fields];

export type ClosingStepFault =
  | FaultOf<WarningNoticeFaults>
  | FaultOf<UnusedPartsFaults>
  | "review-missing"
  | "yes-or-no-missing"
  | "cause-missing"
  | "cause-text-missing"
  | FaultOf<SignatureFaults>
  | FaultOf<SignOffFaults>;

const stepFault: {
  readonly [S in ClosingStep]: (
    answers: ClosingAnswers[S],
    matter: ClosingMatter,
  ) => ClosingStepFault | null;
} = {
  warningNotice: (answers) => firstFault(warningNoticeFaults(answers)),
  unusedParts: (answers) => firstFault(unusedPartsFaults(answers)),
  contacts: ({ isReviewed }) => (isReviewed ? null : "review-missing"),
  heating: (answers) => firstFault(heatingFaults(answers)),
  rootCause: ({ causes }, matter) => {
    const faults = causeFaults(causeLevels(matter.causes, causes));
    return faults.map((level) => firstFault(level)).find((fault) => fault !== null) ?? null;
  },
  signature: (answers) => firstFault(signatureFaults(answers)),
  signOff: (answers) => firstFault(signOffFaults(answers)),
};

/** What is still wrong at a step; null when it is complete. */
export function closingStepFault(
  step: ClosingStep,
  answers: ClosingAnswers,
  matter: ClosingMatter,
): ClosingStepFault | null {
  const check: (of: never, matter: ClosingMatter) => ClosingStepFault | null = stepFault[step];
  return check(answers[step] as never, matter);
}

/** The first step that is not complete, with what is wrong there; null when all are. */
export function firstIncomplete(
  answers: ClosingAnswers,
  matter: ClosingMatter,
): { readonly step: ClosingStep; readonly fault: ClosingStepFault } | null {
  for (const step of closingSteps(matter)) {
    const fault = closingStepFault(step, answers, matter);
    if (fault !== null) return { step, fault };
  }
  return null;
}

/**
 * Where a wizard that was left at `left` opens: there, or at what comes after it where that step is no longer
 * asked; but never beyond a step that is not complete.
 */
export function resumedStep(
  left: string,
  answers: ClosingAnswers,
  matter: ClosingMatter,
): ClosingStep {
  const order: readonly string[] = Object.keys(isAsked);
  const incomplete = firstIncomplete(answers, matter)?.step;
  const at = closingSteps(matter).find(
    (step) => step === incomplete || order.indexOf(step) >= order.indexOf(left),
  );
  return at ?? "signOff";
}
