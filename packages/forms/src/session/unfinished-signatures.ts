import { CustomError, type PanelModel, type Question, type SurveyModel } from "survey-core";
import type { Answers } from "../definition/definition.ts";
import {
  findQuestionAt,
  type FormPath,
  isInForm,
  isInside,
  locateQuestion,
  withAnswer,
} from "./form-path.ts";

/** A signature that somebody has begun to draw and not ended, as a data URL. The draft does not have it among its answers. */
export interface UnfinishedSignature {
  readonly path: FormPath;
  readonly signature: string;
}

/** The signatures of an open form that are not ended. */
export interface UnfinishedSignatures {
  /** The engineer or the customer draws: the answer counts on the screen, and is stored as a signature that is not ended. */
  readonly draw: (question: Question) => void;
  /** The screen goes on: what is being drawn is a whole signature. Returns whether there was any. */
  readonly end: () => boolean;
  /** Forgets the signature of a question that is not ended. Returns whether the screen had closed while it was drawn. */
  readonly settle: (question: Question) => boolean;
  /** Forgets the signatures in an entry that is now about another appliance. False if there are none. */
  readonly forget: (entry: PanelModel) => boolean;
  /** Returns the signature that was being drawn when the screen closed; null if there is none, or it is settled. */
  readonly readUnfinished: (question: Question) => string | null;
  /** Whether the form was opened with a signature at this question that was not ended. */
  readonly wasUnfinished: (question: Question) => boolean;
  /** Returns the draft's answers, and the signatures that are not among them. */
  readonly draft: (answers: Answers) => {
    readonly answers: Answers;
    readonly unfinished: readonly UnfinishedSignature[];
  };
}

/** Watches which signatures are ended. `stored` are those of the draft: the screen closed before they were. */
export function createUnfinishedSignatures(
  model: SurveyModel,
  stored: readonly UnfinishedSignature[],
): UnfinishedSignatures {
  const unfinished = new Map<Question, string>();
  for (const { path, signature } of stored) {
    const question = findQuestionAt(model, path);
    if (question?.getType() === "signaturepad") unfinished.set(question, signature);
  }
  const opened = new Set(unfinished.keys());
  let live: Question | null = null;

  model.onValidateQuestion.add((_model, { question, errors }) => {
    if (unfinished.has(question))
      errors.splice(0, errors.length, new CustomError(notFinished, question));
  });

  return {
    draw(question) {
      unfinished.delete(question);
      live = question;
    },
    end() {
      const wasDrawn = live !== null;
      live = null;
      return wasDrawn;
    },
    settle(question) {
      if (live === question) live = null;
      return unfinished.delete(question);
    },
    forget(entry) {
      const inside = [...unfinished.keys()].filter((question) => isInside(question, entry));
      for (const question of inside) unfinished.delete(question);
      if (live && isInside(live, entry)) live = null;
      return inside.length > 0;
    },
    readUnfinished: (question) => unfinished.get(question) ?? null,
    wasUnfinished: (question) => opened.has(question),
    draft(answers) {
      const value: unknown = live?.value;
      const all = [...unfinished];
      if (live && typeof value === "string") all.push([live, value]);
      const inForm = all
        .filter(([question]) => isInForm(question))
        .map(([question, signature]) => ({ path: locateQuestion(question), signature }));
      return {
        answers: inForm.reduce((left, { path }) => withAnswer(left, path, undefined), answers),
        unfinished: inForm,
      };
    },
  };
}

const notFinished = "The signature was not finished. Use it or sign again.";
