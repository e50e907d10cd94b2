import { z } from "@fieldfare/contract";
import {
  blankClosing,
  type ClosingAnswers,
  type ClosingStep,
  heatingQuestions,
} from "@fieldfare/domain";
import { type AnswersSchema, type DraftParser, parseAnswers } from "../../../phone/drafts.ts";

export interface CloseDraft {
  /** The step that was open last; empty before the first step. */
  readonly step: string;
  readonly answers: ClosingAnswers;
}

/** The signature format that the close message accepts. */
const imageDataUrl = /^data:image\/(png|jpeg);base64,[A-Za-z0-9+/]+=*$/;

const stepSchemas: { readonly [S in ClosingStep]: AnswersSchema<ClosingAnswers[S]> } = {
  warningNotice: z.object({ reason: z.string() }),
  unusedParts: z.object({ explanation: z.string() }),
  contacts: z.object({ isReviewed: z.boolean() }),
  heating: z.record(z.enum(heatingQuestions), z.nullable(z.boolean())),
  rootCause: z.object({
    causes: z.array(z.object({ rootCauseId: z.number(), additionalText: z.string() })),
  }),
  signature: z.object({
    customerName: z.string(),
    optOut: z.boolean(),
    signature: z.nullable(z.string().check(z.regex(imageDataUrl))),
    unfinished: z.optional(z.nullable(z.string().check(z.regex(imageDataUrl)))),
  }),
  signOff: z.object({ isAgreed: z.boolean() }),
};

const draftSchema = z.object({ step: z.string(), answers: z.record(z.string(), z.unknown()) });

/** Parses the draft of the close wizard step by step: a malformed answer leaves the other answers as they are. */
export const parseClose: DraftParser<CloseDraft> = (saved, report) => {
  const draft = parseAnswers(draftSchema, saved, { step: "", answers: {} }, report);
  const parseStep = <S extends ClosingStep>(step: S): ClosingAnswers[S] =>
    parseAnswers(stepSchemas[step], draft.answers[step], blankClosing[step], report);
  return {
    step: draft.step,
    answers: {
      warningNotice: parseStep("warningNotice"),
      unusedParts: parseStep("unusedParts"),
      contacts: parseStep("contacts"),
      heating: parseStep("heating"),
      rootCause: parseStep("rootCause"),
      signature: parseStep("signature"),
      signOff: parseStep("signOff"),
    },
  };
};

/** The next step ends the signature that is being drawn. One that was being drawn when the screen closed stays unfinished. */
export function endSignature(answers: ClosingAnswers): ClosingAnswers {
  const { signature } = answers;
  if (signature.signature === null || !signature.unfinished) return answers;
  return { ...answers, signature: { ...signature, unfinished: null } };
}

/** Returns the answers as they are stored: a drawing that nobody has ended is no signature. */
export function storedAnswers(answers: ClosingAnswers): ClosingAnswers {
  const { signature } = answers;
  if (!signature.unfinished) return answers;
  return { ...answers, signature: { ...signature, signature: null } };
}
