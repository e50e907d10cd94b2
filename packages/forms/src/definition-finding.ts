/** What is wrong with a definition, and where: `content.pages.0.elements.3.type`. */
export interface DefinitionFinding {
  readonly path: string;
  readonly code: DefinitionFault;
  readonly message: string;
}

export type DefinitionFault =
  | "not-an-object"
  | "too-large"
  | "too-deep"
  | "too-many-elements"
  | "unknown-type"
  | "forbidden-type"
  | "unknown-property"
  | "forbidden-property"
  | "invalid-value"
  | "missing-name"
  | "unusable-name"
  | "duplicate-name"
  | "unknown-source"
  | "missing-sub-form"
  | "not-a-sub-form"
  | "circular-sub-form"
  | "invalid-expression"
  | "unknown-function"
  | "unknown-question"
  | "unusable-pattern"
  | "photos-in-answers";

export function fault(path: string, code: DefinitionFault, message: string): DefinitionFinding {
  return { path, code, message };
}
