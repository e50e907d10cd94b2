import { isRecord } from "@fieldfare/domain";
import {
  type Answers,
  isAnswers,
  listElements,
  type FormBundle,
  type Json,
  list,
} from "../definition/definition.ts";
import { compose } from "../library/compose.ts";
import type { FormIssue } from "../validation/form-issues.ts";
import { questions } from "../sources/initial-answers.ts";
import { openSession } from "./form-session.ts";
import { unsafePaths } from "../validation/safe-answers.ts";

/**
 * Returns all issues of answers from another system. It never throws: an error of the form library is an issue.
 * `today` is the day after which a date is in the future. `previousAnswers` are those of the last completed form of its kind
 * at the property.
 */
export function checkAnswers(
  bundle: FormBundle,
  answers: Answers,
  today: string | null = null,
  previousAnswers: Answers | null = null,
): FormIssue[] {
  const content = compose(bundle, null);
  const structuralIssues = [
    ...unsafePaths(answers).map((path) =>
      buildIssue("error", path, "This cannot be read as an answer"),
    ),
    ...unknownPaths(listElements(content), answers).map((path) =>
      buildIssue("warning", path, "The form has no such question"),
    ),
    ...wrongChoices(listElements(content), answers),
  ];
  try {
    return [...validateAnswers(bundle, answers, today, previousAnswers), ...structuralIssues];
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    return [
      buildIssue("error", "", `The answers cannot be opened: ${message}`),
      ...structuralIssues,
    ];
  }
}

/** Opens the same session as the phone, without a screen. */
function validateAnswers(
  bundle: FormBundle,
  answers: Answers,
  today: string | null,
  previousAnswers: Answers | null,
): readonly FormIssue[] {
  const session = openSession(bundle, { answers, context: null, today, previousAnswers });
  try {
    return session.validate();
  } finally {
    session.close();
  }
}

function buildIssue(
  severity: FormIssue["severity"],
  path: string,
  message: string,
  label = path,
): FormIssue {
  return {
    severity,
    path: path.slice(0, maxPath),
    question: path.split(".").at(-1)?.slice(0, maxPath) ?? "",
    page: 0,
    label: label.slice(0, maxPath),
    message,
    isMissing: false,
  };
}

const maxPath = 200;

function unknownPaths(elements: readonly unknown[], answers: unknown, prefix = ""): string[] {
  if (typeof answers !== "object" || answers === null) return [];
  const questionsByName = new Map(
    [...questions(elements)].map((element) => [String(element.name), element]),
  );
  return Object.entries(answers).flatMap(([name, value]) => {
    const element = questionsByName.get(name.replace(/-Comment$/, ""));
    if (!element) return [`${prefix}${name}`];
    if (element.type !== "paneldynamic") return [];
    return list(value).flatMap((row, index) =>
      unknownPaths(list(element.templateElements), row, `${prefix}${name}.${index}.`),
    );
  });
}

/** Checks only the choices of the definition. Those of the property and the day are not known here. */
function wrongChoices(elements: readonly unknown[], answers: unknown, prefix = ""): FormIssue[] {
  if (!isAnswers(answers)) return [];
  return [...questions(elements)].flatMap((element) => {
    const name = String(element.name);
    if (!Object.hasOwn(answers, name)) return [];
    const path = `${prefix}${name}`;
    if (element.type === "paneldynamic")
      return list(answers[name]).flatMap((row, index) =>
        wrongChoices(list(element.templateElements), row, `${path}.${index}.`),
      );
    return isOneOf(element, answers[name])
      ? []
      : [
          buildIssue(
            "error",
            path,
            "This is not one of the choices",
            typeof element.title === "string" ? element.title : path,
          ),
        ];
  });
}

function isOneOf(element: Json, value: unknown): boolean {
  const isFixed =
    typeof element.choicesFrom !== "string" &&
    list(element.choices).length > 0 &&
    element.showOtherItem !== true;
  if (!isFixed || value === null || value === undefined) return true;
  const choices = list(element.choices).map((choice) => (isRecord(choice) ? choice.value : choice));
  const special = specialChoices.filter(([shown]) => element[shown] === true).map(([, one]) => one);
  const chosen = Array.isArray(value) ? value : [value];
  return chosen.every((one) => [...choices, ...special].includes(one));
}

/** The choices that the library adds when a question asks for them: the property, and the value that is stored. */
const specialChoices = [
  ["showNoneItem", "none"],
  ["showRefuseItem", "refused"],
  ["showDontKnowItem", "dontknow"],
] as const;
