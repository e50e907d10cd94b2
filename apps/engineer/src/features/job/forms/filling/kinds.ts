import { elementsOf, type FormDefinition, isJson, list } from "@fieldfare/forms";

/** The kinds of question that the app draws, with its own fields. */
const kinds = [
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

export type Kind = (typeof kinds)[number];

const drawn: ReadonlySet<unknown> = new Set([...kinds, "panel"]);

/** Of the definition itself: the library leaves out what it does not know without a word. */
export function isDrawn({ definition: { content } }: FormDefinition): boolean {
  return isJson(content) && elementsOf(content).every(isElementDrawn);
}

function isElementDrawn(element: unknown): boolean {
  if (!isJson(element) || !drawn.has(element.type)) return false;
  return [...list(element.elements), ...list(element.templateElements)].every(isElementDrawn);
}
