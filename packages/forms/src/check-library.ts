import { SurveyModel } from "survey-core";
import { type DefinitionFinding, fault } from "./definition-finding.ts";
import type { Json } from "./definition.ts";
import { readyLibrary } from "./library.ts";

/** What the library itself does not understand: misspelt properties and values of the wrong kind. */
export function checkLibraryWords(content: Json): DefinitionFinding[] {
  readyLibrary();
  const paths = pathsIn(content);
  const model = read(content);
  if (!(model instanceof SurveyModel)) return [model];
  const faults = (model.jsonErrors ?? []).map((error) =>
    fault(
      paths.get(error.jsonObj) ?? "content",
      error.type === "unknownproperty" ? "unknown-property" : "invalid-value",
      plainWords(error.message),
    ),
  );
  model.dispose();
  return faults;
}

/** Over a shape that it never thought of the library trips. */
function read(content: Json): SurveyModel | DefinitionFinding {
  try {
    return new SurveyModel(content);
  } catch (error) {
    const words = plainWords(error instanceof Error ? error.message : String(error));
    return fault("content", "invalid-value", `The form library cannot read it: ${words}`);
  }
}

function plainWords(message: string): string {
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
