import { isRecord } from "@fieldfare/domain";
import { type DefinitionIssue, definitionIssue } from "./definition-issue.ts";
import { checkExpressions, type Scope } from "./check-expressions.ts";
import { listElements, type Json, list } from "../definition/definition.ts";
import { factName, isPanelSource } from "../sources/initial-answers.ts";
import { elementKinds } from "../definition/kinds.ts";
import { hostileKeys } from "../validation/safe-answers.ts";
import { isChoiceSource } from "../sources/choices.ts";
import { isValueSource } from "../sources/values.ts";

/** Markup and images from other sites, and types that no screen of the app can show. */
const forbiddenTypes: ReadonlySet<unknown> = new Set([
  "flowpanel",
  "html",
  "image",
  "imagemap",
  "imagepicker",
  "matrixdropdown",
  "matrixdynamic",
  "microphone",
  "ranking",
  "slider",
]);

/** Markup, URLs, and properties that would send or show something outside the form. */
const forbiddenProperty =
  /html$|url$|^url|^logo|^background|^image|^video|^navigateTo|^choicesByUrl$|^cookieName$|^survey(Id|PostId|ShowDataSaving)$|^valueName$|^bindings$|^renderAs$|^titleActions$/i;

const formProperties: ReadonlySet<string> = new Set([
  "calculatedValues",
  "description",
  "elements",
  "pages",
  "questionsOnPageMode",
  "requiredMark",
  "showQuestionNumbers",
  "title",
  "triggers",
]);

const maxElements = 1_500;
const maxPhotos = 60;

/**
 * Checks the pages and elements of a definition's `content`. Returns every reason to refuse it; empty if there is
 * none.
 */
export function checkElements(content: Json): DefinitionIssue[] {
  const form: Scope = { questions: namesIn(listElements(content)), panel: null };
  const pages = list(content.pages).map((page, index) => [`content.pages.${index}`, page] as const);
  const all = count(listElements(content));
  return [
    ...(all > maxElements
      ? [
          definitionIssue(
            "content",
            "too-many-elements",
            `${all} elements; ${maxElements} are allowed`,
          ),
        ]
      : []),
    ...Object.keys(content)
      .filter((key) => !formProperties.has(key))
      .map((key) =>
        definitionIssue(`content.${key}`, "unknown-property", "A form has no such property"),
      ),
    ...forbiddenProperties(content, "content"),
    ...pages.flatMap(([path, page]) =>
      isRecord(page)
        ? checkExpressions(page, path, form)
        : [definitionIssue(path, "not-an-object", "A page must be an object")],
    ),
    ...list(content.triggers).flatMap((one, index) =>
      checkExpressions(one, `content.triggers.${index}`, form),
    ),
    ...list(content.calculatedValues).flatMap((one, index) =>
      checkExpressions(one, `content.calculatedValues.${index}`, form),
    ),
    ...checkScope(
      [
        { elements: list(content.elements), path: "content.elements" },
        ...pages.map(([path, page]) => ({
          elements: isRecord(page) ? list(page.elements) : [],
          path: `${path}.elements`,
        })),
      ],
      form,
    ),
  ];
}

interface Group {
  readonly elements: readonly unknown[];
  readonly path: string;
}

/** Checks elements that share one set of names: those of the form, or those of one panel's template. */
function checkScope(groups: readonly Group[], scope: Scope): DefinitionIssue[] {
  const taken = new Set<unknown>();
  return groups.flatMap((group) => checkGroup(group));

  function checkGroup({ elements, path }: Group): DefinitionIssue[] {
    return elements.flatMap((element, index) => {
      const at = `${path}.${index}`;
      if (!isRecord(element))
        return [definitionIssue(at, "not-an-object", "An element must be an object")];
      return [
        ...checkName(element, at),
        ...checkElement(element, at),
        ...checkExpressions(element, at, scope),
        ...checkGroup({ elements: list(element.elements), path: `${at}.elements` }),
        ...checkTemplate(element, at, scope),
      ];
    });
  }

  function checkName({ name }: Json, at: string): DefinitionIssue[] {
    const path = `${at}.name`;
    if (typeof name !== "string" || name === "")
      return [definitionIssue(path, "missing-name", "An element must have a name")];
    if (!/^[A-Za-z][A-Za-z0-9_]{0,99}$/.test(name) || isReservedName(name))
      return [definitionIssue(path, "unusable-name", `"${name.slice(0, 100)}" cannot be a name`)];
    if (taken.has(name))
      return [definitionIssue(path, "duplicate-name", `The name "${name}" is used twice`)];
    taken.add(name);
    return [];
  }
}

function checkTemplate(element: Json, at: string, { questions }: Scope): DefinitionIssue[] {
  if (!Array.isArray(element.templateElements)) return [];
  const template = list(element.templateElements);
  const scope: Scope = { questions, panel: namesIn(template) };
  return checkScope([{ elements: template, path: `${at}.templateElements` }], scope);
}

function checkElement(element: Json, at: string): DefinitionIssue[] {
  return [
    ...checkType(element, at),
    ...checkSources(element, at),
    ...checkPhotos(element, at),
    ...checkLines(element, at),
  ];
}

/** The rows of a matrix and the items of several texts are names in its answer. */
function checkLines(element: Json, at: string): DefinitionIssue[] {
  return (["rows", "items"] as const).flatMap((property) =>
    list(element[property]).flatMap((line, index) => {
      const name = isRecord(line) ? (line.value ?? line.name) : line;
      return typeof name === "string" && isReservedName(name)
        ? [
            definitionIssue(
              `${at}.${property}.${index}`,
              "unusable-name",
              `"${name}" cannot be a name`,
            ),
          ]
        : [];
    }),
  );
}

function checkType({ type }: Json, at: string): DefinitionIssue[] {
  if (elementKinds.has(type)) return [];
  const path = `${at}.type`;
  return forbiddenTypes.has(type)
    ? [
        definitionIssue(
          path,
          "forbidden-type",
          `Questions of type "${String(type)}" are not allowed`,
        ),
      ]
    : [definitionIssue(path, "unknown-type", `There are no questions of type "${String(type)}"`)];
}

function checkSources(element: Json, at: string): DefinitionIssue[] {
  const { valueFrom, choicesFrom, panelsFrom } = element;
  const issues: DefinitionIssue[] = [];
  const unknown = (property: string, name: unknown) =>
    issues.push(
      definitionIssue(
        `${at}.${property}`,
        "unknown-source",
        `There is no source "${String(name)}"`,
      ),
    );
  const isValue =
    typeof valueFrom === "string" && (isValueSource(valueFrom) || factName(valueFrom) !== null);
  if (valueFrom !== undefined && !isValue) unknown("valueFrom", valueFrom);
  if (
    choicesFrom !== undefined &&
    !(typeof choicesFrom === "string" && isChoiceSource(choicesFrom))
  )
    unknown("choicesFrom", choicesFrom);
  if (panelsFrom !== undefined && !isPanelSource(panelsFrom)) unknown("panelsFrom", panelsFrom);
  const { subForm, subFormVersion } = element;
  const isSubForm = typeof subForm === "string" && Number.isInteger(subFormVersion);
  if (subForm !== undefined && !isSubForm)
    issues.push(
      definitionIssue(`${at}.subForm`, "missing-sub-form", "A sub-form needs an id and a version"),
    );
  return issues;
}

/** Photos are uploaded separately from the answers. */
function checkPhotos(element: Json, at: string): DefinitionIssue[] {
  if (element.type !== "file") return [];
  const { storeDataAsText, maxFiles } = element;
  if (storeDataAsText !== false)
    return [
      definitionIssue(
        `${at}.storeDataAsText`,
        "photos-in-answers",
        "Photos must not be stored in answers",
      ),
    ];
  const isFew = maxFiles === undefined || (typeof maxFiles === "number" && maxFiles <= maxPhotos);
  return isFew
    ? []
    : [
        definitionIssue(
          `${at}.maxFiles`,
          "invalid-value",
          `A question may have at most ${maxPhotos} photos`,
        ),
      ];
}

function forbiddenProperties(value: unknown, path: string): DefinitionIssue[] {
  if (Array.isArray(value))
    return value.flatMap((entry, index) => forbiddenProperties(entry, `${path}.${index}`));
  if (!isRecord(value)) return [];
  return Object.entries(value).flatMap(([key, entry]) => {
    const at = `${path}.${key}`;
    if (forbiddenProperty.test(key) || hostileKeys.has(key))
      return [definitionIssue(at, "forbidden-property", `"${key}" is not allowed in a form`)];
    return forbiddenProperties(entry, at);
  });
}

/** Returns the names that expressions of the same scope may use. */
function namesIn(elements: readonly unknown[]): ReadonlySet<unknown> {
  const names = new Set<unknown>();
  for (const element of elements) {
    if (!isRecord(element)) continue;
    names.add(element.name);
    for (const name of namesIn(list(element.elements))) names.add(name);
  }
  return names;
}

function count(elements: readonly unknown[]): number {
  let all = 0;
  for (const element of elements) {
    if (!isRecord(element)) continue;
    all += 1 + count(list(element.elements)) + count(list(element.templateElements));
  }
  return all;
}

/** Whether every JavaScript object has this name already, so that the library and the answers would confuse the two. */
function isReservedName(name: string): boolean {
  return hostileKeys.has(name) || name in Object.prototype;
}
