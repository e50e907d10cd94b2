import type { PanelModel, Question } from "survey-core";
import { isDynamicPanel, listShown } from "../library/visible-questions.ts";
import { typedIssue } from "../validation/typed-answers.ts";
import type { EntryState } from "./element-state.ts";
import { listEntries } from "./form-path.ts";

type Progress = EntryState["progress"];

/**
 * Returns a function that reads what the card of an entry says. An entry is finished if nothing in it, or in the lists
 * inside it, prevents completion. It needs attention if an error is shown in it.
 */
export function createProgressReader(): (entry: PanelModel) => Progress {
  const isValid = createValidityCheck();
  return function readProgress(entry) {
    const questions = listAsked(entry);
    if (questions.some(hasShownError)) return "wrong";
    const inside = questions.flatMap(listEntries).map(readProgress);
    if (inside.includes("wrong")) return "wrong";
    const isFinished =
      inside.every((progress) => progress === "finished") &&
      !questions.some(isMissing) &&
      isValid(entry, questions);
    if (isFinished) return "finished";
    return questions.some(isAnswered) ? "open" : "untouched";
  };
}

/**
 * Checks the form's rules without showing an error, because the engineer may be about to answer. An answer in one entry
 * causes the cards of all of them to be read, and the check is slow, so it runs only for an entry that has changed.
 */
function createValidityCheck() {
  const checked = new WeakMap<PanelModel, { readonly key: string; readonly isValid: boolean }>();
  return (entry: PanelModel, questions: readonly Question[]): boolean => {
    const key = JSON.stringify([questions.map(({ name }) => name), entry.getValue()]);
    const known = checked.get(entry);
    if (known?.key === key) return known.isValid;
    const isValid = questions.every((question) => question.validate(false));
    checked.set(entry, { key, isValid });
    return isValid;
  };
}

/** A typed text that is not a valid number counts as an error too, although it is not in the model's errors. */
function hasShownError(question: Question): boolean {
  return (
    question.errors.some((error) => error.notificationType === "error") ||
    typedIssue(question) !== null
  );
}

function isMissing(question: Question): boolean {
  return question.isRequired && question.isEmpty();
}

function listAsked(entry: PanelModel): readonly Question[] {
  return listShown(entry.questions).filter(({ hasInput }) => hasInput);
}

/** A list with entries is not empty for the library, even if nothing in them is answered. */
function isAnswered(question: Question): boolean {
  if (isDynamicPanel(question))
    return question.panels.some((entry) => listAsked(entry).some(isAnswered));
  return !question.isEmpty() && !question.isReadOnly;
}
