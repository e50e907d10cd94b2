/** The kinds of question that a definition may use. The app does not compile until it can draw each of them. */
const questionKinds = [
  "text",
  "comment",
  "radiogroup",
  "buttongroup",
  "dropdown",
  "checkbox",
  "tagbox",
  "boolean",
  "rating",
  "expression",
  "file",
  "signaturepad",
  "paneldynamic",
  "matrix",
  "multipletext",
] as const;

export type QuestionKind = (typeof questionKinds)[number];

/** The elements of a form: its questions, and the panels that group them. */
export const elementKinds: ReadonlySet<unknown> = new Set([...questionKinds, "panel"]);
