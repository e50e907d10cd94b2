import type { QuestionPanelDynamicModel, SurveyModel } from "survey-core";
import { isDynamicPanel } from "./asked.ts";
import { elementsOf, type Json, list } from "./definition.ts";
import { questions } from "./first-answers.ts";

type Run = (panels: readonly unknown[], properties: unknown) => void;

/**
 * The library weighs every condition of every panel at every key: with a dozen appliances a phone cannot keep up with
 * the fingers. Where the panels of a list look at nothing but themselves, only the one that is answered is weighed.
 */
export function quietPanels(model: SurveyModel, content: Json) {
  let answered: { readonly question: string; readonly panel: unknown } | null = null;
  model.onDynamicPanelValueChanging.add((_model, { question, panel }) => {
    answered = { question: question.name, panel };
  });
  model.onDynamicPanelValueChanged.add(() => {
    answered = null;
  });
  for (const element of questions(elementsOf(content))) {
    const question = model.getQuestionByName(String(element.name));
    if (question && isDynamicPanel(question) && looksInside(element)) quiet(question);
  }

  function quiet(question: QuestionPanelDynamicModel) {
    const run = (Reflect.get(question, "runPanelsCondition") as Run).bind(question);
    const runQuietly: Run = (panels, properties) => {
      const changed = model.getValueChangedKeys() as object | undefined;
      if (!changed) return run(panels, properties);
      if (!Object.hasOwn(changed, question.name)) return;
      const one = answered?.question === question.name ? answered.panel : null;
      run(one === null ? panels : panels.filter((panel) => panel === one), properties);
    };
    Reflect.set(question, "runPanelsCondition", runQuietly);
  }
}

/** Whether what stands in a panel names its own panel alone. A list inside of a list is left to the library. */
function looksInside(element: Json): boolean {
  const template = [...questions(list(element.templateElements))];
  if (template.some(({ type }) => type === "paneldynamic")) return false;
  const named = JSON.stringify(element.templateElements).match(/\{[A-Za-z][^{}"]*\}/g) ?? [];
  return named.every((name) => name.startsWith("{panel."));
}
