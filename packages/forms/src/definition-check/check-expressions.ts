import { isRecord } from "@fieldfare/domain";
import { ConditionsParser, FunctionFactory } from "survey-core";
import { type DefinitionIssue, definitionIssue } from "./definition-issue.ts";
import { type Json, list } from "../definition/definition.ts";
import { prepareLibrary } from "../library/survey-adapter.ts";

/** The names that an expression may use. `panel` is null outside a panel's template. */
export interface Scope {
  readonly questions: ReadonlySet<unknown>;
  readonly panel: ReadonlySet<unknown> | null;
}

const expressionProperties = [
  "visibleIf",
  "enableIf",
  "requiredIf",
  "resetValueIf",
  "setValueIf",
  "setValueExpression",
  "defaultValueExpression",
  "minValueExpression",
  "maxValueExpression",
  "choicesVisibleIf",
  "choicesEnableIf",
  "templateVisibleIf",
  "passedAnswer",
  "expression",
  "runExpression",
] as const;

const maxExpression = 2_000;
const maxPattern = 300;

/**
 * Checks the expressions and patterns of one element, and those of its validators, choices, columns, items and rows.
 */
export function checkExpressions(element: unknown, path: string, scope: Scope): DefinitionIssue[] {
  if (!isRecord(element)) return [definitionIssue(path, "not-an-object", "This must be an object")];
  prepareLibrary();
  const own = expressionProperties.flatMap((property) => {
    const expression = element[property];
    if (expression === undefined || expression === "") return [];
    return checkExpression(expression, `${path}.${property}`, scope);
  });
  const parts = (["validators", "choices", "columns", "items", "rows"] as const).flatMap((name) =>
    list(element[name]).flatMap((part, index) =>
      isRecord(part) ? checkExpressions(part, `${path}.${name}.${index}`, scope) : [],
    ),
  );
  return [...own, ...checkPattern(element, path), ...parts];
}

function checkExpression(expression: unknown, path: string, scope: Scope): DefinitionIssue[] {
  if (typeof expression !== "string" || expression.length > maxExpression)
    return [
      definitionIssue(
        path,
        "invalid-expression",
        "An expression must be text of at most 2,000 characters",
      ),
    ];
  if (!new ConditionsParser().parseExpression(expression))
    return [
      definitionIssue(
        path,
        "invalid-expression",
        `This expression cannot be parsed: ${expression.slice(0, 200)}`,
      ),
    ];
  const bare = expression.replaceAll(/'[^']*'|"[^"]*"/g, "''");
  return [...unknownFunctions(bare, path), ...unknownNames(bare, path, scope)];
}

function unknownFunctions(expression: string, path: string): DefinitionIssue[] {
  const called = [...expression.matchAll(/([A-Za-z_]\w*)\s*\(/g)].map(([, name]) => name ?? "");
  return [...new Set(called)]
    .filter((name) => !operators.has(name) && !FunctionFactory.Instance.hasFunction(name))
    .map((name) => definitionIssue(path, "unknown-function", `There is no function "${name}"`));
}

/** Operators of the expression language that may come before a bracket. */
const operators: ReadonlySet<string> = new Set(["and", "or", "not", "anyof", "allof", "contains"]);

function unknownNames(expression: string, path: string, scope: Scope): DefinitionIssue[] {
  const named = [...expression.matchAll(/\{([^}]*)\}/g)].map(([, name]) => (name ?? "").trim());
  return [...new Set(named)]
    .filter((name) => !isKnown(name, scope))
    .map((name) =>
      definitionIssue(path, "unknown-question", `There is no question "${name.slice(0, 100)}"`),
    );
}

function isKnown(name: string, { questions, panel }: Scope): boolean {
  const [first = "", second = ""] = name.split(/[.[]/);
  if (["item", "row", "choice", "self", "$self"].includes(first)) return true;
  // A sub-form does not know the form that will contain it.
  if (first === "parentPanel") return true;
  if (first === "panel" || first === "prevPanel" || first === "nextPanel")
    return (panel ?? questions).has(second);
  return questions.has(first);
}

/** A pattern with nested repetition could block the engineer's phone. */
function checkPattern({ regex }: Json, path: string): DefinitionIssue[] {
  if (regex === undefined) return [];
  const at = `${path}.regex`;
  if (typeof regex !== "string" || regex.length > maxPattern || /[+*}]\)[+*{]/.test(regex))
    return [
      definitionIssue(
        at,
        "unusable-pattern",
        "A pattern must be short and must not nest repetitions",
      ),
    ];
  try {
    void new RegExp(regex);
    return [];
  } catch {
    return [definitionIssue(at, "unusable-pattern", "This pattern cannot be parsed")];
  }
}
