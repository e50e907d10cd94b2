import type { Question, SurveyModel } from "survey-core";
import { errorText } from "../library/survey-adapter.ts";
import { isShown } from "../library/visible-questions.ts";
import type { FormIssue } from "../validation/form-issues.ts";
import { typedIssue } from "../validation/typed-answers.ts";
import { findQuestionAt, isInForm, parsePath } from "./form-path.ts";

/** The issues found when the engineer tried to complete the form. Each one disappears once it is fixed. */
export interface ListedIssues {
  readonly set: (issues: readonly FormIssue[]) => void;
  readonly open: () => readonly FormIssue[];
  /** Returns the question of an issue, wherever its entry is by now. */
  readonly findQuestion: (issue: FormIssue) => Question | null;
}

/** Starts with no issues. */
export function createListedIssues(model: SurveyModel): ListedIssues {
  let listed: readonly { readonly issue: FormIssue; readonly question: Question }[] = [];
  return {
    set(issues) {
      listed = issues.flatMap((issue) => {
        const question = findQuestionAt(model, parsePath(issue.path));
        return question ? [{ issue, question }] : [];
      });
    },
    open: () =>
      listed
        .filter(({ issue, question }) => isStillOpen(issue, question))
        .map(({ issue }) => issue),
    findQuestion: (issue) => listed.find((one) => one.issue === issue)?.question ?? null,
  };
}

function isStillOpen(issue: FormIssue, question: Question): boolean {
  if (!isInForm(question) || !isShown(question)) return false;
  if (question.isEmpty() && question.isRequired) return true;
  if (issue.isMissing) return false;
  return (
    typedIssue(question) !== null ||
    question.errors.some((error) => errorText(question, error) === issue.message)
  );
}
