import type { PanelModel, SurveyModel } from "survey-core";
import { listElements, type Json, list } from "../definition/definition.ts";
import { entryTitle } from "../library/visible-questions.ts";
import type { FormContext } from "../sources/context.ts";
import { applianceRow, buildRow, factName, questions } from "../sources/initial-answers.ts";

/** An entry whose answers were cleared because another appliance of the list was chosen in it. */
export interface ClearedEntry {
  /** The title of the entry before. */
  readonly title: string;
  /** Puts the answers back, with the appliance that was chosen before. */
  readonly restore: () => void;
}

interface EntryListeners {
  readonly cleared: (cleared: ClearedEntry) => void;
  /** An entry is about another appliance of the list than before, also if it had no other answers. */
  readonly otherAppliance: (entry: PanelModel) => void;
}

/**
 * Fills in the details of the appliance that the engineer chooses in an entry. If the entry was about another appliance of the
 * list before, its other answers are cleared: they are no inspection of this one. The first choice leaves them.
 */
export function fillFromAppliance(
  model: SurveyModel,
  content: Json,
  context: () => FormContext | null,
  on: EntryListeners,
) {
  const lists = new Map(
    [...questions(listElements(content))].map((element) => [
      element.name,
      { element, template: [...questions(list(element.templateElements))] },
    ]),
  );
  /** The appliance that was last chosen in an entry, also while the choice is empty. */
  const lastChosen = new WeakMap<PanelModel, string>();
  let isRestoring = false;
  const readTemplate = (of: string) => lists.get(of)?.template ?? [];
  const isChoice = (of: string, name: string) =>
    readTemplate(of).some((one) => one.name === name && factName(one.valueFrom) === "id");

  model.onDynamicPanelValueChanging.add((_model, { question, panel, name, oldValue }) => {
    const id: unknown = oldValue;
    if (isChoice(question.name, name) && typeof id === "string" && id !== "")
      lastChosen.set(panel, id);
  });
  model.onDynamicPanelValueChanged.add((_model, { question, panel, name, value }) => {
    const known = context();
    const appliance = known?.appliances.find(({ propertyAssetId }) => propertyAssetId === value);
    const { element } = lists.get(question.name) ?? {};
    if (isRestoring || !isChoice(question.name, name) || !known || !appliance || !element) return;
    const template = readTemplate(question.name);
    const before = lastChosen.get(panel);
    if (before === undefined || before === appliance.propertyAssetId) {
      fillInEntry(panel, name, applianceRow(template, appliance, known));
      return;
    }
    const title = entryTitle(question, panel);
    const details = template.filter(({ valueFrom }) => factName(valueFrom) !== null);
    const saved = clearAnswers(panel, name);
    on.otherAppliance(panel);
    fillInEntry(panel, name, buildRow(element, appliance, known));
    const isDetail = (of: string) => details.some((detail) => detail.name === of);
    if (saved.every(({ answered }) => !answered.hasInput || isDetail(answered.name))) return;
    const restore = () => {
      if (!question.panels.includes(panel)) return;
      isRestoring = true;
      panel.getQuestionByName(name).value = before;
      clearAnswers(panel, name);
      on.otherAppliance(panel);
      for (const { answered, answer, comment } of saved) {
        answered.value = answer;
        if (comment) answered.comment = comment;
      }
      isRestoring = false;
    };
    on.cleared({ title, restore });
  });
}

/** Clears the answers of an entry except that to the question `choice`, and returns them. */
function clearAnswers(panel: PanelModel, choice: string) {
  const saved = panel.questions
    .filter((question) => question.name !== choice && !question.isEmpty())
    .map((answered) => ({
      answered,
      answer: copyAnswer(answered.value),
      comment: answered.comment,
    }));
  for (const { answered } of saved) answered.clearValue();
  return saved;
}

function fillInEntry(
  panel: PanelModel,
  choice: string,
  answers: Readonly<Record<string, unknown>>,
) {
  for (const [name, value] of Object.entries(answers)) {
    const question = name === choice ? null : panel.getQuestionByName(name);
    if (question) question.value = value;
  }
}

/** The library changes a list of photos in place when it is cleared. */
function copyAnswer(answer: unknown): unknown {
  return JSON.parse(JSON.stringify(answer));
}
