import { SurveyModel } from "survey-core";
import { type DefinitionFinding, fault } from "./definition-finding.ts";
import type { Json } from "./definition.ts";
import { readyLibrary } from "./library.ts";

/** What the library itself does not understand: misspelt properties and values of the wrong kind. */
export function checkLibraryWords(content: Json): DefinitionFinding[] {
  readyLibrary();
  const paths = pathsIn(content);
  const model = new SurveyModel(content);
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
