import type { SurveyModel } from "survey-core";
import { errorText } from "../library/survey-adapter.ts";
import { visibleQuestions } from "../library/visible-questions.ts";

/** A validation issue of an answer. An error prevents completion; a warning does not. */
export interface FormIssue {
  readonly severity: "error" | "warning";
  /** Such as `appliances.0.finalCo`. */
  readonly path: string;
  /** The question's name. */
  readonly question: string;
  /** The index of the page among the visible ones, from 0. */
  readonly page: number;
  /** Such as `Appliance 1: Final CO`. */
  readonly label: string;
  readonly message: string;
  /** True if a required answer is missing. */
  readonly isMissing: boolean;
}

/** Validates the whole form, and shows the messages at the questions of this model. */
export function findIssues(model: SurveyModel): FormIssue[] {
  model.validate(true, false);
  return [...visibleQuestions(model)].flatMap(({ question, path, label, page }) =>
    question.errors
      .filter(({ notificationType }) => notificationType !== "info")
      .map((error) => ({
        severity: error.notificationType === "warning" ? ("warning" as const) : ("error" as const),
        question: question.name,
        path,
        label,
        page,
        message: errorText(question, error),
        isMissing: error.getErrorType() === "required",
      })),
  );
}
