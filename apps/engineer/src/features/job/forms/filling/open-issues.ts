import { errorText, type FormIssue, type OpenForm, typedIssue } from "@fieldfare/forms";
import { useEffect, useReducer, useState } from "react";
import type { Question } from "survey-core";
import { isInForm, findQuestionAt, parsePlace } from "./place.ts";

/** An error or an unusual answer, with its question. */
export interface OpenIssue {
  readonly issue: FormIssue;
  readonly question: Question;
}

/** The issues found when the engineer tried to complete the form. Each one disappears once it is fixed. */
export function useOpenIssues(open: OpenForm) {
  const [issues, setIssues] = useState<readonly OpenIssue[]>([]);
  const [, recheck] = useReducer((count: number) => count + 1, 0);
  const hasIssues = issues.length > 0;
  useEffect(() => (hasIssues ? open.onChange(recheck) : undefined), [hasIssues, open]);
  /** Returns the first issue. */
  const showIssues = (newIssues: readonly FormIssue[]): OpenIssue | undefined => {
    const listed = newIssues.flatMap((issue) => {
      const question = findQuestionAt(open.model, parsePlace(issue.path));
      return question ? [{ issue, question }] : [];
    });
    setIssues(listed);
    return listed[0];
  };
  return { openIssues: issues.filter(isStillOpen), showIssues };
}

function isStillOpen({ issue, question }: OpenIssue): boolean {
  if (!isInForm(question) || !question.isVisible || !question.isParentVisible) return false;
  if (question.isEmpty() && question.isRequired) return true;
  if (issue.isMissing) return false;
  return (
    typedIssue(question) !== null ||
    question.errors.some((error) => errorText(question, error) === issue.message)
  );
}
