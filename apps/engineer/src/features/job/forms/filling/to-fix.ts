import { errorText, type FormFinding, type OpenForm, typedIssue } from "@fieldfare/forms";
import { useEffect, useReducer, useState } from "react";
import type { Question } from "survey-core";
import { isInForm, questionAt, stepsOf } from "./place.ts";

/** Something that stands in the way of completing, or is unusual, with the question that it is about. */
export interface ToFix {
  readonly finding: FormFinding;
  readonly question: Question;
}

/** What was found when the form was to be completed. Each goes from the list once it is put right. */
export function useToFix(open: OpenForm) {
  const [found, setFound] = useState<readonly ToFix[]>([]);
  const [, lookAgain] = useReducer((count: number) => count + 1, 0);
  const isAny = found.length > 0;
  useEffect(() => (isAny ? open.onChange(lookAgain) : undefined), [isAny, open]);
  /** Answers the first. */
  const showToFix = (findings: readonly FormFinding[]): ToFix | undefined => {
    const listed = findings.flatMap((finding) => {
      const question = questionAt(open.model, stepsOf(finding.path));
      return question ? [{ finding, question }] : [];
    });
    setFound(listed);
    return listed[0];
  };
  return { toFix: found.filter(isStillThere), showToFix };
}

function isStillThere({ finding, question }: ToFix): boolean {
  if (!isInForm(question) || !question.isVisible || !question.isParentVisible) return false;
  if (question.isEmpty() && question.isRequired) return true;
  if (finding.isMissing) return false;
  return (
    typedIssue(question) !== null ||
    question.errors.some((error) => errorText(question, error) === finding.message)
  );
}
