import { isRecord } from "@fieldfare/domain";
import { type FormDefinition, list, listElements } from "./definition.ts";

/**
 * The kinds of question that a definition may use. `QuestionState` does not compile until each has a state, and the app
 * does not compile until it draws each state.
 */
const questionKinds = [
  "text",
  "comment",
  "radiogroup",
  "buttongroup",
  "dropdown",
  "checkbox",
  "tagbox",
  "boolean",
  "rating",
  "expression",
  "file",
  "signaturepad",
  "paneldynamic",
  "matrix",
  "multipletext",
] as const;

export type QuestionKind = (typeof questionKinds)[number];

/** Throws for a type that no screen can show; `isSupported` has refused such a definition before. */
export function readKind(type: unknown): QuestionKind {
  const kind = questionKinds.find((known) => known === type);
  if (!kind) throw new Error(`There are no questions of type ${String(type)}`);
  return kind;
}

/** The elements of a form: its questions, and the panels that group them. */
export const elementKinds: ReadonlySet<unknown> = new Set([...questionKinds, "panel"]);

/** Checks the definition, not the library's model: the library silently drops unknown elements. */
export function isSupported({ definition: { content } }: FormDefinition): boolean {
  return isRecord(content) && listElements(content).every(isElementSupported);
}

function isElementSupported(element: unknown): boolean {
  if (!isRecord(element) || !elementKinds.has(element.type)) return false;
  return [...list(element.elements), ...list(element.templateElements)].every(isElementSupported);
}
