import type { Question } from "survey-core";

/** The props of every kind of question. */
export interface QuestionProps<Q extends Question = Question> {
  readonly question: Q;
  readonly name: string;
  readonly label: string;
  readonly hint: string | undefined;
  /** The text of the errors. */
  readonly error: string | undefined;
  readonly disabled: boolean;
}
