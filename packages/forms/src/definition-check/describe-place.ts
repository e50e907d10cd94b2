import { isRecord } from "@fieldfare/domain";
import { readTitle } from "../definition/compare.ts";
import type { DefinitionIssueCode } from "./definition-issue.ts";

/**
 * Says where in a definition a path leads, in words: `page “Appliances”, question “Flue type”`. Empty if the path leads to
 * no page and no question.
 */
export function describePlace(content: unknown, path: string): string {
  const places: string[] = [];
  let value: unknown = { content };
  let parent = "";
  for (const step of path.split(".")) {
    value = Array.isArray(value) ? value[Number(step)] : isRecord(value) ? value[step] : undefined;
    if (value === undefined) break;
    if (/^\d+$/.test(step) && isRecord(value)) {
      const kind = kinds[parent];
      if (kind !== undefined) places.push(`${kind} “${readTitle(value)}”`);
    }
    parent = step;
  }
  return places.join(", ");
}

/** What an entry of these lists is. */
const kinds: Readonly<Record<string, string>> = {
  pages: "page",
  elements: "question",
  templateElements: "question",
};

/** What the author of a form does about each kind of issue. */
export const definitionAdvice = {
  "not-an-object": "Export the form again from the program that it was made with.",
  "too-large": "Move parts that repeat into a sub-form, or shorten long lists of choices.",
  "too-deep": "Put panels and lists less deep into each other.",
  "too-many-elements": "Use fewer sub-forms in each other, or sub-forms with fewer questions.",
  "unknown-type": "Use a kind of question that the phones can show.",
  "forbidden-type": "Use another kind of question: phones do not show this one.",
  "unknown-property":
    "Delete the property. It is misspelt, or of a version of the form library that phones do not have.",
  "forbidden-property": "Delete the property: phones do not use it.",
  "invalid-value": "Correct the value.",
  "missing-name": "Give it a name: answers are stored under it.",
  "unusable-name": "Choose a name of letters and digits.",
  "duplicate-name": "Give one of the two another name: their answers would overwrite each other.",
  "unknown-source": "Use one of the sources that the documentation lists.",
  "missing-sub-form":
    "Publish this version of the sub-form together with this form, or name the version that is published.",
  "not-a-sub-form": "Set isSubForm in the form that it names, or name another one.",
  "circular-sub-form": "Leave out one of the sub-forms: a form cannot contain itself.",
  "invalid-expression": "Correct the condition or calculation.",
  "unknown-function": "Use one of the functions that the documentation lists.",
  "unknown-question": "Correct the name of the question in the condition.",
  "unusable-pattern": "Use a simpler pattern: this one could keep a phone busy for long.",
  "photos-in-answers": "Leave it out: photos are stored with the job and not in the answers.",
} as const satisfies Record<DefinitionIssueCode, string>;
