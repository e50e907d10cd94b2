import { readNumber } from "@fieldfare/domain";
import { type Question, QuestionTextModel } from "survey-core";

/** Whether the answer of the question is a number. It is typed as text. */
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

/** Returns the unit at the end of the title, such as mbar in "Pressure drop (mbar)"; empty if there is none. */
export function readUnit(question: Question): string {
  return /\(([^()]+)\)\s*$/.exec(question.title)?.[1] ?? "";
}

const numberTypes: ReadonlySet<string> = new Set(["number", "range"]);
/** Used if the definition has no maximum. */
const defaultMaxLengths: Readonly<Record<string, number>> = { text: 500, comment: 10_000 };
