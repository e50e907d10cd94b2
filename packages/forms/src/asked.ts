import type { Question, QuestionPanelDynamicModel, SurveyModel } from "survey-core";

export interface Asked {
  readonly question: Question;
  readonly path: string;
  readonly label: string;
  readonly page: number;
}

/** Every question that is asked now, at any depth, in the order in which it is shown. */
export function* askedQuestions(model: SurveyModel): Generator<Asked> {
  for (const [page, { questions }] of model.visiblePages.entries())
    yield* asked(questions, { page, path: "", label: "" });
}

function* asked(
  questions: readonly Question[],
  at: { readonly page: number; readonly path: string; readonly label: string },
): Generator<Asked> {
  for (const question of questions) {
    if (!question.isVisible || !isShown(question)) continue;
    const path = `${at.path}${question.name}`;
    const label = `${at.label}${question.processedTitle}`;
    yield { question, path, label, page: at.page };
    if (!isDynamicPanel(question)) continue;
    for (const [index, panel] of question.panels.entries()) {
      yield* asked(panel.questions, {
        page: at.page,
        path: `${path}.${index}.`,
        label: `${at.label}${panelLabel(question, index)}: `,
      });
    }
  }
}

export function isDynamicPanel(question: Question): question is QuestionPanelDynamicModel {
  return question.getType() === "paneldynamic";
}

function panelLabel(question: QuestionPanelDynamicModel, index: number): string {
  return `${question.processedTitle} ${index + 1}`;
}

/** A question may be shown while the panel around it is not. */
function isShown(question: Question): boolean {
  const parent = question.parent as { readonly isVisible?: boolean } | null;
  return parent?.isVisible !== false;
}
