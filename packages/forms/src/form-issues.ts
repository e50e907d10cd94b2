import type { Question, SurveyError, SurveyModel } from "survey-core";
import { visibleQuestions } from "./visible-questions.ts";

/** What does not hold in answers, in words. An error stands in the way of completing; a warning does not. */
export interface FormIssue {
  readonly severity: "error" | "warning";
  /** `appliances.0.finalCo` */
  readonly path: string;
  /** The question's name. */
  readonly question: string;
  /** Number of the page among those that are shown, from 0. */
  readonly page: number;
  /** `Appliance 1: Final CO` */
  readonly label: string;
  readonly message: string;
  /** Nothing was answered where an answer is required. */
  readonly isMissing: boolean;
}

/** Checks all of the form, and leaves its words at the questions of this model. */
export function findIssues(model: SurveyModel): FormIssue[] {
  model.validate(true, false);
  return [...visibleQuestions(model)].flatMap(({ question, ...at }) =>
    question.errors
      .filter(({ notificationType }) => notificationType !== "info")
      .map((error) => ({
        severity: error.notificationType === "warning" ? ("warning" as const) : ("error" as const),
        question: question.name,
        ...at,
        message: errorText(question, error),
        isMissing: error.getErrorType() === "required",
      })),
  );
}

/** What an error says, wherever it is shown: at its question, in a list, at the office. */
export function errorText(question: Question, error: SurveyError): string {
  const isMissing = error.getErrorType() === "required" && question.requiredErrorText === "";
  return isMissing ? missingAnswer : error.getText();
}

const missingAnswer = "Please answer this.";
