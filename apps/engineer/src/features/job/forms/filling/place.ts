import type { FormPath } from "@fieldfare/device";
import type { FormAnswers } from "@fieldfare/domain";
import type {
  Base,
  PanelModel,
  Question,
  QuestionPanelDynamicModel,
  SurveyModel,
} from "survey-core";

/** Returns the path of a question in the form, for example `["appliances", 2, "photos"]`. */
export function locateQuestion(question: Question): FormPath {
  const list = question.parentQuestion as QuestionPanelDynamicModel | null;
  if (!list) return [question.name];
  const index = list.panels.findIndex((panel) => isInside(question, panel));
  return [...locateQuestion(list), index, question.name];
}

export function findQuestionAt(model: SurveyModel, place: FormPath): Question | null {
  const [name, index, ...rest] = place;
  const found = model.getQuestionByName(String(name)) as Question | null;
  if (!found) return null;
  return index === undefined ? found : findInPanel(found, [index, ...rest]);
}

/** Returns the answers with `value` at `place`; unchanged when the place does not exist. */
export function withAnswer(answers: FormAnswers, place: FormPath, value: unknown): FormAnswers {
  return replaceAt(answers, place, value) as FormAnswers;
}

/** Parses the path of an issue, for example `appliances.2.photos`. */
export function parsePlace(path: string): FormPath {
  return path.split(".").map((step) => (/^\d+$/.test(step) ? Number(step) : step));
}

/** False after the panel of the question was removed. */
export function isInForm(question: Question): boolean {
  return !question.isDisposed && !locateQuestion(question).includes(-1);
}

export function isSamePlace(one: FormPath | null, other: FormPath | null): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

function replaceAt(part: unknown, [step, ...rest]: FormPath, value: unknown): unknown {
  if (step === undefined) return value;
  if (typeof step === "number")
    return Array.isArray(part)
      ? part.map((row: unknown, index) => (index === step ? replaceAt(row, rest, value) : row))
      : part;
  if (typeof part !== "object" || part === null) return part;
  return { ...part, [step]: replaceAt((part as FormAnswers)[step], rest, value) };
}

function findInPanel(list: Question, [index, name, ...rest]: FormPath): Question | null {
  const panel = listPanels(list)[Number(index)];
  const found = panel?.getQuestionByName(String(name));
  if (!found) return null;
  return rest.length > 0 ? findInPanel(found, rest) : found;
}

function isInside(question: Question, panel: PanelModel): boolean {
  for (let part = question.parent as unknown as Base | null; part; part = readParent(part))
    if (part === panel) return true;
  return false;
}

function readParent(part: Base): Base | null {
  return (part as Base & { readonly parent?: Base | null }).parent ?? null;
}

export function listPanels(question: Question): readonly PanelModel[] {
  return question.getType() === "paneldynamic"
    ? (question as QuestionPanelDynamicModel).panels
    : [];
}
