import type { Question } from "survey-core";

/** What every kind of question is drawn with. */
export interface QuestionProps<Q extends Question = Question> {
  readonly question: Q;
  readonly name: string;
  readonly label: string;
  readonly hint: string | undefined;
  /** What stands in the way, in words. */
  readonly error: string | undefined;
  readonly disabled: boolean;
}
