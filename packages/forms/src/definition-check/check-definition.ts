import { isRecord } from "@fieldfare/domain";
import { checkElements } from "./check-elements.ts";
import { checkLibraryErrors } from "./check-library.ts";
import { compose, EndlessForm } from "../library/compose.ts";
import { listElements, type FormDefinition, type Json, list } from "../definition/definition.ts";
import { type DefinitionIssue, definitionIssue } from "./definition-issue.ts";
import { findForm, buildBundle, namedSubForms } from "../definition/bundle.ts";

const maxText = 400_000;
const maxDepth = 30;
/** Answers in deeper lists are cut when they are opened, see `safeAnswers`. */
const maxLists = 5;

/**
 * Returns all reasons to refuse a definition; empty if it is valid. `all` are the forms that it may name, with or
 * without itself. Labels are not checked, because they are shown as text.
 */
export function checkDefinition(
  definition: FormDefinition,
  all: readonly FormDefinition[],
): DefinitionIssue[] {
  const { content } = definition.definition;
  if (!isRecord(content))
    return [definitionIssue("content", "not-an-object", "The content must be an object")];
  const shape = checkShape(content);
  if (shape.length > 0) return shape;
  const ownIssues = [...checkElements(content), ...checkSubForms(definition, all)];
  if (ownIssues.length > 0) return ownIssues;
  try {
    const whole = compose(buildBundle(definition, all), null);
    const depth = depthOfLists(listElements(whole));
    if (depth > maxLists) {
      const message = `Lists are nested ${depth} deep; ${maxLists} levels are allowed`;
      return [definitionIssue("content", "too-deep", message)];
    }
    return checkLibraryErrors(whole);
  } catch (error) {
    if (!(error instanceof EndlessForm)) throw error;
    return [definitionIssue("content", "too-many-elements", error.message)];
  }
}

/** Checks the limits that keep the other checks fast. */
function checkShape(content: Json): DefinitionIssue[] {
  const tooDeepPath = findDeepPath(content, "content", maxDepth);
  if (tooDeepPath !== null)
    return [definitionIssue(tooDeepPath, "too-deep", `Nested deeper than ${maxDepth} levels`)];
  const { length } = JSON.stringify(content);
  if (length > maxText)
    return [
      definitionIssue("content", "too-large", `${length} characters; ${maxText} are allowed`),
    ];
  return listElements(content).length === 0
    ? [definitionIssue("content", "invalid-value", "The form has no questions")]
    : [];
}

function depthOfLists(elements: readonly unknown[]): number {
  const depths = elements.filter(isRecord).map((element) => {
    const inside = depthOfLists(list(element.elements));
    const repeated = list(element.templateElements);
    return repeated.length === 0 ? inside : Math.max(inside, 1 + depthOfLists(repeated));
  });
  return Math.max(0, ...depths);
}

function findDeepPath(value: unknown, path: string, left: number): string | null {
  if (typeof value !== "object" || value === null) return null;
  if (left === 0) return path;
  for (const [key, entry] of Object.entries(value)) {
    const tooDeepPath = findDeepPath(entry, `${path}.${key}`, left - 1);
    if (tooDeepPath !== null) return tooDeepPath;
  }
  return null;
}

function checkSubForms(
  definition: FormDefinition,
  all: readonly FormDefinition[],
): DefinitionIssue[] {
  const checkedForms = new Set<FormDefinition>();
  return checkForm(definition, [definition.customFormId]);

  function checkForm(form: FormDefinition, ancestors: readonly string[]): DefinitionIssue[] {
    return namedSubForms(form).flatMap(({ subForm, subFormVersion, path }) => {
      const at = ancestors.length === 1 ? path : `${path} of the sub-form ${form.definition.name}`;
      if (ancestors.includes(subForm)) {
        const circle = [...ancestors, subForm].join(" > ");
        return [definitionIssue(at, "circular-sub-form", `The form is part of itself: ${circle}`)];
      }
      const part = findForm(all, subForm, subFormVersion);
      if (!part) {
        const message = `There is no form ${subForm} with version ${subFormVersion}`;
        return [definitionIssue(at, "missing-sub-form", message)];
      }
      if (!part.definition.isSubForm)
        return [definitionIssue(at, "not-a-sub-form", `${part.definition.name} is not a sub-form`)];
      if (checkedForms.has(part)) return [];
      const issues = checkForm(part, [...ancestors, subForm]);
      if (issues.length === 0) checkedForms.add(part);
      return issues;
    });
  }
}
