import { readNumber } from "@fieldfare/domain";
import {
  CustomError,
  type Question,
  QuestionMultipleTextModel,
  type SurveyModel,
} from "survey-core";
import { isNumberQuestion, readMaxLength, readUnit } from "../library/text-questions.ts";

/** Why a typed text cannot be stored. */
export interface TypedIssue {
  readonly message: string;
  /** The numbers that an ambiguous text may mean, else empty. */
  readonly choices: readonly string[];
}

/**
 * Returns the issue of an answer, or of a value that is about to be set. Null: the field is empty or the text is
 * valid.
 */
export function typedIssue(question: Question, value: unknown = question.value): TypedIssue | null {
  if (typeof value !== "string") return null;
  if (isNumberQuestion(question)) return numberIssue(value, readUnit(question));
  return lengthIssue(value, readMaxLength(question));
}

/** An unreadable text is the only error of its question, because the other rules need a number. */
export function checkTypedText(model: SurveyModel): void {
  model.onValidateQuestion.add((_model, options) => {
    const message = typedIssue(options.question)?.message ?? findItemIssue(options.question);
    if (!message) return;
    options.errors.length = 0;
    options.errors.push(new CustomError(message, options.question));
  });
}

/** Several texts are one question of the library, so the first unreadable one is reported. */
function findItemIssue(question: Question): string | undefined {
  if (!(question instanceof QuestionMultipleTextModel)) return undefined;
  return question.items
    .map(({ editor, title }) => {
      const issue = typedIssue(editor);
      return issue && `${title}: ${issue.message}`;
    })
    .find((message) => message !== null);
}

function numberIssue(typed: string, unit: string): TypedIssue | null {
  const read = readNumber(typed, unit);
  if (read.kind === "unclear") {
    const [one, other] = read.choices;
    const message = `Is “${typed.trim()}” ${one} or ${other}? Type it without the comma.`;
    return { message, choices: read.choices };
  }
  if (read.kind !== "unreadable") return null;
  const shown = shorten(typed.trim());
  const messages = {
    "not-a-number": `“${shown}” is not a number.${formatSuggestion(typed, unit)}`,
    "other-unit":
      unit === "" ? "Type the number without a unit." : `This value is in ${unit}, not “${shown}”.`,
    "too-many-digits": `“${shown}” has more digits than can be stored.`,
  } as const;
  return { message: messages[read.reason], choices: [] };
}

/** Names the number that was probably meant; empty if there is none. */
function formatSuggestion(typed: string, unit: string): string {
  const withOnePoint = typed.replaceAll(/([.,])\1+/g, "$1");
  const withoutExponent = exponent.test(typed) ? String(Number(typed)) : typed;
  for (const likely of [withOnePoint, withoutExponent]) {
    const read = readNumber(likely, unit);
    if (read.kind === "number") return ` Type it as ${read.value}.`;
  }
  return "";
}

const exponent = /^\s*[-+]?\d+(?:\.\d+)?e[-+]?\d{1,2}\s*$/i;

const maxShown = 20;

function shorten(text: string): string {
  return text.length > maxShown ? `${text.slice(0, maxShown)}…` : text;
}

function lengthIssue(text: string, max: number | null): TypedIssue | null {
  if (max === null || text.length <= max) return null;
  const [allowed, given] = [max, text.length].map((count) => count.toLocaleString("en-GB"));
  return { message: `At most ${allowed} characters; there are ${given}.`, choices: [] };
}
