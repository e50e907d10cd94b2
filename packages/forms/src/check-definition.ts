import { checkElements } from "./check-elements.ts";
import { checkLibraryWords } from "./check-library.ts";
import { compose, EndlessForm } from "./compose.ts";
import { elementsOf, type FormDefinition, isJson, type Json, list } from "./definition.ts";
import { type DefinitionFinding, fault } from "./definition-finding.ts";
import { findForm, kitOf, namedSubForms } from "./kit.ts";

const mostText = 400_000;
const mostDepth = 30;
/** Answers that lie deeper than a person would go are cut when they are opened, see `safeAnswers`. */
const mostLists = 5;

/**
 * Everything for which a definition is refused; empty: it is good. `all` are the forms that it may name, itself among
 * them or not. Labels are never looked at: they are shown as text, whatever they say.
 */
export function checkDefinition(
  definition: FormDefinition,
  all: readonly FormDefinition[],
): DefinitionFinding[] {
  const { content } = definition.definition;
  if (!isJson(content)) return [fault("content", "not-an-object", "The content is no object")];
  const shape = checkShape(content);
  if (shape.length > 0) return shape;
  const own = [...checkElements(content), ...checkSubForms(definition, all)];
  if (own.length > 0) return own;
  try {
    const whole = compose(kitOf(definition, all), null);
    const depth = depthOfLists(elementsOf(whole));
    if (depth > mostLists) {
      const message = `Lists in lists, ${depth} deep; ${mostLists} are allowed`;
      return [fault("content", "too-deep", message)];
    }
    return checkLibraryWords(whole);
  } catch (error) {
    if (!(error instanceof EndlessForm)) throw error;
    return [fault("content", "too-many-elements", error.message)];
  }
}

/** What would be a burden to look at any further. */
function checkShape(content: Json): DefinitionFinding[] {
  const deep = deepPath(content, "content", mostDepth);
  if (deep !== null) return [fault(deep, "too-deep", `Nested deeper than ${mostDepth} levels`)];
  const { length } = JSON.stringify(content);
  if (length > mostText)
    return [fault("content", "too-large", `${length} characters; ${mostText} are allowed`)];
  return elementsOf(content).length === 0
    ? [fault("content", "invalid-value", "The form asks nothing")]
    : [];
}

function depthOfLists(elements: readonly unknown[]): number {
  const depths = elements.filter(isJson).map((element) => {
    const inside = depthOfLists(list(element.elements));
    const repeated = list(element.templateElements);
    return repeated.length === 0 ? inside : Math.max(inside, 1 + depthOfLists(repeated));
  });
  return Math.max(0, ...depths);
}

function deepPath(value: unknown, path: string, left: number): string | null {
  if (typeof value !== "object" || value === null) return null;
  if (left === 0) return path;
  for (const [key, entry] of Object.entries(value)) {
    const deep = deepPath(entry, `${path}.${key}`, left - 1);
    if (deep !== null) return deep;
  }
  return null;
}

function checkSubForms(
  definition: FormDefinition,
  all: readonly FormDefinition[],
): DefinitionFinding[] {
  const good = new Set<FormDefinition>();
  return follow(definition, [definition.customFormId]);

  function follow(form: FormDefinition, way: readonly string[]): DefinitionFinding[] {
    return namedSubForms(form).flatMap(({ subForm, subFormVersion, path }) => {
      const at = way.length === 1 ? path : `${path} of the sub-form ${form.definition.name}`;
      if (way.includes(subForm)) {
        const circle = [...way, subForm].join(" > ");
        return [fault(at, "circular-sub-form", `The form is part of itself: ${circle}`)];
      }
      const part = findForm(all, subForm, subFormVersion);
      if (!part) {
        const message = `There is no form ${subForm} with version ${subFormVersion}`;
        return [fault(at, "missing-sub-form", message)];
      }
      if (!part.definition.isSubForm)
        return [fault(at, "not-a-sub-form", `${part.definition.name} is no sub-form`)];
      if (good.has(part)) return [];
      const found = follow(part, [...way, subForm]);
      if (found.length === 0) good.add(part);
      return found;
    });
  }
}
