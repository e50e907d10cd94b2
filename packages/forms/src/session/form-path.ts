import {
  type Base,
  PanelModel,
  type Question,
  QuestionMultipleTextModel,
  QuestionPanelDynamicModel,
  type SurveyModel,
} from "survey-core";
import { type Answers, isAnswers } from "../definition/definition.ts";
import { findQuestion } from "../library/survey-adapter.ts";
import { isDynamicPanel, readParent } from "../library/visible-questions.ts";

/** The position of a question in a form: names, and numbers for the entries of lists: `["appliances", 2, "photos"]`. */
export type FormPath = readonly (string | number)[];

/** Returns the path of a question. An entry that was removed has the number -1. */
export function locateQuestion(question: Question): FormPath {
  const around: unknown = question.parentQuestion;
  if (around instanceof QuestionMultipleTextModel)
    return [...locateQuestion(around), question.name];
  const list = readList(question);
  if (!list) return [question.name];
  const index = list.panels.findIndex((panel) => isInside(question, panel));
  return [...locateQuestion(list), index, question.name];
}

/** Returns the path of an entry of a list. An entry that was removed has the number -1. */
export function locateEntry(list: QuestionPanelDynamicModel, panel: PanelModel): FormPath {
  return [...locateQuestion(list), list.panels.indexOf(panel)];
}

/** Returns the path of a page or panel: empty for a page, the entry's path for the panel of an entry. */
export function locateContainer(container: PanelModel): FormPath {
  if (container.isPage) return [];
  for (let around: Base | null = container; around; around = readParent(around)) {
    const list: unknown = around instanceof PanelModel ? around.parentQuestion : null;
    if (!(around instanceof PanelModel) || !isList(list)) continue;
    const entry = locateEntry(list, around);
    return around === container ? entry : [...entry, container.name];
  }
  return [container.name];
}

/** Returns null if the path leads nowhere, as after its entry was removed. */
export function findQuestionAt(model: SurveyModel, path: FormPath): Question | null {
  const [name, index, ...rest] = path;
  const found = findQuestion(model, name);
  return index === undefined ? found : found && findInside(found, [index, ...rest]);
}

/** Returns the page, the panel or the panel of an entry at the path. */
export function findContainerAt(model: SurveyModel, path: FormPath): PanelModel | null {
  const step = path.at(-1);
  if (step === undefined) return readCurrentPage(model);
  const around = path.slice(0, -1);
  if (typeof step === "number") {
    const list = findQuestionAt(model, around);
    return (list && listEntries(list)[step]) ?? null;
  }
  const found: unknown =
    around.length === 0
      ? model.getPanelByName(step)
      : findContainerAt(model, around)?.getElementByName(step);
  return found instanceof PanelModel ? found : null;
}

/** Returns null for a form in which nothing is visible. */
export function readCurrentPage(model: SurveyModel): PanelModel | null {
  const page: unknown = model.currentPage;
  return page instanceof PanelModel ? page : null;
}

/** Returns the answers with `value` at the path; unchanged when an entry on the way does not exist. */
export function withAnswer(answers: Answers, [step, ...rest]: FormPath, value: unknown): Answers {
  return step === undefined
    ? answers
    : { ...answers, [step]: replaceAt(answers[step], rest, value) };
}

/** Parses the path of an issue, for example `appliances.2.photos`. */
export function parsePath(path: string): FormPath {
  return path.split(".").map((step) => (/^\d+$/.test(step) ? Number(step) : step));
}

/** Whether the question is still in the form: false after its entry was removed. */
export function isInForm(question: Question): boolean {
  return !question.isDisposed && !locateQuestion(question).includes(-1);
}

/** Whether both paths lead to the same place. Two nulls are the same too. */
export function isSamePath(one: FormPath | null, other: FormPath | null): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

/** Returns the panels of a list; none for any other question. */
export function listEntries(question: Question): readonly PanelModel[] {
  return isDynamicPanel(question) ? question.panels : [];
}

function readList(question: Question): QuestionPanelDynamicModel | null {
  const around: unknown = question.parentQuestion;
  return isList(around) ? around : null;
}

function replaceAt(part: unknown, [step, ...rest]: FormPath, value: unknown): unknown {
  if (step === undefined) return value;
  if (typeof step === "number") {
    const rows: readonly unknown[] | null = Array.isArray(part) ? part : null;
    return rows?.map((row, index) => (index === step ? replaceAt(row, rest, value) : row)) ?? part;
  }
  // Several texts without an answer have no object yet.
  const around = part === undefined ? {} : part;
  return isAnswers(around) ? withAnswer(around, [step, ...rest], value) : part;
}

function findInside(question: Question, [step, ...rest]: FormPath): Question | null {
  if (question instanceof QuestionMultipleTextModel && rest.length === 0)
    return question.items.find(({ name }) => name === step)?.editor ?? null;
  const [name, ...inside] = rest;
  const found = listEntries(question)[Number(step)]?.getQuestionByName(String(name)) ?? null;
  return inside.length === 0 ? found : found && findInside(found, inside);
}

/** Whether a question or panel is in an entry of a list. */
export function isInside(part: Question | PanelModel, panel: PanelModel): boolean {
  for (let around = readParent(part); around; around = readParent(around))
    if (around === panel) return true;
  return false;
}

function isList(part: unknown): part is QuestionPanelDynamicModel {
  return part instanceof QuestionPanelDynamicModel;
}
