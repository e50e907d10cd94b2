import {
  type ItemValue,
  type Question,
  QuestionBooleanModel,
  QuestionMatrixModel,
  QuestionRatingModel,
  QuestionSelectBase,
} from "survey-core";
import { type Answers, isAnswers } from "../definition/definition.ts";
import { setAnswer } from "../library/survey-adapter.ts";

/** Sets the answer of a question to one choice; of yes and no, yes is 1. */
export function applyChoice(question: Question, index: number): void {
  if (question instanceof QuestionBooleanModel) {
    question.booleanValue = index === 1;
    return;
  }
  if (question instanceof QuestionRatingModel) {
    setAnswer(question, question.visibleRateValues[index]?.value);
    return;
  }
  if (!(question instanceof QuestionSelectBase)) return;
  const item: ItemValue | undefined = question.visibleChoices[index];
  if (item) question.renderedValue = item.value;
}

/** Stores the chosen values in the order of the choices. */
export function toggleChoice(question: Question, index: number): void {
  if (!(question instanceof QuestionSelectBase)) return;
  const items: readonly ItemValue[] = question.visibleChoices;
  const toggled: unknown = items[index]?.value;
  const value: unknown = question.renderedValue;
  const chosen: readonly unknown[] = Array.isArray(value) ? value : [];
  const values = chosen.includes(toggled)
    ? chosen.filter((one) => one !== toggled)
    : items
        .map((item): unknown => item.value)
        .filter((one) => one === toggled || chosen.includes(one));
  setAnswer(question, values.length === 0 ? null : values);
}

/** Returns the answer of a matrix with another choice in one row; null if no row has one. */
export function withRow(question: Question, row: string, column: number | null): Answers | null {
  if (!(question instanceof QuestionMatrixModel)) return null;
  const value: unknown = question.value;
  const answers = isAnswers(value) ? value : {};
  if (column !== null) {
    const columns: readonly ItemValue[] = question.visibleColumns;
    const chosen: unknown = columns[column]?.value;
    return { ...answers, [row]: chosen };
  }
  const others = Object.entries(answers).filter(([name]) => name !== row);
  return others.length === 0 ? null : Object.fromEntries(others);
}
