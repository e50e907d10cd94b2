import { SurveyModel } from "survey-core";
import { type DefinitionIssue, definitionIssue } from "./definition-issue.ts";
import type { Json } from "../definition/definition.ts";
import { prepareLibrary } from "../library/survey-adapter.ts";

/** Returns the errors that the library itself reports: misspelt properties and values of the wrong type. */
export function checkLibraryErrors(content: Json): DefinitionIssue[] {
  prepareLibrary();
  const paths = pathsIn(content);
  const model = parseModel(content);
  if (!(model instanceof SurveyModel)) return [model];
  const issues = (model.jsonErrors ?? []).map((error) =>
    definitionIssue(
      paths.get(error.jsonObj) ?? "content",
      error.type === "unknownproperty" ? "unknown-property" : "invalid-value",
      plainMessage(error.message),
    ),
  );
  model.dispose();
  return issues;
}

/** The library throws on a shape that it does not expect. */
function parseModel(content: Json): SurveyModel | DefinitionIssue {
  try {
    return new SurveyModel(content);
  } catch (error) {
    const message = plainMessage(error instanceof Error ? error.message : String(error));
    return definitionIssue(
      "content",
      "invalid-value",
      `The form library cannot read it: ${message}`,
    );
  }
}

function plainMessage(message: string): string {
  return message.replaceAll(/\s+/g, " ").slice(0, 300);
}

function pathsIn(content: Json): Map<unknown, string> {
  const paths = new Map<unknown, string>();
  const waiting: [unknown, string][] = [[content, "content"]];
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const [value, path] = next;
    if (typeof value !== "object" || value === null) continue;
    paths.set(value, path);
    for (const [key, entry] of Object.entries(value)) waiting.push([entry, `${path}.${key}`]);
  }
  return paths;
}
