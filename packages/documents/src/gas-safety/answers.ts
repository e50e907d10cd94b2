import { isRecord } from "@fieldfare/domain";

/** The stored answers of a form, unchecked: a name may have a value of any type. */
export type Answers = Readonly<Record<string, unknown>>;

/** Returns a text or number as text; empty for anything else. */
export function textIn(answers: Answers, name: string): string {
  const value = answers[name];
  if (typeof value === "string") return value.trim();
  return typeof value === "number" && Number.isFinite(value) ? String(value) : "";
}

/** Returns the entries of a list that are objects. */
export function rowsIn(answers: Answers, name: string): readonly Answers[] {
  const value = answers[name];
  return Array.isArray(value) ? value.filter(isRecord) : [];
}

/** Returns the ids of the images under a name, in order. */
export function imageIdsIn(answers: Answers, name: string): readonly string[] {
  return rowsIn(answers, name).flatMap(({ imageId }) =>
    typeof imageId === "string" ? [imageId.toLowerCase()] : [],
  );
}
