import { isRecord } from "@fieldfare/domain";
import { type FormDefinition, type FormBundle } from "./definition.ts";

/** Thrown when a sub-form of a form is missing. */
export class IncompleteBundle extends Error {}

/** Returns the form with the sub-forms that it names, at any depth. Throws `IncompleteBundle` if one is missing. */
export function buildBundle(
  definition: FormDefinition,
  all: readonly FormDefinition[],
): FormBundle {
  const found = new Map<string, FormDefinition>();
  const waiting = [definition];
  for (let form = waiting.shift(); form; form = waiting.shift()) {
    for (const { subForm, subFormVersion } of namedSubForms(form)) {
      const key = `${subForm} ${subFormVersion}`;
      if (found.has(key)) continue;
      const part = findForm(all, subForm, subFormVersion);
      if (!part)
        throw new IncompleteBundle(
          `The sub-form ${subForm} (version ${subFormVersion}) is missing`,
        );
      found.set(key, part);
      waiting.push(part);
    }
  }
  return { definition, subForms: [...found.values()] };
}

/** A place at which a form names a sub-form. */
export interface NamedSubForm {
  readonly subForm: string;
  readonly subFormVersion: number;
  /** Such as `content.pages.1.elements.0.subForm`. */
  readonly path: string;
}

/** Returns the sub-forms that a form names directly. */
export function namedSubForms({ definition }: FormDefinition): NamedSubForm[] {
  return findNamedSubForms(definition.content, "content");
}

function findNamedSubForms(json: unknown, path: string): NamedSubForm[] {
  if (Array.isArray(json))
    return json.flatMap((entry, index) => findNamedSubForms(entry, `${path}.${index}`));
  if (!isRecord(json)) return [];
  const { subForm, subFormVersion } = json;
  const own =
    typeof subForm === "string" && typeof subFormVersion === "number"
      ? [{ subForm, subFormVersion, path: `${path}.subForm` }]
      : [];
  return [
    ...own,
    ...Object.entries(json).flatMap(([key, entry]) => findNamedSubForms(entry, `${path}.${key}`)),
  ];
}

/** Returns exactly this version; undefined if it is not among the forms. */
export function findForm(
  forms: readonly FormDefinition[],
  customFormId: string,
  version: number,
): FormDefinition | undefined {
  return forms.find((form) => form.customFormId === customFormId && form.version === version);
}
