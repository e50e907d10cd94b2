import type { FormContext } from "./context.ts";
import { elementsOf, type FormKit, isJson, type Json, list } from "./definition.ts";
import { findForm } from "./kit.ts";
import { choicesFor } from "./sources/choices.ts";

/** Deeper than any form that a person fills in, and made of more parts. */
const mostNested = 8;
const mostParts = 200;

/** A form that is part of itself, or of parts without end. */
export class EndlessForm extends Error {}

/** The library does not ask a question that has no choices: away from the place it has them all the same. */
const elsewhere = [{ value: "elsewhere", text: "" }];

/**
 * The library's JSON: sub-forms are put in their places, and choices are those of the place and day. Throws
 * `EndlessForm`, for nobody may wait for a form that was never checked.
 */
export function compose({ definition, subForms }: FormKit, context: FormContext | null): Json {
  let parts = 0;
  return part(definition.definition.content, mostNested) as Json;

  function part(json: unknown, left: number): unknown {
    if (Array.isArray(json)) return json.map((entry) => part(entry, left));
    if (!isJson(json)) return json;
    const own = Object.fromEntries(
      Object.entries(json).map(([key, value]) => [key, part(value, left)]),
    );
    return withSubForm(asOverview(withChoices(own)), left);
  }

  function withChoices(element: Json): Json {
    if (typeof element.choicesFrom !== "string") return element;
    const found = context ? choicesFor(element, context) : elsewhere;
    return { ...element, choices: [...found, ...list(element.choices)] };
  }

  function withSubForm(element: Json, left: number): Json {
    const { subForm, subFormVersion } = element;
    if (typeof subForm !== "string" || typeof subFormVersion !== "number") return element;
    const form = findForm(subForms, subForm, subFormVersion);
    if (!form) return element;
    parts += 1;
    if (left === 0 || parts > mostParts)
      throw new EndlessForm(`${definition.definition.name} is made of parts without end`);
    const content = part(form.definition.content, left - 1) as Json;
    return { ...element, templateElements: sectionsOf(content) };
  }
}

/** Entries are shown below each other. In its other modes the library adds one only behind the last that it shows. */
function asOverview(element: Json): Json {
  return element.type === "paneldynamic" ? { ...element, displayMode: "list" } : element;
}

/** The pages of a sub-form stand below each other in an entry, each under its title. */
function sectionsOf(content: Json): readonly unknown[] {
  const pages = list(content.pages).filter(isJson);
  if (pages.length < 2 || list(content.elements).length > 0) return elementsOf(content);
  return pages.map(({ title, description, visibleIf, elements }, index) => ({
    type: "panel",
    // No question can be called that.
    name: `section ${index + 1}`,
    ...(title === undefined ? {} : { title }),
    ...(description === undefined ? {} : { description }),
    ...(visibleIf === undefined ? {} : { visibleIf }),
    elements: list(elements),
  }));
}
