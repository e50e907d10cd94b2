import type { QuestionState } from "@fieldfare/forms";

/** The props of every kind of question. */
export interface QuestionProps<State extends QuestionState = QuestionState> {
  readonly question: State;
  readonly name: string;
  readonly label: string;
  readonly hint: string | undefined;
  /** The text of the errors. */
  readonly error: string | undefined;
  readonly disabled: boolean;
}
