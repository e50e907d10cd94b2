import type { ContradictionRule } from "@fieldfare/domain";
import type { Question, SurveyModel } from "survey-core";
import { isDynamicPanel } from "../library/visible-questions.ts";
import { rulesFor } from "./contradictions.ts";
import { listElements, type Json, list } from "../definition/definition.ts";
import { questions } from "../sources/initial-answers.ts";

/** For each question, the questions to validate when it is answered. */
type Listeners = ReadonlyMap<string, readonly string[]>;

/** Shows warnings and errors with the answer that causes them, at its question and at those that depend on it. */
export function validateOnChange(model: SurveyModel, content: Json, customFormId: string) {
  const elements = [...questions(listElements(content))];
  const form = findListeners(elements, "", rulesFor(customFormId, null));
  const panels = new Map(
    elements.map((element) => [
      String(element.name),
      findListeners(
        [...questions(list(element.templateElements))],
        "panel.",
        rulesFor(customFormId, String(element.name)),
      ),
    ]),
  );
  model.onValueChanged.add((_model, { name }) => {
    const changedQuestion = model.getQuestionByName(name);
    if (changedQuestion && !isDynamicPanel(changedQuestion)) validateQuestion(changedQuestion);
    for (const listener of form.get(name) ?? []) validateIfShown(model.getQuestionByName(listener));
  });
  model.onDynamicPanelValueChanged.add((_model, { question, panel, name }) => {
    validateQuestion(panel.getQuestionByName(name));
    for (const listener of panels.get(question.name)?.get(name) ?? [])
      validateIfShown(panel.getQuestionByName(listener));
  });
}

/** An empty field shows no error yet, because the engineer is about to type. */
function validateQuestion(question: Question | null) {
  if (!question) return;
  if (question.isEmpty()) question.clearErrors();
  else question.validate(true, false);
}

/** A message at an empty field is checked again, because another answer may have ended it. */
function validateIfShown(question: Question | null) {
  if (!question?.isVisible) return;
  if (!question.isEmpty() || question.errors.length > 0) question.validate(true, false);
}

function findListeners(
  elements: readonly Json[],
  prefix: string,
  rules: readonly ContradictionRule[],
): Listeners {
  const listeners = new Map<string, string[]>();
  for (const { name, validators } of elements) {
    const text = JSON.stringify(validators ?? []);
    const reads = new Set(rules.filter(({ at }) => at === name).flatMap((rule) => rule.reads));
    for (const { name: other } of elements) {
      const isRead = text.includes(`{${prefix}${String(other)}}`) || reads.has(String(other));
      if (other === name || !isRead) continue;
      listeners.set(String(other), [...(listeners.get(String(other)) ?? []), String(name)]);
    }
  }
  return listeners;
}
