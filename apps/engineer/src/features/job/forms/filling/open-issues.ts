import { errorText, type FormIssue, type OpenForm, typedIssue } from "@fieldfare/forms";
import { useEffect, useReducer, useState } from "react";
import type { Question } from "survey-core";
import { isInForm, findQuestionAt, parsePlace } from "./place.ts";

/** Something that stands in the way of completing, or is unusual, with the question that it is about. */
export interface OpenIssue {
  readonly issue: FormIssue;
  readonly question: Question;
}

/** What was found when the form was to be completed. Each goes from the list once it is put right. */
export function useOpenIssues(open: OpenForm) {
  const [issues, setIssues] = useState<readonly OpenIssue[]>([]);
  const [, recheck] = useReducer((count: number) => count + 1, 0);
  const hasIssues = issues.length > 0;
  useEffect(() => (hasIssues ? open.onChange(recheck) : undefined), [hasIssues, open]);
  /** Answers the first. */
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
