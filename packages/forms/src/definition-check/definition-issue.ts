/** An issue of a definition with its path: `content.pages.0.elements.3.type`. */
export interface DefinitionIssue {
  readonly path: string;
  readonly code: DefinitionIssueCode;
  readonly message: string;
}

export type DefinitionIssueCode =
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

/** A fault in a form's definition: where, which, and what the office reads. */
export function definitionIssue(
  path: string,
  code: DefinitionIssueCode,
  message: string,
): DefinitionIssue {
  return { path, code, message };
}
