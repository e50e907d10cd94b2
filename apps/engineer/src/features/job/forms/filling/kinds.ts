import { elementKinds, listElements, type FormDefinition, isJson, list } from "@fieldfare/forms";

/** Checks the definition, not the library's model: the library silently drops unknown elements. */
export function isSupported({ definition: { content } }: FormDefinition): boolean {
  return isJson(content) && listElements(content).every(isElementSupported);
}

function isElementSupported(element: unknown): boolean {
  if (!isJson(element) || !elementKinds.has(element.type)) return false;
  return [...list(element.elements), ...list(element.templateElements)].every(isElementSupported);
}
