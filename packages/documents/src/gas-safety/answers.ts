/** The answers of a form, as they were stored: nobody promises what lies under a name. */
export type Answers = Readonly<Record<string, unknown>>;

/** Texts and numbers as they stand; anything else is nothing. */
export function textIn(answers: Answers, name: string): string {
  const value = answers[name];
  if (typeof value === "string") return value.trim();
  return typeof value === "number" && Number.isFinite(value) ? String(value) : "";
}

/** The entries of a list that are sets of answers themselves. */
export function rowsIn(answers: Answers, name: string): readonly Answers[] {
  const value = answers[name];
  return Array.isArray(value) ? value.filter(isAnswers) : [];
}

/** Ids of the pictures under a name, in their order. */
export function imageIdsIn(answers: Answers, name: string): readonly string[] {
  return rowsIn(answers, name).flatMap(({ imageId }) =>
    typeof imageId === "string" ? [imageId.toLowerCase()] : [],
  );
}

function isAnswers(value: unknown): value is Answers {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
