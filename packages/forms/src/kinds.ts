/** The kinds of question that a definition may ask; the app draws each of them, and the compiler asks it to. */
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

/** What stands in a form: its questions, and the panels that hold them together. */
export const elementKinds: ReadonlySet<unknown> = new Set([...questionKinds, "panel"]);
