import { photoIds } from "@fieldfare/domain";
import {
  PanelModel,
  type Question,
  QuestionBooleanModel,
  QuestionExpressionModel,
} from "survey-core";
import { type Answers, type FormBundle, isAnswers } from "../definition/definition.ts";
import { compose } from "../library/compose.ts";
import { createModel } from "../library/survey-adapter.ts";
import { isDynamicPanel, readParent, visibleQuestions } from "../library/visible-questions.ts";
import { factName } from "../sources/initial-answers.ts";
import { safeAnswers } from "../validation/safe-answers.ts";

/** An answer as a person reads it. */
export interface ListedAnswer {
  /** The page, the entry of a list on it, and the panels around the question, such as `Appliances: Gas fire, inset Lounge: Checks`. */
  readonly heading: string;
  readonly label: string;
  /** Empty for photos and signatures. */
  readonly text: string;
  readonly imageIds: readonly string[];
  /** A signature as a data URL. */
  readonly signature: string | null;
}

/** Lists the answers that a form shows, in its order, complete or not. It is slow for hostile answers, and may throw. */
export function listAnswers(bundle: FormBundle, answers: Answers): readonly ListedAnswer[] {
  const model = createModel(compose(bundle, null));
  try {
    model.data = safeAnswers(answers);
    return [...visibleQuestions(model)]
      .filter(({ question }) => isListed(question))
      .map(({ question, page, entry }) => ({
        heading: [model.visiblePages[page]?.processedTitle, entry, ...panelTitles(question)]
          .filter(Boolean)
          .join(": "),
        label: question.processedTitle,
        ...readAnswer(question),
      }));
  } finally {
    model.dispose();
  }
}

/** The titles of the panels around a question, within the page or the entry of a list. */
function panelTitles(question: Question): readonly string[] {
  const titles: string[] = [];
  let part = readParent(question);
  // The panel of an entry has no parent, and a page is one itself.
  for (let around = part && readParent(part); around; around = readParent(around)) {
    if (part instanceof PanelModel) titles.unshift(part.processedTitle);
    part = around;
  }
  return titles;
}

/** The id of an appliance says nothing to a reader: type and location are questions of their own. */
function isListed(question: Question): boolean {
  const isId = factName(question.getPropertyValue("valueFrom")) === "id";
  return !question.isEmpty() && !isDynamicPanel(question) && !isId;
}

function readAnswer(question: Question): Pick<ListedAnswer, "text" | "imageIds" | "signature"> {
  const value: unknown = question.value;
  const type = question.getType();
  if (type === "file") return { text: "", imageIds: photoIds(value), signature: null };
  if (type === "signaturepad")
    return { text: "", imageIds: [], signature: typeof value === "string" ? value : null };
  return { text: readText(question), imageIds: [], signature: null };
}

function readText(question: Question): string {
  if (question instanceof QuestionBooleanModel) {
    const label = question.booleanValue === true ? question.locLabelTrue : question.locLabelFalse;
    return label.renderedHtml;
  }
  // The library would write the date of an expression in the server's language.
  const isDate = question instanceof QuestionExpressionModel && question.displayStyle === "date";
  return formatValue(isDate ? question.value : question.displayValue);
}

/** The answers of a matrix or of several texts have a name each. */
function formatValue(value: unknown): string {
  if (typeof value === "string") return value.trim();
  if (typeof value === "number" || typeof value === "boolean") return String(value);
  if (Array.isArray(value)) return value.map(formatValue).filter(Boolean).join(", ");
  if (!isAnswers(value)) return "";
  return Object.entries(value)
    .map(([name, one]) => `${name}: ${formatValue(one)}`)
    .join("; ");
}
