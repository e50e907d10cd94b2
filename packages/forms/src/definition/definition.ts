import type { DataRow } from "@fieldfare/contract";
import { isRecord } from "@fieldfare/domain";

/** One version of a form, as the office defined it. */
export type FormDefinition = DataRow<"CustomForm">;

/** A form with all its sub-forms: everything needed to open it, whatever changes later. */
export interface FormBundle {
  readonly definition: FormDefinition;
  readonly subForms: readonly FormDefinition[];
}

/** `{question: value}`, as the library stores them. */
export type Answers = Record<string, unknown>;

/** Whether a value has the shape of a form's answers: an object by question name. */
export function isAnswers(value: unknown): value is Answers {
  return isRecord(value);
}

/** Unchecked JSON of a definition. */
export type Json = Readonly<Record<string, unknown>>;

/** Returns the array; an empty one for anything else. */
export function list(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

/** Returns the elements of a form's pages in order. A form may also have elements without pages. */
export function listElements(content: Json): readonly unknown[] {
  return [...list(content.elements), ...list(content.pages).flatMap(pageElements)];
}

function pageElements(page: unknown): readonly unknown[] {
  return isRecord(page) ? list(page.elements) : [];
}
