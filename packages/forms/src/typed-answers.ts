import { readNumber } from "@fieldfare/domain";
import {
  CustomError,
  type Question,
  type QuestionMultipleTextModel,
  QuestionTextModel,
  type SurveyModel,
} from "survey-core";

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

export function isNumberQuestion(question: Question): boolean {
  return question instanceof QuestionTextModel && numberTypes.has(question.inputType);
}

/** Returns the number, or the text as typed if it is not a number; the form cannot be completed with it. */
export function numberAnswer(question: Question, typed: string): number | string | undefined {
  const read = readNumber(typed, readUnit(question));
  if (read.kind === "empty") return undefined;
  return read.kind === "number" ? read.value : typed;
}

/** Returns the maximum length of a text; null if the question is not for text. */
export function readMaxLength(question: Question): number | null {
  const fallback = defaultMaxLengths[question.getType()];
  if (fallback === undefined || isNumberQuestion(question)) return null;
  const own: unknown = question.getPropertyValue("maxLength");
  return typeof own === "number" && own > 0 ? own : fallback;
}

/** The library clears a number field that holds no number. This keeps the text in the answers. */
export function preserveTypedText(): void {
  Reflect.set(
    QuestionTextModel.prototype,
    "correctValueType",
    function (this: QuestionTextModel, value: unknown) {
      return typeof value === "string" && isNumberQuestion(this)
        ? numberAnswer(this, value)
        : value;
    },
  );
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
  if (question.getType() !== "multipletext") return undefined;
  const { items } = question as QuestionMultipleTextModel;
  return items
    .map(({ editor, title }) => {
      const issue = typedIssue(editor);
      return issue && `${title}: ${issue.message}`;
    })
    .find((message) => message !== null);
}

const numberTypes: ReadonlySet<string> = new Set(["number", "range"]);
/** Used if the definition has no maximum. */
const defaultMaxLengths: Readonly<Record<string, number>> = { text: 500, comment: 10_000 };

/** The unit is at the end of the title: Pressure drop (mbar). */
function readUnit(question: Question): string {
  return /\(([^()]+)\)\s*$/.exec(question.title)?.[1] ?? "";
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
    "not-a-number": `“${shown}” is not a number. Type it as 20.5.`,
    "other-unit":
      unit === "" ? "Type the number without a unit." : `This value is in ${unit}, not “${shown}”.`,
    "too-many-digits": `“${shown}” has more digits than can be stored.`,
  } as const;
  return { message: messages[read.reason], choices: [] };
}

const maxShown = 20;

function shorten(text: string): string {
  return text.length > maxShown ? `${text.slice(0, maxShown)}…` : text;
}

function lengthIssue(text: string, max: number | null): TypedIssue | null {
  if (max === null || text.length <= max) return null;
  const [allowed, given] = [max, text.length].map((count) => count.toLocaleString("en-GB"));
  return { message: `At most ${allowed} characters; there are ${given}.`, choices: [] };
}
