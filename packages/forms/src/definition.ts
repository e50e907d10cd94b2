import type { DataRow } from "@fieldfare/contract";

/** One version of a form, as the office defined it. */
export type FormDefinition = DataRow<"CustomForm">;

/** A form with every sub-form that it is made of: all that is needed to open it, whatever is changed later. */
export interface FormBundle {
  readonly definition: FormDefinition;
  readonly subForms: readonly FormDefinition[];
}

/** `{question: value}`, as the library holds them. */
export type Answers = Record<string, unknown>;

/** What stands in a definition's JSON before anybody looked at it. */
export type Json = Readonly<Record<string, unknown>>;

export function isJson(value: unknown): value is Json {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

export function list(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

/** The elements of a form's pages in their order; a form may also have them without pages. */
export function listElements(content: Json): readonly unknown[] {
  return [...list(content.elements), ...list(content.pages).flatMap(pageElements)];
}

function pageElements(page: unknown): readonly unknown[] {
  return isJson(page) ? list(page.elements) : [];
}
