import {
  Base,
  type PanelModel,
  type Question,
  QuestionPanelDynamicModel,
  SurveyElement,
  type SurveyModel,
} from "survey-core";

/** A question that is shown, with its place. */
export interface VisibleQuestion {
  readonly question: Question;
  /** Such as `appliances.2.photos`; entries of lists count from 0. */
  readonly path: string;
  /** Its title, after the titles of the entries around it. */
  readonly label: string;
  /** The titles of the entries around the question; empty outside a list. */
  readonly entry: string;
  /** The index among the visible pages, from 0. */
  readonly page: number;
}

/** Yields every visible question, at any depth, in the order of the screen. */
export function* visibleQuestions(model: SurveyModel): Generator<VisibleQuestion> {
  for (const [page, { questions }] of model.visiblePages.entries())
    yield* collectVisible(questions, { page, path: "", entry: "" });
}

function* collectVisible(
  questions: readonly Question[],
  at: { readonly page: number; readonly path: string; readonly entry: string },
): Generator<VisibleQuestion> {
  for (const question of questions) {
    if (!question.isVisible || !hasVisibleParent(question)) continue;
    const path = `${at.path}${question.name}`;
    const { page, entry } = at;
    const label = [entry, question.processedTitle].filter(Boolean).join(": ");
    yield { question, path, label, entry, page };
    if (!isDynamicPanel(question)) continue;
    for (const [index, panel] of question.panels.entries()) {
      yield* collectVisible(panel.questions, {
        page,
        path: `${path}.${index}.`,
        entry: [entry, entryTitle(question, panel)].filter(Boolean).join(": "),
      });
    }
  }
}

/** Whether a question is a list of panels that the engineer can add to. */
export function isDynamicPanel(question: Question): question is QuestionPanelDynamicModel {
  return question instanceof QuestionPanelDynamicModel;
}

/** Returns the title of a list entry, with its number if two entries have the same title. */
export function entryTitle(list: QuestionPanelDynamicModel, panel: PanelModel): string {
  const number = list.panels.indexOf(panel) + 1;
  const own = ownTitle(panel);
  if (own === "") return `${list.processedTitle} ${number}`;
  const isShared = list.panels.some((other) => other !== panel && ownTitle(other) === own);
  return isShared ? `${own} (${number})` : own;
}

/** Returns what a list calls an entry: the text before the first answer in the title of its entries, else its own title. */
export function entryName(list: QuestionPanelDynamicModel): string {
  const [text = ""] = list.templateTitle.split("{");
  const name = text.replace(/[\s:#.,–-]+$/, "").trim();
  return name === "" ? list.processedTitle : name;
}

/** The titles of entries, by the answers in them. The library looks through the whole form for each answer in a title. */
const knownTitles = new WeakMap<PanelModel, { readonly key: string; readonly title: string }>();

function ownTitle(panel: PanelModel): string {
  const key = describeTitle(panel);
  const known = knownTitles.get(panel);
  if (key !== null && known?.key === key) return known.title;
  const title = panel.locTitle.renderedHtml.replaceAll(/\s+/g, " ").trim();
  if (key !== null) knownTitles.set(panel, { key, title });
  return title;
}

/** Returns all on which a title depends; null if it has more than answers of its own entry. */
function describeTitle(panel: PanelModel): string | null {
  const template = panel.title;
  const parts: unknown[] = [template];
  for (const [, name = ""] of template.matchAll(/\{([^}]*)\}/g)) {
    const [, own = ""] = /^panel\.([\w-]+)$/.exec(name) ?? [];
    const question = panel.getQuestionByName(own);
    if (!question) return null;
    parts.push(question.displayValue);
  }
  return JSON.stringify(parts);
}

/** Whether the form shows the question now: also everything around it is visible. */
export function isShown(question: Question): boolean {
  return listShown([question]).length > 0;
}

/**
 * Returns those of the questions that the form shows now. The library looks through all of a panel to say
 * whether it is visible, so each panel is asked once.
 */
export function listShown(questions: readonly Question[]): readonly Question[] {
  const known = new Map<Base, boolean>();
  const isVisible = (part: Base): boolean => {
    const own = known.get(part) ?? (!(part instanceof SurveyElement) || part.isVisible);
    known.set(part, own);
    return own;
  };
  return questions.filter((question) => {
    if (!question.isVisible) return false;
    const list: unknown = question.parentQuestion;
    if (list instanceof Base && !isVisible(list)) return false;
    for (let part = readParent(question); part; part = readParent(part))
      if (!isVisible(part)) return false;
    return true;
  });
}

/** Whether the panel right around a question is visible. The page and the list around it have been checked before. */
function hasVisibleParent(question: Question): boolean {
  const parent = readParent(question);
  return !(parent instanceof SurveyElement) || parent.isVisible;
}

/** Returns the panel or page around a part of the form. */
export function readParent(part: Base): Base | null {
  return "parent" in part && part.parent instanceof Base ? part.parent : null;
}
