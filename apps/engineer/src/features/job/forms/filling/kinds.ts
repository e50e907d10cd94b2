import { elementKinds, elementsOf, type FormDefinition, isJson, list } from "@fieldfare/forms";

/** Of the definition itself: the library leaves out what it does not know without a word. */
export function isDrawn({ definition: { content } }: FormDefinition): boolean {
  return isJson(content) && elementsOf(content).every(isElementDrawn);
}

function isElementDrawn(element: unknown): boolean {
  if (!isJson(element) || !elementKinds.has(element.type)) return false;
  return [...list(element.elements), ...list(element.templateElements)].every(isElementDrawn);
}
