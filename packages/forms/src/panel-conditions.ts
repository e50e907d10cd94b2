import type { QuestionPanelDynamicModel, SurveyModel } from "survey-core";
import { isDynamicPanel } from "./visible-questions.ts";
import { listElements, type Json, list } from "./definition.ts";
import { questions } from "./initial-answers.ts";

type Run = (panels: readonly unknown[], properties: unknown) => void;

/**
 * The library evaluates every condition of every panel at every key, which is too slow on a phone with a dozen
 * appliances. If the panels of a list depend only on themselves, only the answered panel is evaluated.
 */
export function limitPanelConditions(model: SurveyModel, content: Json) {
  let answered: { readonly question: string; readonly panel: unknown } | null = null;
  model.onDynamicPanelValueChanging.add((_model, { question, panel }) => {
    answered = { question: question.name, panel };
  });
  model.onDynamicPanelValueChanged.add(() => {
    answered = null;
  });
  for (const element of questions(listElements(content))) {
    const question = model.getQuestionByName(String(element.name));
    if (question && isDynamicPanel(question) && readsOwnPanelOnly(element))
      limitConditions(question);
  }

  function limitConditions(question: QuestionPanelDynamicModel) {
    const run = (Reflect.get(question, "runPanelsCondition") as Run).bind(question);
    const runForAnsweredPanel: Run = (panels, properties) => {
      const changed = model.getValueChangedKeys() as object | undefined;
      if (!changed) return run(panels, properties);
      if (!Object.hasOwn(changed, question.name)) return;
      const one = answered?.question === question.name ? answered.panel : null;
      run(one === null ? panels : panels.filter((panel) => panel === one), properties);
    };
    Reflect.set(question, "runPanelsCondition", runForAnsweredPanel);
  }
}

/** Whether the panel's template names only its own panel. A list inside a list is left to the library. */
function readsOwnPanelOnly(element: Json): boolean {
  const template = [...questions(list(element.templateElements))];
  if (template.some(({ type }) => type === "paneldynamic")) return false;
  const named = JSON.stringify(element.templateElements).match(/\{[A-Za-z][^{}"]*\}/g) ?? [];
  return named.every((name) => name.startsWith("{panel."));
}
