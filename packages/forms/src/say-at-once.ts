import type { ContradictionRule } from "@fieldfare/domain";
import type { Question, SurveyModel } from "survey-core";
import { isDynamicPanel } from "./asked.ts";
import { rulesAbout } from "./contradictions.ts";
import { elementsOf, type Json, list } from "./definition.ts";
import { questions } from "./first-answers.ts";

/** By the name of a question, the questions that have something to say when it is answered. */
type Listeners = ReadonlyMap<string, readonly string[]>;

/** Warnings and errors appear with the answer that calls for them, at its question and at those that look at it. */
export function sayAtOnce(model: SurveyModel, content: Json, customFormId: string) {
  const elements = [...questions(elementsOf(content))];
  const form = listenersIn(elements, "", rulesAbout(customFormId, null));
  const panels = new Map(
    elements.map((element) => [
      String(element.name),
      listenersIn(
        [...questions(list(element.templateElements))],
        "panel.",
        rulesAbout(customFormId, String(element.name)),
      ),
    ]),
  );
  model.onValueChanged.add((_model, { name }) => {
    const asked = model.getQuestionByName(name);
    if (asked && !isDynamicPanel(asked)) say(asked);
    for (const listener of form.get(name) ?? []) sayIfAnswered(model.getQuestionByName(listener));
  });
  model.onDynamicPanelValueChanged.add((_model, { question, panel, name }) => {
    say(panel.getQuestionByName(name));
    for (const listener of panels.get(question.name)?.get(name) ?? [])
      sayIfAnswered(panel.getQuestionByName(listener));
  });
}

/** Whoever empties a field is about to type: that it is required is said later. */
function say(question: Question | null) {
  if (!question) return;
  if (question.isEmpty()) question.clearErrors();
  else question.validate(true, false);
}

function sayIfAnswered(question: Question | null) {
  if (question && !question.isEmpty() && question.isVisible) question.validate(true, false);
}

function listenersIn(
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
