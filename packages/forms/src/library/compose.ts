import { isRecord } from "@fieldfare/domain";
import type { FormContext } from "../sources/context.ts";
import { listElements, type FormBundle, type Json, list } from "../definition/definition.ts";
import { findForm } from "../definition/bundle.ts";
import { choicesFor } from "../sources/choices.ts";
import { withListDisplay } from "./survey-adapter.ts";

/** Limits above any form that a person fills in. */
const maxNested = 8;
const maxParts = 200;

/** Thrown for a form that contains itself, or too many sub-forms. */
export class EndlessForm extends Error {}

/**
 * Returns the library's JSON: sub-forms are inserted, and choices are those of the property and day. Throws
 * `EndlessForm`, so that opening an unchecked form never hangs.
 */
export function compose({ definition, subForms }: FormBundle, context: FormContext | null): Json {
  let parts = 0;
  return composeJson(definition.definition.content, maxNested);

  function composePart(json: unknown, left: number): unknown {
    if (Array.isArray(json)) return json.map((entry) => composePart(entry, left));
    return isRecord(json) ? composeJson(json, left) : json;
  }

  function composeJson(json: Json, left: number): Json {
    const own = Object.fromEntries(
      Object.entries(json).map(([key, value]) => [key, composePart(value, left)]),
    );
    return withSubForm(withListDisplay(withChoices(own)), left);
  }

  function withChoices(element: Json): Json {
    if (typeof element.choicesFrom !== "string") return element;
    const found = context ? choicesFor(element, context) : [];
    return { ...element, choices: [...found, ...list(element.choices)] };
  }

  function withSubForm(element: Json, left: number): Json {
    const { subForm, subFormVersion } = element;
    if (typeof subForm !== "string" || typeof subFormVersion !== "number") return element;
    const form = findForm(subForms, subForm, subFormVersion);
    if (!form) return element;
    parts += 1;
    if (left === 0 || parts > maxParts)
      throw new EndlessForm(`${definition.definition.name} contains too many sub-forms`);
    const content = composeJson(form.definition.content, left - 1);
    return { ...element, templateElements: buildSections(content) };
  }
}

/** The pages of a sub-form become panels of an entry, each with its title. */
function buildSections(content: Json): readonly unknown[] {
  const pages = list(content.pages).filter(isRecord);
  if (pages.length < 2 || list(content.elements).length > 0) return listElements(content);
  return pages.map(({ title, description, visibleIf, elements }, index) => ({
    type: "panel",
    // No question can have this name, because of the space.
    name: `section ${index + 1}`,
    ...(title === undefined ? {} : { title }),
    ...(description === undefined ? {} : { description }),
    ...(visibleIf === undefined ? {} : { visibleIf }),
    elements: list(elements),
  }));
}
